/* The form of feeds in OPDS 1.2 (Atom), and the description of the search (OpenSearch). */

import { element, type Xml, xmlDocument } from '../xml.js';
import type { Feed, FeedLink, LinkTarget } from './feed.js';
import type { Publication } from './publication.js';

/** The media types of the documents of OPDS 1.2. */
export const ATOM_TYPES: Readonly<Record<LinkTarget, string>> = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  search: 'application/opensearchdescription+xml',
};

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  // Readers expect this address without a slash at the end.
  'xmlns:schema': 'http://schema.org',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
};

/** Returns a feed in OPDS 1.2. */
export function toAtom(feed: Feed): string {
  const { title, modified: updated, self, links, page, publications, navigation = [] } = feed;
  const entries =
    publications?.map((publication) => toEntry(publication, updated)) ??
    navigation.map((link) =>
      element('entry', {}, [
        { title: link.title, id: link.href, updated, content: link.count ?? link.title },
        atomLink('subsection', link),
      ]),
    );
  const content = [
    { id: self.href, title, updated, author: { name: feed.author } },
    Object.entries({ self, ...links }).map(([rel, link]) => atomLink(rel, link)),
    page && {
      'opensearch:totalResults': page.count,
      'opensearch:itemsPerPage': page.limit,
      'opensearch:startIndex': (page.page - 1) * page.limit + 1,
    },
    (feed.facets ?? []).flatMap(({ title, links }) =>
      links.map((link) =>
        atomLink('http://opds-spec.org/facet', link, {
          'opds:facetGroup': title,
          'opds:activeFacet': link.isActive ? 'true' : undefined,
        }),
      ),
    ),
    entries,
  ];
  return xmlDocument(element('feed', NAMESPACES, content));
}

function atomLink(
  rel: string,
  { target, href, title, count }: FeedLink,
  more: Readonly<Record<string, string | undefined>> = {},
): Xml {
  const address = target === 'search' ? href.replace(/titles$/, 'search.xml') : href;
  const type = ATOM_TYPES[target];
  return element('link', { rel, href: address, type, title, 'thr:count': count, ...more });
}

function toEntry({ metadata, links, images }: Publication, updated: string): Xml {
  const { title, subtitle, author, belongsTo } = metadata;
  return element('entry', {}, [
    {
      title: subtitle === undefined ? title : `${title}: ${subtitle}`,
      id: metadata.identifier,
      updated,
      author: author?.map(({ name, links: [feed] }) => ({ name, uri: feed.href })),
      contributor: metadata.contributor?.map(({ name }) => ({ name })),
      'dc:identifier': metadata.altIdentifier,
      'dc:language': metadata.language,
      'dc:publisher': metadata.publisher?.map(({ name }) => name),
      'dc:issued': metadata.published?.slice(0, 'YYYY'.length),
      summary: metadata.description,
    },
    belongsTo?.series.map(({ name, position }) =>
      element('schema:Series', { 'schema:name': name, 'schema:position': position }),
    ),
    metadata.subject?.map(({ name }) => element('category', { term: name, label: name })),
    links.map(({ rel, href, type, title, properties: { availability, copies } = {} }) =>
      element('link', { rel, href, type, title }, [
        availability && element('opds:availability', { status: availability.state }),
        copies && element('opds:copies', { ...copies }),
      ]),
    ),
    images.flatMap(({ href, type = 'image/svg+xml' }) =>
      ['image', 'image/thumbnail'].map((name) =>
        element('link', { rel: `http://opds-spec.org/${name}`, href, type }),
      ),
    ),
  ]);
}

/** Returns the description of a search in OpenSearch. */
export function openSearchDescription(library: string, template: string): string {
  const content = [
    { ShortName: library.slice(0, 16), Description: library, InputEncoding: 'UTF-8' },
    element('Url', { type: ATOM_TYPES.acquisition, template }),
  ];
  const xmlns = NAMESPACES['xmlns:opensearch'];
  return xmlDocument(element('OpenSearchDescription', { xmlns }, content));
}
