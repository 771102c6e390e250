import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCatalogSet } from '../../src/catalog/catalog-set.js';
import type { List } from '../../src/catalog/records/list.js';
import type { SessionRecord } from '../../src/catalog/records/session.js';
import type { Title } from '../../src/catalog/records/title.js';
import type { User } from '../../src/catalog/records/user.js';
import type { UserContent } from '../../src/catalog/records/user-content.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../v1/validated-operations.js';

const DATA = join(import.meta.dirname, '../../data');
const LIBRARIES = ['alderwick', 'meridian'];
const context = { baseUrl: 'http://localhost:8080', now: new Date('2026-11-01T00:00:00Z') };

function records<T>(file: string): T[] {
  return LIBRARIES.flatMap((library) =>
    readFileSync(join(DATA, library, file), 'utf8')
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
const sessions = records<SessionRecord>('sessions.jsonl');
const catalogs = LIBRARIES.map((library) => openCatalog(join(DATA, library)));

describe('The demo data', () => {
  it.each(LIBRARIES)('of %s is built into a snapshot without a warning', async (library) => {
    const file = join(scratchDirectory(), 'demo.snapshot');
    const report = await buildSnapshot(join(DATA, library), file);
    expect(report.warnings).toEqual([]);
    expect(report.library).toBe(library);
  });

  it('has two libraries that can be open together', () => {
    expect(() => checkCatalogSet(catalogs)).not.toThrow();
  });

  it('has at least 300 titles in at least 8 formats', () => {
    expect(titles.length).toBeGreaterThanOrEqual(300);
    const formats = new Set(titles.map((title) => title.format.id));
    const expected = ['BK', 'LPRINT', 'EBOOK', 'BOOK_CD', 'EAUDIOBOOK', 'DVD', 'MN', 'MAG'];
    expect(expected.filter((format) => !formats.has(format))).toEqual([]);
  });

  it('has at least 12 users, some with a number as id and some with a string', () => {
    const ids = users.map((user) => user.id);
    expect(new Set(ids.map(String)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(ids.map((id) => typeof id))).toEqual(new Set(['number', 'string']));
  });

  it('has a user of both libraries', () => {
    expect(new Set(users.map((user) => String(user.id))).size).toBeLessThan(users.length);
  });

  it('has at least 200 content items of all nine content types', () => {
    expect(items.length).toBeGreaterThanOrEqual(200);
    expect([...new Set(items.map((item) => item.content_type.id))].sort()).toEqual([
      'age_suitability',
      'comment',
      'notice',
      'quotation',
      'rating',
      'similar_title',
      'summary',
      'tag',
      'video',
    ]);
  });

  it('has at least 15 lists of all six types, by staff and by readers, and an anchor title in each READ_A_LIKE list', () => {
    expect(lists.length).toBeGreaterThanOrEqual(15);
    const types = new Set(lists.flatMap((list) => list.list_type?.id ?? []));
    expect([...types].sort()).toEqual([
      'BEST_OF',
      'OTHER',
      'PERSONAL',
      'READ_A_LIKE',
      'TOPIC_GUIDE',
      'TOP_10',
    ]);
    expect(new Set(lists.map((list) => list.staff_list ?? false))).toEqual(new Set([true, false]));
    const readAlikes = lists.filter((list) => list.list_type?.id === 'READ_A_LIKE');
    expect(readAlikes.filter((list) => list.anchor_bib === undefined)).toEqual([]);
  });

  it('has list items that are web pages, and items with and without annotations', () => {
    const onLists = lists.flatMap((list) => list.list_items);
    expect(onLists.some((item) => item.list_item_type === 'url')).toBe(true);
    expect(onLists.some((item) => item.annotation !== undefined)).toBe(true);
    expect(onLists.some((item) => item.annotation === undefined)).toBe(true);
  });

  it.each(LIBRARIES)('has holdings of every status and at every branch in %s', (library) => {
    const { branches = [] } = JSON.parse(readFileSync(join(DATA, library, 'library.json'), 'utf8'));
    const own = readFileSync(join(DATA, library, 'titles.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const holdings = own.flatMap((line) => (JSON.parse(line) as Title).holdings ?? []);
    expect([...new Set(holdings.map((holding) => holding.status))].sort()).toEqual([
      'AVAILABLE',
      'LIBRARY_USE_ONLY',
      'ON_ORDER',
      'UNAVAILABLE',
    ]);
    const used = new Set(holdings.map((holding) => holding.branch));
    expect(branches.map((branch: { id: string }) => branch.id).sort()).toEqual([...used].sort());
  });

  it('has sessions with no, one and several borrowers, and expired sessions', () => {
    const borrowers = sessions.map((session) => Object.keys(session.borrowers ?? {}).length);
    expect(new Set(borrowers.map((count) => Math.min(count, 2)))).toEqual(new Set([0, 1, 2]));
    const expired = sessions.filter((session) => (session.expires ?? '9') < '2026');
    expect(expired.length).toBeGreaterThan(0);
    for (const { id } of expired) expect(() => getSession(catalogs, id, {}, context)).toThrow(id);
  });

  it.each([
    ['French', /[àâçéèêëîïôûœ]/i],
    ['German', /[äöüß]/i],
    ['Spanish', /[áéíóúñ¿¡]/i],
    ['Russian', /\p{Script=Cyrillic}/u],
    ['Chinese', /\p{Script=Han}/u],
    ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
    ['Arabic', /\p{Script=Arabic}/u],
    ['Hebrew', /\p{Script=Hebrew}/u],
  ])('has titles in %s with characters outside ASCII', (language, letters) => {
    const inLanguage = titles.filter((title) => title.primary_language?.name === language);
    expect(inLanguage.filter((title) => letters.test(title.title)).length).toBeGreaterThan(0);
  });

  it('has no placeholder text', () => {
    const all = JSON.stringify([titles, users, entries, lists]);
    expect(all).not.toMatch(/lorem ipsum|placeholder|\bTODO\b|\bfoo\b|\basdf\b|example title/i);
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

/** Returns whether a text is an ISBN-10 or ISBN-13 with a valid check digit. */
function isIsbn(isbn: string): boolean {
  const digits = Array.from(isbn, (digit) => (digit === 'X' ? 10 : Number(digit)));
  if (/^\d{13}$/.test(isbn)) {
    return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;
  }
  if (!/^\d{9}[\dX]$/.test(isbn)) return false;
  return digits.reduce((sum, digit, at) => sum + digit * (10 - at), 0) % 11 === 0;
}
