import fc from 'fast-check';
import { narrowingsOf, narrowingValues } from '../../src/catalog/narrowings.js';
import type { ExtraField } from '../../src/catalog/records/library.js';
import type { Title } from '../../src/catalog/records/title.js';
import { SORTS } from '../../src/catalog/sort-keys.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { SEARCH_TYPES } from '../../src/v1/search/field-boosts.js';
import { catalogs, largeCatalogs } from '../search/random-catalog.js';
import type { SearchParameters } from './plain-search.js';

/** Extra fields whose values some of the {@link randomTitles} have. */
export const EXTRA_FIELDS: readonly ExtraField[] = [
  { name: 'shelf', from: 'extra.shelf', narrowing: true, searched: true, names: { en: 'Shelf' } },
  { name: 'room', from: 'extra.place.room', narrowing: true, names: { en: 'Room', de: 'Raum' } },
  { name: 'remark', from: 'extra.remark', searched: true, names: { en: 'Remark' } },
  { name: 'price', from: 'extra.price', type: 'number', narrowing: true, names: { en: 'Price' } },
  { name: 'lent', from: 'extra.lent', type: 'date', narrowing: true, names: { en: 'Lent' } },
  {
    name: 'signed',
    from: 'extra.signed',
    type: 'boolean',
    narrowing: true,
    searched: true,
    names: { en: 'Signed' },
  },
];

/** Generates titles with few different values of each narrowing and sort order, so that many titles have the same. */
export const randomTitles: fc.Arbitrary<Title[]> = fc
  .tuple(fc.oneof(catalogs, largeCatalogs), fc.array(facts(), { minLength: 30, maxLength: 30 }))
  .map(([texts, shelf]) =>
    texts.map(({ title, author, subject, notes }, i): Title => {
      const authors = listOf(author).map((name) => ({ name }));
      return {
        id: `${['b', 'A', '𐐷', 'é'][i % 4]}${i}`,
        title: listOf(title).join(' ') || 'Untitled',
        subjects: listOf(subject),
        topics: listOf(subject),
        places: listOf(title),
        notes: listOf(notes),
        ...(authors.length > 0 && { authors }),
        ...shelf[i % shelf.length],
      };
    }),
  );

/** Returns the values of a field that are not empty. */
function listOf(texts: string | readonly string[] | undefined): string[] {
  return [texts ?? []].flat().filter((text) => text !== '');
}

/** Generates the fields of a title that are not searched. */
function facts() {
  const some = <T>(...values: T[]) => fc.constantFrom(...values);
  return fc.record(
    {
      format: some({ id: 'BK' }, { id: 'DVD' }, { id: 'X', name: 'A format' }),
      publication_date: some('1999', 'c1851', '1990-1995', '-750', 'no date', '2001'),
      popularity: some(0, 1, 1, 500, 100_000),
      rating: some(2.5, 4, 5),
      added: some('2020-01-01', '2021-06-30'),
      primary_language: some({ name: 'English' }, { name: 'Français' }),
      genres: some(['Sea stories'], ['sea stories', 'Satire'], []),
      series: some(
        [{ name: 'S' }],
        [
          { name: 'S', number: '2' },
          { name: 'T', number: '1-3' },
        ],
        [],
      ),
      tags: some(['sea', 'sea'], ['whales'], []),
      extra: some(
        { shelf: 'Sea A', place: { room: 3 }, price: 9.5, lent: '2024-05-31' },
        { price: ['10', 2, -1], lent: ['2023-12-31', '2024-05-31T23:00:00-02:00'], signed: true },
        { price: -20, signed: [false, true], lent: '1999-01-01' },
        { shelf: ['sea B', 'Sea A', 'é', ''], place: { room: true, note: [null] } },
        { shelf: 12, remark: ['whales of the sea', 'ship'] },
        {},
      ),
      boost: some(0.1, 0.5, 1, 3, 10),
      holdings: some(
        [{ branch: 'M', status: 'AVAILABLE' }],
        [
          { branch: 'M', status: 'UNAVAILABLE' },
          { branch: 'W', status: 'AVAILABLE' },
        ],
      ),
    },
    { requiredKeys: ['format'] },
  );
}

/** Generates the parameters of searches for the words of these titles. At least one title must have a word. */
export function searchesIn(
  library: string,
  titles: readonly Title[],
  extraFields: readonly ExtraField[] = [],
): fc.Arbitrary<SearchParameters> {
  const some = fc.constantFrom(...titles);
  const named = some.map((title) => analyze(title.title)).filter((words) => words.length > 0);
  const word = fc.oneof(
    named.chain((words) => fc.constantFrom(...words)),
    fc.constantFrom(...frequentWords(titles)),
  );
  /** Words that name formats, languages, audiences and availability. */
  const naming = fc.constantFrom('ebook', 'books', 'dvds for kids', 'in french', 'available');
  const number = fc.constantFrom('1', '2', '3', '7');
  const text = fc.oneof(
    { weight: 3, arbitrary: some.map(({ title }) => title) },
    { weight: 4, arbitrary: joined(word, 1, 2) },
    { weight: 2, arbitrary: joined(fc.oneof(misspelled(word), word), 1, 3) },
    { weight: 1, arbitrary: named.map((words) => words.join(' ').slice(0, -1)) },
    { weight: 1, arbitrary: some.map(({ authors = [] }) => authors[0]?.name ?? '*') },
    { weight: 1, arbitrary: fc.constantFrom('*', 'the', 'the of and') },
    { weight: 1, arbitrary: joined(fc.oneof(word, naming), 1, 3) },
  );
  const sort = fc.oneof(
    { weight: 2, arbitrary: fc.constant('relevancy') },
    { weight: 1, arbitrary: fc.constantFrom(...SORTS) },
  );
  const type = fc.constantFrom(...Object.keys(SEARCH_TYPES), 'keyword', 'keyword', 'keyword');
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.record({ q: text, search_type: type }) },
    {
      weight: 1,
      arbitrary: fc.record({
        q: customQuery(word, named, extraFields),
        search_type: fc.constant('custom'),
      }),
    },
  );
  const paging = fc.record(
    {
      sort,
      limit: fc.constantFrom('1', '5', '25', '100', '1000'),
      page: fc.oneof(number, fc.constant('100000')),
      metadata: fc.constantFrom('0', '1'),
    },
    { requiredKeys: [] },
  );
  const filters = fc.array(
    some.chain((title) => filterFor(title, extraFields)),
    { maxLength: 2 },
  );
  return fc
    .tuple(query, paging, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, filters))
    .map(([asked, page, chosen]) => {
      const q = asked.q.trim() === '' ? '*' : asked.q;
      return { ...asked, q, library, ...page, ...Object.fromEntries(chosen) };
    });
}

/** Generates the parameters of searches that match every title, and rank titles by frequent words and prefixes. */
export function broadSearchesIn(
  library: string,
  titles: readonly Title[],
): fc.Arbitrary<SearchParameters> {
  const word = fc.constantFrom(...frequentWords(titles));
  const clause = fc.oneof(
    { weight: 3, arbitrary: word },
    { weight: 1, arbitrary: word.map((text) => `title:${text}`) },
    { weight: 1, arbitrary: word.map((text) => `${text.slice(0, 2)}*`) },
  );
  return fc.record({
    library: fc.constant(library),
    search_type: fc.constant('custom'),
    q: fc.array(clause, { minLength: 1, maxLength: 6 }).map((all) => ['*', ...all].join(' OR ')),
    limit: fc.constantFrom('1', '10', '25'),
    page: fc.constantFrom('1', '2', '5'),
  });
}

/** Ranges of the {@link EXTRA_FIELDS} with types. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  price: ['0-9.5', '2..10', '..-1', '-5', '9-', '3.5'],
  lent: ['2024-05-31..', '..2023-12-31', '1999-01-01..2024-05-31', '2000-01-01'],
  signed: ['true', 'false'],
};

/** Generates a narrowing and a value that a title has, a range of years, or a value that no title has. */
function filterFor(
  title: Title,
  extra_fields: readonly ExtraField[],
): fc.Arbitrary<[string, string]> {
  const library = { extra_fields };
  const pairs = Object.entries(narrowingValues(title, title.tags ?? [], library)).flatMap(
    ([name, values]) => values.map((value): [string, string] => [name, value]),
  );
  const typed = extra_fields.map(({ name }) => name).filter((name) => Object.hasOwn(RANGES, name));
  const years = fc.constantFrom('1850-1995', '1960-', '-1950', '0000', '1999-1999');
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pairs) },
    {
      weight: 2,
      arbitrary: years.map((range): [string, string] => ['publication_date', range]),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...narrowingsOf(library).filter((name) => !typed.includes(name)))
        .map((name): [string, string] => [name, 'none']),
    },
    ...typed.map((name) => ({
      weight: 1,
      arbitrary: fc.constantFrom(...RANGES[name]).map((range): [string, string] => [name, range]),
    })),
  );
}

/** Generates queries in the query language. */
function customQuery(
  word: fc.Arbitrary<string>,
  named: fc.Arbitrary<string[]>,
  extraFields: readonly ExtraField[],
): fc.Arbitrary<string> {
  const extra = extraFields.filter(({ searched }) => searched).map(({ name }) => `${name}:`);
  const field = fc.constantFrom('title:', 'ti:', 'su:', 'author:', 'anywhere:', ...extra);
  const phrase = named.map((words) => `"${words.slice(0, 3).join(' ')}"`);
  const clause = fc.oneof(
    word,
    fc.tuple(field, word).map((parts) => parts.join('')),
    phrase,
    phrase.map((quoted) => `${quoted}~9`),
    word.map((text) => `${[...text].slice(0, 3).join('')}*`),
    word.map((text) => `${[...text].slice(0, 4).join('')}?`),
    fc.constantFrom('py:[1900 TO 1999]', 'py:[* TO 1950]', 'format:BK', 'la:eng', 'sr:[3 TO *]'),
    fc.constant('*'),
  );
  const both = fc
    .tuple(clause, fc.constantFrom(' ', ' OR ', ' -'), clause)
    .map((all) => all.join(''));
  const nested = fc.tuple(clause, both).map(([first, rest]) => `${first} (${rest})`);
  return fc.oneof(clause, both, nested);
}

function joined(words: fc.Arbitrary<string>, minLength: number, maxLength: number) {
  return fc.array(words, { minLength, maxLength }).map((all) => all.join(' '));
}

/** Removes one letter of a word, or swaps two letters. */
function misspelled(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(word, fc.nat(), fc.boolean()).map(([text, n, isSwap]) => {
    const letters = [...text];
    const at = n % letters.length;
    letters.splice(
      at,
      2,
      ...letters
        .slice(at, at + 2)
        .reverse()
        .slice(isSwap ? 0 : 1),
    );
    return letters.join('');
  });
}

/** Returns up to 20 words that most titles have. */
function frequentWords(titles: readonly Title[]): string[] {
  const counts = new Map<string, number>();
  for (const { title, subjects = [] } of titles) {
    for (const word of new Set(analyze([title, ...subjects].join('\n')))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.slice(0, 20).map(([word]) => word);
}
