import type { TermQuery } from '../query.js';
import type { Expansion } from './expansion.js';
import { findFuzzyTerms } from './fuzzy-terms.js';
import type { Vocabulary } from './vocabulary.js';

/** MiniSearch's default weights, and how fast the weight of a prefix match falls with its length. */
const PREFIX_WEIGHT = 0.375;
const FUZZY_WEIGHT = 0.45;
const PREFIX_DECAY = 0.3;

/**
 * The terms that a term query stands for, with MiniSearch's weights: 1 for the term itself, less the
 * longer a prefix match is, less the farther a fuzzy match is. What matches both ways is a prefix
 * match.
 */
export function expandTerm(vocabulary: Vocabulary, query: TermQuery): Expansion {
  const { term, boost = 1 } = query;
  const weights = query.weights ?? { prefix: PREFIX_WEIGHT, fuzzy: FUZZY_WEIGHT };
  const maximumDistance = query.fuzzy ?? 0;
  if (term === '') return toExpansion([]);
  if (query.prefix !== true && !(maximumDistance > 0)) {
    const number = vocabulary.find(term);
    return toExpansion(number < 0 ? [] : [[number, boost]]);
  }

  const range = query.prefix === true ? vocabulary.prefixRange(term) : exactRange(vocabulary, term);
  const matches: [number, number][] = [];
  for (let number = range.start; number < range.end; number++) {
    const length = vocabulary.lengthOf(number);
    const excess = length - term.length;
    const weight = excess === 0 ? 1 : (weights.prefix * length) / (length + PREFIX_DECAY * excess);
    matches.push([number, boost * weight]);
  }
  if (maximumDistance > 0) {
    const { terms, distances } = findFuzzyTerms(vocabulary, term, maximumDistance);
    terms.forEach((number, i) => {
      if (number >= range.start && number < range.end) return;
      const length = vocabulary.lengthOf(number);
      matches.push([number, (boost * weights.fuzzy * length) / (length + distances[i])]);
    });
    matches.sort(([a], [b]) => a - b);
  }
  return toExpansion(matches);
}

function exactRange(vocabulary: Vocabulary, term: string): { start: number; end: number } {
  const number = vocabulary.find(term);
  return number < 0 ? { start: 0, end: 0 } : { start: number, end: number + 1 };
}

function toExpansion(matches: readonly (readonly [number, number])[]): Expansion {
  return {
    terms: Uint32Array.from(matches, ([number]) => number),
    weights: Float64Array.from(matches, ([, weight]) => weight),
  };
}
