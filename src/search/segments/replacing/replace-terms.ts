import { decodeTerm } from '../../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../../frozen-index-data.js';
import { type Allocate, allocateArray } from '../allocate.js';
import { mergeNumbers, type SortedElements } from './merge-numbers.js';
import { mergeStrings } from './merge-strings.js';

type Terms = Pick<FrozenIndexData, 'termOffsets' | 'termUnits'>;

/** A merged term dictionary, and the mappings of the terms of both parts: see `MappedPart`. */
export interface ReplacedTerms extends Terms {
  readonly termsBefore: Uint32Array;
  readonly termsAdded: Uint32Array;
}

/**
 * Adds the terms of an index to the terms of another index, and removes the terms that no document has any more.
 *
 * @param keptCounts by term of `before`: the number of its postings in the merged index
 * @param allocate allocates the memory of the terms
 * @throws RangeError when the terms have more code units than a 32-bit offset can number
 */
export function replaceTerms(
  before: Terms,
  added: Terms,
  keptCounts: Uint32Array,
  allocate: Allocate,
): ReplacedTerms {
  const numbers = mergeNumbers(
    decodedTerms(before),
    decodedTerms(added),
    compareCodeUnits,
    (term) => keptCounts[term] > 0,
  );
  const { offsets, units } = mergeStrings(
    { offsets: before.termOffsets, units: before.termUnits },
    { offsets: added.termOffsets, units: added.termUnits },
    numbers,
    (length) => allocateArray(Uint16Array, length, allocate),
    'code units in terms',
  );
  return {
    termOffsets: offsets,
    termUnits: units,
    termsBefore: numbers.before,
    termsAdded: numbers.added,
  };
}

function decodedTerms({ termOffsets, termUnits }: Terms): SortedElements<string> {
  return {
    size: termOffsets.length - 1,
    get: (term) => decodeTerm(termUnits, termOffsets[term], termOffsets[term + 1]),
  };
}

function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
