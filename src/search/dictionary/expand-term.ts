/*
 * Finds the terms that a term query matches, exactly, as a prefix or fuzzily, with their weights, and the terms that a
 * wildcard matches. Fuzzy queries use Levenshtein distance, and walk the sorted terms like a trie;
 * `spelling-candidates.ts` has another edit matrix.
 */

import type { TermQuery } from '../query.js';
import { type TermDictionary, type TermRange, unitsOf } from './term-dictionary.js';

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

/** The terms within a maximum Levenshtein distance of a text. */
export interface FuzzyTerms {
  /** The ordinals of the terms, ascending. */
  readonly terms: number[];
  /** Parallel to {@link terms}: the distance of each term from the text. */
  readonly distances: number[];
}

/**
 * The edit matrix of a dictionary term and a text. Row `i` has the distances of the first `i` code units of the
 * term from the prefixes of the text. A term is near the text when its distance is at most a maximum.
 */
export interface EditRows {
  /**
   * Fills a row. The rows before `row` must already be filled, for this term or for a term with the same
   * first `row - 1` code units.
   *
   * @param row counted from 1
   * @param start the offset of the term in the code units of the dictionary
   * @returns false when no term that begins with the same `row` code units can be near the text
   */
  fill(row: number, start: number): boolean;
}

/**
 * Calls `onTerm` for the terms of a range that can be near a text. Reads the sorted terms like a
 * trie: reuses the rows of the prefix that a term shares with the term before it. When no term with a
 * prefix can be near, skips all terms with the prefix.
 *
 * @param rows the edit matrix; all rows of a term are filled when `onTerm` is called
 * @param onTerm receives the ordinal of a term and its length in code units. Called in the order of the
 *   ordinals.
 */
export function walkNearTerms(
  dictionary: TermDictionary,
  { start: first, end }: TermRange,
  rows: EditRows,
  onTerm: (term: number, length: number) => void,
): void {
  const { offsets } = dictionary;
  const shared = dictionary.sharedLengths;
  let validRows = 0;
  let term = first;
  while (term < end) {
    const start = offsets[term];
    const length = offsets[term + 1] - start;
    let row = term === first ? 0 : Math.min(validRows, shared[term]);
    let isNear = true;
    while (isNear && row < length) isNear = rows.fill(++row, start);
    validRows = row;
    if (isNear) onTerm(term++, length);
    else term = Math.min(end, dictionary.skip(term, row));
  }
}

/**
 * Finds the terms that differ from `text` by at most `maxDistance` insertions, deletions and
 * replacements of code units (Levenshtein distance). Includes `text` itself if it is a term.
 *
 * The text is split into two halves. A term with `maxDistance` edits in the first half ends with
 * the second half of the text. {@link TermDictionary.withSuffix} returns all terms with this ending.
 * {@link walkNearTerms} finds the other terms. The walk allows only `maxDistance - 1` edits in the
 * first half, so it skips most terms. A short text or a text that ends in a digit is not split: the
 * walk finds all terms.
 *
 * @param maxDistance a whole number from 0
 */
export function findFuzzyTerms(
  dictionary: TermDictionary,
  text: string,
  maxDistance: number,
): FuzzyTerms {
  const half = text.length >>> 1;
  const isWorthSplitting = maxDistance > 0 && half >= maxDistance;
  const candidates = isWorthSplitting ? dictionary.withSuffix(text.slice(half)) : undefined;
  if (candidates === undefined) return walkFuzzyTerms(dictionary, text, maxDistance, 0);
  const near = walkFuzzyTerms(dictionary, text, maxDistance, half);
  const found = new Map(near.terms.map((term, i) => [term, near.distances[i]]));
  const rows = new LevenshteinRows(dictionary.units, text.slice(0, half), maxDistance, 0);
  for (const term of candidates) {
    const length = dictionary.lengthOf(term) - (text.length - half);
    if (Math.abs(length - half) > maxDistance || found.has(term)) continue;
    const start = dictionary.offsets[term];
    let row = 0;
    while (row < length && rows.fill(row + 1, start)) row++;
    if (row === length && rows.distance(length) <= maxDistance) found.set(term, maxDistance);
  }
  const terms = [...found.keys()].sort((a, b) => a - b);
  return { terms, distances: terms.map((term) => found.get(term) ?? 0) };
}

/**
 * Finds fuzzy terms with {@link walkNearTerms}.
 *
 * @param half the length of the first half of the text. Terms with `maxDistance` edits in the first half are
 *   skipped. With 0, no terms are skipped.
 */
function walkFuzzyTerms(
  dictionary: TermDictionary,
  text: string,
  maxDistance: number,
  half: number,
): FuzzyTerms {
  const rows = new LevenshteinRows(dictionary.units, text, maxDistance, half);
  const terms: number[] = [];
  const distances: number[] = [];
  // When no edit is allowed in the first half, all terms to find begin with the first half.
  const isPrefix = half > 0 && maxDistance === 1;
  const range = dictionary.prefixRange(isPrefix ? text.slice(0, half) : '');
  walkNearTerms(dictionary, range, rows, (term, length) => {
    const distance = rows.distance(length);
    if (distance > maxDistance) return;
    terms.push(term);
    distances.push(distance);
  });
  return { terms, distances };
}

/** The Levenshtein distances of the prefixes of a term from the prefixes of a text, at most `tooFar`. */
class LevenshteinRows implements EditRows {
  private readonly target: Uint16Array;
  private readonly width: number;
  /** The element of {@link distances} for every distance that is too large to be near. */
  private readonly tooFar: number;
  /**
   * Row `i` has the distances of the first `i` code units of a term from the prefixes of the text. The
   * last row is `text.length + maximum + 1`, because no prefix of that length can be near.
   */
  private readonly distances: Uint8Array | Uint32Array;

  /**
   * @param maximum the largest distance that counts as near
   * @param half for prefixes of the text up to this length, only distances below `maximum` count as near.
   *   With 0, distances up to `maximum` count as near for all prefixes.
   */
  constructor(
    private readonly units: Uint16Array,
    text: string,
    private readonly maximum: number,
    private readonly half: number,
  ) {
    this.target = unitsOf(text);
    this.width = text.length + 1;
    this.tooFar = maximum + 1;
    const size = (this.width + maximum + 1) * this.width;
    this.distances = maximum < 0xff ? new Uint8Array(size) : new Uint32Array(size);
    this.distances.fill(this.tooFar);
    for (let column = 0; column < this.width; column++) {
      this.distances[column] = this.limitDistance(column, column);
    }
  }

  /** Fills the columns at most `maximum` from the diagonal. No other column can be near. */
  fill(row: number, start: number): boolean {
    const { distances, width, target, maximum, tooFar } = this;
    const unit = this.units[start + row - 1];
    const here = row * width;
    const before = here - width;
    const first = Math.max(1, row - maximum);
    const last = Math.min(width - 1, row + maximum);
    let left = first === 1 ? this.limitDistance(row, 0) : tooFar;
    distances[here + first - 1] = left;
    let smallest = left;
    for (let column = first; column <= last; column++) {
      const replaced = distances[before + column - 1] + (target[column - 1] === unit ? 0 : 1);
      const deleted = distances[before + column] + 1;
      left = this.limitDistance(Math.min(replaced, deleted, left + 1), column);
      distances[here + column] = left;
      if (left < smallest) smallest = left;
    }
    return smallest <= maximum;
  }

  /**
   * Returns the distance of the text from the first `length` code units of the term, or `tooFar` when the
   * distance is not near.
   */
  distance(length: number): number {
    return this.distances[length * this.width + this.width - 1];
  }

  /** Returns `distance`, or `tooFar` when `distance` does not count as near in `column`. */
  private limitDistance(distance: number, column: number): number {
    const limit = column <= this.half && this.half > 0 ? this.maximum - 1 : this.maximum;
    return distance <= limit ? distance : this.tooFar;
  }
}
