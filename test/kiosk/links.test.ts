import { describe, expect, it } from 'vitest';
import { userSummary } from '../../src/v1/find-record.js';
import { getList } from '../../src/v1/get-list.js';
import { getTitle } from '../../src/v1/get-title.js';
import { isLong } from '../long-tests.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, unescapeHtml } from './create-page-client.js';

const BASE = 'http://localhost:8080';
const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
const get = createPageClient(catalogs, {}, BASE);

/** The maximum number of pages whose links are followed. */
const MAX_PAGES = isLong ? 1000 : 20;

/** Returns the URLs of this site on a page without fragments, including images, scripts and style sheets. */
function urlsOn(body: string): string[] {
  const files = [...body.matchAll(/(?:src|<link [^>]*href)="(\/[^"]*)"/g)].map(([, path]) =>
    unescapeHtml(path),
  );
  return [...linksOf(body), ...files]
    .filter((href) => href.startsWith('/'))
    .map((href) => href.replace(/#.*/, ''));
}

/**
 * Returns a key for a URL. The test follows one URL per key. Many searches with the same parameter names, and titles that
 * are opened from them, have the same key, because there are too many searches to follow all of them. So have citations in
 * the same format. Lists of works and of all editions have the same key.
 */
function keyOf(url: string): string {
  const [path, query = ''] = url.split('?');
  if (path.startsWith('/item/cite/')) return path.slice(-'.ris'.length);
  const params = new URLSearchParams(query);
  if (!/^\/(?:search$|feed$|browse\/)/.test(path) && !params.has('result')) return url;
  const names = [...new Set(params.keys())].filter(
    (name) => !['locale', 'editions'].includes(name),
  );
  return `${params.has('result') ? 'title' : path}?${names.sort().join('&')}&${url.length % 3}`;
}

describe('links', () => {
  it('on the pages of the example catalogs open a page or file', () => {
    const found = new Set<string>(['/']);
    const keys = new Set<string>();
    const broken: string[] = [];
    let pages = 0;
    for (const url of found) {
      const { status, headers, body } = get(url);
      if (status !== 200) broken.push(`${status} ${url}`);
      if (!headers['Content-Type'].startsWith('text/html') || ++pages > MAX_PAGES) continue;
      for (const link of urlsOn(body)) {
        // Follows links without a locale, and some links in French.
        if (found.has(link) || /locale=(?!fr-CA)/.test(link)) continue;
        if (/locale=fr-CA/.test(link) && !link.includes('whale') && found.size > 50) continue;
        const key = keyOf(link);
        if (keys.has(key)) continue;
        keys.add(key);
        found.add(link);
      }
    }
    expect(broken).toEqual([]);
    const titles = [...found].filter((url) => url.startsWith('/item/show/')).length;
    expect(titles).toBeGreaterThan(pages > MAX_PAGES ? 30 : 400);
  });

  it('that the API generates for titles, covers, lists and users open a page or cover', () => {
    const urls = new Set<string>();
    for (const { titles, lists, users } of catalogs) {
      for (let number = 0; number < titles.size; number++) {
        const { title } = getTitle(catalogs, titles.id(number), {}, { baseUrl: BASE });
        if (titles.get(number).details_url === undefined) urls.add(title.details_url);
        urls.add(title.jacket_cover.default);
      }
      for (let number = 0; number < lists.size; number++) {
        urls.add(getList(catalogs, lists.id(number), {}, { baseUrl: BASE }).list.details_url);
      }
      for (let number = 0; number < users.size; number++) {
        if (users.get(number).profile_url !== undefined) continue;
        urls.add(userSummary(catalogs, users.id(number), { baseUrl: BASE }).profile_url);
      }
    }
    expect(urls.size).toBeGreaterThan(1000);
    const followed = [...urls].filter((_, i) => isLong || i % 15 === 0);
    const broken = followed.filter(
      (url) => !url.startsWith(`${BASE}/`) || get(url.slice(BASE.length)).status !== 200,
    );
    expect(broken).toEqual([]);
  });
});
