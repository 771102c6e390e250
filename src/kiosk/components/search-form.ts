import type { Catalog } from '../../catalog/catalog.js';
import { type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { listParameters, type PageView } from '../page-view.js';
import { PAGE_SEARCH_TYPES, type SearchState, WAY_BACK_FIELDS } from '../search-state.js';

/** The initial values of a search form. */
export interface SearchFormValues {
  readonly q?: string;
  readonly searchType?: string;
  /** The filters that a new search keeps, as a query string. Default: none. */
  readonly filters?: string;
}

/**
 * Renders the search form. If there are several catalogs, the form has a menu of libraries.
 *
 * @param catalog the catalog whose library is initially selected; if undefined, the browser selects the
 *   first library
 */
export function searchForm(
  view: PageView,
  catalog: Catalog | undefined,
  values: SearchFormValues = {},
): Html {
  const { language, catalogs, params, hrefWithoutLocale, options } = view;
  const { search, layout } = language.texts;
  const locale = params.get('locale');
  return html`<search><form class="search" id="search" action="${hrefWithoutLocale('/search')}" data-suggestions="${hrefWithoutLocale('/suggest')}"${options.idleMinutes !== undefined && html` autocomplete="off"`}>
${
  catalogs.length > 1
    ? html`<label class="choice"><span class="label">${layout.library}</span><select name="library">${catalogs.map(
        ({ library }) =>
          html`<option value="${library.id}"${library.id === catalog?.library.id && html` selected`}>${library.name}</option>`,
      )}</select></label>`
    : html`<input type="hidden" name="library" value="${catalogs[0]?.library.id}">`
}
<label class="choice"><span class="label">${search.scope}</span><select name="search_type">${PAGE_SEARCH_TYPES.map(
    (type) =>
      html`<option value="${type}"${type === values.searchType && html` selected`}>${search.types[type]}</option>`,
  )}</select></label>
<div class="field"><label class="label" for="q">${search.label}</label>
<input id="q" name="q" type="search" dir="auto" value="${values.q}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
<div class="suggestions" id="suggestions" role="listbox" aria-label="${search.suggestions}" hidden></div></div>
${Object.entries(listParameters(params)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${locale !== null && html`<input type="hidden" name="locale" value="${language.locale}">`}
<button class="button">${ICONS.search}<span>${search.submit}</span></button>
${catalog !== undefined && html`<a class="advanced-link" href="${view.href('/advanced', { library: catalog.library.id })}">${ICONS.sliders}<span>${search.types.custom}</span></a>`}
</form>
<div class="keep">${values.filters && html`<label><input type="checkbox" form="search" name="${WAY_BACK_FIELDS.filters}" value="${values.filters}" checked>${search.keep_filters}</label>`}</div></search>`;
}

/** Returns the values of the form on a page that belongs to a search. */
export function searchFormValues({ q, searchType, filters }: SearchState): SearchFormValues {
  return { q: q.trim() === '*' ? '' : q, searchType, filters };
}
