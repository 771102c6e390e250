import type { Catalog } from '../../src/catalog/catalog.js';
import type { SiteAnswer } from '../../src/http/site.js';
import { createKiosk } from '../../src/kiosk/kiosk.js';
import type { KioskOptions } from '../../src/kiosk/options.js';

/** What the site answers for an address, such as `/search?q=whale`, as text. */
export interface Shown extends Omit<SiteAnswer, 'body'> {
  readonly body: string;
}

/** Asks a site for its pages, without a server. */
export function shown(
  catalogs: readonly Catalog[],
  options: KioskOptions = {},
  baseUrl = 'http://localhost:8080',
): (address: string, headers?: Record<string, string>) => Shown {
  const site = createKiosk(options);
  return (address, headers = {}) => {
    const [path, query = ''] = address.split(/\?(.*)/s);
    const answer = site({ path, query, headers }, catalogs, baseUrl);
    if (answer === undefined) throw new Error(`There is nothing at ${address}.`);
    return { ...answer, body: Buffer.from(answer.body).toString() };
  };
}

/** The addresses of the links of a page, as the browser reads them. */
export function linksOf(markup: string): string[] {
  return [...markup.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => unescaped(href));
}

/** The text of a page, without its tags. */
export function textOf(markup: string): string {
  return unescaped(markup.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function unescaped(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
}
