/**
 * The addresses that pages link to: paths and queries of the site, and the addresses in records. On a kiosk, the address of
 * another site is shown as text with a QR code.
 */

import { LRUCache } from 'lru-cache';
import { encode } from 'uqr';
import { isWebAddress } from '../base/json-schema.js';
import type { Narrowing } from '../catalog/narrowings.js';
import type { UserSummary } from '../v1/schema/responses.js';
import { type CatalogText, type Content, catalogText, Html, html, NOTHING } from './html.js';
import type { PageParameters, PageView } from './page-view.js';

/** Matches a text that a query contains unchanged. */
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

/** Returns the URL of the current page in another locale. */
export function hrefInLocale({ path, params, href }: PageView, locale: string): string {
  return href(path, { ...repeatedParameters(params), locale });
}

/** Returns parameters as an object, with an array for each parameter that is repeated. */
export function repeatedParameters(pairs: Iterable<readonly [string, string]>): PageParameters {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}

/**
 * Normalizes a URL from a record as a browser does. Returns undefined for text that is not an `http:` or
 * `https:` URL, such as `javascript:alert(1)`.
 */
export function parseWebUrl(text: string | undefined): string | undefined {
  return text !== undefined && isWebAddress(text) ? new URL(text).href : undefined;
}

/** Returns the path of the page of a title. */
export function titlePath(id: string): string {
  return `/item/show/${encodeURIComponent(id)}`;
}

/** Returns the path of the page of a list. */
export function listPath(user: string | number, id: string): string {
  return `/list/show/${encodeURIComponent(user)}/${encodeURIComponent(id)}`;
}

/** Returns the path of the page with the lists and user content of a user. */
export function collectionPath(user: string | number): string {
  return `/collection/show/${encodeURIComponent(user)}`;
}

/** Matches the names and addresses of the computer itself, as `URL` writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Returns whether only the computer itself can open a URL. */
export function isLoopbackUrl(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/**
 * Returns whether search engines can find the site: the base URL is not a loopback address, and the site is not a
 * kiosk.
 */
export function isPublicSite({ context, isKiosk }: PageView): boolean {
  return !isKiosk && !isLoopbackUrl(context.baseUrl);
}

/** Returns the absolute URL of a path of the site, without `locale`. */
export function absoluteHref(view: PageView, path: string): string {
  return new URL(view.context.baseUrl).origin + view.hrefWithoutLocale(path);
}

/** Returns the URL of the page of a title. */
export function titleHref({ href }: PageView, id: string): string {
  return href(titlePath(id));
}

/** Returns the URL of the page of a list. */
export function listHref({ href }: PageView, list: { id: string; user: UserSummary }): string {
  return href(listPath(list.user.id, list.id));
}

/** Returns the URL of the page with the lists and user content of a user. */
export function collectionHref({ href }: PageView, user: UserSummary): string {
  return href(collectionPath(user.id));
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

/** Renders a link to all titles of a library that have a facet value. Without `text`, the link shows the value. */
export function facetLink(
  view: PageView,
  library: string,
  narrowing: Narrowing,
  value: string,
  text: CatalogText = value,
): Html {
  return html`<a href="${facetHref(view, library, narrowing, value)}">${catalogText(text)}</a>`;
}

/** Returns the URL of an author search for a name. Author searches include all contributors. */
export function contributorHref({ href }: PageView, library: string, name: string): string {
  return href('/search', { library, q: name, search_type: 'author' });
}

/** Renders the parameters of an address as hidden fields of a form. */
export function hiddenFields(href: string): Html {
  const [, query] = href.split('?');
  return html`${[...new URLSearchParams(query)].map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}`;
}

/** Renders the field with which a form keeps the locale of the page. Renders nothing if the address has no locale. */
export function localeField({ params, language }: PageView): Content {
  return (
    params.has('locale') && html`<input type="hidden" name="locale" value="${language.locale}">`
  );
}

/**
 * Renders a link to another site. If `url` is not an `http:` or `https:` URL, renders only the text. With
 * the option `idleMinutes`, renders the text, the URL and its QR code without a link, because the screen may have no
 * Back button.
 */
export function webLink(
  { isKiosk, language }: PageView,
  url: string | undefined,
  text: Content,
): Html {
  const href = parseWebUrl(url);
  if (href === undefined) return html`<span>${text}</span>`;
  if (isKiosk) {
    const { scan } = language.texts.take_along;
    const code = qrCode(href);
    return html`<span class="to-phone">${code}<span><strong>${text}</strong> ${code !== NOTHING && html`<span class="note">${scan}</span> `}<span class="address" dir="ltr">${href}</span></span></span>`;
  }
  return html`<a href="${href}" rel="external noopener noreferrer">${text}</a>`;
}

/** A longer address makes a code that a phone cannot read from a screen. */
const MAX_QR_CHARS = 500;

/** The width of the empty border that a code needs, in modules. */
const QUIET_ZONE = 4;

const codes = new LRUCache<string, Html>({ max: 500 });

/**
 * Renders a web address as a QR code: an SVG in black and white, about 8 rem wide. Screen readers skip the code, so the
 * address or its purpose must be next to the code. Renders nothing for an address of more than 500 characters.
 *
 * @example qrCode('https://catalog.example.org/item/show/1').markup // '<svg class="qr" viewBox="0 0 37 37" …'
 */
export function qrCode(url: string): Html {
  if (url.length > MAX_QR_CHARS) return NOTHING;
  const code = codes.get(url) ?? drawCode(url);
  codes.set(url, code);
  return code;
}

function drawCode(url: string): Html {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const width = size + 2 * QUIET_ZONE;
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x - start + 1;
      path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`;
    }
  });
  return new Html(
    `<svg class="qr" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges" aria-hidden="true" focusable="false"><rect width="${width}" height="${width}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
  );
}
