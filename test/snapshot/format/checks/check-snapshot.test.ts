import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../../../src/snapshot/encoding/encode-catalog.js';
import { sourceDirectory } from '../../../../src/snapshot/file/source-directory.js';
import { checkSnapshot } from '../../../../src/snapshot/format/checks/check-snapshot.js';
import {
  CompressedStringsWriter,
  openCompressedStrings,
} from '../../../../src/snapshot/format/compressed-strings.js';
import {
  memoryBytes,
  readSections,
} from '../../../../src/snapshot/format/container/read-sections.js';
import type { SectionData } from '../../../../src/snapshot/format/container/sections.js';
import { SnapshotError } from '../../../../src/snapshot/format/container/snapshot-error.js';
import { writeSections } from '../../../../src/snapshot/format/container/write-sections.js';
import { addStrings, openStrings } from '../../../../src/snapshot/format/records.js';
import { memorySource } from '../../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { runs } from '../../../random-seed.js';

const DATA = join(import.meta.dirname, '../../../../data/alderwick');

let valid: ReadonlyMap<string, SectionData>;

beforeAll(() => {
  valid = new Map(encodeCatalog(sourceDirectory(DATA)).sections);
});

/** Checks a snapshot in which sections are replaced. */
function checkWith(replaced: Readonly<Record<string, SectionData>>): void {
  checkSnapshot('a.snapshot', new Map([...valid, ...Object.entries(replaced)]));
}

/** Returns a copy of a section in which one number is replaced. */
function replaced(name: string, at: number, number: number): Record<string, SectionData> {
  const data = (valid.get(name) as SectionData).slice();
  data[at < 0 ? data.length + at : at] = number;
  return { [name]: data };
}

/** Returns the sections of a table of strings in which one string is replaced. */
function withString(name: string, at: number, change: (text: string) => string) {
  const { size, get } = openStrings(new Map(valid), name);
  const strings = Array.from({ length: size }, (_, i) => get(i));
  strings[at] = change(strings[at]);
  const sections = new Map<string, SectionData>();
  addStrings(sections, name, strings);
  return Object.fromEntries(sections);
}

/** Returns the sections of compressed strings in which some strings are replaced. */
function withCompressed(name: string, change: (text: string) => string) {
  const { size, get } = openCompressedStrings(valid, name);
  const writer = new CompressedStringsWriter();
  for (let i = 0; i < size; i++) writer.add(change(get(i)));
  const sections = new Map<string, SectionData>();
  writer.finish(sections, name);
  return Object.fromEntries(sections);
}

/** Returns 40 titles, and a record of each other kind. */
function smallLibrary() {
  const date = '2018-01-15T16:23:09Z';
  const titles = Array.from({ length: 40 }, (_, i) =>
    book(String(i), `The sea of ${i % 7}`, {
      authors: [{ name: 'Herman Melville' }],
      subjects: ['Whaling', `Whale ${i % 3}`],
      publication_date: String(1851 + i),
      holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: `F ${i}` }],
      added: date,
      rating: 4,
      boost: 2,
      extra: { shelf: `A ${i % 5}` },
      marc: { leader: '', fields: [{ tag: '001', value: String(i) }] },
    }),
  );
  const names = { en: 'Shelf' };
  const shelf = { name: 'shelf', from: 'extra.shelf', narrowing: true, searched: true, names };
  return recordsOf({
    library: { extra_fields: [shelf] },
    titles,
    users: [{ id: 1, name: 'ishmael', library: { id: 1, code: 'harbour' } }],
    userContent: [
      {
        user: 1,
        title: '1',
        content: [{ content_type: { id: 'tag' }, content_data: 'sea', updated: date }],
      },
    ],
    lists: [
      {
        id: 'l',
        name: 'Sea',
        user: 1,
        created: date,
        updated: date,
        list_items: [{ list_item_type: 'title', title: '1' }],
      },
    ],
    sessions: [{ id: 's', user: 1 }],
  });
}

describe('checkSnapshot', () => {
  it('accepts a valid snapshot', () => {
    expect(() => checkWith({})).not.toThrow();
  });

  it('accepts the snapshot of any titles', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    const title = fc.record(
      {
        title: text,
        description: text,
        pages: fc.nat(),
        rating: fc.double({ min: 0, max: 5, noNaN: true }),
        popularity: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        fiction: fc.boolean(),
        contents: fc.array(text),
        extra: fc.dictionary(text, fc.jsonValue()),
        marc: fc.record({
          leader: text,
          fields: fc.array(
            fc.record(
              {
                tag: text,
                value: text,
                indicator1: text,
                subfields: fc.array(fc.record({ code: text, value: text })),
              },
              { requiredKeys: ['tag'] },
            ),
          ),
        }),
        boost: fc.double({ min: 0.1, max: 10, noNaN: true }),
        series: fc.array(fc.record({ name: text, number: text }, { requiredKeys: ['name'] })),
        holdings: fc.array(
          fc.record(
            {
              branch: text,
              status: fc.constant('AVAILABLE'),
              collection: fc.string({ maxLength: 2 }),
            },
            { requiredKeys: ['branch', 'status'] },
          ),
        ),
      },
      { requiredKeys: ['title'] },
    );
    fc.assert(
      fc.property(fc.array(title, { maxLength: 40 }), (titles) => {
        const records = recordsOf({
          titles: titles.map(({ title, ...more }, i) => book(String(i), title, more)),
        });
        const { sections } = encodeCatalog(memorySource(records));
        const file = Buffer.concat([...writeSections(sections)]);
        const bytes = memoryBytes('a.snapshot', new Uint8Array(file).buffer);
        checkSnapshot('a.snapshot', readSections(bytes));
      }),
      { numRuns: runs(15) },
    );
  });

  it('refuses a snapshot without any one of its sections, or with a shorter section', () => {
    const small = new Map(encodeCatalog(memorySource(smallLibrary())).sections);
    for (const [name, data] of small) {
      // The names of values and the boosts are optional.
      if (/^titles\.column\.\w+\.name\.offsets$|^titles\.boost$/.test(name)) continue;
      const others = new Map([...small].filter(([other]) => other !== name));
      expect(() => checkSnapshot('a.snapshot', others), name).toThrow(SnapshotError);
      if (data.length === 0) continue;
      const shorter = new Map([...small, [name, data.slice(0, -1)] as const]);
      expect(() => checkSnapshot('a.snapshot', shorter), name).toThrow(SnapshotError);
    }
  });

  it.each<[string, () => Record<string, SectionData>, string]>([
    [
      'offsets that descend',
      () => replaced('titles.summary.offsets', 5, 0),
      "invalid section 'titles.summary.offsets': expected an offset of at least ",
    ],
    [
      'a title with an empty id',
      () => withString('titles.id', 0, () => ''),
      "invalid section 'titles.id.bytes': expected a non-empty id at 0, found an empty string",
    ],
    [
      'a title with an empty title',
      () => withCompressed('titles.summary', (json) => json.replace('"Moby-Dick"', '""')),
      "invalid section 'titles.summary.bytes': expected a title at 0, found other data",
    ],
    [
      'a series with an empty name',
      () => withCompressed('titles.shared', (text) => (text === 'Sherlock Holmes' ? '' : text)),
      "invalid section 'titles.details.bytes': expected a title at ",
    ],
    [
      'a boost that is too high',
      () => ({ 'titles.boost': new Float32Array(405).fill(1).fill(11, 3, 4) }),
      "invalid section 'titles.boost': expected a number from 0.1 to 10 for title 3, found 11",
    ],
    [
      'an extra field with the name of a narrowing',
      () => {
        const { library } = recordsOf({
          library: { extra_fields: [{ name: 'genre', from: 'extra.a', names: { en: 'A' } }] },
        });
        return { library: new TextEncoder().encode(JSON.stringify(library)) };
      },
      "invalid section 'library': expected valid extra_fields, found extra_fields[0].name: ",
    ],
    [
      'a posting of an unknown document',
      () => replaced('index.posting.documents', 0, 405),
      "invalid section 'index.posting.documents': expected a number below 405 at 0, found 405",
    ],
    [
      'an unknown frequency set',
      () => replaced('index.posting.frequency_sets', -1, 65_535),
      "invalid section 'index.posting.frequency_sets': expected a number below ",
    ],
    [
      'terms out of order',
      () => replaced('index.term.units', 0, 65_535),
      "invalid section 'index.term.units': expected a term after term 0, found term 1",
    ],
    [
      'a wrong count of a facet',
      () => replaced('titles.column.genre.counts', 0, 1),
      "invalid section 'titles.column.genre.counts': expected the number ",
    ],
    [
      'rows of facets that differ from the columns',
      () => replaced('titles.facets.rows.counters', 0, 9),
      "invalid section 'titles.facets.rows.counters': expected the number ",
    ],
    [
      'two titles with the same rank',
      () => replaced('titles.rank.author', 0, (valid.get('titles.rank.author') as SectionData)[1]),
      "invalid section 'titles.rank.author': expected each number once, found ",
    ],
    [
      'a varint that does not end',
      () => replaced('index.forward.bytes', -1, 255),
      "invalid section 'index.forward.bytes': expected a whole number below ",
    ],
    [
      'an infinite popularity',
      () => replaced('titles.popularity', 3, Number.POSITIVE_INFINITY),
      "invalid section 'titles.popularity': expected a finite number of at least -1 for title 3, found Infinity",
    ],
    [
      'a symbol that is too long',
      () => replaced('titles.details.symbols.offsets', 1, 17),
      "invalid section 'titles.details.symbols.offsets': expected ",
    ],
    [
      'an invalid library',
      () => ({ library: Buffer.from('{"id":"a","name":"A","snapshot_date":"today"}') }),
      "invalid section 'library': expected a record of the right form, found another",
    ],
    [
      'a user that is not JSON',
      () => withString('users.record', 1, (json) => json.slice(1)),
      "invalid section 'users.record.bytes': expected JSON at 1, found other data",
    ],
    [
      'a list with an item that is no title',
      () => withString('lists.items', 0, (json) => json.replace(/"title":"/, '"title":"-')),
      "invalid section 'lists.items.bytes': expected a consistent record at 0, found another",
    ],
    [
      'a wrong number of list items',
      () => replaced('lists.item_count', 0, 99),
      "invalid section 'lists.items.bytes': expected a consistent record at 0, found another",
    ],
    [
      'a synonym with many alternatives',
      () => withString('synonyms', 0, (row) => row + '\tb'.repeat(100)),
      "invalid section 'synonyms.bytes': expected a row of synonyms, found row 0",
    ],
  ])('refuses %s, by the name of the section', (_, change, message) => {
    const check = () => checkWith(change());
    expect(check).toThrow(SnapshotError);
    expect(check).toThrow(`a.snapshot: ${message}`);
  });
});

describe('readSections', () => {
  it('refuses sections that are much larger than the file when they are decoded', () => {
    const zeros = new Uint32Array(1 << 26);
    const file = Buffer.concat([...writeSections([['index.posting.offsets', zeros]])]);
    expect(file.length).toBeLessThan(3_000_000);
    const bytes = memoryBytes('a.snapshot', new Uint8Array(file).buffer);
    expect(() => readSections(bytes)).toThrow(
      'a.snapshot: invalid section table: expected sections that fit into memory, found another; ',
    );
  });
});
