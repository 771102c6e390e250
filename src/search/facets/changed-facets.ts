import type { ChangedColumn } from '../columns/changed-column.js';
import { type FacetCounts, topValues } from './column-counter.js';
import type { FacetCounter, FacetFilter } from './facet-counter.js';

/**
 * Returns a counter that uses a changed column instead of one of the columns of `facets`. Filters on the changed column
 * are applied before the other filters. The values of the changed column are counted document by document.
 *
 * @param name the name of the column
 */
export function withChangedColumn(
  facets: FacetCounter,
  name: string,
  column: ChangedColumn,
): FacetCounter {
  function narrow(documents: Uint32Array, filters: readonly FacetFilter[]) {
    const own = filters.filter((filter) => 'values' in filter && filter.column === name);
    const others = filters.filter((filter) => !own.includes(filter));
    const selected = own.reduce(
      (kept, filter) => ('values' in filter ? column.select(kept, filter.values) : kept),
      documents,
    );
    const narrowed = facets.narrow(selected, others);
    const ignoringOwn = own.length === 0 ? narrowed : facets.narrow(documents, others);
    return {
      documents: narrowed.documents,
      selectIgnoring: (ignored: string) =>
        ignored === name ? ignoringOwn.documents : narrowed.selectIgnoring(ignored),
      count(limit: number, columns?: readonly string[]): Record<string, FacetCounts> {
        const counts = narrowed.count(limit, columns);
        if (columns !== undefined && !columns.includes(name)) return counts;
        return { ...counts, [name]: topValues(column.count(ignoringOwn.documents), limit) };
      },
    };
  }
  return {
    narrow,
    count: (documents, limit, filters = []) => narrow(documents, filters).count(limit),
  };
}
