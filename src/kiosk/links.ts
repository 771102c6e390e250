import type { Narrowing } from '../catalog/narrowings.js';
import type { UserSummary } from '../v1/schema/responses.js';
import { qrCode } from './components/qr-code.js';
import { type Content, type Html, html } from './html/html.js';
import type { PageParameters, PageView } from './page-view.js';

/** Matches a text that is the same in a query. */
const UNRESERVED = /^[\w.-]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Returns the query of a URL, with the leading `?`, or an empty string if no parameter has a value. Does
 * not use `URLSearchParams`, which is several times slower: a page of results has hundreds of URLs.
 */
export function queryString(parameters: PageParameters): string {
  let query = '';
  for (const name in parameters) {
    const value = parameters[name];
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) {
      query += `${query === '' ? '?' : '&'}${encodeQueryValue(name)}=${encodeQueryValue(String(one))}`;
    }
  }
  return query;
}

/**
 * Percent-encodes a name or a value for a query. Replaces spaces with `+`, and lone surrogates with
 * U+FFFD.
 */
export function encodeQueryValue(text: string): string {
  if (UNRESERVED.test(text)) return text;
  const wellFormed = LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text;
  return encodeURIComponent(wellFormed).replaceAll('%20', '+');
}

/**
 * Normalizes a URL from a record as a browser does. Returns undefined for text that is not an `http:` or
 * `https:` URL, such as `javascript:alert(1)`.
 */
export function parseWebUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Returns the path of the page of a title. */
export function titlePath(id: string): string {
  return `/item/show/${encodeURIComponent(id)}`;
}

/** Matches the names and addresses of the computer itself, as `URL` writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Returns whether only the computer itself can open a URL. */
export function isLoopbackUrl(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Returns the URL of the page of a title. */
export function titleHref({ href }: PageView, id: string): string {
  return href(titlePath(id));
}

/** Returns the URL of the page of a list. */
export function listHref({ href }: PageView, list: { id: string; user: UserSummary }): string {
  const user = encodeURIComponent(String(list.user.id));
  return href(`/list/show/${user}/${encodeURIComponent(list.id)}`);
}

/** Returns the URL of the page with the lists and user content of a user. */
export function collectionHref({ href }: PageView, user: UserSummary): string {
  return href(`/collection/show/${encodeURIComponent(String(user.id))}`);
}

/** Returns the URL of the results page with all titles of a library that have a facet value. */
export function facetHref(
  { href }: PageView,
  library: string,
  narrowing: Narrowing,
  value: string,
): string {
  return href('/search', { library, [narrowing]: value });
}

/** Returns the URL of an author search for a name. Author searches include all contributors. */
export function contributorHref({ href }: PageView, library: string, name: string): string {
  return href('/search', { library, q: name, search_type: 'author' });
}

/**
 * Renders a link to another site. If `url` is not an `http:` or `https:` URL, renders only the text. With
 * the option `idleMinutes`, renders the text, the URL and its QR code without a link, because the screen may have no
 * Back button.
 */
export function webLink({ options }: PageView, url: string | undefined, text: Content): Html {
  const href = parseWebUrl(url);
  if (href === undefined) return html`<span>${text}</span>`;
  if (options.idleMinutes !== undefined) {
    return html`<span>${text}</span> <span class="address" dir="ltr">${href}</span>${qrCode(href)}`;
  }
  return html`<a href="${href}" rel="external noopener noreferrer">${text}</a>`;
}
