import { collationKey } from '../search/columns/collation.js';
import type { LinkTo } from './links.js';
import type { Metadata } from './schema/metadata.js';

/** How many values a narrowing lists at most. */
export const MOST_NARROW_TOS = 25;

/** A way to sort, as metadata names it. */
export interface SortOption {
  readonly id: string;
  readonly name: string;
}

/** A narrowing and the values it can narrow to, the most frequent first. */
export interface NarrowingOption {
  readonly id: string;
  readonly name: string;
  readonly values: readonly {
    readonly id: string;
    readonly name: string;
    readonly count: number;
  }[];
}

/** The metadata object (section 2.1). A narrowing without values is left out. */
export function metadataOf(
  sorts: readonly SortOption[],
  narrowings: readonly NarrowingOption[],
  linkTo: LinkTo,
): Metadata {
  return {
    sort_bys: sorts.map(({ id, name }) => ({ id, name, link: linkTo('sort', id) })),
    narrow_bys: narrowings
      .filter(({ values }) => values.length > 0)
      .map(({ id, name, values }) => ({
        id,
        name,
        narrow_tos: values.map((value) => ({ ...value, link: linkTo(id, value.id) })),
      })),
  };
}

/** The values that metadata lists: those with the highest counts, equal ones by name. */
export function mostFrequent<T extends { readonly name: string; readonly count: number }>(
  values: readonly T[],
): T[] {
  return values
    .toSorted((a, b) => b.count - a.count || (collationKey(a.name) < collationKey(b.name) ? -1 : 1))
    .slice(0, MOST_NARROW_TOS);
}
