import type { Catalog } from '../../catalog/catalog.js';
import { LOCALES, textsOf } from '../../texts/locales.js';
import { browseLinks } from '../around/browse-links.js';
import { isPublicSite } from '../discovery/public-site.js';
import { catalogText, type Html, html, NOTHING } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessageHtml } from '../language.js';
import { hrefInLocale, type PageView } from '../page-view.js';
import { type SearchFormValues, searchForm } from './search-form.js';

/** The contents of a page. */
export interface Page {
  /**
   * The beginning of the `title` element. The name of the library follows, unless `title` is the same text.
   * If there is no library, the word for "Catalog" follows.
   */
  readonly title: string;
  /** The catalog of the library that the page belongs to, or undefined if the page has no library. */
  readonly catalog?: Catalog | undefined;
  readonly main: Html;
  /** Further elements of the head, such as links to feeds. Default: none. */
  readonly head?: Html;
  /** Whether search engines may list the page if the site is public. Default: false. */
  readonly isListed?: boolean;
  /**
   * The initial values of the search form in the header, or false for a header without a search form.
   * Default: an empty search form.
   */
  readonly search?: SearchFormValues | false | undefined;
}

/** The maximum time that the idle dialog is shown before the page returns to the home page. */
const WARNING_SECONDS = 20;

/** Renders a page as a complete HTML document, with a header and a footer. */
export function layout(view: PageView, page: Page): string {
  const { language, options, href, assetHref, catalogs, manifest } = view;
  const { layout: texts } = language.texts;
  const { catalog, search = {} } = page;
  const isKiosk = options.idleMinutes !== undefined;
  const home = homeHref(view, catalog);
  const name = catalog?.library.name ?? texts.catalog;
  const scripts = [
    'suggestions.js',
    'results.js',
    'year-handles.js',
    'print.js',
    ...(isKiosk ? ['idle.js'] : []),
  ];
  return `<!doctype html>
${html`<html lang="${language.locale}">
<head>
<meta charset="utf-8">
<title>${page.title}${page.title !== name && html` – ${name}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!(page.isListed && isPublicSite(view)) && html`<meta name="robots" content="noindex">\n`}<link rel="stylesheet" href="${assetHref('kiosk.css')}">
<link rel="icon" type="image/svg+xml" href="${assetHref('icon.svg')}">
${manifest !== undefined && html`<link rel="manifest" href="${assetHref(manifest)}">\n`}${scripts.map((script) => html`<script type="module" src="${assetHref(script)}"></script>\n`)}${page.head}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="header"><div class="container">
<p class="brand"><a href="${home}"><img src="${assetHref('icon.svg')}" alt="" width="34" height="34"><span>${catalogText(name)}</span></a></p>
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
  const locales = LOCALES.filter(
    (locale, i) => LOCALES.findIndex((other) => textsOf(other) === textsOf(locale)) === i,
  );
  return html`<details class="languages"><summary>${ICONS.language}<span class="visually-hidden">${language.texts.layout.language}${language.texts.layout.colon}</span>${language.texts.language}</summary>
<ul>${locales.map((locale) => {
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
