import { describe, expect, it } from 'vitest';
import { StructureError } from '../../src/base/messages.js';
import {
  type DocValuesColumnData,
  openDocValuesColumn,
} from '../../src/search/columns/doc-values-column.js';
import {
  findMisspelledPrefixes,
  findSpellingCandidates,
} from '../../src/search/dictionary/spelling-candidates.js';
import { createFacetCounter } from '../../src/search/facets/facet-counter.js';
import { buildFacetStructures } from '../../src/search/facets/value-counters.js';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import type { FrozenIndexData } from '../../src/search/frozen-index-data.js';
import type { Query } from '../../src/search/query.js';
import { docValuesColumnOf } from './columns/doc-values-column-of.js';
import { freeze } from './random-catalog.js';

/*
 * Arrays that contradict one another. A search in them must end: with some answer, or with a StructureError. A loop up to
 * an offset of 4,294,967,295 takes longer than a test may take.
 */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Changes of the numbers of an array. None changes the first and the last number, which are checked at opening. */
const DAMAGES: Readonly<Record<string, (numbers: Numbers) => Numbers>> = {
  'the highest numbers': (numbers) => numbers.map(() => 2 ** 32 - 1) as Numbers,
  'only zeros': (numbers) => numbers.map(() => 0) as Numbers,
  'the reverse order': (numbers) => numbers.slice().reverse() as Numbers,
  'high and low numbers in turn': (numbers) =>
    numbers.map((_, i) => (i % 2 === 0 ? 0 : 2 ** 31)) as Numbers,
  'each number increased': (numbers) => numbers.map((number) => number + 1) as Numbers,
};

function damage<T extends Numbers>(numbers: T, change: (numbers: Numbers) => Numbers): T {
  const changed = change(numbers) as T;
  if (changed.length === 0) return changed;
  changed[0] = numbers[0];
  changed[changed.length - 1] = numbers[numbers.length - 1];
  return changed;
}

/** Runs `search`, which may throw a StructureError. */
function endSearch(search: () => unknown): void {
  try {
    search();
  } catch (error) {
    expect(error).toBeInstanceOf(StructureError);
  }
}

const FIELDS = { title: 2, notes: 1 };
const WORDS = 'the sea whale whaling ship of harbour wharf hovel ocean'.split(' ');

/** Returns the texts of a document. Frequent words are in many documents, and in different orders. */
function textsOf(number: number) {
  const words = WORDS.filter((_, i) => i < 3 || (number >> (i - 3)) % 2 === 1);
  const rotated = [...words.slice(number % words.length), ...words.slice(0, number % words.length)];
  return { title: rotated.join(' '), notes: `the ${rotated[0]} of number${number} the sea` };
}

const index = freeze(Array.from({ length: 120 }, (_, number) => textsOf(number)));

const term = (text: string, options = {}): Query => ({
  kind: 'term',
  term: text,
  fields: FIELDS,
  ...options,
});
const inTitle = (text: string): Query => ({ kind: 'term', term: text, fields: { title: 1 } });
const PHRASE: Query = { kind: 'phrase', terms: ['the', 'sea', 'whale'], fields: FIELDS };
const QUERIES: readonly Query[] = [
  term('sea'),
  inTitle('sea'),
  inTitle('number7'),
  term('whale', { prefix: true, fuzzy: 1 }),
  term('w', { prefix: true }),
  term('whalign', { fuzzy: 2 }),
  PHRASE,
  { kind: 'phrase', terms: ['the', 'sea'], fields: FIELDS },
  { kind: 'proximity', terms: ['sea', 'harbour'], maxWidth: 4, fields: FIELDS },
  { kind: 'proximity', terms: ['sea', 'the'], maxWidth: 2, fields: FIELDS },
  { kind: 'wildcard', pattern: 'w*l?', fields: FIELDS },
  { kind: 'wildcard', pattern: '*r*', fields: { notes: 1 } },
  {
    kind: 'and',
    queries: [term('sea'), term('whale'), { kind: 'values', column: 'c', values: [1] }],
  },
  { kind: 'or', queries: [term('ship'), PHRASE, inTitle('w')] },
  { kind: 'and_not', queries: [term('sea'), inTitle('ship')] },
  { kind: 'dis_max', queries: [term('sea'), term('w', { prefix: true }), PHRASE] },
  { kind: 'boolean', required: term('sea'), optional: [PHRASE, term('h', { prefix: true })] },
  {
    kind: 'at_least',
    clauses: [
      { query: { kind: 'dis_max', queries: [term('sea'), inTitle('ship')] }, weight: 1 },
      { query: { kind: 'and', queries: [inTitle('whale'), inTitle('ocean')] }, weight: 1 },
      { query: term('wharf'), weight: 1 },
    ],
    minWeight: 2,
  },
];

function searchAll(data: FrozenIndexData): void {
  const opened = openFrozenIndex(data);
  for (const query of QUERIES) {
    endSearch(() => {
      const matches = opened.match(query);
      matches.top(3);
      matches.scores();
      matches.narrowed(matches.documents.filter((_, i) => i % 3 === 0)).top(3);
    });
  }
  endSearch(() => [...opened.termsWithPrefix('w')]);
  endSearch(() => findMisspelledPrefixes(opened.dictionary, 'whael'));
  endSearch(() => findSpellingCandidates(opened.dictionary, 'whalign'));
  const sea = [{ term: 'sea', prefix: true }];
  endSearch(() =>
    opened.filterByTerms(
      Array.from({ length: 120 }, (_, i) => i),
      sea,
      FIELDS,
      9,
    ),
  );
}

const ARRAYS = Object.entries(index).filter(([, value]) => ArrayBuffer.isView(value)) as [
  string,
  Numbers,
][];

describe.each(Object.entries(DAMAGES))('in arrays with %s', (_, change) => {
  it.each(ARRAYS)('searches end: %s', (name, numbers) => {
    searchAll({ ...index, [name]: damage(numbers, change) });
  });

  it('searches end: fieldLengths', () => {
    const fieldLengths = index.fieldLengths.map((lengths) => damage(lengths, change));
    searchAll({ ...index, fieldLengths });
  });
});

describe('facets', () => {
  const subjects = Array.from({ length: 1500 }, (_, i) => [`${i % 40}`, `x${i}`, `y${i % 7}`]);
  const formats = subjects.map((_, i) => [`${i % 3}`]);
  const columns = [subjects, formats].map((values) => docValuesColumnOf(values));
  const structures = buildFacetStructures(columns.map(openDocValuesColumn));
  const all = Uint32Array.from(subjects.keys());
  const subsets = [2, 3, 9, 100].map((step) => all.filter((document) => document % step === 0));

  function countAll(data: readonly DocValuesColumnData[], stored = structures): void {
    const [subject, format] = data.map(openDocValuesColumn);
    const facets = createFacetCounter({ subject, format }, stored);
    for (const documents of [all, ...subsets]) {
      for (const filters of [
        [],
        [{ column: 'subject', values: [3] }],
        [{ column: 'subject', values: [3, 5, 70] }],
        [{ column: 'format', values: [1] }],
      ]) {
        endSearch(() => facets.count(documents, 5, filters));
        endSearch(() => facets.narrow(documents, filters).count(Infinity, ['subject']));
      }
      endSearch(() => subject.select(documents, [0, 1, 2, 900]));
    }
    endSearch(() => subject.valuesOf(7));
  }

  describe.each(Object.entries(DAMAGES))('in arrays with %s', (_, change) => {
    it.each(['offsets', 'values', 'counts'] as const)('counts end: %s', (name) => {
      countAll(
        columns.map((data) => ({ ...data, [name]: data[name] && damage(data[name], change) })),
      );
    });

    it.each(['rowOffsets', 'rowCounters'] as const)('counts end: %s', (name) => {
      countAll(columns, { ...structures, [name]: damage(structures[name], change) });
    });

    it('counts end: postingWords', () => {
      const postingWords = structures.postingWords.map((words) => damage(words, change));
      countAll(columns, { ...structures, postingWords });
    });
  });
});
