import type { Catalog } from '../../catalog/catalog.js';
import { PARAMETERS } from '../../v1/schema/parameters.js';
import { type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import type { PageView } from '../page-view.js';

/** The initial values of a search form. */
export interface SearchFormValues {
  readonly q?: string;
  readonly searchType?: string;
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
  const types = PARAMETERS.searchTitles.search_type.values;
  const locale = params.get('locale');
  return html`<search><form class="search" action="${hrefWithoutLocale('/search')}" data-suggestions="${hrefWithoutLocale('/suggest')}"${options.idleMinutes !== undefined && html` autocomplete="off"`}>
${
  catalogs.length > 1
    ? html`<label class="choice"><span class="label">${layout.library}</span><select name="library">${catalogs.map(
        ({ library }) =>
          html`<option value="${library.id}"${library.id === catalog?.library.id && html` selected`}>${library.name}</option>`,
      )}</select></label>`
    : html`<input type="hidden" name="library" value="${catalogs[0]?.library.id}">`
}
<label class="choice"><span class="label">${search.scope}</span><select name="search_type">${types.map(
    (type) =>
      html`<option value="${type}"${type === values.searchType && html` selected`}>${search.types[type]}</option>`,
  )}</select></label>
<div class="field"><label class="label" for="q">${search.label}</label>
<input id="q" name="q" type="search" dir="auto" value="${values.q}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
<div class="suggestions" id="suggestions" role="listbox" aria-label="${search.suggestions}" hidden></div></div>
${locale !== null && html`<input type="hidden" name="locale" value="${language.locale}">`}
<button class="button">${ICONS.search}<span>${search.submit}</span></button>
</form></search>`;
}
