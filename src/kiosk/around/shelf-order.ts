import type { Catalog } from '../../catalog/catalog.js';
import { normalizeCallNumber } from '../../catalog/search-fields.js';
import { shelfKey } from '../../catalog/shelf.js';
import { partitionPoint } from '../../search/index.js';

/** A place on the shelf: a call number, and a title that has it. */
export interface ShelfPlace {
  /** The call number, normalized. */
  readonly callNumber: string;
  /** The number of the title. */
  readonly title: number;
}

/** The places on the shelf of a catalog; see `Shelf`. */
export interface ShelfOrder {
  readonly size: number;
  /** Returns the place at a position, from 0. */
  place(position: number): ShelfPlace;
  /**
   * Returns the position of a title at a call number, or else of the first place that is not before the call number.
   *
   * @param title the number of a title. Default: the first title at the call number.
   */
  positionOf(callNumber: string, title?: number): number;
}

/** The id of the place that a reader looks for, on a page of the shelf. */
export const SOUGHT_ID = 'sought';

/** Returns the shelf of a catalog. */
export function shelfOrder({ titles: { queryColumns, ranks, shelf } }: Catalog): ShelfOrder {
  const { dictionary } = queryColumns.call_number;
  const { callNumbers, starts, titles } = shelf;
  const callNumberAt = (rank: number) => dictionary.get(callNumbers[rank]);
  return {
    size: titles.length,
    place: (position) => {
      const rank = partitionPoint(0, callNumbers.length, (it) => starts[it + 1] <= position);
      return { callNumber: callNumberAt(rank), title: titles[position] };
    },
    positionOf: (callNumber, title) => {
      const sought = normalizeCallNumber(callNumber);
      const key = shelfKey(sought);
      const rank = partitionPoint(0, callNumbers.length, (it) => {
        const other = callNumberAt(it);
        const otherKey = shelfKey(other);
        return otherKey < key || (otherKey === key && other < sought);
      });
      if (title === undefined || rank === callNumbers.length || callNumberAt(rank) !== sought) {
        return starts[rank];
      }
      const isBefore = (place: number) => ranks.author[titles[place]] < ranks.author[title];
      return partitionPoint(starts[rank], starts[rank + 1], isBefore);
    },
  };
}
