/**
 * Makes titles findable by other programs: Atom feeds of new titles, and for search engines the sitemap, `robots.txt`
 * and the description of a title in its page.
 */

import type { Catalog } from '../catalog/catalog.js';
import type { Title } from '../catalog/records/title.js';
import { citedWork, formatTypes, inOneLine } from './citations.js';
import { Html, html, NOTHING } from './html.js';
import { formatMessage, languageTag, quoted } from './language.js';
import { absoluteHref, isPublicSite, repeatedParameters, titlePath } from './links.js';
import type { PageView } from './page-view.js';
import { readSearchState, sortsWithoutValues, traceSearch } from './search-state.js';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

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
  return `${XML_DECLARATION}${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${view.language.locale}">
<title>${inOneLine(`${feedTitle(view, catalog)} – ${library.name}`)}</title>
<id>${self}</id>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${origin + searchHref(view, catalog)}"/>
<updated>${updated}</updated>
<author><name>${inOneLine(library.name)}</name></author>
${entries.map(({ title, record, added }) => {
  const names = (record.authors ?? []).map(({ name }) => inOneLine(name)).filter(Boolean);
  const fullTitle = record.sub_title ? `${record.title}: ${record.sub_title}` : record.title;
  return html`<entry>
<title>${inOneLine(fullTitle)}</title>
<id>${absoluteHref(view, titlePath(title.id))}</id>
<link rel="alternate" type="text/html" href="${origin + view.href(titlePath(title.id))}"/>
<updated>${added}</updated>
${names.map((name) => html`<author><name>${name}</name></author>\n`)}<category term="${inOneLine(title.format.name)}"/>
${record.description !== undefined && html`<summary>${inOneLine(record.description)}</summary>\n`}</entry>
`;
})}</feed>
`}`;
}

/** Renders the element of the head that announces the feed of a page. */
export function feedAnnouncement(view: PageView, catalog: Catalog): Html {
  if (!hasFeed(view, catalog)) return NOTHING;
  return html`<link rel="alternate" type="application/atom+xml" title="${feedTitle(view, catalog)}" href="${feedHref(view, catalog)}">\n`;
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
  const { q } = readSearchState(view, catalog.library);
  return q.trim() === '*'
    ? home.newly_acquired
    : formatMessage(feeds.search, { query: quoted(q, language) });
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
 * Renders what search engines read of a title: the canonical address of its page, and its description in the
 * vocabulary of schema.org as JSON-LD. A data block is not a script, so that the Content-Security-Policy allows it.
 * Renders nothing if the site is not public.
 */
export function structuredData(view: PageView, record: Title): Html {
  if (!isPublicSite(view)) return NOTHING;
  const url = absoluteHref(view, titlePath(record.id));
  const data = { '@context': 'https://schema.org', '@id': url, url, ...describeTitle(record) };
  // Without `<`, the text contains neither an end tag nor the beginning of a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Html(
    `<link rel="canonical" href="${url.replaceAll("'", '&#39;')}">\n<script type="application/ld+json">${json}</script>\n`,
  );
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

/** Returns the `robots.txt` of a public site: the pages of titles are allowed, and searches are not. */
export function robotsTxt(view: PageView): string {
  const disallowed = ['/search', '/suggest', '/feed', '/item/cite/', '/item/marc/', '/v1/'];
  const lines = disallowed.map((path) => `Disallow: ${view.hrefWithoutLocale(path)}\n`);
  return `User-agent: *\n${lines.join('')}Sitemap: ${absoluteHref(view, '/sitemap.xml')}\n`;
}

/** Returns the index of the files of {@link sitemapFile}. */
export function sitemapIndex(view: PageView): string {
  const files = Math.ceil(addressCount(view.catalogs) / ADDRESSES_PER_FILE);
  const entries = Array.from(
    { length: files },
    (_, i) => html`<sitemap><loc>${absoluteHref(view, `/sitemap-${i + 1}.xml`)}</loc></sitemap>\n`,
  );
  return `${XML_DECLARATION}${html`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>\n`}`;
}

/**
 * Returns a file with the addresses of home pages and of titles.
 *
 * @param file the number of the file, from 1
 * @returns undefined if there is no file with this number
 */
export function sitemapFile(view: PageView, file: number): string | undefined {
  const { catalogs } = view;
  const start = (file - 1) * ADDRESSES_PER_FILE;
  const end = Math.min(start + ADDRESSES_PER_FILE, addressCount(catalogs));
  if (file < 1 || start >= end) return undefined;
  const paths = homePaths(catalogs).slice(start, end);
  /** The number of addresses before the titles of the catalog. */
  let before = homePaths(catalogs).length;
  for (const { titles } of catalogs) {
    const last = Math.min(end - before, titles.size);
    for (let number = Math.max(0, start - before); number < last; number++) {
      paths.push(titlePath(titles.id(number)));
    }
    before += titles.size;
  }
  const entries = paths.map((path) => html`<url><loc>${absoluteHref(view, path)}</loc></url>\n`);
  return `${XML_DECLARATION}${html`<urlset xmlns="${NAMESPACE}">\n${entries}</urlset>\n`}`;
}

function homePaths(catalogs: readonly Catalog[]): string[] {
  if (catalogs.length === 1) return ['/'];
  return ['/', ...catalogs.map(({ library }) => `/?library=${encodeURIComponent(library.id)}`)];
}

function addressCount(catalogs: readonly Catalog[]): number {
  return catalogs.reduce((sum, { titles }) => sum + titles.size, homePaths(catalogs).length);
}
