/**
 * Makes titles findable by other programs: Atom feeds of new titles, and for search engines the sitemap, `robots.txt`,
 * the addresses of pages in all languages, and the description of a title in its page.
 */

import { element, xmlDocument } from '../base/xml.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Title } from '../catalog/records/title.js';
import { DEFAULT_LOCALES, languageCodeOf } from '../texts/locales.js';
import type { UserContentEntry } from '../v1/schema/responses.js';
import { authorNames, citedWork, formatTypes, inOneLine } from './citations.js';
import { generatedCoverHref } from './components/title-row.js';
import { Html, html, NOTHING } from './html.js';
import { formatMessage, languageTag, quoted } from './language.js';
import {
  absoluteHref,
  isPublicSite,
  listPath,
  parseWebUrl,
  queryString,
  repeatedParameters,
  titlePath,
} from './links.js';
import type { PageView, TitleView } from './page-view.js';
import { nameOfQuery } from './search-name.js';
import { readSearchState, sortsWithoutValues, traceSearch } from './search-state.js';

const MAX_ENTRIES = 20;

/** The parameters of a search that the address of its feed does not contain. */
const IGNORED = new Set(['page', 'sort', 'limit', 'metadata', 'locale']);

/**
 * Renders an Atom feed of the titles that were added last, narrowed by the search in the parameters of the request.
 * Titles without a date of addition are left out.
 *
 * @throws ApiError 400 for an invalid search
 */
export function feed(view: PageView, catalog: Catalog): string {
  const { library, titles } = catalog;
  const limit = String(MAX_ENTRIES);
  const changes = { page: '1', metadata: '0', sort: 'newly_acquired', limit };
  const state = { ...readSearchState(view, library), listsAllEditions: true };
  const found = traceSearch(view, state, changes).body.titles;
  const entries = found.flatMap((title) => {
    const record = titles.get(titles.numberOf(title.id));
    return record.added === undefined ? [] : [{ title, record, added: toUtc(record.added) }];
  });
  const { origin } = new URL(view.context.baseUrl);
  const self = origin + feedHref(view, catalog);
  const updated = entries[0]?.added ?? toUtc(library.snapshot_date);
  const link = (rel: string, type: string, href: string) => element('link', { rel, type, href });
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': view.language.locale };
  const content = [
    { title: inOneLine(`${feedTitle(view, catalog)} – ${library.name}`), id: self },
    link('self', 'application/atom+xml', self),
    link('alternate', 'text/html', origin + searchHref(view, catalog)),
    { updated, author: { name: inOneLine(library.name) } },
    entries.map(({ title, record, added }) => {
      const fullTitle = record.sub_title ? `${record.title}: ${record.sub_title}` : record.title;
      return element('entry', {}, [
        { title: inOneLine(fullTitle), id: absoluteHref(view, titlePath(title.id)) },
        link('alternate', 'text/html', origin + view.href(titlePath(title.id))),
        { updated: added, author: authorNames(record).map((name) => ({ name })) },
        element('category', { term: inOneLine(title.format.name) }),
        { summary: inOneLine(record.description ?? '') },
      ]);
    }),
  ];
  return xmlDocument(element('feed', attributes, content));
}

/** Renders the element of the head that announces the feed of a page. */
export function feedAnnouncement(view: PageView, catalog: Catalog): Html {
  if (!hasFeed(view, catalog)) return NOTHING;
  return html`<link rel="alternate" type="application/atom+xml" title="${feedTitle(view, catalog)}" href="${feedHref(view, catalog)}">\n`;
}

/** Renders the elements of the head that announce the OPDS catalog, in which reading apps find the titles. */
export function opdsAnnouncement(view: PageView, catalog: Catalog | undefined): Html {
  if (view.options.opds !== true) return NOTHING;
  const library = view.catalogs.length > 1 && catalog ? `/${catalog.library.id}` : '';
  return html`<link rel="alternate" type="application/opds+json" title="OPDS" href="${view.hrefWithoutLocale(`/opds${library}`)}">
<link rel="alternate" type="application/atom+xml;profile=opds-catalog;kind=navigation" title="OPDS 1.2" href="${view.hrefWithoutLocale(`/opds/v1.2${library}`)}">\n`;
}

/** Renders a link to the feed of a page. */
export function feedLink(view: PageView, catalog: Catalog): Html {
  if (!hasFeed(view, catalog)) return NOTHING;
  const { feeds } = view.language.texts;
  const text = view.path === '/' ? feeds.link : feeds.link_search;
  return html`<p class="feed"><a href="${feedHref(view, catalog)}" type="application/atom+xml">${text}</a></p>`;
}

/** Returns whether pages link to feeds: titles have dates of addition, and the screen is not a kiosk. */
function hasFeed({ isKiosk }: PageView, catalog: Catalog): boolean {
  return !isKiosk && !sortsWithoutValues(catalog).has('newly_acquired');
}

function feedTitle(view: PageView, catalog: Catalog): string {
  const { language } = view;
  const { feeds, home } = language.texts;
  const state = readSearchState(view, catalog.library);
  if (state.q.trim() === '*') return home.newly_acquired;
  return formatMessage(feeds.search, { query: nameOfQuery(state) ?? quoted(state.q, language) });
}

function feedHref(view: PageView, catalog: Catalog): string {
  return view.href('/feed', searchParameters(view, catalog));
}

function searchHref(view: PageView, catalog: Catalog): string {
  return view.href('/search', { ...searchParameters(view, catalog), sort: 'newly_acquired' });
}

function searchParameters(view: PageView, { library }: Catalog) {
  const { q, request } = readSearchState(view, library);
  const ignored = new Set([...IGNORED, ...(q === '*' ? ['q'] : [])]);
  return repeatedParameters([...request].filter(([name]) => !ignored.has(name)));
}

function toUtc(date: string): string {
  return new Date(date).toISOString();
}

/**
 * Renders the elements for search engines in the head of every page: a rule not to list the page, or else the canonical
 * address and the addresses in all languages. An address without `locale` is in the language of the browser.
 */
export function indexing(view: PageView, isListed: boolean): Html {
  if (!isListed || !isPublicSite(view)) return html`<meta name="robots" content="noindex">\n`;
  const { path, params, language } = view;
  const library = path === '/' ? params.get('library') : undefined;
  const page = { library: library ?? undefined, page: params.get('page') ?? undefined };
  const hrefIn = (locale?: string) => absoluteHref(view, path + queryString({ ...page, locale }));
  const isInLocale = params.get('locale') === language.locale;
  return html`<link rel="canonical" href="${hrefIn(isInLocale ? language.locale : undefined)}">
<link rel="alternate" hreflang="x-default" href="${hrefIn()}">
${DEFAULT_LOCALES.map((locale) => html`<link rel="alternate" hreflang="${languageCodeOf(locale)}" href="${hrefIn(locale)}">\n`)}`;
}

/** Returns the title of a page that differs between the editions of a work, such as `Moby-Dick (eBook, 2003)`. */
export function editionTitle({ detail }: TitleView): string {
  const facts = [detail.format.name, detail.publication_date].filter(Boolean);
  return `${inOneLine(detail.title)} (${facts.join(', ')})`;
}

/** The maximum length of a description. Search engines and messengers show less. */
const MAX_DESCRIPTION_CHARS = 300;

/** The availabilities of schema.org, by the availabilities of titles. */
const OFFERS: Readonly<Record<string, string>> = {
  AVAILABLE: 'InStock',
  LIBRARY_USE_ONLY: 'InStoreOnly',
  UNAVAILABLE: 'OutOfStock',
  ON_ORDER: 'PreOrder',
};

/**
 * Renders the elements for other sites in the head of the page of a title: a description, Open Graph, and the title in the
 * vocabulary of schema.org as JSON-LD. A data block is not a script, so that the Content-Security-Policy allows it.
 * Renders nothing if the site is not public.
 *
 * @param entries the user content about the title, whose ratings are counted
 */
export function titleHead(title: TitleView, entries: readonly UserContentEntry[]): Html {
  const { view, catalog, record, detail } = title;
  if (!isPublicSite(view)) return NOTHING;
  const url = absoluteHref(view, titlePath(record.id));
  const remote = view.options.remoteCovers ? parseWebUrl(record.jacket_cover?.url) : undefined;
  const image = remote ?? new URL(view.context.baseUrl).origin + generatedCoverHref(view, detail);
  const { authors = [], format, publishers = [], publication_date } = detail;
  const facts = [...authors, format, ...publishers, { name: publication_date }];
  const text = inOneLine(record.description ?? facts.flatMap(({ name }) => name ?? []).join(' · '));
  const description =
    text.length <= MAX_DESCRIPTION_CHARS
      ? text
      : `${text.slice(0, MAX_DESCRIPTION_CHARS).replace(/\s+\S*$/, '')}…`;
  const items = entries.flatMap(({ content }) => content);
  const ratings = items.filter(({ content_type }) => content_type.id === 'rating').length;
  const state = OFFERS[detail.availability?.id ?? ''];
  const data = {
    '@context': 'https://schema.org',
    '@id': url,
    url,
    ...describeTitle(record),
    image,
    aggregateRating: record.rating !== undefined && {
      '@type': 'AggregateRating',
      ratingValue: record.rating,
      bestRating: 5,
      worstRating: 0,
      ratingCount: ratings || undefined,
    },
    offers: state !== undefined && {
      '@type': 'Offer',
      availability: `https://schema.org/${state}`,
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
    },
  };
  // Without `<`, the text contains neither an end tag nor the beginning of a comment.
  const json = JSON.stringify(data, (_, value) => (value === false ? undefined : value));
  const graph = {
    type: formatTypes(record.format.id).schema === 'Book' ? 'book' : 'website',
    title: editionTitle(title),
    site_name: catalog.library.name,
    url,
    description,
    image,
  };
  return html`<meta name="description" content="${description}">
${Object.entries(graph).map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`)}<script type="application/ld+json">${new Html(json.replaceAll('<', '\\u003c'))}</script>
`;
}

function describeTitle(record: Title) {
  const { authors, title, year, edition, publisher } = citedWork(record);
  const nonEmpty = <T>(values: readonly T[] | undefined) => (values?.length ? values : undefined);
  return {
    '@type': formatTypes(record.format.id).schema,
    name: title,
    author: nonEmpty(
      authors.map(({ family, given }) =>
        given === undefined
          ? { name: family }
          : { '@type': 'Person', name: `${given} ${family}`, familyName: family, givenName: given },
      ),
    ),
    publisher: publisher && { '@type': 'Organization', name: publisher },
    datePublished: year,
    bookEdition: edition,
    inLanguage: languageTag(record),
    isbn: nonEmpty(record.isbns),
    numberOfPages: record.pages,
    description: record.description && inOneLine(record.description),
    keywords: nonEmpty(record.subjects),
    genre: nonEmpty(record.genres),
    isPartOf: nonEmpty(record.series?.map(({ name }) => ({ '@type': 'CreativeWorkSeries', name }))),
  };
}

/**
 * The number of addresses in a file. The protocol allows 50,000, but other requests wait while a file is created and
 * compressed.
 */
const ADDRESSES_PER_FILE = 5000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Returns the `robots.txt` of a public site: the pages of titles and lists are allowed, and searches are not. */
export function robotsTxt(view: PageView): string {
  const disallowed = '/search /suggest /feed /item/cite/ /item/marc/ /list? /list. /v1/'.split(' ');
  const lines = disallowed.map((path) => `Disallow: ${view.hrefWithoutLocale(path)}\n`);
  return `User-agent: *\n${lines.join('')}Sitemap: ${absoluteHref(view, '/sitemap.xml')}\n`;
}

/** Returns the index of the files of {@link sitemapFile}. */
export function sitemapIndex(view: PageView): string {
  const size = listedPaths(view.catalogs).reduce((sum, [size]) => sum + size, 0);
  const sitemap = Array.from({ length: Math.ceil(size / ADDRESSES_PER_FILE) }, (_, i) => {
    return { loc: absoluteHref(view, `/sitemap-${i + 1}.xml`) };
  });
  return xmlDocument(element('sitemapindex', { xmlns: NAMESPACE }, { sitemap }));
}

/**
 * Returns a file with the addresses of home pages, titles and lists.
 *
 * @param file the number of the file, from 1
 * @returns undefined if there is no file with this number
 */
export function sitemapFile(view: PageView, file: number): string | undefined {
  const start = (file - 1) * ADDRESSES_PER_FILE;
  const paths: string[] = [];
  /** The number of addresses in earlier groups. */
  let before = 0;
  for (const [size, pathOf] of listedPaths(view.catalogs)) {
    const last = Math.min(start + ADDRESSES_PER_FILE - before, size);
    for (let i = Math.max(0, start - before); i < last; i++) paths.push(pathOf(i));
    before += size;
  }
  if (file < 1 || paths.length === 0) return undefined;
  const url = paths.map((path) => ({ loc: absoluteHref(view, path) }));
  return xmlDocument(element('urlset', { xmlns: NAMESPACE }, { url }));
}

/** Returns the groups of pages that search engines list, each with its size and a function for a path. */
function listedPaths(
  catalogs: readonly Catalog[],
): [size: number, pathOf: (i: number) => string][] {
  const libraries = catalogs.map(({ library }) => `/?library=${encodeURIComponent(library.id)}`);
  const homes = catalogs.length === 1 ? ['/'] : ['/', ...libraries];
  return [
    [homes.length, (i) => homes[i]],
    ...catalogs.flatMap(
      ({ titles, lists }): ReturnType<typeof listedPaths> => [
        [titles.size, (i) => titlePath(titles.id(i))],
        [lists.size, (i) => listPath(lists.header(i).user, lists.header(i).id)],
      ],
    ),
  ];
}
