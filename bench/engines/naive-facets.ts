import { NARROWINGS, type Narrowing, narrowingValues } from '../../src/catalog/narrowings.js';
import type { Title } from '../../src/index.js';
import { FACET_LIMIT, type Facets, type FacetValues } from '../engine.js';
import type { NarrowingChoice } from '../query.js';

/** The facet values of a title by column. */
export type ColumnValues = Readonly<Record<Narrowing, readonly string[]>>;

/** Returns the facet values of a title, without duplicates. */
export function columnValues(title: Title): ColumnValues {
  const values = narrowingValues(title, title.tags ?? []);
  return byColumn((column) => [...new Set(values[column])]);
}

/** Calls a function for every column, and returns the results by column. */
export function byColumn<T>(of: (column: Narrowing) => T): Record<Narrowing, T> {
  return Object.fromEntries(NARROWINGS.map((column) => [column, of(column)])) as Record<
    Narrowing,
    T
  >;
}

/** Returns whether a title has every chosen value. Ignores the choices in the column `except`. */
export function hasValues(
  values: ColumnValues,
  narrowings: readonly NarrowingChoice[],
  except?: Narrowing,
): boolean {
  return narrowings.every(
    ({ column, value }) => column === except || values[column].includes(value),
  );
}

/** Counts facets with one map per column. A chosen value does not change the counts of its own column. */
export function countNaively(
  matches: readonly ColumnValues[],
  narrowings: readonly NarrowingChoice[],
): Facets {
  return byColumn((column) => {
    const counts = new Map<string, number>();
    for (const values of matches) {
      if (!hasValues(values, narrowings, column)) continue;
      for (const value of values[column]) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return topByCount(counts);
  });
}

/** Returns the {@link FACET_LIMIT} most frequent values, the most frequent first. */
export function topByCount(counts: Iterable<readonly [string, number]>): FacetValues {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, FACET_LIMIT);
}
