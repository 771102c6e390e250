/*
 * Encodes the columns of titles: of each narrowing, and of the fields of the query language, and the ranks of titles in each
 * sort order.
 */

import { collationKey } from '../../base/collation.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import { GrowableArray } from '../../base/typed-arrays.js';
import type { Titles } from '../../catalog/catalog.js';
import type { ValueForms } from '../../catalog/narrowings.js';
import { popularityLevel } from '../../catalog/popularity.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import type { Title } from '../../catalog/records/title.js';
import {
  SORT_FIELDS,
  type Sort,
  type SortableTitle,
  type SortKeys,
  STORED_SORTS,
  sortKey,
  sortKeys,
} from '../../catalog/sort-keys.js';
import {
  createDocValuesColumnBuilder,
  createSortRanksBuilder,
  type DocValuesColumn,
  type DocValuesColumnData,
  mergeDocValues,
  NO_INTEGER,
  openDocValuesColumn,
  type ReplacedDocument,
  renameDocValues,
  sortDocValues,
  uniteDocValues,
} from '../../search/index.js';
import {
  addDocValuesColumn,
  copyDocValuesColumn,
  openDocValuesColumnOf,
  QUERY_SECTIONS,
  TITLE_SECTIONS,
} from '../format/columns.js';
import {
  getParallel,
  getSection,
  type Sections,
  type SectionWriter,
} from '../format/container/sections.js';

/** Titles of an open catalog that did not change. Encoders copy what they need without decoding each title. */
export interface UnchangedTitles {
  /** The sections of the catalog. */
  readonly sections: Sections;
  readonly titles: Titles;
  /** The numbers of the unchanged titles, ascending. */
  readonly numbers: Uint32Array;
  /** Returns the ratings of a title by users, by the id of the title. */
  ratingsOf(id: string): readonly number[];
}

/** The numbers of titles in the sections to write. */
export interface TitleNumbers {
  /** The number of titles. */
  readonly size: number;
  /**
   * `docIds[i]` is the doc id of the title that was added at position `i`. With unchanged titles, the titles before the
   * changes are at the first positions. A title that changed has the doc id `LEFT_OUT` there.
   */
  readonly docIds: Uint32Array;
}

/** Collects one part of the data of each title, and writes its sections. */
export interface TitlesPartEncoder {
  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void;
  add(title: Title): void;
  finish(sections: SectionWriter, numbers: TitleNumbers): void;
}

/** Returns the numbers from 0 to `length - 1`. */
export function ascending(length: number): Uint32Array {
  return new Uint32Array(length).map((_, i) => i);
}

/**
 * Returns the inverse of a permutation.
 *
 * @example invert(Uint32Array.of(2, 0, 1)) // Uint32Array [1, 2, 0]
 */
export function invert(permutation: Uint32Array): Uint32Array {
  const inverse = new Uint32Array(permutation.length);
  permutation.forEach((number, i) => {
    inverse[number] = i;
  });
  return inverse;
}

/**
 * Sets the number of each title at its doc id, and returns `numbers`.
 *
 * @param added the numbers of the titles in the order of adding, which are removed from the array
 * @param docIds see `TitleNumbers`
 */
export function setByDocId<Numbers extends Uint8Array | Int32Array | Float32Array>(
  numbers: Numbers,
  added: GrowableArray<Uint32Array | Float64Array>,
  docIds: Uint32Array,
): Numbers {
  const byPosition = added.take();
  for (let position = 0; position < docIds.length; position++) {
    const docId = docIds[position];
    if (docId !== LEFT_OUT) numbers[docId] = byPosition[position];
  }
  return numbers;
}

/** An encoded column. */
export interface EncodedColumn {
  readonly column: DocValuesColumn;
  /** The column of the titles before the changes, if there are unchanged titles. */
  readonly before: DocValuesColumn | undefined;
}

/** Options of {@link ColumnEncoder.finish}. */
interface ColumnOptions {
  /** Returns the sort key of a value: see `DocValuesColumnBuilder.build`. */
  readonly keyOf: (value: string) => string;
  /** Whether values can have other keys than before the changes. Default: false. */
  readonly hasNewKeys?: boolean;
}

/** Encodes the values of titles in one column. Takes over the values of unchanged titles without decoding them. */
export class ColumnEncoder {
  private readonly builder = createDocValuesColumnBuilder();
  private unchanged: UnchangedTitles | undefined;

  /**
   * @param name the name of the sections of the column
   * @param forms How different forms of one value are recognized, of which the column has the form in the title with the
   *   lowest number. Default: each form is a value.
   */
  constructor(
    private readonly name: string,
    private readonly forms?: ValueForms,
  ) {}

  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void {
    this.unchanged = unchanged;
  }

  /** Adds the values of the next title. */
  add(values: readonly string[]): void {
    this.builder.add(values);
  }

  /**
   * Writes the sections of the column. If no title has other values than before the changes, the sections are the
   * arrays from before.
   */
  finish(
    sections: SectionWriter,
    numbers: TitleNumbers,
    { keyOf, hasNewKeys = false }: ColumnOptions,
  ): EncodedColumn {
    const { builder, forms, name, unchanged } = this;
    const write = (withForms: DocValuesColumnData) => {
      const data = forms === undefined ? withForms : uniteDocValues(withForms, forms.keyOf);
      addDocValuesColumn(sections, name, data, forms?.keyOf);
      return openDocValuesColumn(data);
    };
    if (unchanged === undefined) {
      return { column: write(builder.build(keyOf, numbers.docIds)), before: undefined };
    }
    const before = openDocValuesColumnOf(unchanged.sections, name, unchanged.titles.size);
    const sorted = hasNewKeys ? sortDocValues(before.data, keyOf) : before.data;
    const added = builder.build(keyOf);
    const merged = mergeDocValues([sorted, added], numbers, keyOf);
    if (merged === before.data) {
      copyDocValuesColumn(unchanged.sections, sections, name);
      return { column: before, before };
    }
    const names =
      forms === undefined ? NO_NAMES : formsOfUnchanged(before, unchanged, forms, keyOf);
    if (names.size === 0) return { column: write(merged), before };
    const renamed = renameDocValues(sorted, names, keyOf);
    return { column: write(mergeDocValues([renamed, added], numbers, keyOf)), before };
  }
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

/**
 * Returns the values that have another form in the lowest unchanged title than in the lowest title before the changes, by
 * ordinal. Reads only unchanged titles whose value has its form from a title that changed.
 */
function formsOfUnchanged(
  { dictionary, documentCount, valuesOf }: DocValuesColumn,
  { titles, numbers }: UnchangedTitles,
  forms: ValueForms,
  keyOf: (value: string) => string,
): ReadonlyMap<number, string> {
  const lowest = lowestDocuments(dictionary.size, ascending(documentCount), valuesOf);
  const lowestUnchanged = lowestDocuments(dictionary.size, numbers, valuesOf);
  const names = new Map<number, string>();
  lowestUnchanged.forEach((number, ord) => {
    if (number === lowest[ord] || number === LEFT_OUT) return;
    const value = dictionary.get(ord);
    const key = forms.keyOf(value);
    const form = forms
      .formsIn(titles.get(number))
      .filter((other) => forms.keyOf(other) === key)
      .reduce((first, other) => (keyOf(other) < keyOf(first) ? other : first));
    if (form !== value) names.set(ord, form);
  });
  return names;
}

/** Returns the first of some documents that has each value, by ordinal, or `LEFT_OUT`. */
function lowestDocuments(
  size: number,
  documents: Uint32Array,
  valuesOf: DocValuesColumn['valuesOf'],
): Uint32Array {
  const lowest = new Uint32Array(size).fill(LEFT_OUT);
  for (const document of documents) {
    for (const ord of valuesOf(document)) lowest[ord] = Math.min(lowest[ord], document);
  }
  return lowest;
}

/**
 * Creates an encoder of the columns of `query-columns.ts`, which the query language searches. A number column in which no
 * title has a number is written as an empty array. A column in which no title has other values is not built again.
 */
export function createQueryColumnsEncoder(): TitlesPartEncoder {
  const values = QUERY_VALUES.map((name) => ({
    name,
    column: new ColumnEncoder(QUERY_SECTIONS.values(name)),
  }));
  const numbers = QUERY_NUMBERS.map((name) => ({ name, added: new GrowableArray() }));
  return {
    addUnchanged(titles) {
      const {
        sections,
        titles: { size },
      } = titles;
      for (const { column } of values) column.addUnchanged(titles);
      for (const { name, added } of numbers) {
        const before = getSection(sections, QUERY_SECTIONS.numbers(name), Int32Array);
        if (before.length === 0) added.extend(size).fill(NO_INTEGER);
        else added.extend(size).set(before);
      }
    },
    add(title) {
      const ofTitle = queryValues(title);
      for (const { name, column } of values) column.add(ofTitle[name]);
      const numbersOfTitle = queryNumbers(title);
      for (const { name, added } of numbers) added.push(integerOf(numbersOfTitle[name]));
    },
    finish(sections, titles) {
      for (const { column } of values) column.finish(sections, titles, { keyOf: (value) => value });
      for (const { name, added } of numbers) {
        const byTitle = setByDocId(new Int32Array(titles.size), added, titles.docIds);
        const isEmpty = byTitle.every((number) => number === NO_INTEGER);
        sections.set(QUERY_SECTIONS.numbers(name), isEmpty ? new Int32Array(0) : byTitle);
      }
    },
  };
}

/**
 * Returns a number that an Int32Array can contain, otherwise {@link NO_INTEGER}. A date far from
 * today has no such number.
 */
function integerOf(number: number | undefined): number {
  return number !== undefined && (number | 0) === number ? number : NO_INTEGER;
}

/** Collects the sort keys of titles, and writes sort ranks and the popularity of titles. Decodes few unchanged titles. */
export interface RanksEncoder extends Omit<TitlesPartEncoder, 'add'> {
  add(title: Title, ratings: readonly number[], listItems: number): void;
}

const ALL_SORT_FIELDS = Object.values(SORT_FIELDS).flat();

/** The direction of each sort order: 1 for ascending, -1 for descending. */
const DIRECTIONS = {
  title: 1,
  author: 1,
  published_date: -1,
  newly_acquired: -1,
  ugc_rating: -1,
  popularity: -1,
  family_name: 1,
} as const satisfies Readonly<Record<Sort, 1 | -1>>;

/**
 * Creates the encoder. The encoder writes the rank of each title in each sort order, the doc ids in title order, and the
 * popularity levels.
 */
export function createRanksEncoder(): RanksEncoder {
  const ranks = STORED_SORTS.map((sort) => ({
    sort,
    builder: createSortRanksBuilder<string | number>(),
  }));
  const levels = new GrowableArray(Float64Array);
  let before: Titles | undefined;
  return {
    addUnchanged({ sections, titles, numbers, ratingsOf }) {
      before = titles;
      for (const { sort, builder } of ranks) {
        const keyOf = (number: number) => {
          const title: Partial<SortableTitle> = titles.pick(number, SORT_FIELDS[sort]);
          return sortKey(sort, title, sort === 'ugc_rating' ? ratingsOf(titles.id(number)) : []);
        };
        builder.addRanked(titles.ranks[sort], numbers, keyOf);
      }
      const { size } = titles;
      levels.extend(size).set(getParallel(sections, TITLE_SECTIONS.popularity, Float32Array, size));
    },
    add(title, ratings, listItems) {
      const keys = sortKeys(title, ratings);
      const replaced = before && replacedIn(before, title, keys);
      for (const { sort, builder } of ranks) builder.add(keys[sort], replaced?.(sort));
      const signs = { holdings: title.holdings?.length ?? 0, ratings: ratings.length, listItems };
      levels.push(popularityLevel(title, signs));
    },
    finish(sections, { size, docIds }) {
      const ofTitles = docIds.filter((docId) => docId !== LEFT_OUT);
      const built = {} as Record<Sort, Uint32Array>;
      for (const { sort, builder } of ranks) {
        built[sort] = builder.build(toCollationKey, DIRECTIONS[sort], ofTitles);
        sections.set(TITLE_SECTIONS.rank(sort), built[sort]);
      }
      sections.set(TITLE_SECTIONS.byTitle, invert(built.title));
      const popularity = new Float32Array(size);
      sections.set(TITLE_SECTIONS.popularity, setByDocId(popularity, levels, docIds));
    },
  };
}

/**
 * Returns the ranks of the title that a title replaces, and whether its keys are the same. Users' ratings may have
 * changed, so the key by rating is the same only if the record has a rating.
 */
function replacedIn(
  before: Titles,
  title: Title,
  keys: SortKeys,
): ((sort: Sort) => ReplacedDocument) | undefined {
  const number = before.numberOf(title.id);
  if (number < 0) return undefined;
  const keysBefore = sortKeys(before.pick(number, ALL_SORT_FIELDS), []);
  return (sort) => ({
    rank: before.ranks[sort][number],
    hasSameValue:
      keysBefore[sort] === keys[sort] && (sort !== 'ugc_rating' || title.rating !== undefined),
  });
}

function toCollationKey(key: string | number): string | number {
  return typeof key === 'string' ? collationKey(key) : key;
}
