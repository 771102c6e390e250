import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/build-snapshot.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import type { SourceRecords } from '../../src/snapshot/source-records.js';
import { ApiError } from '../../src/v1/api-error.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../v1/validated.js';
import { scratchDirectory } from './file/scratch-directory.js';
import { writeRecords } from './file/source-files.js';

const DEMO = join(import.meta.dirname, '../../data/meridian');
const context = { baseUrl: 'https://api.example.org', now: new Date('2026-11-01T00:00:00Z') };

function lines<T>(name: string): T[] {
  const text = readFileSync(join(DEMO, name), 'utf8');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
}

const records = {
  library: JSON.parse(readFileSync(join(DEMO, 'library.json'), 'utf8')),
  titles: lines<{ id: string }>('titles.jsonl'),
  users: lines<{ id: string | number }>('users.jsonl'),
  userContent: lines('user_content.jsonl'),
  lists: lines<{ id: string }>('lists.jsonl'),
  sessions: lines<{ id: string }>('sessions.jsonl'),
};
const source = records as unknown as SourceRecords;

/** Everything that a catalog answers to many requests, errors too. */
function answers(catalog: Catalog): unknown[] {
  const catalogs = [catalog];
  const { library } = catalog;
  const searches = ['*', 'hugo', 'красная', '水', 'музыка', 'film 1927', 'nothing at all', 'de la'];
  const types = ['keyword', 'author', 'subject', 'tag', 'series', 'custom'];
  const asks = [
    ...searches.flatMap((q) =>
      types.map((search_type) => () => {
        return searchTitles(catalogs, { q, search_type, library: library.id, limit: 100 }, context);
      }),
    ),
    ...[1, 2, 34, 99].map((page) => () => {
      return searchTitles(catalogs, { q: '*', library: library.id, page }, context);
    }),
    ...[...records.titles, { id: 'none' }].flatMap(({ id }) => [
      () => getTitle(catalogs, id, context),
      () => listUserContent(catalogs, { title: id, limit: 100 }, context),
    ]),
    ...[library.id, 'alderwick', 'none'].map((id) => () => {
      return listUserContent(catalogs, { library: id, limit: 100 }, context);
    }),
    () => listUserContent(catalogs, { limit: 100, date_format: 'rfc2822' }, context),
    ...[...records.users, { id: 'none' }].flatMap(({ id }) => [
      () => listContentOfUser(catalogs, String(id), { limit: 100 }, context),
      () => listListsOfUser(catalogs, String(id), {}, context),
    ]),
    ...[...records.lists, { id: 'none' }].map(
      ({ id }) =>
        () =>
          getList(catalogs, id, context),
    ),
    ...[...records.sessions, { id: 'none' }].map(
      ({ id }) =>
        () =>
          getSession(catalogs, id, context),
    ),
  ];
  return asks.map((ask) => {
    try {
      return ask();
    } catch (error) {
      if (error instanceof ApiError) return [error.status, error.message];
      throw error;
    }
  });
}

let inMemory: Catalog;
let fromDirectory: Catalog;
beforeAll(() => {
  inMemory = createCatalog(source);
  fromDirectory = openCatalog(DEMO);
});

let built: Promise<Buffer> | undefined;

/** The snapshot of the directory, built once. */
function snapshot(): Promise<Buffer> {
  built ??= bytesOf(DEMO);
  return built;
}

async function bytesOf(from: string | SourceRecords): Promise<Buffer> {
  const file = join(scratchDirectory(), 'meridian.snapshot');
  const report = await buildSnapshot(from, file);
  const bytes = readFileSync(file);
  expect(bytes.length).toBe(report.size);
  return bytes;
}

function opened(bytes: Buffer): Catalog {
  const file = join(scratchDirectory(), 'meridian.snapshot');
  writeFileSync(file, bytes);
  return openCatalog(file);
}

describe('a catalog answers the same', () => {
  let expected: unknown[];
  beforeAll(() => {
    expected = answers(inMemory);
  });

  it('to hundreds of requests, most of them with something', () => {
    expect(expected.length).toBeGreaterThan(700);
    expect(expected.filter((answer) => !Array.isArray(answer)).length).toBeGreaterThan(700);
  });

  it('from a source directory as from records in memory', () => {
    expect(answers(fromDirectory)).toEqual(expected);
  });

  it('from a snapshot file as from records in memory', async () => {
    expect(answers(opened(await snapshot()))).toEqual(expected);
  });

  it('when its records come in another order', () => {
    const reversed = Object.fromEntries(
      Object.entries(records).map(([kind, value]) => [
        kind,
        Array.isArray(value) ? value.toReversed() : value,
      ]),
    ) as unknown as SourceRecords;
    expect(answers(createCatalog(reversed))).toEqual(expected);
  });
});

describe("a catalog's fingerprint", () => {
  it('is the same from a file, a directory and records in memory', async () => {
    const { fingerprint } = inMemory;
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(fromDirectory.fingerprint).toBe(fingerprint);
    expect(opened(await snapshot()).fingerprint).toBe(fingerprint);
  });

  it('is another as soon as one record differs, however little', async () => {
    const [title, ...others] = records.titles;
    const changed = { ...source, titles: [{ ...title, pages: 1 }, ...others] } as SourceRecords;
    const date = {
      ...source,
      library: { ...source.library, snapshot_date: '2026-11-02T00:00:00Z' },
    };
    const prints = [changed, date].map((from) => createCatalog(from).fingerprint);
    expect(new Set([inMemory.fingerprint, ...prints]).size).toBe(3);
    expect(opened(await bytesOf(changed)).fingerprint).toBe(prints[0]);
  });
});

describe('a snapshot is the same, byte for byte,', () => {
  it('when it is built twice', async () => {
    expect((await bytesOf(DEMO)).equals(await snapshot())).toBe(true);
  });

  it('from a directory and from the same records in memory', async () => {
    expect((await bytesOf(source)).equals(await snapshot())).toBe(true);
  });

  it('from a directory elsewhere with the same records', async () => {
    const elsewhere = writeRecords(scratchDirectory(), source);
    expect((await bytesOf(elsewhere)).equals(await snapshot())).toBe(true);
  });
});
