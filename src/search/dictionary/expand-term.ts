/*
 * Finds the terms that a term query matches, exactly, as a prefix or fuzzily, with their weights, and the terms that a
 * wildcard matches.
 */

import type { TermQuery } from '../query.js';
import { type FuzzyTerms, findFuzzyTerms } from './fuzzy-terms.js';
import type { TermDictionary } from './term-dictionary.js';

/** The terms of the dictionary that match one term query or wildcard query, with their weights. */
export interface Expansion {
  /** The ordinals of the terms, ascending. */
  readonly terms: Uint32Array;
  /** Parallel to {@link terms}: the factor on the scores of each term. */
  readonly weights: Float64Array;
}

/** The default weight of a prefix match, as in MiniSearch. */
const PREFIX_WEIGHT = 0.375;
/** The default weight of a fuzzy match, as in MiniSearch. */
const FUZZY_WEIGHT = 0.45;
/** The rate at which the weight of a prefix match decreases with its length, as in MiniSearch. */
const PREFIX_DECAY = 0.3;

const NO_FUZZY: FuzzyTerms = { terms: [], distances: [] };

/**
 * Finds the terms that match a term query and computes their weights as MiniSearch does. The term
 * itself has the weight 1. The weight of a prefix match decreases with its length, and the weight of
 * a fuzzy match decreases with its distance. A term that is both a prefix match and a fuzzy match has
 * the weight of the prefix match. All weights are multiplied by the boost of the query. An empty query
 * term has no matches.
 */
export function expandTerm(dictionary: TermDictionary, query: TermQuery): Expansion {
  const { term, boost = 1 } = query;
  const inexactWeights = query.weights ?? { prefix: PREFIX_WEIGHT, fuzzy: FUZZY_WEIGHT };
  const maxDistance = query.fuzzy ?? 0;
  if (term === '') return { terms: new Uint32Array(0), weights: new Float64Array(0) };

  const range = query.prefix === true ? dictionary.prefixRange(term) : dictionary.exactRange(term);
  const fuzzy = maxDistance > 0 ? findFuzzyTerms(dictionary, term, maxDistance) : NO_FUZZY;
  const fuzzyOnly = fuzzy.terms.filter((ordinal) => ordinal < range.start || ordinal >= range.end);
  const terms = new Uint32Array(range.end - range.start + fuzzyOnly.length);
  const weights = new Float64Array(terms.length);
  let count = 0;
  function add(ordinal: number, weight: number): void {
    terms[count] = ordinal;
    weights[count++] = boost * weight;
  }
  function addFuzzy(from: number, to: number): void {
    fuzzy.terms.forEach((ordinal, i) => {
      if (ordinal < from || ordinal >= to) return;
      const length = dictionary.lengthOf(ordinal);
      add(ordinal, (inexactWeights.fuzzy * length) / (length + fuzzy.distances[i]));
    });
  }
  addFuzzy(0, range.start);
  for (let ordinal = range.start; ordinal < range.end; ordinal++) {
    const length = dictionary.lengthOf(ordinal);
    const excess = length - term.length;
    add(
      ordinal,
      excess === 0 ? 1 : (inexactWeights.prefix * length) / (length + PREFIX_DECAY * excess),
    );
  }
  addFuzzy(range.end, dictionary.size);
  return { terms, weights };
}

/** The error that is thrown when a wildcard pattern matches more terms than its query allows. */
export class TooManyTermsError extends RangeError {
  override readonly name = 'TooManyTermsError';
  /** The pattern of the wildcard query. */
  readonly pattern: string;
  /** The maximum number of terms that the pattern may match. */
  readonly maximum: number;

  constructor(pattern: string, maximum: number) {
    super(
      `wildcard '${pattern}': expected at most ${maximum} terms, found more; use a longer prefix`,
    );
    this.pattern = pattern;
    this.maximum = maximum;
  }
}

const STAR = 0x2a;
const QUESTION_MARK = 0x3f;

/** Returns the text before the first wildcard of a pattern. */
export function literalPrefixOf(pattern: string): string {
  return pattern.split(/[*?]/, 1)[0];
}

/**
 * Returns the ordinals of the terms that match `pattern`, ascending. Reads only the terms that begin
 * with the text before the first wildcard of the pattern. For a pattern that begins with a wildcard,
 * reads the whole dictionary.
 *
 * @param pattern `*` matches any number of code units, including none; `?` matches exactly one
 * @throws TooManyTermsError when more than `maximum` terms match
 */
export function findWildcardTerms(
  dictionary: TermDictionary,
  pattern: string,
  maximum: number,
): number[] {
  const { start, end } = dictionary.prefixRange(literalPrefixOf(pattern));
  const terms: number[] = [];
  for (let ordinal = start; ordinal < end; ordinal++) {
    if (!matchesPattern(dictionary, ordinal, pattern)) continue;
    if (terms.length === maximum) throw new TooManyTermsError(pattern, maximum);
    terms.push(ordinal);
  }
  return terms;
}

/**
 * Returns whether a term matches a pattern. Each `*` first matches no code units. After a mismatch, the
 * last `*` matches one code unit more.
 */
export function matchesPattern(
  { units, offsets }: TermDictionary,
  ordinal: number,
  pattern: string,
): boolean {
  const end = Math.min(offsets[ordinal + 1], units.length);
  let at = offsets[ordinal];
  let patternIndex = 0;
  let indexAfterStar = -1;
  let starEnd = 0;
  while (at < end) {
    const patternUnit = patternIndex < pattern.length ? pattern.charCodeAt(patternIndex) : -1;
    if (patternUnit === STAR) {
      indexAfterStar = ++patternIndex;
      starEnd = at;
    } else if (patternUnit === QUESTION_MARK || patternUnit === units[at]) {
      patternIndex++;
      at++;
    } else if (indexAfterStar >= 0) {
      patternIndex = indexAfterStar;
      at = ++starEnd;
    } else {
      return false;
    }
  }
  while (patternIndex < pattern.length && pattern.charCodeAt(patternIndex) === STAR) patternIndex++;
  return patternIndex === pattern.length;
}
