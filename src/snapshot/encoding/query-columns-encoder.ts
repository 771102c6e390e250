import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import type { Title } from '../../catalog/records/title.js';
import { buildNumberColumn, createDocValuesColumnBuilder } from '../../search/index.js';
import { addDocValuesColumn, openDocValuesColumnOf } from '../format/columns.js';
import type { SectionData } from '../format/container/sections.js';
import { QUERY_SECTIONS } from '../format/titles.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** Collects and writes the columns of `query-columns.ts`, which the query language searches. */
export interface QueryColumnsEncoder {
  /** Adds unchanged titles. */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Adds the values of the next title. */
  add(title: Title): void;
  /**
   * Writes one group of sections per column.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

/** Creates the encoder. A number column in which no title has a number is written as an empty array. */
export function createQueryColumnsEncoder(): QueryColumnsEncoder {
  const values = QUERY_VALUES.map((name) => ({ name, builder: createDocValuesColumnBuilder() }));
  const numbers = QUERY_NUMBERS.map((name) => ({ name, added: [] as (number | undefined)[] }));
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
        for (const number of unchanged) added.push(column.get(number));
      }
    },
    add(title) {
      const ofTitle = queryValues(title);
      for (const { name, builder } of values) builder.add(ofTitle[name]);
      const numbersOfTitle = queryNumbers(title);
      for (const { name, added } of numbers) added.push(numbersOfTitle[name]);
    },
    finish(sections, docIds) {
      for (const { name, builder } of values) {
        const column = builder.build((value) => value, docIds);
        addDocValuesColumn(sections, QUERY_SECTIONS.values(name), column);
      }
      for (const { name, added } of numbers) {
        const byTitle = new Array<number | undefined>(added.length);
        docIds.forEach((docId, position) => {
          byTitle[docId] = added[position];
        });
        const isEmpty = byTitle.every((number) => number === undefined);
        const column = buildNumberColumn(isEmpty ? [] : byTitle);
        sections.set(QUERY_SECTIONS.numbers(name), column.numbers);
      }
    },
  };
}
