import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import type { Title } from '../../src/catalog/records/title.js';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import type { SourceRecords } from '../../src/snapshot/source/source.js';
import { ApiError } from '../../src/v1/api-error.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../v1/validated-operations.js';
import { scratchDirectory } from './file/scratch-directory.js';
import { writeRecords } from './file/source-files.js';

const DEMO = join(import.meta.dirname, '../../data/meridian');
const context = { baseUrl: 'https://api.example.org', now: new Date('2026-11-01T00:00:00Z') };

function readRecords<T>(name: string): T[] {
  const text = readFileSync(join(DEMO, name), 'utf8');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
}

const records = {
  library: JSON.parse(readFileSync(join(DEMO, 'library.json'), 'utf8')),
  titles: readRecords<{ id: string }>('titles.jsonl'),
  users: readRecords<{ id: string | number }>('users.jsonl'),
  userContent: readRecords('user_content.jsonl'),
  lists: readRecords<{ id: string }>('lists.jsonl'),
  sessions: readRecords<{ id: string }>('sessions.jsonl'),
};
const source = records as unknown as SourceRecords;

/** Returns the responses of a catalog to many requests. The response of a failed request is its status and message. */
function responsesOf(catalog: Catalog): unknown[] {
  const catalogs = [catalog];
  const { library } = catalog;
  const searches = ['*', 'hugo', 'красная', '水', 'музыка', 'film 1927', 'nothing at all', 'de la'];
  const types = ['keyword', 'author', 'subject', 'tag', 'series', 'custom'] as const;
  const requests = [
    ...searches.flatMap((q) =>
      types.map((search_type) => () => {
        return searchTitles(catalogs, { q, search_type, library: library.id, limit: 100 }, context);
      }),
    ),
    ...[1, 2, 34, 99].map((page) => () => {
      return searchTitles(catalogs, { q: '*', library: library.id, page }, context);
    }),
    ...[...records.titles, { id: 'none' }].flatMap(({ id }) => [
      () => getTitle(catalogs, id, {}, context),
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
          getList(catalogs, id, {}, context),
    ),
    ...[...records.sessions, { id: 'none' }].map(
      ({ id }) =>
        () =>
          getSession(catalogs, id, {}, context),
    ),
  ];
  return requests.map((request) => {
    try {
      return request();
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

/** Returns the bytes of the snapshot of the demo directory. The snapshot is built once. */
function snapshot(): Promise<Buffer> {
  built ??= bytesOf(DEMO);
  return built;
}

/** Builds a snapshot, and returns its bytes. */
async function bytesOf(from: string | SourceRecords): Promise<Buffer> {
  const file = join(scratchDirectory(), 'meridian.snapshot');
  const report = await buildSnapshot(from, file);
  const bytes = readFileSync(file);
  expect(bytes.length).toBe(report.size);
  return bytes;
}

function openBytes(bytes: Buffer): Catalog {
  const file = join(scratchDirectory(), 'meridian.snapshot');
  writeFileSync(file, bytes);
  return openCatalog(file);
}

describe('the responses of a catalog', () => {
  let expected: unknown[];
  beforeAll(() => {
    expected = responsesOf(inMemory);
  });

  it('include more than 700 that are not errors', () => {
    expect(expected.length).toBeGreaterThan(700);
    expect(expected.filter((response) => !Array.isArray(response)).length).toBeGreaterThan(700);
  });

  it('are the same from a source directory as from records in memory', () => {
    expect(responsesOf(fromDirectory)).toEqual(expected);
  });

  it('are the same from a snapshot file as from records in memory', async () => {
    expect(responsesOf(openBytes(await snapshot()))).toEqual(expected);
  });
});

describe('the fingerprint of a catalog', () => {
  it('is the same from a snapshot file, a directory and records in memory', async () => {
    const { fingerprint } = inMemory;
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(fromDirectory.fingerprint).toBe(fingerprint);
    expect(openBytes(await snapshot()).fingerprint).toBe(fingerprint);
  });

  it('changes if one field of a title or of the library changes', async () => {
    const small = recordsOf({ titles: [book('1', 'Emma'), book('2', 'Typee')] });
    const [title, ...others] = small.titles as Title[];
    const changed = { ...small, titles: [{ ...title, pages: 1 }, ...others] };
    const library = { ...small.library, snapshot_date: '2026-11-02T00:00:00Z' };
    const fingerprints = [small, changed, { ...small, library }].map(
      (from) => createCatalog(from).fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(3);
    expect(openBytes(await bytesOf(changed)).fingerprint).toBe(fingerprints[1]);
  });
});

describe('a snapshot', () => {
  it('has the same bytes from a directory and from the same records in memory', async () => {
    expect((await bytesOf(source)).equals(await snapshot())).toBe(true);
  });

  it('has the same bytes from another directory with the same records', async () => {
    const elsewhere = writeRecords(scratchDirectory(), source);
    expect((await bytesOf(elsewhere)).equals(await snapshot())).toBe(true);
  });
});
