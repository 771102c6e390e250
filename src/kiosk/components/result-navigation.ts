import type { Catalog } from '../../catalog/catalog.js';
import { type Content, type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessage } from '../language.js';
import type { PageView } from '../page-view.js';
import {
  PAGE_SIZE,
  readSearchState,
  type SearchState,
  traceSearch,
  WAY_BACK_FIELDS,
} from '../search-state.js';
import { rowId } from './title-row.js';

/** The minimum `limit` with which a page of results can contain a result and both of its neighbors. */
const MIN_LIMIT = 3;

/** The search from which the page of a title was opened. */
export interface OpenedSearch {
  readonly state: SearchState;
  /** The position of the title among the results in the address of the page, from 1. */
  readonly position: number;
}

/** Returns the search in the address of the page of a title, or undefined if the address has no search. */
export function openedSearch(view: PageView, { library }: Catalog): OpenedSearch | undefined {
  const position = view.params.get(WAY_BACK_FIELDS.position) ?? '';
  if (!/^[1-9]\d{0,8}$/.test(position)) return undefined;
  return { state: readSearchState(view, library), position: Number(position) };
}

/**
 * Renders links from the page of a title to the results, to the row of the title, and to the previous and the next
 * result. An edition that is folded under a result has the position of this result. If the title is no longer near its
 * position, because the catalog has changed, only the results are linked.
 *
 * @throws ApiError 400 if the address of the page contains an invalid search
 */
export function resultNavigation(
  view: PageView,
  catalog: Catalog,
  id: string,
  { state, position }: OpenedSearch,
): Html {
  const { language } = view;
  const { way_back: texts } = language.texts;
  const number = catalog.titles.numberOf(id);
  const { titles, editions, count, first } = resultsAround(view, state, position);
  const index = titles.findIndex((title, i) => title.id === id || editions[i]?.includes(number));
  const found = index < 0 ? position : first + index;
  const page = Math.ceil(found / PAGE_SIZE);
  const backHref = `${state.hrefWith({ page: page > 1 ? page : undefined })}#${rowId(found)}`;
  const link = (at: number, rel: 'prev' | 'next', text: string, arrow: Content) =>
    titles[at] !== undefined &&
    html`<li><a href="${state.titleHref(titles[at].id, first + at)}"${rel === 'prev' ? html` rel="prev"` : html` rel="next"`}>${rel === 'prev' && arrow}<span>${text}</span>${rel === 'next' && arrow}</a></li>`;
  return html`<nav class="way-back" aria-label="${texts.label}"><a href="${backHref}">${ICONS.previous}<span>${texts.back}</span></a>
${
  index >= 0 &&
  html`<p>${formatMessage(texts.position, {
    position: language.formatNumber(found),
    count: language.formatNumber(count),
  })}</p><ul>${link(index - 1, 'prev', texts.previous, ICONS.previous)}${link(index + 1, 'next', texts.next, ICONS.next)}</ul>`
}</nav>`;
}

/**
 * Returns a page of results that contains a position and its neighbors. `first` is the position of its first title, and
 * `editions` are the numbers of the titles that are folded under each title.
 */
function resultsAround(view: PageView, state: SearchState, position: number) {
  const last = position;
  const beforeFirst = Math.max(position - 2, 0);
  let limit = MIN_LIMIT;
  while (Math.floor(beforeFirst / limit) !== Math.floor(last / limit)) limit++;
  const page = Math.floor(beforeFirst / limit) + 1;
  const changes = { metadata: '0', limit: String(limit), page: String(page) };
  const { body, works } = traceSearch(view, state, changes);
  return {
    titles: body.titles,
    editions: works?.otherNumbers ?? [],
    count: works?.count ?? body.count,
    first: (body.page - 1) * body.limit + 1,
  };
}
