import type { Catalog } from '../catalog/catalog.js';
import { LOCALES, textsOf } from '../texts/locales.js';
import { type Html, html } from './html.js';
import { ICONS } from './icons.js';
import { markedPhrase } from './language.js';
import { type SearchFormValues, searchForm } from './search-form.js';
import { inLanguage, type Visit } from './visit.js';
import { recorded } from './written-in.js';

/** What a page has of its own. */
export interface Page {
  readonly title: string;
  /** The catalog that the page is of; none for one about several libraries. */
  readonly catalog?: Catalog | undefined;
  readonly main: Html;
  /** What the search form in the header holds; `false` for a page that has a form of its own. */
  readonly search?: SearchFormValues | false;
}

/** Seconds that a reader has to say that they are still there. */
const WARNING_SECONDS = 20;

/** A whole page: header with search, the page's own part, footer. */
export function layout(visit: Visit, page: Page): string {
  const { language, options, href, asset, catalogs } = visit;
  const { layout: texts } = language.texts;
  const { catalog, search = {} } = page;
  const isKiosk = options.idleMinutes !== undefined;
  const home = homeOf(visit, catalog);
  const name = catalog?.library.name ?? texts.catalog;
  const scripts = ['suggestions.js', 'results.js', ...(isKiosk ? ['idle.js'] : [])];
  return `<!doctype html>
${html`<html lang="${language.locale}">
<head>
<meta charset="utf-8">
<title>${page.title}${page.title !== name && html` – ${name}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${asset('kiosk.css')}">
<link rel="icon" type="image/svg+xml" href="${asset('icon.svg')}">
${scripts.map((script) => html`<script type="module" src="${asset(script)}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="header"><div class="band">
<p class="brand"><a href="${home}"><img src="${asset('icon.svg')}" alt="" width="34" height="34"><span>${recorded(name)}</span></a></p>
${languages(visit)}
${search !== false && searchForm(visit, catalog, search)}
</div></header>
<main id="content" tabindex="-1">
${page.main}
</main>
<footer class="footer"><div class="band">
<nav aria-label="${texts.catalog}"><ul>
<li><a href="${home}">${texts.home}</a></li>
${catalogs.length > 1 && catalog !== undefined && html`<li><a href="${href('/')}">${texts.libraries}</a></li>`}
<li><a href="${href('/help', { library: catalog?.library.id })}">${texts.help}</a></li>
</ul></nav>
${catalog !== undefined && html`<p>${markedPhrase(texts.as_of, { date: language.date(catalog.library.snapshot_date) })}</p>`}
</div></footer>
<p class="unseen" id="announcement" role="status"></p>
${isKiosk && idleDialog(visit)}
</body>
</html>`}
`;
}

/** The address of the home page of a catalog. */
export function homeOf({ catalogs, href }: Visit, catalog: Catalog | undefined): string {
  return href('/', { library: catalogs.length > 1 ? catalog?.library.id : undefined });
}

function languages(visit: Visit): Html {
  const { language } = visit;
  const own = LOCALES.filter(
    (locale, i) => LOCALES.findIndex((other) => textsOf(other) === textsOf(locale)) === i,
  );
  return html`<details class="languages"><summary>${ICONS.language}<span class="unseen">${language.texts.layout.language}: </span>${language.texts.language}</summary>
<ul>${own.map((locale) => {
    const texts = textsOf(locale);
    const isCurrent = texts === language.texts;
    return html`<li><a href="${inLanguage(visit, locale)}" lang="${locale}" hreflang="${locale}"${isCurrent && html` aria-current="true"`}>${texts.language}</a></li>`;
  })}</ul></details>`;
}

/** What is asked before the page returns to the start; `idle.js` shows it and counts. */
function idleDialog({ language, options, plainHref }: Visit): Html {
  const { idle } = language.texts;
  const seconds = Math.round((options.idleMinutes ?? 0) * 60);
  return html`<dialog class="idle" id="idle" aria-labelledby="idle-heading" aria-describedby="idle-warning" data-seconds="${seconds}" data-warning-seconds="${Math.min(WARNING_SECONDS, seconds)}" data-warning="${JSON.stringify(idle.warning)}" data-home="${plainHref('/')}">
<h2 id="idle-heading">${idle.heading}</h2>
<p id="idle-warning" role="timer">${language.count(idle.warning, WARNING_SECONDS)}</p>
<p class="actions"><button class="button" data-stay autofocus>${idle.stay}</button> <button class="button plain" data-leave>${idle.leave}</button></p>
</dialog>`;
}
