/**
 * The titles that a reader has saved. The browser stores their ids, and the address of a list contains them, so that the
 * list can be shared and the server stores nothing. `assets/actions.js` opens the list of the browser from `/saved`.
 */

import { notFound } from '../../v1/api-error.js';
import { withLocale } from '../../v1/context.js';
import { titleSummary } from '../../v1/get-title.js';
import { MAX_SAVED_TITLES, printButton, shareButton } from '../components/actions.js';
import { titleRow } from '../components/title-row.js';
import { html } from '../html.js';
import { formatMessage } from '../language.js';
import { queryString } from '../links.js';
import { type Page, type PageView, selectedCatalog } from '../page-view.js';
import { contextObject } from '../reference-files.js';

/**
 * Renders how to save titles. If titles are saved, the script opens their list instead.
 *
 * @throws ApiError 404 on a shared screen, where nothing is saved
 */
export function savedPage(view: PageView): Page {
  const { saved } = view.language.texts;
  if (view.isKiosk) throw notFound('list', 'saved');
  return {
    title: saved.my_list,
    catalog: selectedCatalog(view),
    main: html`<article class="container list-page"><h1>${saved.my_list}</h1>
<p>${saved.empty}</p><noscript><p>${saved.needs_script}</p></noscript></article>`,
  };
}

/**
 * Finds the titles whose ids the address of a list contains, in the order of the address. `missing` is the number of ids
 * without a title in any catalog, and `isCut` is true if the address has more ids than a list can contain.
 */
export function sharedTitles({ catalogs, params }: PageView) {
  const all = [...new Set(params.getAll('ids'))].filter((id) => id !== '');
  const ids = all.slice(0, MAX_SAVED_TITLES);
  const found = ids.flatMap((id) =>
    catalogs.flatMap((catalog) => {
      const number = catalog.titles.numberOf(id);
      return number < 0 ? [] : { catalog, number, record: catalog.titles.get(number) };
    }),
  );
  return { found, missing: ids.length - found.length, isCut: all.length > ids.length };
}

/** Renders the list of the titles whose ids the address contains, which a reader has saved or shared. */
export function sharedListPage(view: PageView): Page {
  const { context, language, hrefWithoutLocale, isKiosk } = view;
  const { saved, list: texts, layout, counts } = language.texts;
  const { found, missing, isCut } = sharedTitles(view);
  const ids = queryString({ ids: found.map(({ record }) => record.id) });
  const names = withLocale(context, language.locale);
  const files = Object.entries({ ris: 'RIS', bib: 'BibTeX', csv: 'CSV' });
  return {
    title: saved.heading,
    catalog: selectedCatalog(view),
    main: html`<article class="container list-page"><header><h1>${saved.heading}</h1>
<p class="facts"><span>${language.formatCount(counts.titles, found.length)}</span>${missing > 0 && html`<span>${formatMessage(saved.missing, { count: language.formatNumber(missing) })}</span>`}</p>
${isCut && html`<p>${formatMessage(saved.first, { count: language.formatNumber(MAX_SAVED_TITLES) })}</p>`}
${
  found.length > 0 &&
  html`<ul class="actions"><li>${shareButton(view, `/list${ids}`)}</li><li>${printButton(view)}</li></ul>
${!isKiosk && html`<p class="note">${saved.kept}</p><p class="files">${saved.download}${layout.colon}${files.map(([extension, name]) => html`<a href="${hrefWithoutLocale(`/list.${extension}${ids}`)}">${name}</a> `)}</p>`}`
}</header>
${
  found.length === 0
    ? html`<p class="empty">${texts.empty}</p>`
    : html`<ol class="rows">${found.map(({ catalog, number, record }) =>
        titleRow(
          view,
          catalog,
          titleSummary(catalog, number, names),
          2,
          contextObject(view, record),
        ),
      )}</ol>`
}</article>`,
  };
}
