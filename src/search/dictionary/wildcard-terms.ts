import type { TermDictionary } from './term-dictionary.js';

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
function matchesPattern(
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
