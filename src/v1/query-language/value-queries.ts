/*
 * The queries for fields with values: named values, such as `format:DVD` and `available:central`, and numbers, such as
 * `pubyear:[1900 TO *]`. They filter titles and add nothing to scores. Fields of text are in `word-queries.ts`.
 */

import { dayOf } from '../../base/instant.js';
import { lazyRecord, memoizePerObject } from '../../base/lazy.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import type { Catalog, Titles } from '../../catalog/catalog.js';
import { translatedName } from '../../catalog/names/known-names.js';
import { findLanguage } from '../../catalog/names/languages.js';
import { ANYWHERE } from '../../catalog/narrowings.js';
import { type QueryNumber, RATING_UNITS } from '../../catalog/query-columns.js';
import type { Library } from '../../catalog/records/library.js';
import type { Query, ValuesColumn } from '../../search/index.js';
import { LOCALES, namesOf } from '../../texts/locales.js';
import { NAMED_VALUES, type NamedValues, type NumberField } from './fields.js';
import type { ComparisonNode, WildcardNode } from './syntax-tree.js';
import type { OptionalQuery } from './word-queries.js';

/** The ordinals of the values of a column, by their ids, codes and names as {@link foldName} returns them. */
type ValuesByName = ReadonlyMap<string, readonly number[]>;

/**
 * Creates the query for titles that have a value with this id, code or name. Case, accents and repeated
 * spaces are ignored. `available:false` matches the titles that `available:true` does not match, and
 * `onorder:false` matches the titles that `onorder:true` does not match.
 *
 * For a place or a period, the query matches the values that contain every word of the text.
 *
 * @returns undefined if no value has this id, code or name
 */
export function namedQuery(catalog: Catalog, column: NamedValues, text: string): OptionalQuery {
  const named = valuesByNameOf(catalog)[column];
  if (isNamedByWords(column)) return { kind: 'values', column, values: withWords(named, text) };
  const name = foldName(text);
  const values = named.get(name);
  if (values !== undefined) return { kind: 'values', column, values };
  const acceptsFalse = column === 'available_at' || column === 'on_order';
  if (!acceptsFalse || name !== 'false') return undefined;
  const isTrue: Query = { kind: 'values', column, values: named.get('true') ?? [] };
  return { kind: 'and_not', queries: [{ kind: 'all' }, isTrue] };
}

/** Returns whether a query names the values of a column by some of their words. */
function isNamedByWords(column: NamedValues): boolean {
  return column === 'place' || column === 'period';
}

/** Returns whether a column names values by words and no title has a value, so that the catalog lacks such data. */
export function isAbsent(titles: Titles, column: NamedValues): boolean {
  return isNamedByWords(column) && columnOf(titles, column).dictionary.size === 0;
}

/** Returns the values that have every word of a text, ascending. */
function withWords(named: ValuesByName, text: string): readonly number[] {
  const [first = [], ...others] = wordsOf(text).map((word) => new Set(named.get(word)));
  return [...first].filter((value) => others.every((values) => values.has(value)));
}

function wordsOf(text: string): string[] {
  return foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Creates the query for titles that have a value whose id, code or name matches a word with wildcards. */
export function namedWildcardQuery(
  catalog: Catalog,
  column: NamedValues,
  { pieces, hasTrailingStar }: WildcardNode,
): Query {
  const escaped = pieces.map((piece) => foldName(piece).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.')}${hasTrailingStar ? '' : '$'}`, 'su');
  const matching = [...valuesByNameOf(catalog)[column]].filter(([name]) => pattern.test(name));
  return { kind: 'values', column, values: matching.flatMap(([, values]) => values) };
}

const valuesByNameOf = memoizePerObject((catalog: Catalog) =>
  lazyRecord(NAMED_VALUES, (column) =>
    readNames(columnOf(catalog.titles, column), (id, ord) =>
      namesOfValue(column, id, ord, catalog),
    ),
  ),
);

function columnOf(titles: Titles, name: NamedValues): ValuesColumn {
  switch (name) {
    case 'branch':
    case 'content_type':
    case 'on_order':
      return titles.queryColumns[name];
    default:
      return titles.columns[name];
  }
}

function readNames(
  { dictionary }: ValuesColumn,
  namesOf: (id: string, ord: number) => readonly string[],
): ValuesByName {
  const named = new Map<string, number[]>();
  for (let ord = 0; ord < dictionary.size; ord++) {
    for (const name of new Set(namesOf(dictionary.get(ord), ord).map(foldName))) {
      const values = named.get(name);
      if (values === undefined) named.set(name, [ord]);
      else values.push(ord);
    }
  }
  return named;
}

/**
 * Returns the texts by which a query names a value: its id, codes and names, or the words of a place or period. Returns
 * only `true` for the value of `available_at` that means any branch.
 */
function namesOfValue(
  column: NamedValues,
  id: string,
  ord: number,
  { titles, library }: Catalog,
): readonly string[] {
  switch (column) {
    case 'title_format':
      return [id, ...namesOfFormat(id, titles.value('title_format', ord).name)];
    case 'language': {
      const language = findLanguage(id);
      return language === undefined ? [id] : [id, ...language.codes, ...language.names];
    }
    case 'available_at':
      return id === ANYWHERE ? ['true'] : namesOfBranch(id, library);
    case 'branch':
      return namesOfBranch(id, library);
    case 'content_type':
      return id === 'nonfiction' ? [id, 'non-fiction', 'non fiction'] : [id];
    case 'place':
    case 'period':
      return wordsOf(id);
    default:
      return [id];
  }
}

/** Returns the display names of a format in all languages. `name` is the display name in English. */
function namesOfFormat(id: string, name: string): readonly string[] {
  return LOCALES.map((locale) => translatedName('format', id, name, namesOf(locale)));
}

function namesOfBranch(id: string, library: Library): readonly string[] {
  const nfcId = normalizeUnicode(id, 'NFC');
  const named = library.branches?.find((branch) => normalizeUnicode(branch.id, 'NFC') === nfcId);
  return named === undefined ? [id] : [id, named.name];
}

function foldName(text: string): string {
  return normalizeUnicode(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const UNBOUNDED = '*';

/** The column of a number field, and the conversion of a number in a query to a number in the column. */
interface ColumnOfField {
  readonly column: QueryNumber;
  toColumnValue(number: number): number;
  /** Whether a higher number in a query is a lower number in the column. */
  readonly isReversed: boolean;
}

/** Returns the name of the column of a number field. */
export function columnOfNumberField(field: NumberField): QueryNumber {
  return field === 'new' ? 'added_day' : field;
}

function numberColumnOf(field: NumberField, library: Library): ColumnOfField {
  const column = columnOfNumberField(field);
  switch (field) {
    case 'publication_year':
      return { column, toColumnValue: (year) => year, isReversed: false };
    case 'rating':
      return {
        column,
        toColumnValue: (stars) => Math.round(stars * RATING_UNITS),
        isReversed: false,
      };
    case 'new': {
      const today = dayOf(library.snapshot_date);
      return { column, toColumnValue: (days) => today - days, isReversed: true };
    }
  }
}

/**
 * Creates the query for titles whose number is between `from` and `to`, both inclusive. A bound `*` means unbounded.
 * For `new`, the number of a title is the number of days from the date when it was added to the date of the snapshot.
 */
export function numberQuery(field: NumberField, from: string, to: string, library: Library): Query {
  const { column, toColumnValue, isReversed } = numberColumnOf(field, library);
  const [low, high] = isReversed ? [to, from] : [from, to];
  return {
    kind: 'range',
    column,
    ...(low === UNBOUNDED ? {} : { from: toColumnValue(Number(low)) }),
    ...(high === UNBOUNDED ? {} : { to: toColumnValue(Number(high)) }),
  };
}

/** Creates the query for titles whose number compares as required. The columns contain whole numbers. */
export function comparisonQuery(
  field: NumberField,
  { operator, number }: ComparisonNode,
  library: Library,
): Query {
  const { column, toColumnValue, isReversed } = numberColumnOf(field, library);
  const value = toColumnValue(Number(number));
  const isInclusive = operator.endsWith('=');
  if (operator.startsWith('>') !== isReversed) {
    return { kind: 'range', column, from: isInclusive ? value : Math.floor(value) + 1 };
  }
  return { kind: 'range', column, to: isInclusive ? value : Math.ceil(value) - 1 };
}
