import {
  encodeTerms,
  measureSharedLengths,
  minSharedLengthsOf,
  openTermDictionary,
  orderBySuffix,
  type TermDictionary,
} from '../../../src/search/dictionary/term-dictionary.js';

/** Opens a dictionary of terms, which must be sorted and distinct. */
export function openTestDictionary(terms: readonly string[]): TermDictionary {
  const { termOffsets, termUnits } = encodeTerms(terms);
  const termSharedLengths = measureSharedLengths(termOffsets, termUnits);
  return openTermDictionary({
    termOffsets,
    termUnits,
    termSharedLengths,
    termMinSharedLengths: minSharedLengthsOf(termSharedLengths),
    termsBySuffix: orderBySuffix(termOffsets, termUnits),
  });
}
