import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { listContentOfUser } from '../../src/v1/content-of-user.js';
import { listListsOfUser } from '../../src/v1/lists-of-user.js';
import type { Metadata } from '../../src/v1/schema/metadata.js';
import { searchTitles } from '../../src/v1/titles.js';
import { listUserContent } from '../../src/v1/user-content.js';
import { openedCatalog, realCatalogs } from '../shared-data.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };

/** How many random searches are followed: all of them take minutes. */
const SEARCHES = process.env.CARREL_LONG ? 200 : 6;

/** A random number generator of its own, so that a failure comes again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Follows every link, and from some of the narrowed results every link again. */
function expectLinksToKeepTheirWord(
  ask: (params: URLSearchParams) => { count: number; metadata?: Metadata },
  params: URLSearchParams,
  random: (below: number) => number,
  rounds: number,
): number {
  const { count, metadata } = ask(params);
  if (metadata === undefined) throw new Error('There is no metadata.');
  let followed = 0;
  const follow = (link: string, promised: number) => {
    const asked = paramsOf(link);
    asked.delete('metadata');
    const found = ask(asked).count;
    if (found !== promised) expect.fail(`${link} leads to ${found}, not to ${promised}.`);
    followed++;
  };
  for (const { link } of metadata.sort_bys) follow(link, count);
  for (const { narrow_tos } of metadata.narrow_bys) {
    for (const narrowTo of narrow_tos) follow(narrowTo.link, narrowTo.count);
    if (rounds > 1) {
      const { link } = narrow_tos[random(narrow_tos.length)];
      followed += expectLinksToKeepTheirWord(ask, paramsOf(link), random, rounds - 1);
    }
  }
  return followed;
}

function paramsOf(link: string): URLSearchParams {
  return new URL(link).searchParams;
}

function followSearches(catalog: Catalog, searches: number): void {
  const random = randomFrom(searches);
  const { titles, library } = catalog;
  for (let i = 0; i < searches; i++) {
    const title = titles.get(random(titles.size));
    const words = title.title.split(' ');
    const author = title.authors?.[0]?.name.split(' ').at(-1);
    const q = [words[random(words.length)], author ?? '*', '*'][random(3)];
    const params = new URLSearchParams({ q, library: library.id, limit: '1', metadata: '1' });
    if (i % 3 === 0) params.set('title_format', title.format.id);
    if (i % 4 === 0) params.set('available_at', '_anywhere_');
    params.append('api_key', 'secret');
    const ask = (asked: URLSearchParams) => searchTitles([catalog], asked, CONTEXT);
    const followed = expectLinksToKeepTheirWord(ask, params, random, 2);
    expect(followed).toBeGreaterThanOrEqual(7);
  }
}

describe('The count beside a link', () => {
  it.for(['alderwick', 'meridian'])(
    'is the count behind it, wherever a search of %s leads',
    { timeout: 600_000 },
    (name) => followSearches(openedCatalog(name), SEARCHES),
  );

  it.for(['goodbooks', 'gutenberg'])(
    'is the count behind it, wherever a search of the real %s leads',
    { timeout: 600_000 },
    (name, { skip }) => {
      if (!realCatalogs.includes(name)) skip(`${name} is not on this machine`);
      followSearches(openedCatalog(name), SEARCHES);
    },
  );

  it('is the count behind it for user content and lists', () => {
    const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
    const random = randomFrom(1);
    const params = new URLSearchParams({ metadata: '1', limit: '1' });
    const asks = [
      (asked: URLSearchParams) => listUserContent(catalogs, asked, CONTEXT),
      (asked: URLSearchParams) => listContentOfUser(catalogs, '1001', asked, CONTEXT),
      (asked: URLSearchParams) => listListsOfUser(catalogs, '1008', asked, CONTEXT),
    ];
    for (const ask of asks) {
      expect(expectLinksToKeepTheirWord(ask, params, random, 2)).toBeGreaterThan(3);
    }
  });
});
