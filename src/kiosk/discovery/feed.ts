import type { Catalog } from '../../catalog/catalog.js';
import { inOneLine } from '../citation/cited-work.js';
import { homeContentsOf } from '../home-contents.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { formatMessage, quoted } from '../language.js';
import { titlePath } from '../links.js';
import { type PageView, repeatedParameters } from '../page-view.js';
import { readSearchState, traceSearch } from '../search-state.js';
import { absoluteHref } from './public-site.js';

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
  return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${view.language.locale}">
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
function hasFeed({ options }: PageView, catalog: Catalog): boolean {
  return options.idleMinutes === undefined && homeContentsOf(catalog).newest.length > 0;
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
