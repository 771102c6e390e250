import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCatalogSet } from '../../src/catalog/catalog-set.js';
import type { Title } from '../../src/catalog/records/title.js';
import type { List, User, UserContent } from '../../src/catalog/records/user-records.js';
import { importRecords } from '../../src/import/import-records.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { DEMO, openedCatalog } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import {
  getList,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../v1/validated-operations.js';

const LIBRARIES = ['alderwick', 'meridian'];
const context = { baseUrl: 'http://localhost:8080', now: new Date('2026-11-01T00:00:00Z') };

function records<T>(file: string): T[] {
  return LIBRARIES.flatMap((library) =>
    readFileSync(join(DEMO, library, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as T),
  );
}

const titles = records<Title>('titles.jsonl');
const users = records<User>('users.jsonl');
const entries = records<UserContent>('user_content.jsonl');
const items = entries.flatMap((entry) => entry.content ?? []);
const lists = records<List>('lists.jsonl');
const catalogs = LIBRARIES.map(openedCatalog);

describe('The demo data', () => {
  it.each(LIBRARIES)('of %s is built into a snapshot without a warning', async (library) => {
    const file = join(scratchDirectory(), 'demo.snapshot');
    const report = await buildSnapshot(join(DEMO, library), file);
    expect(report.warnings).toEqual([]);
    expect(report.library).toBe(library);
  });

  it('has two libraries that can be open together', () => {
    expect(() => checkCatalogSet(catalogs)).not.toThrow();
  });

  it('has valid ISBNs, no content newer than 2026-11-01, and no list updated before it was created', () => {
    const isbns = titles.flatMap((title) => title.isbns ?? []);
    expect(isbns.filter((isbn) => !isIsbn(isbn))).toEqual([]);
    const late = items.filter((item) => item.updated > '2026-11-01T00:00:00Z');
    expect(late).toEqual([]);
    expect(lists.filter((list) => list.updated < list.created)).toEqual([]);
  });

  it('has only titles, lists and users that requests return, and library counts that add up to the total', () => {
    for (const { id } of titles) getTitle(catalogs, id, {}, context);
    for (const { id } of lists) getList(catalogs, id, {}, context);
    for (const { id } of users) {
      listContentOfUser(catalogs, String(id), { limit: 100 }, context);
      listListsOfUser(catalogs, String(id), {}, context);
    }
    const counts = LIBRARIES.map(
      (library) => searchTitles(catalogs, { q: '*', library }, context).count,
    );
    expect(counts[0] + counts[1]).toBe(titles.length);
    const ofLibraries = LIBRARIES.map(
      (library) => listUserContent(catalogs, { library }, context).count,
    );
    expect(ofLibraries[0] + ofLibraries[1]).toBe(listUserContent(catalogs, {}, context).count);
  });
});

it('The MARC records of the demo are imported without warnings or unused fields, and are found by search', async () => {
  const library = JSON.parse(readFileSync(join(DEMO, 'harbour.library.json'), 'utf8'));
  const imported = importRecords([join(DEMO, 'harbour.mrc')], library);
  const { report } = imported;
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const { warnings } = await buildSnapshot(imported, file, { threads: 1 });
  expect(warnings).toEqual([]);
  expect(report).toMatchObject({
    records: 22,
    titles: 22,
    refused: [],
    repaired: 0,
    duplicates: [],
    holdings: { profile: 'koha', copies: 33, withdrawn: 1, without_branch: 0 },
    unused_fields: {},
  });
  const catalog = openCatalog(file);
  const found = (q: string) =>
    searchTitles([catalog], { q, library: 'harbour' }, context).titles.map(({ title }) => title);
  expect(found('толстой')).toEqual(['Анна Каренина']);
  expect(found('speckled band')).toEqual(['The adventures of Sherlock Holmes']);
});

/** Returns whether a text is an ISBN-10 or ISBN-13 with a valid check digit. */
function isIsbn(isbn: string): boolean {
  const digits = Array.from(isbn, (digit) => (digit === 'X' ? 10 : Number(digit)));
  if (/^\d{13}$/.test(isbn)) {
    return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;
  }
  if (!/^\d{9}[\dX]$/.test(isbn)) return false;
  return digits.reduce((sum, digit, at) => sum + digit * (10 - at), 0) % 11 === 0;
}
