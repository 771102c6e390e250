/**
 * Renders the document around the contents of every page: the head, the search form with its suggestions, and the
 * footer.
 */

import type { Catalog } from '../../catalog/catalog.js';
import { DEFAULT_LOCALES } from '../../texts/locales.js';
import { textsOf } from '../../texts/page-texts.js';
import { type Suggestion, suggest } from '../../v1/suggest/suggest.js';
import { browseLinks } from '../browse-lists.js';
import { indexing, opdsAnnouncement } from '../discovery.js';
import { catalogText, type Html, html, ICONS, NOTHING } from '../html.js';
import { formatMessage, formatMessageHtml } from '../language.js';
import { hrefInLocale, localeField, titleHref, webLink } from '../links.js';
import { type Page, type PageView, requireCatalog, type SearchFormValues } from '../page-view.js';
import {
  listParameters,
  SEARCH_TYPES,
  type SearchState,
  sortsWithoutValues,
  WAY_BACK_FIELDS,
} from '../search-state.js';
import { myListLink } from './actions.js';
import { namesOfFilters } from './facets.js';
import { faceOf } from './library-face.js';

/** The maximum time that the idle dialog is shown before the page returns to the home page. */
const WARNING_SECONDS = 20;

/** Renders a page as a complete HTML document, with a header and a footer. */
export function layout(view: PageView, page: Page): string {
  const { language, isKiosk, href, hrefWithoutLocale, assets, catalogs } = view;
  const { layout: texts } = language.texts;
  const { catalog, search = {} } = page;
  const assetHref = (name: string) => hrefWithoutLocale(assets.pathOf(name));
  const home = homeHref(view, catalog);
  const name = catalog?.library.name ?? texts.catalog;
  const scripts = [
    'suggestions.js',
    'results.js',
    'year-handles.js',
    'actions.js',
    ...(isKiosk ? ['idle.js'] : []),
  ];
  const face = catalog && faceOf(catalog.library);
  return `<!doctype html>
${html`<html lang="${language.locale}">
<head>
<meta charset="utf-8">
<title>${page.title}${page.title !== name && html` – ${name}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${indexing(view, page.isListed === true)}<link rel="stylesheet" href="${assetHref('kiosk.css')}">
${face?.styles !== undefined && html`<link rel="stylesheet" href="${hrefWithoutLocale(face.styles.path)}">\n`}<link rel="icon" type="image/svg+xml" href="${assetHref('icon.svg')}">
${assets.manifest !== undefined && html`<link rel="manifest" href="${assetHref(assets.manifest)}">\n`}${scripts.map((script) => html`<script type="module" src="${assetHref(script)}"></script>\n`)}${opdsAnnouncement(view, catalog)}${page.head}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>${page.hasResults && html`<a class="skip" href="#list">${texts.skip_results}</a>`}
<header class="header"><div class="container">
<p class="brand"><a href="${home}"><img src="${face?.logo === undefined ? assetHref('icon.svg') : hrefWithoutLocale(face.logo.path)}" alt="" width="34" height="34"><span>${catalogText(name)}</span></a></p>
${mainMenu(view, catalog)}${myListLink(view, catalog)}
${languageMenu(view)}
${search !== false && searchForm(view, catalog, search)}
</div></header>
<main id="content" tabindex="-1">
${page.main}
</main>
<footer class="footer"><div class="container">
<nav aria-label="${texts.catalog}"><ul>
<li><a href="${home}">${texts.home}</a></li>
${catalogs.length > 1 && catalog !== undefined && html`<li><a href="${href('/')}">${texts.libraries}</a></li>`}
<li><a href="${href('/help', { library: catalog?.library.id })}">${texts.help}</a></li>
</ul>${catalog !== undefined && browseMenu(view, catalog)}</nav>
${catalog !== undefined && libraryLinks(view, catalog)}
${catalog !== undefined && html`<p>${formatMessageHtml(texts.as_of, { date: language.formatDate(catalog.library.snapshot_date) })}</p>`}
</div></footer>
<p class="visually-hidden" id="announcement" role="status"></p>
${isKiosk && idleDialog(view)}
</body>
</html>`}
`;
}

/** Returns the URL of the home page of a catalog, or of the site if `catalog` is undefined. */
export function homeHref({ catalogs, href }: PageView, catalog: Catalog | undefined): string {
  return href('/', { library: catalogs.length > 1 ? catalog?.library.id : undefined });
}

/** Renders the links to new titles, lists and the first browsing list, and on a shared screen the button to start over. */
function mainMenu(view: PageView, catalog: Catalog | undefined): Html {
  const { language, href } = view;
  const { face, idle } = language.texts;
  const library = catalog?.library.id;
  const hasNew = catalog !== undefined && !sortsWithoutValues(catalog).has('newly_acquired');
  const links = [
    [face.new, hasNew ? href('/search', { library, sort: 'newly_acquired' }) : undefined],
    [face.lists, catalog && catalog.lists.size > 0 ? href('/lists', { library }) : undefined],
    [face.browse, catalog && browseLinks(view, catalog)[0]?.href],
  ] as const;
  const shown = links.filter(([, url]) => url !== undefined);
  return html`${
    shown.length > 0 &&
    html`<nav class="menu" aria-label="${face.menu}"><ul>${shown.map(([text, url]) => html`<li><a href="${url}">${text}</a></li>`)}</ul></nav>`
  }${view.isKiosk && html`<a class="start-over" href="${view.hrefWithoutLocale('/')}" data-leave>${ICONS.restart}<span>${idle.leave}</span></a>`}`;
}

/** Renders the website of a library and the page where readers see their loans. */
function libraryLinks(view: PageView, { library }: Catalog): Html {
  const { face } = view.language.texts;
  const links = [
    [library.website, face.website],
    [library.account_url, face.account],
  ] as const;
  const shown = links.filter(([url]) => !view.isKiosk && url !== undefined);
  if (shown.length === 0) return NOTHING;
  return html`<ul>${shown.map(([url, text]) => html`<li>${webLink(view, url, text)}</li>`)}</ul>`;
}

/** Renders the links to the lists of a catalog. Renders nothing if all lists are empty. */
function browseMenu(view: PageView, catalog: Catalog): Html {
  const lists = browseLinks(view, catalog);
  if (lists.length === 0) return NOTHING;
  const { browse, layout: texts } = view.language.texts;
  return html`<div><p>${browse.heading}${texts.colon}</p><ul>${lists.map(
    ({ name, href }) => html`<li><a href="${href}">${name}</a></li>`,
  )}</ul></div>`;
}

function languageMenu(view: PageView): Html {
  const { language } = view;
  return html`<details class="languages"><summary>${ICONS.language}<span class="visually-hidden">${language.texts.layout.language}${language.texts.layout.colon}</span><span>${language.texts.language}</span></summary>
<ul>${DEFAULT_LOCALES.map((locale) => {
    const texts = textsOf(locale);
    const isCurrent = texts === language.texts;
    return html`<li><a href="${hrefInLocale(view, locale)}" lang="${locale}" hreflang="${locale}"${isCurrent && html` aria-current="true"`}>${texts.language}</a></li>`;
  })}</ul></details>`;
}

/** Renders the dialog that `assets/idle.js` shows before the page returns to the home page. */
function idleDialog({ language, options, hrefWithoutLocale }: PageView): Html {
  const { idle } = language.texts;
  const seconds = Math.round((options.idleMinutes ?? 0) * 60);
  return html`<dialog class="idle" id="idle" aria-labelledby="idle-heading" aria-describedby="idle-warning" data-seconds="${seconds}" data-warning-seconds="${Math.min(WARNING_SECONDS, seconds)}" data-warning="${JSON.stringify(idle.warning)}" data-home="${hrefWithoutLocale('/')}">
<h2 id="idle-heading">${idle.heading}</h2>
<p id="idle-warning" role="timer">${language.formatCount(idle.warning, WARNING_SECONDS)}</p>
<p class="actions"><button class="button" data-stay autofocus>${idle.stay}</button> <button class="button plain" data-leave>${idle.leave}</button></p>
</dialog>`;
}

/**
 * Renders the search form. If there are several catalogs, the form has a menu of libraries. A custom search is not in the
 * form, so that the next search is not a custom search: the advanced form has it.
 *
 * @param catalog the catalog whose library is initially selected; if undefined, all libraries are
 */
export function searchForm(
  view: PageView,
  catalog: Catalog | undefined,
  values: SearchFormValues = {},
): Html {
  const { language, catalogs, params, hrefWithoutLocale, isKiosk } = view;
  const { search, layout } = language.texts;
  const isCustom = values.searchType === 'custom';
  return html`<search><form class="search" id="search" action="${hrefWithoutLocale('/search')}" data-suggestions="${hrefWithoutLocale('/suggest')}"${isKiosk && html` autocomplete="off"`}>
${
  catalogs.length > 1
    ? html`<label class="choice"><span class="label">${layout.library}</span><select name="library"><option value="">${layout.libraries}</option>${catalogs.map(
        ({ library }) =>
          html`<option value="${library.id}"${library.id === catalog?.library.id && html` selected`}>${library.name}</option>`,
      )}</select></label>`
    : html`<input type="hidden" name="library" value="${catalogs[0]?.library.id}">`
}
<label class="choice"><span class="label">${search.scope}</span><select name="search_type">${SEARCH_TYPES.map(
    (type) =>
      html`<option value="${type}"${type === values.searchType && html` selected`}>${search.types[type]}</option>`,
  )}</select></label>
<div class="field"><label class="label" for="q">${search.label}</label>
<input id="q" name="q" type="search" dir="auto" value="${isCustom ? '' : values.q}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
<div class="suggestions" id="suggestions" role="listbox" aria-label="${search.suggestions}" hidden></div></div>
${Object.entries(listParameters(params)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${localeField(view)}
<button class="button">${ICONS.search}<span>${search.submit}</span></button>
${catalog !== undefined && html`<a class="advanced-link" href="${view.href('/advanced', { library: catalog.library.id })}">${ICONS.sliders}<span>${search.types.custom}</span></a>`}
</form>
<div class="keep">${values.filters && html`<label><input type="checkbox" form="search" name="${WAY_BACK_FIELDS.filters}" value="${values.filters}" autocomplete="off">${formatMessage(search.within, { what: values.filterNames ?? '' })}</label>`}</div></search>`;
}

export function searchFormValues(state: SearchState): SearchFormValues {
  const { q, searchType, filters } = state;
  return { q: q.trim() === '*' ? '' : q, searchType, filters, filterNames: namesOfFilters(state) };
}

const MAX_SUGGESTIONS = 8;

/**
 * Returns suggestions for the typed text, in the format that `assets/suggestions.js` reads. Each
 * suggestion has its text, the name of its kind in the locale of the page, and a URL. The announcement
 * is a sentence for screen readers that contains the number of suggestions. For a search in all libraries, these are the
 * first suggestions of the first libraries.
 */
export function suggestionsResponse(view: PageView): object {
  const { language, params } = view;
  const { counts, search } = language.texts;
  const inAll = view.catalogs.length > 1 && !params.has('library');
  const catalogs = inAll ? view.catalogs.slice(0, MAX_SUGGESTIONS) : [requireCatalog(view)];
  const limit = Math.ceil(MAX_SUGGESTIONS / catalogs.length);
  const q = params.get('q') ?? '';
  const suggestions = catalogs
    .flatMap(({ library }) => suggest(view.catalogs, { q, library: library.id, limit }).suggestions)
    .filter(
      ({ kind, text }, i, all) =>
        !inAll || all.findIndex((one) => one.kind === kind && one.text === text) === i,
    );
  const library = inAll ? undefined : catalogs[0].library.id;
  return {
    announcement: language.formatCount(counts.suggestions, suggestions.length),
    suggestions: suggestions.map((suggestion) => ({
      text: suggestion.text,
      kind: search.kinds[suggestion.kind],
      href: suggestionHref(view, library, suggestion),
    })),
  };
}

/** Returns the URL of a suggestion. In all libraries, a title is a search too, because several libraries may have it. */
function suggestionHref(
  view: PageView,
  library: string | undefined,
  { kind, text, id }: Suggestion,
): string {
  if (kind === 'subject') return view.href('/search', { library, subject: text });
  if (kind === 'title' && library !== undefined) return titleHref(view, id ?? '');
  return view.href('/search', { library, q: text, search_type: kind });
}
