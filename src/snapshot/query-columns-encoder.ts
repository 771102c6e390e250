import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  queryNumbers,
  queryValues,
} from '../catalog/query-columns.js';
import type { Title } from '../catalog/title.js';
import { createValueColumnBuilder } from '../search/columns/build-value-column.js';
import { buildNumberColumn } from '../search/columns/number-column.js';
import { addValueColumn } from './format/columns.js';
import { QUERY_SECTIONS } from './format/query-columns.js';
import type { SectionData } from './format/section.js';

/** Takes titles one after the other and keeps of them what the query language asks about. */
export interface QueryColumnsEncoder {
  add(title: Title): void;
  /**
   * Writes the sections.
   *
   * @param order the final number of every title by the order in which they were added
   */
  finish(sections: Map<string, SectionData>, order: Uint32Array): void;
}

/** An encoder of the columns of `query-columns.ts`. A number that no title has takes no room. */
export function createQueryColumnsEncoder(): QueryColumnsEncoder {
  const values = QUERY_VALUES.map((name) => ({ name, builder: createValueColumnBuilder() }));
  const numbers = QUERY_NUMBERS.map((name) => ({ name, arrived: [] as (number | undefined)[] }));
  return {
    add(title) {
      const ofTitle = queryValues(title);
      for (const { name, builder } of values) builder.add(ofTitle[name]);
      const numbersOfTitle = queryNumbers(title);
      for (const { name, arrived } of numbers) arrived.push(numbersOfTitle[name]);
    },
    finish(sections, order) {
      for (const { name, builder } of values) {
        const column = builder.build((value) => value, order);
        addValueColumn(sections, QUERY_SECTIONS.values(name), column);
      }
      for (const { name, arrived } of numbers) {
        const byTitle = new Array<number | undefined>(arrived.length);
        order.forEach((final, arrival) => {
          byTitle[final] = arrived[arrival];
        });
        const isEmpty = byTitle.every((number) => number === undefined);
        const column = buildNumberColumn(isEmpty ? [] : byTitle);
        sections.set(QUERY_SECTIONS.numbers(name), column.numbers);
      }
    },
  };
}
