import type { Catalog } from '../../catalog/catalog.js';
import { html } from '../html/html.js';
import { titlePath } from '../links.js';
import type { PageView } from '../page-view.js';
import { absoluteHref } from './public-site.js';

/**
 * The number of addresses in a file. The protocol allows 50,000, but other requests wait while a file is created and
 * compressed.
 */
export const ADDRESSES_PER_FILE = 5000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Returns the `robots.txt` of a public site: the pages of titles are allowed, and searches are not. */
export function robotsTxt(view: PageView): string {
  const disallowed = ['/search', '/suggest', '/feed', '/item/cite/', '/item/marc/', '/v1/'];
  const lines = disallowed.map((path) => `Disallow: ${view.hrefWithoutLocale(path)}\n`);
  return `User-agent: *\n${lines.join('')}Sitemap: ${absoluteHref(view, '/sitemap.xml')}\n`;
}

/** Returns the index of the files of {@link sitemapFile}. */
export function sitemapIndex(view: PageView): string {
  const files = Math.ceil(addressCount(view.catalogs) / ADDRESSES_PER_FILE);
  const entries = Array.from(
    { length: files },
    (_, i) => html`<sitemap><loc>${absoluteHref(view, `/sitemap-${i + 1}.xml`)}</loc></sitemap>\n`,
  );
  return `${XML}${html`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>\n`}`;
}

/**
 * Returns a file with the addresses of home pages and of titles.
 *
 * @param file the number of the file, from 1
 * @returns undefined if there is no file with this number
 */
export function sitemapFile(view: PageView, file: number): string | undefined {
  const { catalogs } = view;
  const start = (file - 1) * ADDRESSES_PER_FILE;
  const end = Math.min(start + ADDRESSES_PER_FILE, addressCount(catalogs));
  if (file < 1 || start >= end) return undefined;
  const paths = homePaths(catalogs).slice(start, end);
  /** The number of addresses before the titles of the catalog. */
  let before = homePaths(catalogs).length;
  for (const { titles } of catalogs) {
    const last = Math.min(end - before, titles.size);
    for (let number = Math.max(0, start - before); number < last; number++) {
      paths.push(titlePath(titles.id(number)));
    }
    before += titles.size;
  }
  const entries = paths.map((path) => html`<url><loc>${absoluteHref(view, path)}</loc></url>\n`);
  return `${XML}${html`<urlset xmlns="${NAMESPACE}">\n${entries}</urlset>\n`}`;
}

function homePaths(catalogs: readonly Catalog[]): string[] {
  if (catalogs.length === 1) return ['/'];
  return ['/', ...catalogs.map(({ library }) => `/?library=${encodeURIComponent(library.id)}`)];
}

function addressCount(catalogs: readonly Catalog[]): number {
  return catalogs.reduce((sum, { titles }) => sum + titles.size, homePaths(catalogs).length);
}
