/* A feed of an OPDS catalog, and its forms in OPDS 2.0 (JSON) and in OPDS 1.2 (Atom). */

import { element, type Xml, xmlDocument } from '../../base/xml.js';
import { omitEmpty, type Page } from '../../v1/response-parts.js';
import { OPDS_JSON, type Publication } from './publication.js';

/** What a link leads to: a feed of links, a feed of publications, or a search. */
export type LinkTarget = 'navigation' | 'acquisition' | 'search';

/** A link to a feed of this catalog. */
export interface FeedLink {
  readonly target: LinkTarget;
  readonly href: string;
  readonly title?: string | undefined;
  /** The number of titles of the feed. */
  readonly count?: number | undefined;
  /** Whether the link is the chosen value of a facet. */
  readonly isActive?: boolean | undefined;
}

/** A feed: links to further feeds, or publications. */
export interface Feed {
  readonly title: string;
  readonly author: string;
  /** Date and time of the records. */
  readonly modified: string;
  /** The links to this feed (`self`) and to other feeds, by relation. */
  readonly links: { readonly self: FeedLink } & Readonly<Record<string, FeedLink>>;
  /** The page of the feed, if the feed has pages. */
  readonly page?: Page | undefined;
  /** The links of the feed, or for a feed of publications the links that it has if there are none. */
  readonly navigation: readonly FeedLink[];
  readonly publications?: readonly Publication[] | undefined;
  readonly facets?: readonly { readonly title: string; readonly links: readonly FeedLink[] }[];
}

/** Returns a feed in OPDS 2.0. */
export function toJson(feed: Feed): string {
  const { title, modified, page, publications = [], navigation, facets = [] } = feed;
  const { count: numberOfItems, limit: itemsPerPage, page: currentPage } = page ?? {};
  return JSON.stringify({
    metadata: omitEmpty({ title, modified, numberOfItems, itemsPerPage, currentPage }),
    links: Object.entries(feed.links).map(([rel, link]) => ({ rel, ...jsonLink(link) })),
    ...omitEmpty({
      // A feed must have publications or links, and neither may be empty.
      navigation: publications.length === 0 ? navigation.map(jsonLink) : [],
      publications,
      facets: facets.map(({ title, links }) => {
        return { metadata: { title }, links: links.map(jsonLink) };
      }),
    }),
  });
}

function jsonLink({ target, href, title, count, isActive }: FeedLink) {
  const link = { href, type: OPDS_JSON };
  if (target === 'search') return { ...link, href: `${href}{?query}`, templated: true };
  const properties = count === undefined ? undefined : { numberOfItems: count };
  return omitEmpty({ rel: isActive ? 'self' : undefined, ...link, title, properties });
}

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
  const { title, modified: updated, links, page, publications, navigation, facets = [] } = feed;
  const content = [
    { id: links.self.href, title, updated, author: { name: feed.author } },
    Object.entries(links).map(([rel, link]) => atomLink(rel, link)),
    page && {
      'opensearch:totalResults': page.count,
      'opensearch:itemsPerPage': page.limit,
      'opensearch:startIndex': (page.page - 1) * page.limit + 1,
    },
    facets.flatMap(({ title, links }) =>
      links.map((link) =>
        atomLink('http://opds-spec.org/facet', link, {
          'opds:facetGroup': title,
          'opds:activeFacet': link.isActive ? 'true' : undefined,
        }),
      ),
    ),
    publications?.map((publication) => toEntry(publication, updated)) ??
      navigation.map((link) =>
        element('entry', {}, [
          { title: link.title, id: link.href, updated, content: link.count ?? link.title },
          atomLink('subsection', link),
        ]),
      ),
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
    images.flatMap(({ href }) => {
      const [, extension = 'jpeg'] = /\.(svg|png|gif|webp)$/i.exec(href) ?? [];
      const type = extension === 'svg' ? 'image/svg+xml' : `image/${extension.toLowerCase()}`;
      const image = { rel: 'http://opds-spec.org/image', href, type };
      return [image, { ...image, rel: `${image.rel}/thumbnail` }].map((it) => element('link', it));
    }),
  ]);
}

/** Returns the description of a search in OpenSearch. */
export function openSearchDescription(library: string, template: string): string {
  const url = element('Url', { type: ATOM_TYPES.acquisition, template });
  const texts = { ShortName: library.slice(0, 16), Description: library, InputEncoding: 'UTF-8' };
  const xmlns = NAMESPACES['xmlns:opensearch'];
  return xmlDocument(element('OpenSearchDescription', { xmlns }, [texts, url]));
}
