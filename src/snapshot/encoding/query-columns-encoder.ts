import { GrowableArray } from '../../base/growable-array.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import { NO_INTEGER } from '../../search/index.js';
import { getSection } from '../format/container/sections.js';
import { QUERY_SECTIONS } from '../format/title-sections.js';
import { ColumnEncoder } from './column-encoder.js';
import { setByDocId } from './permutations.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';

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
