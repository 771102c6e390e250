import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceRecords } from '../../src/index.js';
import { encodeCatalog } from '../../src/snapshot/encoding/catalog-encoder.js';
import { createCatalog, openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { sourceDirectory } from '../../src/snapshot/file/source-file.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { writeSections } from '../../src/snapshot/format/container/write-sections.js';
import {
  memoryFile,
  memorySource,
  type SourceFile,
  type SyncSource,
} from '../../src/snapshot/source/source.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { isLong } from '../long-tests.js';
import { runs } from '../random-seed.js';
import { DEMO, openedCatalog, REAL, realCatalogs, skippedCatalog } from '../shared-data.js';
import { readRecords } from './changes/naive-source.js';
import { scratchDirectory } from './file/scratch-directory.js';
import { writeRecords } from './file/source-files.js';

function bytesOf(source: SyncSource, segmentSize?: number): Buffer {
  return Buffer.concat([...writeSections(encodeCatalog(source, { segmentSize }).sections)]);
}

/** Generates the values in a random order. */
function shuffledArray<T>(values: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...values], { minLength: values.length });
}

/** Generates the records of a file in a random order, in which records with the same key keep their order. */
function shuffledFile(
  file: SourceFile,
  keyOf?: (record: unknown) => string,
): fc.Arbitrary<SourceFile> {
  const values = Array.from(file.records(), (record) => ('value' in record ? record.value : ''));
  return shuffledArray(values).map((shuffled) => {
    if (keyOf === undefined) return memoryFile(file.name, shuffled);
    const ofKey = (key: string) => values.filter((value) => keyOf(value) === key).values();
    const byKey = new Map(values.map(keyOf).map((key) => [key, ofKey(key)]));
    return memoryFile(
      file.name,
      shuffled.map((value) => byKey.get(keyOf(value))?.next().value),
    );
  });
}

/** The key of user content: its user and title. */
function userAndTitle(record: unknown): string {
  const { user, title } = record as { user: unknown; title: unknown };
  return JSON.stringify([String(user), title]);
}

/** Generates the source with the records of each file in a random order. */
function shuffledSource(source: SyncSource): fc.Arbitrary<SyncSource> {
  return fc
    .record({
      titles: shuffledFile(source.titles),
      users: shuffledFile(source.users),
      userContent: shuffledFile(source.userContent, userAndTitle),
      lists: shuffledFile(source.lists),
      sessions: shuffledFile(source.sessions),
    })
    .map((files) => ({ ...source, ...files }));
}

const SEGMENT_SIZE = fc.integer({ min: 1, max: 12 });

const text = fc.constantFrom(
  'Moby-Dick',
  'Élan',
  'E\u0301lan',
  'sea',
  'Sea',
  '東京',
  '𐐷',
  'ﬀ',
  'a\0',
);
const texts = fc.array(text, { maxLength: 3 });
const names = fc.array(fc.record({ name: text }), { maxLength: 3 });
const date = fc.constantFrom('2018-01-15T16:23:09Z', '2019-01-15T16:23:09Z', '2019-01-15');
const instant = fc.constantFrom('2018-01-15T16:23:09Z', '2019-01-15T16:23:09Z');
const user = fc.constantFrom<(string | number)[]>(1, '1', 2, '10', '𐐷', 'ﬀ');
const code = fc.record(
  { id: fc.constantFrom('BK', 'ZINE', '\0c', 'c'), name: text },
  { requiredKeys: ['id'] },
);
const title = fc.record(
  {
    title: text,
    format: code,
    authors: names,
    subjects: texts,
    tags: texts,
    series: fc.array(fc.record({ name: text, number: text }), { maxLength: 2 }),
    holdings: fc.array(
      fc.record({
        branch: fc.constantFrom('MAIN', 'WEST'),
        status: fc.constantFrom('AVAILABLE', 'ON_ORDER'),
        call_number: text,
      }),
      { maxLength: 3 },
    ),
    primary_language: fc.record({ name: fc.constantFrom('English', 'German', 'French') }),
    added: date,
    publication_date: fc.constantFrom('1851', 'c1999', '-44'),
    popularity: fc.constantFrom(0, 7, 1e300),
    rating: fc.constantFrom(0, 4.5),
    marc: fc.record({
      leader: text,
      fields: fc.array(fc.record({ tag: text, value: text }, { requiredKeys: ['tag'] })),
    }),
    // With these addresses, many catalogs have more text than the sample for the compression.
    details_url: fc
      .integer({ min: 1, max: 9 })
      .map((n) => `https://example.org/${`${n * 7919}/`.repeat(n * 900)}`),
  },
  { requiredKeys: ['title', 'format'] },
);
const item = fc.oneof(
  fc.record({ content_type: fc.constant({ id: 'tag' }), content_data: text, updated: instant }),
  fc.record({
    content_type: fc.constant({ id: 'rating' }),
    content_data: fc.constantFrom(0.1, 0.2, 0.3, 5),
    updated: instant,
  }),
  fc.record({
    content_type: fc.record({ id: fc.constant('review'), name: text }),
    content_data: text,
    updated: instant,
  }),
);

/** Generates the records of a library whose titles have the given ids. */
function recordsWithIds(ids: readonly string[]): fc.Arbitrary<SourceRecords> {
  const titleId = fc.constantFrom(...ids);
  return fc
    .record({
      titles: fc.tuple(...ids.map((id) => title.map((fields) => ({ id, ...fields })))),
      users: fc.constant([1, 2, '10', '𐐷', 'ﬀ'].map((id) => ({ id, name: `user ${id}` }))),
      userContent: fc.array(
        fc.record({ user, title: titleId, content: fc.array(item, { maxLength: 3 }) }),
        { maxLength: 12 },
      ),
      lists: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom('l1', 'l2', 'L1', '𐐷', 'ﬀ'),
          name: text,
          user,
          created: instant,
          updated: instant,
          list_items: fc.array(
            titleId.map((id) => ({ list_item_type: 'title', title: id })),
            { maxLength: 3 },
          ),
        }),
        { selector: ({ id }) => id },
      ),
      sessions: fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), user }), {
        maxLength: 4,
        selector: ({ id }) => id,
      }),
    })
    .map((records) => recordsOf(records as Omit<SourceRecords, 'library'>));
}

const source = fc
  .uniqueArray(fc.constantFrom('1', '10', '9', 'a', 'B', 'ﬀ', '𐐷', 'é', '東京', 'x'), {
    minLength: 2,
  })
  .chain(recordsWithIds)
  .map((records) => memorySource(records));

describe('two builds of one source', () => {
  const demo = sourceDirectory(join(DEMO, 'meridian'));
  const demoBytes = bytesOf(demo);

  it.for(isLong ? [1, 100] : [7])('have the same bytes with segments of %i titles', (size) => {
    expect(bytesOf(demo, size).equals(demoBytes)).toBe(true);
  });

  it('have the same bytes and fingerprint from a directory and from records in memory', async () => {
    const records = readRecords(join(DEMO, 'meridian'));
    const copy = writeRecords(scratchDirectory(), records);
    expect(bytesOf(sourceDirectory(copy)).equals(demoBytes)).toBe(true);
    const file = join(scratchDirectory(), 'meridian.snapshot');
    const { size } = await buildSnapshot(records, file);
    expect(size).toBe(demoBytes.length);
    expect(readFileSync(file).equals(demoBytes)).toBe(true);
    const { fingerprint } = openedCatalog('meridian');
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(createCatalog(records).fingerprint).toBe(fingerprint);
    expect(openCatalog(file).fingerprint).toBe(fingerprint);
  });

  it('have other fingerprints if one field of a title or of the library differs', () => {
    const titles = [book('1', 'Emma'), book('2', 'Typee')];
    const sources = [
      { titles },
      { titles: [{ ...titles[0], pages: 1 }, titles[1]] },
      { titles, library: { snapshot_date: '2026-11-02T00:00:00Z' } },
    ];
    const fingerprints = sources.map((records) => createCatalog(recordsOf(records)).fingerprint);
    expect(new Set(fingerprints).size).toBe(3);
  });

  it('have the same bytes for a real catalog with segments of the default size and of 256 titles', ({
    skip,
  }) => {
    if (!realCatalogs.includes('gutenberg')) skip(skippedCatalog('gutenberg'));
    const source = sourceDirectory(join(REAL, 'gutenberg'));
    expect(bytesOf(source, 256).equals(bytesOf(source))).toBe(true);
  });
});

describe('builds of the same records in different orders', () => {
  it('have the same bytes for random catalogs', () => {
    fc.assert(
      fc.property(
        source.chain((ordered) => fc.tuple(fc.constant(ordered), shuffledSource(ordered))),
        SEGMENT_SIZE,
        ([ordered, shuffled], segmentSize) => {
          expect(bytesOf(shuffled, segmentSize).equals(bytesOf(ordered))).toBe(true);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it.for(['alderwick', 'meridian'])('have the same bytes for the library %s', (name) => {
    const ordered = sourceDirectory(join(DEMO, name));
    const bytes = bytesOf(ordered);
    for (const shuffled of fc.sample(shuffledSource(ordered), isLong ? 2 : 1)) {
      expect(bytesOf(shuffled).equals(bytes)).toBe(true);
    }
  });

  it.for(['goodbooks', 'gutenberg'])(
    'have the same bytes for the real catalog %s',
    (name, { skip }) => {
      if (!realCatalogs.includes(name)) skip(skippedCatalog(name));
      const ordered = sourceDirectory(join(REAL, name));
      const [shuffled] = fc.sample(shuffledSource(ordered), 1);
      expect(bytesOf(shuffled, 700).equals(bytesOf(ordered))).toBe(true);
    },
  );
});
