import type { TermQuery } from '../query.js';
import type { Expansion } from './expansion.js';
import { type FuzzyTerms, findFuzzyTerms } from './fuzzy-terms.js';
import type { Vocabulary } from './vocabulary.js';

/** MiniSearch's default weights, and how fast the weight of a prefix match falls with its length. */
const PREFIX_WEIGHT = 0.375;
const FUZZY_WEIGHT = 0.45;
const PREFIX_DECAY = 0.3;

const NO_FUZZY: FuzzyTerms = { terms: [], distances: [] };

/**
 * The terms that a term query stands for, with MiniSearch's weights: 1 for the term itself, less the
 * longer a prefix match is, less the farther a fuzzy match is. What matches both ways is a prefix
 * match.
 */
export function expandTerm(vocabulary: Vocabulary, query: TermQuery): Expansion {
  const { term, boost = 1 } = query;
  const worth = query.weights ?? { prefix: PREFIX_WEIGHT, fuzzy: FUZZY_WEIGHT };
  const maximumDistance = query.fuzzy ?? 0;
  if (term === '') return { terms: new Uint32Array(0), weights: new Float64Array(0) };

  const range = query.prefix === true ? vocabulary.prefixRange(term) : exactRange(vocabulary, term);
  const fuzzy = maximumDistance > 0 ? findFuzzyTerms(vocabulary, term, maximumDistance) : NO_FUZZY;
  const fuzzyOnly = fuzzy.terms.filter((number) => number < range.start || number >= range.end);
  const terms = new Uint32Array(range.end - range.start + fuzzyOnly.length);
  const weights = new Float64Array(terms.length);
  let count = 0;
  function add(number: number, weight: number): void {
    terms[count] = number;
    weights[count++] = boost * weight;
  }
  function addFuzzy(from: number, to: number): void {
    fuzzy.terms.forEach((number, i) => {
      if (number < from || number >= to) return;
      const length = vocabulary.lengthOf(number);
      add(number, (worth.fuzzy * length) / (length + fuzzy.distances[i]));
    });
  }
  addFuzzy(0, range.start);
  for (let number = range.start; number < range.end; number++) {
    const length = vocabulary.lengthOf(number);
    const excess = length - term.length;
    add(number, excess === 0 ? 1 : (worth.prefix * length) / (length + PREFIX_DECAY * excess));
  }
  addFuzzy(range.end, vocabulary.size);
  return { terms, weights };
}

function exactRange(vocabulary: Vocabulary, term: string): { start: number; end: number } {
  const number = vocabulary.find(term);
  return number < 0 ? { start: 0, end: 0 } : { start: number, end: number + 1 };
}
