import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import { createDocValuesColumnBuilder, GrowableArray, NO_INTEGER } from '../../search/index.js';
import { addDocValuesColumn, openDocValuesColumnOf } from '../format/columns.js';
import { QUERY_SECTIONS } from '../format/titles.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';

/**
 * Creates an encoder of the columns of `query-columns.ts`, which the query language searches. A number column in which no
 * title has a number is written as an empty array.
 */
export function createQueryColumnsEncoder(): TitlesPartEncoder {
  const values = QUERY_VALUES.map((name) => ({ name, builder: createDocValuesColumnBuilder() }));
  const numbers = QUERY_NUMBERS.map((name) => ({ name, added: new GrowableArray() }));
  return {
    addUnchanged({ sections, titles, numbers: unchanged }) {
      for (const { name, builder } of values) {
        builder.addDocuments(
          openDocValuesColumnOf(sections, QUERY_SECTIONS.values(name)),
          unchanged,
        );
      }
      for (const { name, added } of numbers) {
        const column = titles.queryNumbers[name];
        const numbersAdded = added.extend(unchanged.length);
        for (let i = 0; i < unchanged.length; i++) {
          numbersAdded[i] = column.get(unchanged[i]) ?? NO_INTEGER;
        }
      }
    },
    add(title) {
      const ofTitle = queryValues(title);
      for (const { name, builder } of values) builder.add(ofTitle[name]);
      const numbersOfTitle = queryNumbers(title);
      for (const { name, added } of numbers) added.push(integerOf(numbersOfTitle[name]));
    },
    finish(sections, docIds) {
      for (const { name, builder } of values) {
        const column = builder.build((value) => value, docIds, true);
        addDocValuesColumn(sections, QUERY_SECTIONS.values(name), column);
      }
      for (const { name, added } of numbers) {
        const byTitle = new Int32Array(added.length);
        const byPosition = added.take();
        docIds.forEach((docId, position) => {
          byTitle[docId] = byPosition[position];
        });
        const isEmpty = byTitle.every((number) => number === NO_INTEGER);
        sections.set(QUERY_SECTIONS.numbers(name), isEmpty ? new Int32Array(0) : byTitle);
      }
    },
  };
}

/**
 * Returns a number that an Int32Array can contain, otherwise {@link NO_INTEGER}. The checks of a snapshot do not read
 * dates, so the record of a snapshot that was tampered with can contain an invalid date.
 */
function integerOf(number: number | undefined): number {
  return number !== undefined && (number | 0) === number ? number : NO_INTEGER;
}
