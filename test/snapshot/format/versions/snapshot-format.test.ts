import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { narrowingsOf } from '../../../../src/catalog/narrowings.js';
import { searchFieldsOf } from '../../../../src/catalog/search-fields.js';
import {
  memoryBytes,
  readSections,
} from '../../../../src/snapshot/format/container/read-sections.js';
import {
  FORMAT_VERSION,
  sectionTypeOf,
} from '../../../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../../../src/snapshot/format/container/write-sections.js';
import { openSnapshot } from '../../../../src/snapshot/format/open-sections.js';
import { wholeTitle } from '../../../../src/snapshot/format/title-records.js';
import {
  getList,
  getSession,
  listUserContent,
  searchTitles,
} from '../../../v1/validated-operations.js';
import { dataOfSections } from '../../data-of-sections.js';
import { everySection } from '../../fuzzing/every-section.js';
import { DOCUMENT, FIELDS, SECTIONS } from './documented-sections.js';
import {
  blockChecksums,
  checksum,
  keyHash,
  numbersOf,
  rangesOf,
  rankedTerms,
  readColumn,
  readFile,
  readPostings,
  readRuns,
  readStrings,
  readTerms,
  readTitles,
  versionOf,
} from './independent-reader.js';

/** Enough titles for facets with lists and with bitsets. */
const TITLES = 40;

const recorded = (suffix: string) => join(import.meta.dirname, `${FORMAT_VERSION}.${suffix}`);

/*
 * A change of the format changes FORMAT_VERSION. `CARREL_RECORD=1 npx vitest run snapshot-format --update` then records a
 * file of the new version and its answers. Recorded files of a version that a release wrote stay.
 */
if (process.env.CARREL_RECORD === '1') {
  const sections = everySection(TITLES, false);
  writeFileSync(recorded('snapshot'), Buffer.concat([...writeSections(sections)]));
}

const file = readFileSync(recorded('snapshot'));
const catalog = openSnapshot(memoryBytes('recorded.snapshot', file));
const sections = readFile(file);

/** Returns the documented numbers of elements. Some are lengths of other sections. */
function elementCounts(section: string): Readonly<Record<string, number>> {
  const lengthOf = (name: string) => sections.get(name)?.numbers.length ?? 0;
  const structure = section.replace(/\.(counts|value\.offsets|by_id|keys|offsets|members)$/, '');
  return {
    titles: lengthOf('titles.id.offsets') - 1,
    users: lengthOf('users.id.offsets') - 1,
    lists: lengthOf('lists.id.offsets') - 1,
    sessions: lengthOf('sessions.id.offsets') - 1,
    entries: lengthOf('user_content.newest'),
    terms: lengthOf('index.term.offsets') - 1,
    fields: lengthOf('index.field_length_sums'),
    postings: lengthOf('index.posting.documents'),
    pairs: lengthOf('index.frequency_set.fields'),
    'frequency sets': lengthOf('index.frequency_set.offsets') - 1,
    'frequent terms': lengthOf('index.document_frequency.terms'),
    bigrams: lengthOf('index.bigram.offsets') - 1,
    keys: section.startsWith('titles.key.')
      ? lengthOf('titles.key.hash')
      : lengthOf(`${structure}.keys`),
    values: lengthOf(`${structure}.counts`),
  };
}

describe('the recorded snapshot of the format version', () => {
  it('gives the recorded answers', async () => {
    const context = { baseUrl: 'https://api.example.org', now: new Date('2026-11-01T00:00:00Z') };
    const { id: library } = catalog.library;
    const search = (q: string, search_type: 'keyword' | 'custom') =>
      searchTitles([catalog], { q, search_type, library, sort: 'title', limit: 4 }, context);
    const answers = [
      catalog.library,
      catalog.counts,
      ...['1', '2', '35'].map((id) => wholeTitle(catalog.titles, catalog.titles.numberOf(id))),
      search('whale', 'keyword'),
      search('"whale and the sea"', 'custom'),
      search('branch:HILL', 'custom'),
      search('whal*', 'custom'),
      listUserContent([catalog], { library, limit: 100 }, context),
      getList([catalog], 'b', {}, context),
      getSession([catalog], 's', {}, context),
    ];
    const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(recorded('answers.jsonl'));
  });

  it('has the sections that are written today, with the same types', () => {
    const written = Array.from(everySection(TITLES, false), ([name, data]) => [
      name,
      sectionTypeOf(data),
    ]);
    expect(Array.from(sections, ([name, { type }]) => [name, type])).toEqual(written);
  });
});

describe('docs/internals/snapshot-format.md', () => {
  it('describes the format version that is written', () => {
    expect(versionOf(file)).toBe(FORMAT_VERSION);
    expect(DOCUMENT).toContain(`It describes format version ${FORMAT_VERSION}.`);
  });

  it('describes a checksum and a hash that have the documented values', () => {
    expect(checksum(Buffer.from('123456789'))).toBe(0xcbf43926);
    expect(keyHash('a')).toBe(0xe40c292c);
  });

  it('describes the hashes of title keys', () => {
    const hash = keyHash('author quirk tom');
    const titles = numbersOf(sections, 'titles.key.number').filter(
      (_, i) => numbersOf(sections, 'titles.key.hash')[i] === hash,
    );
    const ids = readStrings(sections, 'titles.id');
    expect(titles.map((title) => ids[title])).toEqual(['12', '2', '22', '32']);
  });

  it('describes the hashed ids of sessions', () => {
    const hashes = ['s', 't'].map((id) => createHash('sha256').update(id).digest('hex'));
    expect(readStrings(sections, 'sessions.id')).toEqual(hashes.sort());
  });

  it('describes the order of the titles by title', () => {
    const byTitle = numbersOf(sections, 'titles.by_title');
    expect(byTitle.map((title) => numbersOf(sections, 'titles.rank.title')[title])).toEqual([
      ...byTitle.keys(),
    ]);
  });

  it('describes how every section is stored', () => {
    const expected = readSections(memoryBytes('recorded.snapshot', file));
    expect([...sections.keys()]).toEqual([...expected.keys()]);
    for (const [name, data] of dataOfSections(expected)) {
      const found = { name, ...sections.get(name) };
      expect(found).toEqual({ name, type: sectionTypeOf(data), numbers: [...data] });
    }
  });

  it('names every section of the recorded snapshot, and no other section', () => {
    const names = [...sections.keys()];
    const matches = (name: string) => SECTIONS.filter(({ pattern }) => pattern.test(name));
    expect(names.filter((name) => matches(name).length !== 1)).toEqual([]);
    const unused = SECTIONS.filter(({ pattern }) => !names.some((name) => pattern.test(name)));
    expect(unused.filter(({ isOptional }) => !isOptional).map(({ name }) => name)).toEqual([]);
    const optional = SECTIONS.filter(({ isOptional }) => isOptional);
    expect(optional.length).toBeGreaterThan(unused.length);
  });

  it('states the type and the number of elements of every section', () => {
    for (const [name, { type, numbers }] of sections) {
      const [row] = SECTIONS.filter(({ pattern }) => pattern.test(name));
      expect(`${name}: ${row.types}`).toMatch(new RegExp(`\\b${type}\\b`));
      const [, count, plus] = /^(.*?)( \+ 1)?(?:, or 0)?$/.exec(row.elements) ?? [];
      if (count === 'any') continue;
      const expected = elementCounts(name)[count] + (plus === undefined ? 0 : 1);
      expect({ name, elements: numbers.length }).toEqual({ name, elements: expected });
    }
  });

  it('describes the records of titles', () => {
    const titles = Array.from({ length: TITLES }, (_, number) => {
      const title = wholeTitle(catalog.titles, number);
      const { holdings = [] } = title;
      const statuses = [...new Set(holdings.map(({ status }) => status))];
      return holdings.length === 0
        ? title
        : { ...title, copies: { count: holdings.length, statuses } };
    });
    expect(readTitles(sections, FIELDS)).toEqual(titles);
  });

  it('describes the checksums of blocks of records', () => {
    for (const part of FIELDS.keys()) {
      const found = numbersOf(sections, `titles.${part}.checksums`);
      expect(found).toEqual(blockChecksums(sections, `titles.${part}.bytes`));
    }
  });

  it('describes the numbers of titles without a number', () => {
    const { added_day } = catalog.titles.queryNumbers;
    const days = numbersOf(sections, 'titles.query.added_day');
    expect(days.map((day) => (day === -(2 ** 31) ? undefined : day))).toEqual(
      days.map((_, number) => added_day.get(number)),
    );
    expect(days).toContain(-(2 ** 31));
  });

  it('describes the postings of a term', () => {
    const { index } = catalog.titles;
    const term = readTerms(sections).indexOf('whale');
    const documents = readPostings(sections)[term].map((posting) => posting.document);
    const searched = Object.fromEntries(searchFieldsOf(catalog.library).map((field) => [field, 1]));
    const found = index.match({ kind: 'term', term: 'whale', fields: searched });
    expect(documents).toEqual([...found.documents]);
    expect(documents.length).toBeGreaterThan(10);
  });

  it('describes postings and a forward index that have the same terms', () => {
    const postings = readPostings(sections);
    const fieldCount = numbersOf(sections, 'index.field_length_sums').length;
    const counts = readStrings(sections, 'titles.id').map(() => new Map<string, number>());
    readRuns(sections, fieldCount).forEach((runs, number) => {
      for (const { field, terms } of runs) {
        for (const term of terms) {
          const key = `${term} ${field}`;
          counts[number].set(key, (counts[number].get(key) ?? 0) + 1);
        }
      }
    });
    const ofPostings = counts.map(() => new Map<string, number>());
    postings.forEach((ofTerm, term) => {
      for (const posting of ofTerm) {
        for (const [field, frequency] of posting.frequencies) {
          ofPostings[posting.document].set(`${term} ${field}`, frequency);
        }
      }
    });
    expect(ofPostings).toEqual(counts);
  });

  it('describes the bigrams of the forward index', () => {
    const fieldCount = numbersOf(sections, 'index.field_length_sums').length;
    const found = rangesOf(sections, 'index.bigram.offsets', 'index.bigram.documents');
    const termCount = Math.sqrt(found.length);
    const expected = found.map(() => new Set<number>());
    const ranked = rankedTerms(sections);
    readRuns(sections, fieldCount).forEach((runs, number) => {
      for (const { terms } of runs) {
        const ranks = terms.map((term) => ranked.indexOf(term));
        for (let i = 1; i < ranks.length; i++) {
          const [a, b] = [ranks[i - 1], ranks[i]];
          if (a < termCount && b < termCount) expected[a * termCount + b].add(number);
        }
      }
    });
    expect(found).toEqual(expected.map((documents) => [...documents]));
    expect(termCount).toBeGreaterThan(1);
  });

  it('describes the facets of columns', () => {
    const rows: number[][] = Array.from({ length: TITLES }, () => []);
    const layouts = new Set<string>();
    let first = 0;
    for (const narrowing of narrowingsOf(catalog.library)) {
      const column = `titles.column.${narrowing}`;
      const counts = numbersOf(sections, `${column}.counts`);
      const ranked = counts.map((_, ord) => ord).sort((a, b) => counts[b] - counts[a] || a - b);
      const values = readColumn(sections, column);
      const words = counts.flatMap((count, ord) => {
        const titles = [...values.keys()].filter((title) => values[title].includes(ord));
        expect(titles).toHaveLength(count);
        layouts.add(count > TITLES / 16 ? 'bitset' : 'list');
        if (count <= TITLES / 16) return titles;
        const bitset = new Uint32Array(Math.ceil(TITLES / 32));
        for (const title of titles) bitset[Math.floor(title / 32)] |= 2 ** (title % 32);
        return [...bitset];
      });
      expect(numbersOf(sections, `titles.facets.postings.${narrowing}`)).toEqual(words);
      values.forEach((ords, title) => {
        for (const ord of ords) rows[title].push(first + ranked.indexOf(ord));
      });
      first += counts.length;
    }
    expect([...layouts].sort()).toEqual(['bitset', 'list']);
    expect(numbersOf(sections, 'titles.facets.rows.counters')).toEqual([...rows.flat(), 0]);
    const ranges = 'titles.facets.rows';
    const found = rangesOf(sections, `${ranges}.offsets`, `${ranges}.counters`);
    expect(found).toEqual(rows);
  });
});
