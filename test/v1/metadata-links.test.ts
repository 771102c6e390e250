import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { applyChanges } from '../../src/snapshot/changes/apply-changes.js';
import type { Change } from '../../src/snapshot/changes/change.js';
import { listContentOfUser } from '../../src/v1/list-content-of-user.js';
import { listListsOfUser } from '../../src/v1/list-lists-of-user.js';
import { listUserContent } from '../../src/v1/list-user-content.js';
import type { Metadata } from '../../src/v1/schema/responses.js';
import { searchTitles, traceSearchTitles } from '../../src/v1/search-titles.js';
import { isLong } from '../long-tests.js';
import { SEED } from '../random-seed.js';
import { openedCatalog, realCatalogs, skippedCatalog } from '../shared-data.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };

/** The number of random searches in each catalog. */
const SEARCHES = isLong ? 25 : 4;

/** Creates a random generator from {@link SEED}. Each call returns a whole number from 0 to `below` - 1. */
function createRandom(): (below: number) => number {
  let state = SEED;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Follows every link in the metadata of a response, and checks the count of the response at the link. The count
 * must equal the count in the metadata for the value of a narrowing, and the count of the response for a sort
 * order. If `rounds` is greater than 1, also follows one random link of every narrowing and checks the links of
 * its response, with one round fewer.
 *
 * @returns the number of checked links
 */
function expectExactCounts(
  search: (params: URLSearchParams) => { count: number; metadata?: Metadata },
  params: URLSearchParams,
  random: (below: number) => number,
  rounds: number,
): number {
  const { count, metadata } = search(params);
  if (metadata === undefined) throw new Error('expected metadata, found none');
  let followed = 0;
  const follow = (link: string, expected: number) => {
    const linked = paramsOf(link);
    linked.delete('metadata'); // Only the count is compared.
    const found = search(linked).count;
    if (found !== expected) expect.fail(`${link}: expected the count ${expected}, found ${found}`);
    followed++;
  };
  for (const { link } of metadata.sort_bys) follow(link, count);
  for (const { narrow_tos } of metadata.narrow_bys) {
    for (const narrowTo of narrow_tos) follow(narrowTo.link, narrowTo.count);
    if (rounds > 1) {
      const { link } = narrow_tos[random(narrow_tos.length)];
      followed += expectExactCounts(search, paramsOf(link), random, rounds - 1);
    }
  }
  return followed;
}

function paramsOf(link: string): URLSearchParams {
  return new URL(link).searchParams;
}

/** Returns the word without its middle letter. */
function misspelled(word: string): string {
  const middle = word.length >> 1;
  return word.slice(0, middle) + word.slice(middle + 1);
}

/** Checks the links of random searches for words, authors and `*`. */
function checkLinksOfSearches(catalog: Catalog, searches: number): void {
  const random = createRandom();
  const { titles, library } = catalog;
  for (let i = 0; i < searches; i++) {
    const title = titles.get(random(titles.size));
    const words = title.title.split(' ');
    const author = title.authors?.[0]?.name.split(' ').at(-1);
    const q = [words[random(words.length)], author ?? '*', '*'][random(3)];
    const params = new URLSearchParams({ q, library: library.id, limit: '1', metadata: '1' });
    if (i % 3 === 0) params.set('title_format', title.format.id);
    if (i % 4 === 0) params.set('available_at', '_anywhere_');
    if (i % 5 === 0) params.set('publication_date', ['1850-1925', '1905-', '-1899'][random(3)]);
    params.append('api_key', 'secret');
    const search = (params: URLSearchParams) => searchTitles([catalog], params, CONTEXT);
    const followed = expectExactCounts(search, params, random, 2);
    expect(followed).toBeGreaterThanOrEqual(7);
  }
}

/**
 * Checks the links of searches that are relaxed, of searches for volumes and synonyms, and of searches with two groups
 * of titles.
 *
 * @returns the steps of relaxation, and `two groups`, each once
 */
function checkLinksOfRelaxedSearches(catalog: Catalog, searches: number): ReadonlySet<string> {
  const random = createRandom();
  const { titles, library } = catalog;
  const found = new Set<string>();
  for (let i = 0; i < searches; i++) {
    const title = titles.get(random(titles.size));
    const longest = title.title.split(' ').sort((a, b) => b.length - a.length)[0];
    const surname = title.authors?.[0]?.name.split(' ').at(-1) ?? 'Smith';
    const described = title.description?.match(/[a-z]{8,}/g) ?? [];
    const series = title.series?.[0]?.name ?? 'oz';
    const queries = [
      misspelled(longest),
      `do you have ${misspelled(longest)} large print`,
      `${longest} ${misspelled(surname)} xyzzy`,
      longest.slice(0, -2),
      `${series} book one`,
      'wwii',
      // In the demo catalogs, these three queries take the steps `prefix`, `typos` with two groups, and `any`.
      'shakesp',
      'harbour',
      'murder mystery',
      surname,
      ...described.slice(0, 5),
    ];
    for (const q of queries) {
      const params = new URLSearchParams({ q, library: library.id, limit: '1', metadata: '1' });
      const search = (params: URLSearchParams) => {
        const trace = traceSearchTitles([catalog], params, CONTEXT);
        if (trace.relaxed !== undefined) {
          found.add(trace.relaxed);
          if (trace.countWithoutRelaxation > 0) found.add('two groups');
        }
        return trace.body;
      };
      expectExactCounts(search, params, random, 1);
    }
  }
  return found;
}

describe('The count in the metadata', () => {
  it.for(['alderwick', 'meridian'])(
    'equals the count of the response at the link, in the demo catalog %s',
    (name) => checkLinksOfSearches(openedCatalog(name), SEARCHES),
  );

  it('equals the count of the response at the link, in a changed catalog', () => {
    const catalog = openedCatalog('alderwick');
    const { titles } = catalog;
    const { branches = [] } = catalog.library;
    const numbers = Array.from({ length: titles.size }, (_, number) => number);
    const changes = numbers.map((number): Change => {
      const { id, ...record } = titles.get(number);
      const holdings = (record.holdings ?? []).map((holding, i) => ({
        ...holding,
        branch: branches[(number + i) % branches.length].id,
        status: number % 2 === 0 ? 'AVAILABLE' : 'UNAVAILABLE',
      }));
      if (number % 11 === 0) return { op: 'delete', kind: 'titles', id };
      if (number % 7 !== 0) return { op: 'holdings', title: id, holdings };
      const subjects = [...(record.subjects ?? []), `Changed ${number % 3}`];
      return { op: 'put', kind: 'titles', record: { ...record, id: `new ${id}`, subjects } };
    });
    checkLinksOfSearches(applyChanges(catalog, changes), SEARCHES / 2);
  });

  it('equals the count of the response at the link, after relaxation', () => {
    const found = ['alderwick', 'meridian'].flatMap((name) => [
      ...checkLinksOfRelaxedSearches(openedCatalog(name), SEARCHES / 4),
    ]);
    expect([...new Set(found)].sort()).toEqual(['any', 'prefix', 'two groups', 'typos']);
  });

  it.for(['goodbooks', 'gutenberg'])(
    'equals the count of the response at the link, in the real catalog %s',
    (name, { skip }) => {
      if (!realCatalogs.includes(name)) skip(skippedCatalog(name));
      checkLinksOfSearches(openedCatalog(name), SEARCHES);
    },
  );

  it('equals the count of the response at the link, for user content and lists', () => {
    const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
    const random = createRandom();
    const params = new URLSearchParams({ metadata: '1', limit: '1' });
    const requests = [
      (params: URLSearchParams) => listUserContent(catalogs, params, CONTEXT),
      (params: URLSearchParams) => listContentOfUser(catalogs, '1001', params, CONTEXT),
      (params: URLSearchParams) => listListsOfUser(catalogs, '1008', params, CONTEXT),
    ];
    for (const search of requests) {
      expect(expectExactCounts(search, params, random, 2)).toBeGreaterThan(3);
    }
  });
});
