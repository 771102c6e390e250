/** The pages for requests that fail. */

import { languageCodeOf } from '../../texts/locales.js';
import type { ApiError } from '../../v1/api-error.js';
import { homeHref } from '../components/layout.js';
import { type Content, html } from '../html.js';
import { type Page, type PageView, selectedCatalog } from '../page-view.js';

/** Renders the page for an unknown path or id. */
export function notFoundPage(view: PageView): Page {
  const { errors } = view.language.texts;
  return errorPage(view, errors.not_found, html`<p>${errors.not_found_text}</p>`);
}

/**
 * Renders the page for an invalid request. In a search with a syntax error, the page marks the text where the error
 * is. The message of the API is in English, so only pages in English explain the error.
 */
export function badRequestPage(view: PageView, error: ApiError): Page {
  const { errors } = view.language.texts;
  if (error.code === 'query_too_costly') {
    return errorPage(view, errors.too_broad, html`<p>${errors.too_broad_text}</p>`);
  }
  if (error.parameter === 'q' && TOO_LONG.test(error.message)) return tooLongPage(view);
  if (view.params.get('search_type') !== 'custom' || error.parameter !== 'q') {
    return errorPage(view, errors.bad_request, html`<p>${errors.bad_request_text}</p>`);
  }
  const [, position, problem] = POSITION.exec(error.message) ?? [];
  const isEnglish = languageCodeOf(view.language.locale) === 'en';
  const { library, q } = Object.fromEntries(view.params);
  const editHref = view.href('/advanced', { library, q, search_type: 'custom' });
  return errorPage(
    view,
    errors.bad_search,
    html`${position !== undefined && html`<p>${errors.bad_search_mark}</p>\n${marked(view.params.get('q') ?? '', Number(position), FOUND.exec(problem)?.[1])}`}
${isEnglish && problem !== undefined && html`<p>${problem[0].toUpperCase()}${problem.slice(1)}.</p>`}
<p><a href="${editHref}">${view.language.texts.advanced.edit}</a></p>
<p>${errors.bad_search_text}</p>`,
  );
}

/** Matches the message of an error about the length of a query. */
const TOO_LONG = /expected at most \d+ characters/;

function tooLongPage(view: PageView): Page {
  const { errors } = view.language.texts;
  const page = errorPage(view, errors.too_long, html`<p>${errors.too_long_text}</p>`);
  // The form would contain the long query again.
  return { ...page, search: {} };
}

/**
 * Renders the page for a request that the server refuses or fails to answer. The page contains nothing of a catalog, which
 * may be unreadable.
 *
 * @param status the HTTP status of the error, from 400
 */
export function refusalPage(view: PageView, status: number): Page {
  const { errors, layout } = view.language.texts;
  const texts: Readonly<Record<number, readonly [string, string]>> = {
    429: [errors.too_many, errors.too_many_text],
    500: [errors.failed, errors.failed_text],
    503: [errors.unavailable, errors.unavailable_text],
  };
  const isLongSearch = status === 414 && view.path === '/search';
  const [heading, text] = isLongSearch
    ? [errors.too_long, errors.too_long_text]
    : (texts[status] ?? [errors.bad_request, errors.bad_request_text]);
  // The status 421 refuses the host of the request.
  const home = status === 421 ? `${view.context.baseUrl}/` : view.href('/');
  return {
    title: heading,
    search: false,
    main: html`<div class="container error"><h1>${heading}</h1><p>${text}</p>
<ul><li><a href="${home}">${layout.home}</a></li></ul></div>`,
  };
}

/** Matches the message of a syntax error: the position in characters (code points) from 1, and the problem. */
const POSITION = /^parameter 'q', character (\d+): (.+)/s;

/** The marked text at the end of a query: the place of a missing character. */
const MISSING = '\u2002';

/** Matches the text of the query that the problem of a syntax error quotes. A hint may follow. */
const FOUND = /, found '(\S+?)'(?:; |$)/;

/**
 * Renders a query with a mark on the text that was found at a position. Without this text, the mark is on one character.
 *
 * @param position the position in characters (code points) from 1
 */
function marked(query: string, position: number, found?: string): Content {
  const characters = [...query];
  const before = characters.slice(0, position - 1).join('');
  const rest = query.slice(before.length);
  const isFound = found !== undefined && rest.startsWith(found);
  const mark = isFound ? found : (characters[position - 1] ?? MISSING);
  return html`<p class="message" dir="ltr"><code>${before}<mark>${mark}</mark>${rest.slice(mark.length)}</code></p>`;
}

function errorPage(view: PageView, heading: string, text: Content): Page {
  const { language, params, href } = view;
  const catalog = selectedCatalog(view);
  const { layout } = language.texts;
  return {
    title: heading,
    catalog,
    search: { q: params.get('q') ?? '', searchType: params.get('search_type') ?? 'keyword' },
    main: html`<div class="container error"><h1>${heading}</h1>${text}
<ul><li><a href="${homeHref(view, catalog)}">${layout.home}</a></li><li><a href="${href('/help', { library: catalog?.library.id })}">${layout.help}</a></li></ul></div>`,
  };
}
