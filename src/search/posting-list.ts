import { intersect, locateAll, locateKnown } from './document-sets.js';
import type { RankedBitset } from './ranked-bitset.js';

/** The postings of one term: views, not copies. */
export interface PostingList {
  /** Ascending. */
  readonly documents: Uint32Array;
  /** Beside {@link documents}. */
  readonly signatures: Uint16Array | Uint32Array;
  /** Those of `candidates` (ascending) that have the term. */
  restrict(candidates: Uint32Array): Uint32Array;
  /**
   * Where in the list each of some documents (ascending) stands, or -1.
   *
   * @param allHaveIt whether all of them are known to have the term
   */
  locate(documents: Uint32Array, allHaveIt: boolean): Int32Array;
}

/** @param ranked gives the documents of a long list once more; a short one has none */
export function createPostingList(
  documents: Uint32Array,
  signatures: Uint16Array | Uint32Array,
  ranked?: () => RankedBitset,
): PostingList {
  if (ranked === undefined) {
    return {
      documents,
      signatures,
      restrict: (candidates) => intersect(candidates, documents),
      locate: (some, allHaveIt) => (allHaveIt ? locateKnown : locateAll)(some, documents).slice(),
    };
  }
  return {
    documents,
    signatures,
    restrict: (candidates) => ranked().restrict(candidates),
    locate(some) {
      const places = new Int32Array(some.length);
      ranked().locateAll(some, places);
      return places;
    },
  };
}
