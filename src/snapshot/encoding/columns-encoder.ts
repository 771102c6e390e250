/*
 * Encodes the columns of titles: of each narrowing, and of the fields of the query language.
 */

import { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import type { ValueForms } from '../../catalog/narrowings.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import {
  createDocValuesColumnBuilder,
  type DocValuesColumn,
  type DocValuesColumnData,
  mergeDocValues,
  NO_INTEGER,
  openDocValuesColumn,
  renameDocValues,
  sortDocValues,
  uniteDocValues,
} from '../../search/index.js';
import {
  addDocValuesColumn,
  copyDocValuesColumn,
  openDocValuesColumnOf,
  QUERY_SECTIONS,
} from '../format/columns.js';
import { getSection, type SectionWriter } from '../format/container/sections.js';
import {
  ascending,
  setByDocId,
  type TitleNumbers,
  type TitlesPartEncoder,
  type UnchangedTitles,
} from './titles-part-encoder.js';

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
