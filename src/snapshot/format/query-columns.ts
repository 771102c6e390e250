import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  type QueryNumber,
  type QueryValues,
} from '../../catalog/query-columns.js';
import { type NumberColumn, openNumberColumn } from '../../search/columns/number-column.js';
import type { ValueColumn } from '../../search/columns/value-column.js';
import { openValueColumnOf } from './columns.js';
import { onDemand } from './on-demand.js';
import type { Sections } from './section.js';
import { requireSection, sectionOf } from './section-of.js';

/** The sections that hold what the query language asks about, by what is in them. */
export const QUERY_SECTIONS = {
  values: (name: QueryValues) => `titles.query.${name}`,
  numbers: (name: QueryNumber) => `titles.query.${name}`,
} as const;

/** The columns of `query-columns.ts`. */
export interface QueryColumns {
  readonly values: Readonly<Record<QueryValues, ValueColumn>>;
  readonly numbers: Readonly<Record<QueryNumber, NumberColumn>>;
}

/** Opens the columns that the query language asks about: each when it is asked about. */
export function openQueryColumns(sections: Sections): QueryColumns {
  for (const name of QUERY_VALUES)
    requireSection(sections, `${QUERY_SECTIONS.values(name)}.values`);
  for (const name of QUERY_NUMBERS) requireSection(sections, QUERY_SECTIONS.numbers(name));
  return {
    values: onDemand(QUERY_VALUES, (name) =>
      openValueColumnOf(sections, QUERY_SECTIONS.values(name)),
    ),
    numbers: onDemand(QUERY_NUMBERS, (name) =>
      openNumberColumn({ numbers: sectionOf(sections, QUERY_SECTIONS.numbers(name), Int32Array) }),
    ),
  };
}
