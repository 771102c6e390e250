import { SMALL_NUMBERS, TENS } from './number-words.js';

/** The ordinals of {@link SMALL_NUMBERS}. */
const SMALL_ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
/** The ordinals of {@link TENS}. */
const TENS_ORDINALS =
  'zeroth tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(
    ' ',
  );

/** The largest ordinal that is parsed. */
export const MAX_ORDINAL = 99;

const DIGITS = /^([1-9]\d?)(?:st|nd|rd|th)$/;

/** An ordinal at the beginning of a list of terms. */
export interface ParsedOrdinal {
  readonly value: number;
  /** The number of terms: 1 or 2. */
  readonly length: number;
}

/**
 * Parses the English ordinal from 1 to 99 at the beginning of a list of terms, in digits or in words.
 *
 * @returns undefined if the terms do not begin with an ordinal
 * @example parseOrdinal(['twenty', 'first', 'century']) // { value: 21, length: 2 }
 * @example parseOrdinal(['20th', 'century']) // { value: 20, length: 1 }
 */
export function parseOrdinal(terms: readonly string[]): ParsedOrdinal | undefined {
  const [first = '', second = ''] = terms;
  const [, digits] = DIGITS.exec(first) ?? [];
  if (digits !== undefined) return { value: Number(digits), length: 1 };
  const small = SMALL_ORDINALS.indexOf(first);
  if (small > 0) return { value: small, length: 1 };
  const wholeTens = TENS_ORDINALS.indexOf(first);
  if (wholeTens > 0) return { value: wholeTens * 10, length: 1 };
  const tens = TENS.indexOf(first);
  const ones = SMALL_ORDINALS.indexOf(second);
  if (tens < 2 || ones < 1 || ones > 9) return undefined;
  return { value: tens * 10 + ones, length: 2 };
}

/**
 * Returns the ways to write an ordinal, each as terms: in digits, and in words.
 *
 * @param value a whole number from 1 to 99
 * @example spellingsOfOrdinal(21) // [['21st'], ['twenty', 'first']]
 */
export function spellingsOfOrdinal(value: number): readonly (readonly string[])[] {
  return [[`${value}${suffixOf(value)}`], wordsOf(value)];
}

function wordsOf(value: number): string[] {
  if (value < SMALL_NUMBERS.length) return [SMALL_ORDINALS[value]];
  const tens = Math.floor(value / 10);
  return value % 10 === 0 ? [TENS_ORDINALS[tens]] : [TENS[tens], SMALL_ORDINALS[value % 10]];
}

function suffixOf(value: number): string {
  const isTeen = value > 10 && value < 20;
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th';
}
