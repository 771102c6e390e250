import { mapNarrowings, type Narrowing, narrowingValues } from '../../src/catalog/narrowings.js';
import type { Title } from '../../src/index.js';
import { FACET_LIMIT, type Facets, type FacetValues } from './engine.js';

/** The facet values of a title by column. */
export type ColumnValues = Readonly<Record<Narrowing, readonly string[]>>;

/** Returns the facet values of a title, without duplicates. */
export function columnValues(title: Title): ColumnValues {
  const values = narrowingValues(title, title.tags ?? []);
  return mapNarrowings((column) => [...new Set(values[column])]);
}

/** Counts facets with one map per column. */
export function countNaively(matches: readonly ColumnValues[]): Facets {
  return mapNarrowings((column) => {
    const counts = new Map<string, number>();
    for (const values of matches) {
      for (const value of values[column]) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return topByCount(counts);
  });
}

/** Returns the {@link FACET_LIMIT} most frequent values, the most frequent first. */
export function topByCount(counts: Iterable<readonly [string, number]>): FacetValues {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, FACET_LIMIT);
}
