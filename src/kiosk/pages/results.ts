import type { Catalog } from '../../catalog/catalog.js';
import { type TitlesTrace, traceSearchTitles } from '../../v1/titles.js';
import { chosenNarrowings, facets } from '../facets.js';
import { type Content, type Html, html, NOTHING } from '../html.js';
import { type Language, markedPhrase, phrase } from '../language.js';
import type { Page } from '../layout.js';
import { paging } from '../paging.js';
import { type SearchState, searchState } from '../search-state.js';
import { titleRow } from '../title-row.js';
import type { Visit } from '../visit.js';

/**
 * What a search found, with everything that leads on from it.
 *
 * @throws ApiError 400 for a query of the advanced search that does not parse, or another parameter
 *   that the API refuses
 */
export function resultsPage(visit: Visit, catalog: Catalog): Page {
  const { language } = visit;
  const { results } = language.texts;
  const state = searchState(visit, catalog.library.id);
  const trace = traceSearchTitles(visit.catalogs, state.request, visit.context);
  const { body } = trace;
  const isAll = state.q.trim() === '*';
  const found = language.count(results.found, body.count);
  const title = isAll ? results.all : phrase(results.for, { query: `“${state.q}”` });
  return {
    title: body.page > 1 ? `${title}, ${pageName(body, language)}` : title,
    catalog,
    search: { q: isAll ? '' : state.q, searchType: state.searchType },
    main: html`<div class="results" id="results" data-announce="${found}">
<div class="band columns">
<div class="head">
<h1>${heading(body.count, state, language)}</h1>
<p class="found" data-count="${body.count}">${found}</p>
${forgiven(trace, state, language)}
${chosenNarrowings(state, catalog.library, language)}
${sorts(trace, state, language)}
</div>
${body.metadata && facets(body.metadata, state, language)}
<div class="list">
${
  body.count === 0
    ? nothingFound(state, language)
    : html`<ol class="rows" start="${(body.page - 1) * body.limit + 1}">${body.titles.map((summary) => titleRow(visit, catalog, summary, 2))}</ol>`
}
${paging(body, (page) => state.with({ page: page > 1 ? page : undefined }), language)}
</div>
</div></div>`,
  };
}

function heading(count: number, state: SearchState, { texts }: Language): Content {
  if (state.q.trim() === '*') return texts.results.all;
  const text = count === 0 ? texts.nothing.heading : texts.results.for;
  return markedPhrase(text, { query: html`<q><bdi>${state.q}</bdi></q>` });
}

function pageName({ page, pages }: TitlesTrace['body'], language: Language): string {
  const { results } = language.texts;
  return phrase(results.page, { page: language.number(page), pages: language.number(pages) });
}

function sorts({ body }: TitlesTrace, state: SearchState, { texts }: Language): Html {
  if (body.count < 2) return NOTHING;
  const current = state.request.get('sort') ?? 'relevancy';
  return html`<nav class="sorts" aria-labelledby="sorts"><h2 id="sorts">${texts.results.sort}</h2><ul>
${body.metadata?.sort_bys.map(
  ({ id, name }) =>
    html`<li><a href="${state.with({ sort: id === 'relevancy' ? undefined : id })}" data-keep="sort:${id}"${id === current && html` aria-current="true"`}>${name}</a></li>`,
)}</ul></nav>`;
}

/** What was done for a query that found nothing as it stood. */
function forgiven(trace: TitlesTrace, state: SearchState, { texts }: Language): Html {
  const typed = html`<em><bdi>${state.q}</bdi></em>`;
  const said = (content: Content) => html`<p class="forgiven">${content}</p>`;
  switch (trace.relaxed) {
    case undefined:
      return NOTHING;
    case 'prefix': {
      const beginning = html`<em><bdi>${state.q.trim().split(/\s+/).at(-1)}</bdi></em>`;
      return said(markedPhrase(texts.forgiven.prefix, { typed, beginning }));
    }
    case 'any':
      return said(markedPhrase(texts.forgiven.any, { typed }));
    case 'typos': {
      const { query, isComplete } = trace.respelling?.() ?? { query: state.q, isComplete: true };
      const found = html`<em><bdi>${query}</bdi></em>`;
      if (isComplete) return said(markedPhrase(texts.forgiven.typos, { typed, found }));
      const only = markedPhrase(texts.forgiven.only, { found });
      return said(
        html`${markedPhrase(texts.forgiven.similar, { typed, found })} <a href="${state.with({ q: query })}">${only}</a>`,
      );
    }
  }
}

function nothingFound(state: SearchState, { texts }: Language): Html {
  const { nothing, home } = texts;
  if (state.chosen.length > 0) return html`<p class="nothing">${nothing.narrowed}</p>`;
  return html`<div class="nothing"><p>${nothing.tips}</p><ul>
<li>${nothing.fewer}</li><li>${nothing.spelling}</li>
${state.searchType !== 'keyword' && html`<li><a href="${state.with({ search_type: undefined })}">${nothing.everywhere}</a></li>`}
<li><a href="${state.with({ q: undefined, search_type: undefined })}">${home.all}</a></li>
</ul><p>${nothing.ask}</p></div>`;
}
