/** The page of results: the heading, notices about relaxation, the list, and links to other sort orders. */

import type { Catalog } from '../../catalog/catalog.js';
import { analyzePhrase } from '../../search/index.js';
import { pageOffset } from '../../v1/response-parts.js';
import type { TitlesResponse } from '../../v1/schema/responses.js';
import type { TitlesTrace } from '../../v1/search-titles.js';
import { foldedEditions } from '../components/editions.js';
import { chosenNarrowings, facets, hrefWithoutFilters } from '../components/facets.js';
import { searchFormValues } from '../components/layout.js';
import { pageName, pagination } from '../components/pagination.js';
import { titleRow } from '../components/title-row.js';
import { feedAnnouncement, feedLink } from '../discovery.js';
import { type Content, catalogText, type Html, html, ICONS, NOTHING } from '../html.js';
import { formatMessageHtml } from '../language.js';
import type { Page, PageView } from '../page-view.js';
import { headingOfResults, titleOfResults } from '../search-name.js';
import {
  ADDED,
  countWithoutFilters,
  defaultSort,
  OLDEST_FIRST,
  PAGE_SIZES,
  readSearchState,
  type SearchState,
  sortsWithoutValues,
  traceSearch,
} from '../search-state.js';

/**
 * Renders a page of search results, with facets, sort orders and links to the other pages.
 *
 * @throws ApiError 400 for a custom search with a syntax error or another invalid parameter
 */
export function resultsPage(view: PageView, catalog: Catalog): Page {
  const { language } = view;
  const state = readSearchState(view, catalog.library);
  const trace = traceSearch(view, state);
  const { body, works, matchOf } = trace;
  const found = foundText(trace, state);
  const title = titleOfResults(state);
  const unfiltered =
    body.count === 0 && state.chosen.length > 0 ? countWithoutFilters(view, state) : 0;
  const isRecent = state.sort === 'newly_acquired' || state.request.has(ADDED);
  return {
    title: body.page > 1 ? `${title}, ${pageName(body.page, body.pages, language)}` : title,
    catalog,
    head: feedAnnouncement(view, catalog),
    search: searchFormValues(state),
    hasResults: true,
    main: html`<div class="results" id="results" data-count="${body.count}" data-announcement="${found}">
<div class="container columns">
<div class="head">
<h1>${headingOfResults(state, body.count + unfiltered)}</h1>
${body.count > 0 && html`<p class="found facts"><span>${found}</span>${editionsLink(trace, state)}${viewLink(trace, state)}</p>`}
${body.count > 0 && relaxationNotice(trace, state)}${similarityNotice(trace, state)}
${state.searchType === 'custom' && html`<p><a href="${view.href('/advanced', { library: catalog.library.id, q: state.q, search_type: 'custom' })}">${language.texts.advanced.edit}</a></p>`}
${chosenNarrowings(trace, state)}
</div>
${sortBar(body, catalog, state)}
${facets(trace, state)}
<div class="list" id="list" tabindex="-1">
${
  body.count === 0
    ? noResults(state, unfiltered)
    : html`<ol class="rows${state.isCompact && ' compact'}" start="${pageOffset(body) + 1}">${body.titles.map(
        (summary, i) => {
          const position = pageOffset(body) + i + 1;
          const hrefOf = (id: string) => state.titleHref(id, position);
          const others = works?.otherNumbers[i] ?? [];
          const more = foldedEditions(view, catalog, summary, others, hrefOf);
          const result = { position, href: hrefOf(summary.id), isRecent, matchOf };
          return titleRow(view, catalog, summary, 2, more, result);
        },
      )}</ol>`
}
${pagination(body, (page) => state.hrefWith({ page: page > 1 ? page : undefined }), language)}
${pageSizes(trace, state)}
${feedLink(view, catalog)}
</div>
</div></div>`,
  };
}

/** Returns which of the results the page shows, such as `1–10 of 42 works`. Results that are on one page are only counted. */
function foundText({ body, works }: TitlesTrace, { language, pageSize }: SearchState): string {
  const { counts, results } = language.texts;
  const isFolded = works !== undefined && works.count < body.count;
  const count = isFolded ? works.count : body.count;
  if (count <= pageSize) {
    return language.formatCount(isFolded ? results.works : counts.titles, count);
  }
  const from = pageOffset(body) + 1;
  return language.formatCount(isFolded ? results.range_works : results.range_titles, count, {
    from: language.formatNumber(from),
    to: language.formatNumber(Math.min(from + pageSize - 1, count)),
  });
}

/** Renders a link to the list of all editions or to the list of works. Renders nothing if both are equal. */
function editionsLink({ body, works }: TitlesTrace, state: SearchState): Html {
  const { all_editions, each_work_once } = state.language.texts.results;
  const isSame = works === undefined ? body.count < 2 : works.count === body.count;
  if (isSame) return NOTHING;
  const [editions, text] = state.listsAllEditions
    ? [undefined, each_work_once]
    : ['all', all_editions];
  return html` <span><a href="${state.hrefWith({ editions })}">${text}</a></span>`;
}

/**
 * Renders a link to the compact or the detailed list of the results. The link loads a page, because the search form of that
 * page also keeps the list. Renders nothing for a single result.
 */
function viewLink(
  { body }: TitlesTrace,
  { request, isCompact, hrefWith, language }: SearchState,
): Html {
  if (body.count < 2) return NOTHING;
  const { compact, detailed } = language.texts.results;
  // The compact and the detailed list have the same titles on a page.
  const page = request.get('page') ?? undefined;
  return html` <span><a href="${hrefWith({ page, view: isCompact ? undefined : 'compact' })}">${isCompact ? detailed : compact}</a></span>`;
}

/** Renders links to longer and shorter pages. Renders nothing if all results fit on the shortest. */
function pageSizes({ body, works }: TitlesTrace, state: SearchState): Html {
  const { results, layout } = state.language.texts;
  const [shortest, ...others] = PAGE_SIZES;
  if ((works?.count ?? body.count) <= Number(shortest)) return NOTHING;
  return html`<nav class="page-sizes" aria-labelledby="page-sizes"><p id="page-sizes">${results.per_page}${layout.colon}</p><ul>${[
    undefined,
    ...others,
  ].map((limit) => {
    const isCurrent = Number(limit ?? shortest) === state.pageSize;
    return html`<li><a href="${state.hrefWith({ limit })}"${isCurrent && html` aria-current="true"`}>${limit ?? shortest}</a></li>`;
  })}</ul></nav>`;
}

function lastWord(query: string): string | undefined {
  return query.split(/\s+/).findLast((word) => /[\p{L}\p{N}]/u.test(word));
}

/**
 * Renders a notice that explains how the query was relaxed. Renders nothing if the query was not relaxed.
 */
export function relaxationNotice(trace: TitlesTrace, state: SearchState): Html {
  const { texts } = state.language;
  const typed = html`<em><bdi>${state.q}</bdi></em>`;
  const notice = (content: Content) => html`<p class="relaxed">${content}</p>`;
  if (trace.countWithoutRelaxation > 0) {
    if (trace.relaxedCount === 0) return NOTHING;
    return notice(formatMessageHtml(texts.relaxed.mixed, { typed }));
  }
  switch (trace.relaxed) {
    case undefined:
      return NOTHING;
    case 'prefix': {
      const other = trace.namedValues?.at(-1)?.queryWithout ?? state.q;
      const beginning = html`<em><bdi>${lastWord(other)}</bdi></em>`;
      return notice(formatMessageHtml(texts.relaxed.prefix, { typed, beginning }));
    }
    case 'any':
      return notice(formatMessageHtml(texts.relaxed.any, { typed }));
    case 'typos': {
      const { query, isComplete } = trace.respelling?.() ?? { query: state.q, isComplete: true };
      if (query === analyzePhrase(state.q).join(' ')) {
        return notice(formatMessageHtml(texts.relaxed.any, { typed }));
      }
      const found = html`<em><bdi>${query}</bdi></em>`;
      if (isComplete) return notice(formatMessageHtml(texts.relaxed.typos, { typed, found }));
      const only = formatMessageHtml(texts.relaxed.only, { found });
      return notice(
        html`${formatMessageHtml(texts.relaxed.similar, { typed, found })} <a href="${state.hrefWith({ q: query })}">${only}</a>`,
      );
    }
  }
}

/** Renders a notice that similar titles follow the title that the query names: `books like dune`. */
export function similarityNotice(
  { body, similarTo }: TitlesTrace,
  { language, sort }: SearchState,
): Html {
  const named = body.titles.find(({ id }) => id === similarTo);
  if (named === undefined || sort !== 'relevancy') return NOTHING;
  const title = html`<cite>${catalogText(named.title)}</cite>`;
  return html`<p class="relaxed">${formatMessageHtml(language.texts.relaxed.like, { title })}</p>`;
}

function noResults(state: SearchState, unfiltered: number): Html {
  const { no_results: t, home } = state.language.texts;
  const all = hrefWithoutFilters(state);
  if (unfiltered > 0) {
    return html`<div class="empty"><p>${t.narrowed}</p><p><a class="button" href="${all}">${state.language.formatCount(t.without_filters, unfiltered)}</a></p></div>`;
  }
  return html`<div class="empty"><p>${t.tips}</p><ul>
<li>${t.fewer}</li><li>${t.spelling}</li>
${!['keyword', 'custom'].includes(state.searchType) && html`<li><a href="${all.replace(/([?&]search_type=)[^&]*/, '$1keyword')}">${t.everywhere}</a></li>`}
<li><a href="${state.hrefWith({ q: undefined, search_type: undefined })}">${home.all}</a></li>
</ul><p>${t.ask}</p></div>`;
}

/**
 * Renders a folded menu of links to the other sort orders. A sort order is left out if no title of the catalog has a value
 * for it.
 */
function sortBar({ count, metadata }: TitlesResponse, catalog: Catalog, state: SearchState): Html {
  if (count < 2) return NOTHING;
  const { results, layout, names } = state.language.texts;
  const withoutValues = sortsWithoutValues(catalog);
  const { newest, oldest } = names.sort;
  const inSeries =
    defaultSort(state) === 'series' ? [{ id: 'series', name: results.in_series }] : [];
  const sorts = [...inSeries, ...(metadata?.sort_bys ?? [])]
    .filter(({ id }) => id === state.sort || !withoutValues.has(id))
    .flatMap(({ id, name }) =>
      id === 'published_date'
        ? [
            { id, name: newest },
            { id: OLDEST_FIRST, name: oldest },
          ]
        : { id, name },
    );
  return html`<details class="sorts"><summary class="button plain">${ICONS.sort}<span class="label">${results.sort}${layout.colon}</span><span>${sorts.find(({ id }) => id === state.sort)?.name}</span></summary>
<nav aria-label="${results.sort}"><ul>
${sorts.map(
  ({ id, name }) =>
    html`<li><a href="${state.hrefWith({ sort: id === defaultSort(state) ? undefined : id })}" data-key="sort:${id}"${id === state.sort && html` aria-current="true"`}>${name}</a></li>`,
)}</ul></nav></details>`;
}
