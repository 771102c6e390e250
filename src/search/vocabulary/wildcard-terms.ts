import type { Vocabulary } from './vocabulary.js';

/** A wildcard that stands for more terms than a query may look up. */
export class TooManyTermsError extends RangeError {
  override readonly name = 'TooManyTermsError';
  /** The wildcard as it was asked. */
  readonly pattern: string;
  /** The most terms it may stand for. */
  readonly maximum: number;

  constructor(pattern: string, maximum: number) {
    super(`The wildcard ${pattern} stands for more than ${maximum} terms.`);
    this.pattern = pattern;
    this.maximum = maximum;
  }
}

const STAR = 0x2a;
const QUESTION_MARK = 0x3f;

/**
 * The terms that fit `pattern`, ascending. Only terms that begin as the pattern does are looked at,
 * so that a pattern without a beginning costs a pass over the whole vocabulary.
 *
 * @param pattern `*` for any ending or middle, also an empty one; `?` for exactly one code unit
 * @throws TooManyTermsError when more than `maximum` terms fit
 */
export function findWildcardTerms(
  vocabulary: Vocabulary,
  pattern: string,
  maximum: number,
): number[] {
  const beginning = pattern.split(/[*?]/, 1)[0];
  const { start, end } = vocabulary.prefixRange(beginning);
  const terms: number[] = [];
  for (let number = start; number < end; number++) {
    if (!fits(vocabulary, number, pattern)) continue;
    if (terms.length === maximum) throw new TooManyTermsError(pattern, maximum);
    terms.push(number);
  }
  return terms;
}

/** Tries the shortest text for a star first and comes back only to the latest star. */
function fits({ units, offsets }: Vocabulary, number: number, pattern: string): boolean {
  const end = offsets[number + 1];
  let at = offsets[number];
  let inPattern = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (at < end) {
    const wanted = inPattern < pattern.length ? pattern.charCodeAt(inPattern) : -1;
    if (wanted === STAR) {
      afterStar = ++inPattern;
      starEnd = at;
    } else if (wanted === QUESTION_MARK || wanted === units[at]) {
      inPattern++;
      at++;
    } else if (afterStar >= 0) {
      inPattern = afterStar;
      at = ++starEnd;
    } else {
      return false;
    }
  }
  while (inPattern < pattern.length && pattern.charCodeAt(inPattern) === STAR) inPattern++;
  return inPattern === pattern.length;
}
