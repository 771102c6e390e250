import { describe, expect, it } from 'vitest';
import { getList } from '../../src/v1/list.js';
import { getTitle } from '../../src/v1/title.js';
import { userSummary } from '../../src/v1/users.js';
import { openedCatalog } from '../shared-data.js';
import { linksOf, shown } from './shown.js';

const BASE = 'http://localhost:8080';
const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
const ask = shown(catalogs, {}, BASE);

/** How many pages are read for their links; in the long tests, all that there are. */
const MOST_PAGES = process.env.CARREL_LONG ? Number.POSITIVE_INFINITY : 150;

/** The addresses that a page leads to on this site, images and files included. */
function leadsTo(body: string): string[] {
  const files = [...body.matchAll(/(?:src|<link [^>]*href)="(\/[^"]*)"/g)].map(([, path]) => path);
  return [...linksOf(body), ...files].filter((href) => href.startsWith('/'));
}

/** Searches have more links than one can follow: those of one search stand for all that are alike. */
function kindOf(address: string): string {
  const [path, query = ''] = address.split('?');
  if (path !== '/search') return address;
  const names = [...new URLSearchParams(query).keys()].filter((name) => name !== 'locale');
  return `${path}?${names.sort().join('&')}&${address.length % 7}`;
}

describe('Every link', () => {
  it('on the pages of the demo leads to a page', { timeout: 240_000 }, () => {
    const known = new Set<string>(['/']);
    const kinds = new Set<string>();
    const broken: string[] = [];
    let pages = 0;
    for (const address of known) {
      const { status, headers, body } = ask(address);
      if (status !== 200) broken.push(`${status} ${address}`);
      if (!headers['Content-Type'].startsWith('text/html') || ++pages > MOST_PAGES) continue;
      for (const link of leadsTo(body)) {
        // One other language is enough to know that links keep it.
        if (known.has(link) || /locale=(?!fr-CA)/.test(link)) continue;
        if (/locale=fr-CA/.test(link) && !link.includes('whale') && known.size > 50) continue;
        const kind = kindOf(link);
        if (kinds.has(kind)) continue;
        kinds.add(kind);
        known.add(link);
      }
    }
    expect(broken).toEqual([]);
    const titles = [...known].filter((address) => address.startsWith('/item/show/')).length;
    expect(titles).toBeGreaterThan(pages > MOST_PAGES ? 100 : 400);
  });

  it('of a title, its cover, a list and a user in the API leads to a page, where no record has another', () => {
    const addresses = new Set<string>();
    for (const { titles, lists, users } of catalogs) {
      for (let number = 0; number < titles.size; number++) {
        const { title } = getTitle(catalogs, titles.id(number), { baseUrl: BASE });
        if (titles.get(number).details_url === undefined) addresses.add(title.details_url);
        addresses.add(title.jacket_cover.default);
      }
      for (let number = 0; number < lists.size; number++) {
        addresses.add(getList(catalogs, lists.id(number), { baseUrl: BASE }).list.details_url);
      }
      for (let number = 0; number < users.size; number++) {
        if (users.get(number).profile_url !== undefined) continue;
        addresses.add(userSummary(catalogs, users.id(number), { baseUrl: BASE }).profile_url);
      }
    }
    expect(addresses.size).toBeGreaterThan(1000);
    const followed = [...addresses].filter((_, i) => process.env.CARREL_LONG || i % 5 === 0);
    const broken = followed.filter(
      (address) =>
        !address.startsWith(`${BASE}/`) || ask(address.slice(BASE.length)).status !== 200,
    );
    expect(broken).toEqual([]);
  });
});
