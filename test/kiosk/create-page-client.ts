import type { Catalog } from '../../src/catalog/catalog.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import type { KioskOptions } from '../../src/kiosk/page-view.js';
import type { WebResponse } from '../../src/web/web-request.js';

/** A response of the site, with a text body. */
export interface PageResponse extends Omit<WebResponse, 'body'> {
  readonly body: string;
}

/**
 * Creates a site and returns a function that requests pages of the site without a server. The first
 * parameter of the function is a path and query, such as `/search?q=whale`.
 */
export function createPageClient(
  catalogs: readonly Catalog[],
  options: KioskOptions = {},
  baseUrl = 'http://localhost:8080',
): (url: string, headers?: Record<string, string>) => PageResponse {
  const site = createKiosk(options);
  return (url, headers = {}) => {
    const [path, query = ''] = url.split(/\?(.*)/s);
    const request = { method: 'GET', path, query, originalUrl: url, headers, baseUrl };
    const response = site(request, catalogs, baseUrl);
    if (response === undefined) throw new Error(`${url}: expected a response, found nothing`);
    return { ...response, body: Buffer.from(response.body ?? '').toString() };
  };
}

/** Returns the URLs of the links of a page, with HTML entities decoded. */
export function linksOf(markup: string): string[] {
  return [...markup.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => unescapeHtml(href));
}

/** Returns the text of a page without tags, with HTML entities decoded. A mark does not separate words. */
export function textOf(markup: string): string {
  const text = markup.replace(/<\/?mark>/g, '').replace(/<[^>]*>/g, ' ');
  return unescapeHtml(text).replace(/\s+/g, ' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Decodes the HTML entities that pages contain. */
export function unescapeHtml(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
}
