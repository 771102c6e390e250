import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../../catalog/query-columns.js';
import {
  createDocValuesColumnBuilder,
  type DocValuesColumnData,
  GrowableArray,
  NO_INTEGER,
} from '../../search/index.js';
import {
  addDocValuesColumn,
  copyDocValuesColumn,
  openDocValuesColumnOf,
} from '../format/columns.js';
import { getSection } from '../format/container/sections.js';
import { QUERY_SECTIONS } from '../format/titles.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/**
 * Creates an encoder of the columns of `query-columns.ts`, which the query language searches. A number column in which no
 * title has a number is written as an empty array. A column in which no title has other values is not built again.
 */
export function createQueryColumnsEncoder(): TitlesPartEncoder {
  const values = QUERY_VALUES.map((name) => ({ name, builder: createDocValuesColumnBuilder() }));
  const numbers = QUERY_NUMBERS.map((name) => ({ name, added: new GrowableArray() }));
  let unchanged: UnchangedTitles | undefined;
  /** The columns of the unchanged titles, in the order of `values`. */
  let columnsBefore: DocValuesColumnData[] = [];
  return {
    addUnchanged(titles) {
      unchanged = titles;
      const { sections, numbers: unchangedNumbers } = titles;
      columnsBefore = values.map(({ name, builder }) => {
        const column = openDocValuesColumnOf(sections, QUERY_SECTIONS.values(name));
        builder.addDocuments(column, unchangedNumbers);
        return column.data;
      });
      for (const { name, added } of numbers) {
        const before = getSection(sections, QUERY_SECTIONS.numbers(name), Int32Array);
        const numbersAdded = added.extend(unchangedNumbers.length);
        if (before.length === 0) numbersAdded.fill(NO_INTEGER);
        else numbersAdded.set(unchangedNumbers.map((number) => before[number]));
      }
    },
    add(title) {
      const ofTitle = queryValues(title);
      for (const { name, builder } of values) builder.add(ofTitle[name]);
      const numbersOfTitle = queryNumbers(title);
      for (const { name, added } of numbers) added.push(integerOf(numbersOfTitle[name]));
    },
    finish(sections, docIds) {
      for (const [i, { name, builder }] of values.entries()) {
        const section = QUERY_SECTIONS.values(name);
        const column = builder.build((value) => value, docIds, true);
        if (unchanged !== undefined && column === columnsBefore[i]) {
          copyDocValuesColumn(unchanged.sections, sections, section);
        } else {
          addDocValuesColumn(sections, section, column);
        }
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
