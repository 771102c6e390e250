/*
 * Encodes the columns of titles: of each narrowing, and of the fields of the query language.
 */

import { GrowableArray } from '../../base/growable-array.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import {
  createDocValuesColumnBuilder,
  type DocValuesColumn,
  mergeDocValues,
  NO_INTEGER,
  openDocValuesColumn,
  sortDocValues,
} from '../../search/index.js';
import {
  addDocValuesColumn,
  copyDocValuesColumn,
  openDocValuesColumnOf,
  QUERY_SECTIONS,
} from '../format/columns.js';
import { getSection, type SectionWriter } from '../format/container/sections.js';
import {
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

  /** @param name the name of the sections of the column */
  constructor(private readonly name: string) {}

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
    const { builder, name, unchanged } = this;
    if (unchanged === undefined) {
      const data = builder.build(keyOf, numbers.docIds);
      addDocValuesColumn(sections, name, data);
      return { column: openDocValuesColumn(data), before: undefined };
    }
    const before = openDocValuesColumnOf(unchanged.sections, name, unchanged.titles.size);
    const sorted = hasNewKeys ? sortDocValues(before.data, keyOf) : before.data;
    const data = mergeDocValues([sorted, builder.build(keyOf)], numbers, keyOf);
    if (data === before.data) {
      copyDocValuesColumn(unchanged.sections, sections, name);
      return { column: before, before };
    }
    addDocValuesColumn(sections, name, data);
    return { column: openDocValuesColumn(data), before };
  }
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
