/** The form of the advanced search. */

import type { Catalog } from '../../catalog/catalog.js';
import { ANYWHERE, type Narrowing, narrowingName } from '../../catalog/narrowings.js';
import { searchTitles } from '../../v1/search-titles.js';
import {
  ADVANCED_PARAMETERS,
  type AdvancedSearch,
  formOfQuery,
  labelOfField,
  WORD_FIELDS,
} from '../advanced-query.js';
import { yearField } from '../components/facets.js';
import { catalogText, type Html, html } from '../html.js';
import { localizedValue } from '../language.js';
import { localeField } from '../links.js';
import type { Page, PageView } from '../page-view.js';

/**
 * Renders a form that builds a custom query. With the parameters of a custom search that the form can express, the
 * fields contain this search. Formats, languages and branches are those with the most titles.
 */
export function advancedPage(view: PageView, catalog: Catalog): Page {
  const { language, params, context, catalogs, isKiosk, href, hrefWithoutLocale } = view;
  const { locale, texts } = language;
  const { library } = catalog;
  const query = params.get('search_type') === 'custom' ? (params.get('q') ?? '') : '';
  const known = formOfQuery(query);
  const form = known ?? {};
  const request = { q: '*', library: library.id, limit: 1, metadata: '1', locale } as const;
  const { metadata } = searchTitles(catalogs, request, context);
  const valuesOf = (narrowing: Narrowing) =>
    metadata?.narrow_bys.find(({ id }) => id === narrowing)?.narrow_tos ?? [];
  const select = (field: 'language' | 'available', narrowing: Narrowing): Html => {
    const options = valuesOf(narrowing).map(({ id, name }) => {
      const value = id === ANYWHERE ? 'true' : id;
      const text =
        id === ANYWHERE ? texts.results.available_now : localizedValue(narrowing, name, language);
      return html`<option value="${value}"${form[field]?.includes(value) && html` selected`}>${text}</option>`;
    });
    return html`<label>${narrowingName(narrowing, locale)}<select name="${ADVANCED_PARAMETERS[field]}"><option value="">${texts.advanced.any}</option>${options}</select></label>`;
  };
  const formats = valuesOf('title_format');
  return {
    title: texts.search.types.custom,
    catalog,
    main: html`<article class="container advanced"><h1>${texts.search.types.custom}</h1>
<p>${texts.advanced.intro}</p>
<form action="${hrefWithoutLocale('/search')}"${isKiosk && html` autocomplete="off"`}>
<input type="hidden" name="library" value="${library.id}">
${localeField(view)}
<div class="words">${WORD_FIELDS.map((field) => wordField(field, labelOfField(field, language) ?? field, form))}</div>
${
  formats.length > 0 &&
  html`<fieldset><legend>${narrowingName('title_format', locale)}</legend><div class="checks">${formats.map(
    ({ id, name }) =>
      html`<label><input type="checkbox" name="${ADVANCED_PARAMETERS.format}" value="${id}"${form.format?.includes(id) && html` checked`}>${catalogText(name)}</label>`,
  )}</div></fieldset>`
}
<div class="choices">${select('language', 'language')}${select('available', 'available_at')}
${yearField(ADVANCED_PARAMETERS.from, texts.results.years.from, form.from)}${yearField(ADVANCED_PARAMETERS.to, texts.results.years.to, form.to)}</div>
<button class="button">${texts.search.submit}</button>
</form>
<form action="${hrefWithoutLocale('/search')}"${isKiosk && html` autocomplete="off"`}><h2>${texts.advanced.code}</h2>
<p>${texts.advanced.code_intro} <a href="${href('/help', { library: library.id })}">${texts.layout.help}</a></p>
<input type="hidden" name="library" value="${library.id}"><input type="hidden" name="search_type" value="custom">
${localeField(view)}
<div class="words whole"><label>${texts.advanced.query}<input name="q" value="${known === undefined ? query : ''}" dir="ltr" required autocomplete="off" autocapitalize="none" spellcheck="false"></label></div>
<button class="button">${texts.search.submit}</button>
</form></article>`,
  };
}

function wordField(field: (typeof WORD_FIELDS)[number], label: string, form: AdvancedSearch): Html {
  return html`<label>${label}<input name="${ADVANCED_PARAMETERS[field]}" value="${form[field]?.[0]}" dir="auto" autocomplete="off" autocapitalize="none" spellcheck="false"></label>`;
}
