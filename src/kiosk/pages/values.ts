/** The page with all values of a facet of a search, which filter the results. `results.ts` shows the most frequent values. */

import type { Catalog } from '../../catalog/catalog.js';
import { narrowingsOf, typedValuesIn } from '../../catalog/narrowings.js';
import { notFound } from '../../v1/api-error.js';
import { namesOfFacet, valuesOfFacet } from '../../v1/facet-values.js';
import { initialsAmong } from '../browse-lists.js';
import { chosenName, chosenNarrowings, valueLinks } from '../components/facets.js';
import { searchFormValues } from '../components/layout.js';
import { pagination } from '../components/pagination.js';
import { html, ICONS } from '../html.js';
import { formatMessageHtml } from '../language.js';
import { hiddenFields } from '../links.js';
import type { Page, PageView } from '../page-view.js';
import { headingOfResults } from '../search-name.js';
import { readSearchState, runPageSearch } from '../search-state.js';

const PAGE_SIZE = 60;

/**
 * Renders a page of the values of a facet among the results of a search, the most frequent first, or the values that begin with
 * the parameter `prefix` from A to Z. Numbers and days are in ascending order. The link of a value leads to the results.
 *
 * @throws ApiError 404 for another facet, 400 for an invalid search
 */
export function valuesPage(view: PageView, catalog: Catalog, facet: string): Page {
  const { language, params, path, hrefWithoutLocale } = view;
  const { browse, way_back } = language.texts;
  if (!narrowingsOf(catalog.library).includes(facet)) throw notFound('list', facet);
  const state = readSearchState(view, catalog.library);
  const search = runPageSearch(view, state, state.request);
  const prefix = params.get('prefix')?.trim() || undefined;
  const isTyped = typedValuesIn(facet, catalog.library) !== undefined;
  const order = isTyped ? 'number' : prefix === undefined ? 'count' : 'name';
  const { page } = search.values;
  const request = { facet, order, prefix, limit: PAGE_SIZE, page } as const;
  const { name, values, ...shown } = valuesOfFacet(search, request);
  const { size, nameAt } = namesOfFacet(search, facet);
  const linkOf = valueLinks(facet, state);
  return {
    title: name,
    catalog,
    search: searchFormValues(state),
    main: html`<article class="container browse"><p class="way-back"><a href="${state.hrefWith({})}">${ICONS.previous}<span>${way_back.back}</span></a></p>
<header><h1>${name}</h1><p>${headingOfResults(state)}</p></header>
${chosenNarrowings({}, state)}
${
  !isTyped &&
  html`<form class="prefix" action="${hrefWithoutLocale(path)}" role="search" aria-label="${browse.begins_with}">
${hiddenFields(state.valuesHref(facet))}
<label for="prefix">${browse.begins_with}</label>
<input id="prefix" name="prefix" type="search" dir="auto" value="${prefix}" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="button plain">${browse.show}</button></form>
<nav aria-label="${browse.initials}">${initialsAmong(size, nameAt).map(
    (ofScript) =>
      html`<ul class="initials">${ofScript.map(
        (initial) =>
          html`<li><a href="${state.valuesHref(facet, { prefix: initial })}"${initial === prefix?.toLowerCase() && html` aria-current="page"`}>${initial.toUpperCase()}</a></li>`,
      )}</ul>`,
  )}</nav>`
}
${values.length === 0 && html`<p class="empty">${formatMessageHtml(browse.none, { prefix: html`<q><bdi>${prefix}</bdi></q>` })}</p>`}
<ul class="headings facet">${values.map(({ value, count }) => linkOf({ id: value, name: chosenName(facet, value, state), count }))}</ul>
${pagination(shown, (to) => state.valuesHref(facet, { prefix, page: to > 1 ? to : undefined }), language)}
</article>`,
  };
}
