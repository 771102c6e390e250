/** The page of results: the heading, notices about relaxation, the list, and links to other sort orders. */

import type { Catalog } from '../../catalog/catalog.js';
import { analyzePhrase } from '../../search/index.js';
import { pageOffset } from '../../v1/response-parts.js';
import type { TitlesResponse } from '../../v1/schema/responses.js';
import type { TitlesTrace } from '../../v1/search-titles.js';
import { formOfQuery } from '../advanced-query.js';
import { foldedEditions } from '../components/editions.js';
import { chosenName, chosenNarrowings, facets } from '../components/facets.js';
import { searchFormValues } from '../components/layout.js';
import { pageName, pagination } from '../components/pagination.js';
import { titleRow } from '../components/title-row.js';
import { feedAnnouncement, feedLink } from '../discovery.js';
import { type Content, catalogText, type Html, html, ICONS, NOTHING } from '../html.js';
import { formatMessage, formatMessageHtml, type Language, quoted } from '../language.js';
import type { Page, PageView } from '../page-view.js';
import {
  LIST_PARAMETERS,
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
  const { results } = language.texts;
  const state = readSearchState(view, catalog.library);
  const trace = traceSearch(view, state);
  const { body, works } = trace;
  const name = nameOfResults(state);
  const found = foundText(trace, language);
  const title = name ?? formatMessage(results.for, { query: quoted(state.q, language) });
  return {
    title: body.page > 1 ? `${title}, ${pageName(body.page, body.pages, language)}` : title,
    catalog,
    head: feedAnnouncement(view, catalog),
    search: searchFormValues(state),
    main: html`<div class="results" id="results" data-announcement="${found}">
<div class="container columns">
<div class="head">
<h1>${name === undefined ? heading(body.count, state) : catalogText(name)}</h1>
<p class="found facts" data-count="${body.count}"><span>${found}</span>${editionsLink(trace, state)}</p>
${relaxationNotice(trace, state)}
${state.searchType === 'custom' && formOfQuery(state.q) !== undefined && html`<p><a href="${view.href('/advanced', { library: catalog.library.id, q: state.q, search_type: 'custom' })}">${language.texts.advanced.edit}</a></p>`}
${chosenNarrowings(trace, state)}
</div>
${sortBar(body, catalog, state)}
${facets(trace, state)}
<div class="list">
${
  body.count === 0
    ? noResults(state)
    : html`<ol class="rows${state.isCompact && ' compact'}" start="${pageOffset(body) + 1}">${body.titles.map(
        (summary, i) => {
          const position = pageOffset(body) + i + 1;
          const hrefOf = (id: string) => state.titleHref(id, position);
          const others = works?.otherNumbers[i] ?? [];
          const more = foldedEditions(view, catalog, summary, others, hrefOf);
          return titleRow(view, catalog, summary, 2, more, { position, href: hrefOf(summary.id) });
        },
      )}</ol>`
}
${pagination(body, (page) => state.hrefWith({ page: page > 1 ? page : undefined }), language)}
${feedLink(view, catalog)}
</div>
</div></div>`,
  };
}

/**
 * Returns the name of the results of a search without a query: the name of the only filter, or else the name for all
 * titles.
 */
function nameOfResults(state: SearchState): string | undefined {
  if (state.q.trim() !== '*') return undefined;
  const [only, ...others] = state.chosen;
  return only !== undefined && others.length === 0
    ? chosenName(only.narrowing, only.value, state)
    : state.language.texts.results.all;
}

/** Renders the heading of a search. The heading says that nothing was found only if no filter can be the reason. */
function heading(count: number, state: SearchState): Content {
  const { texts } = state.language;
  const isEmpty = count === 0 && state.chosen.length === 0;
  const text = isEmpty ? texts.no_results.heading : texts.results.for;
  return formatMessageHtml(text, { query: html`<q><bdi>${state.q}</bdi></q>` });
}

function foundText({ body, works }: TitlesTrace, { texts, formatCount }: Language): string {
  const titles = formatCount(texts.results.found, body.count);
  if (works === undefined || works.count === body.count) return titles;
  const count = formatCount(texts.results.works, works.count);
  return formatMessage(texts.results.titles_and_works, { titles, works: count });
}

/** Renders a link to the list of all editions or to the list of works. Renders nothing if both are equal. */
function editionsLink({ body, works }: TitlesTrace, state: SearchState): Html {
  const { all_editions, each_work_once } = state.language.texts.results;
  const isSame = works === undefined ? body.count < 2 : works.count === body.count;
  if (isSame) return NOTHING;
  const [editions, text] = state.listsAllEditions
    ? [undefined, each_work_once]
    : [LIST_PARAMETERS.editions, all_editions];
  return html` <span><a href="${state.hrefWith({ editions })}">${text}</a></span>`;
}

function typedQuery(state: SearchState): Html {
  return html`<em><bdi>${state.q}</bdi></em>`;
}

function lastWord(query: string): string | undefined {
  return query.split(/\s+/).findLast((word) => /[\p{L}\p{N}]/u.test(word));
}

/**
 * Renders a notice that explains how the query was relaxed. Renders nothing if the query was not relaxed.
 */
function relaxationNotice(trace: TitlesTrace, state: SearchState): Html {
  const { texts } = state.language;
  const typed = typedQuery(state);
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

function noResults(state: SearchState): Html {
  const { no_results: t, home } = state.language.texts;
  if (state.chosen.length > 0) return html`<p class="empty">${t.narrowed}</p>`;
  return html`<div class="empty"><p>${t.tips}</p><ul>
<li>${t.fewer}</li><li>${t.spelling}</li>
${state.searchType !== 'keyword' && html`<li><a href="${state.hrefWith({ search_type: undefined })}">${t.everywhere}</a></li>`}
<li><a href="${state.hrefWith({ q: undefined, search_type: undefined })}">${home.all}</a></li>
</ul><p>${t.ask}</p></div>`;
}

/**
 * Renders links to the other sort orders, and a link to the compact or the detailed list of the results. On a narrow
 * screen, the links are folded. A sort order is left out if no title of the catalog has a value for it. The link to the
 * other list loads a page, because the search form of that page also keeps the list.
 */
function sortBar({ count, metadata }: TitlesResponse, catalog: Catalog, state: SearchState): Html {
  if (count < 2) return NOTHING;
  const { results, layout } = state.language.texts;
  const isInSeries = state.chosen.filter(({ narrowing }) => narrowing === 'series').length === 1;
  const defaultSort = isInSeries ? 'series' : 'relevancy';
  const current = state.request.get('sort') ?? defaultSort;
  const withoutValues = sortsWithoutValues(catalog);
  const inSeries = isInSeries ? [{ id: 'series', name: results.in_series }] : [];
  const sorts = [...inSeries, ...(metadata?.sort_bys ?? [])].filter(
    ({ id }) => id === current || !withoutValues.has(id),
  );
  // The compact and the detailed list have the same titles on a page.
  const otherView = {
    page: state.request.get('page') ?? undefined,
    view: state.isCompact ? undefined : LIST_PARAMETERS.view,
  };
  return html`<details class="sorts"><summary class="button plain">${ICONS.sort}<span class="visually-hidden">${results.sort}${layout.colon}</span><span>${sorts.find(({ id }) => id === current)?.name}</span></summary>
<nav aria-labelledby="sorts"><h2 id="sorts">${results.sort}</h2><ul>
${sorts.map(
  ({ id, name }) =>
    html`<li><a href="${state.hrefWith({ sort: id === defaultSort ? undefined : id })}" data-key="sort:${id}"${id === current && html` aria-current="true"`}>${name}</a></li>`,
)}</ul><a class="view" href="${state.hrefWith(otherView)}">${ICONS[state.isCompact ? 'detailed' : 'compact']}${state.isCompact ? results.detailed : results.compact}</a></nav></details>`;
}
