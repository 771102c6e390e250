/*
 * Reads numbers and ordinals in digits, words and Roman numerals from terms, and writes them in other notations.
 * `query-words.ts` searches for the notations.
 */

export const SMALL_NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
export const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
]);

/** The numbers from 1 to 12 in other languages of the pages, as folded terms. */
const OTHER_LANGUAGES = [
  'eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  'un deux trois quatre cinq six sept huit neuf dix onze douze',
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать',
].map((line) => line.split(' '));

/** Terms of {@link OTHER_LANGUAGES} that have another meaning in English, or that are articles. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['un', 'uno', 'once', 'elf', 'acht']);

const OTHER_NUMBERS: ReadonlyMap<string, number> = new Map(
  OTHER_LANGUAGES.flatMap((words) => words.map((word, i) => [word, i + 1] as const)).filter(
    ([word]) => !AMBIGUOUS.has(word),
  ),
);

const ROMAN_DIGITS = { c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 } as const;
/** The largest number that is read and written as a Roman numeral. */
const MAX_ROMAN = 100;
const ROMAN_NUMBERS: ReadonlyMap<string, number> = new Map(
  Array.from({ length: MAX_ROMAN }, (_, i) => [toRoman(i + 1), i + 1] as const),
);

const DIGITS = /^\d{1,6}$/;

/** The maximum number of terms of a number, such as `nineteen eighty four`. */
export const MAX_NUMBER_TERMS = 3;

/** A number at the beginning of a list of terms. */
export interface ParsedNumber {
  readonly value: number;
  /** The number of terms. */
  readonly length: number;
  readonly notation: 'digits' | 'words' | 'roman';
}

/**
 * Parses the number at the beginning of a list of terms: up to 6 digits, English words (a number to 99, hundreds,
 * thousands, or a year such as `nineteen eighty four`), a word of another language of the pages to 12, or a Roman
 * numeral to 100.
 *
 * @returns undefined if the terms do not begin with a number
 * @example parseNumber(['nineteen', 'eighty', 'four']) // { value: 1984, length: 3, notation: 'words' }
 */
export function parseNumber(terms: readonly string[]): ParsedNumber | undefined {
  const [first] = terms;
  if (first === undefined) return undefined;
  if (DIGITS.test(first)) return { value: Number(first), length: 1, notation: 'digits' };
  const words = parseEnglishWords(terms);
  if (words !== undefined) return { ...words, notation: 'words' };
  const other = OTHER_NUMBERS.get(first);
  if (other !== undefined) return { value: other, length: 1, notation: 'words' };
  const roman = ROMAN_NUMBERS.get(first);
  return roman === undefined ? undefined : { value: roman, length: 1, notation: 'roman' };
}

function parseEnglishWords(terms: readonly string[]): Omit<ParsedNumber, 'notation'> | undefined {
  const first = parseBelow100(terms, 0);
  if (first === undefined) return terms[0] === 'hundred' ? { value: 100, length: 1 } : undefined;
  const { value, length } = first;
  const multiplier = MULTIPLIERS.get(terms[length]);
  if (multiplier !== undefined && value > 0) {
    return { value: value * multiplier, length: length + 1 };
  }
  const second = isCentury(value) ? parseBelow100(terms, length) : undefined;
  return second !== undefined && second.value >= 10
    ? { value: value * 100 + second.value, length: length + second.length }
    : first;
}

function parseBelow100(
  terms: readonly string[],
  at: number,
): Omit<ParsedNumber, 'notation'> | undefined {
  const small = SMALL_NUMBERS.indexOf(terms[at]);
  if (small >= 0) return { value: small, length: 1 };
  const ten = TENS.indexOf(terms[at]);
  if (ten < 2) return undefined;
  const ones = SMALL_NUMBERS.indexOf(terms[at + 1]);
  return ones >= 1 && ones <= 9
    ? { value: ten * 10 + ones, length: 2 }
    : { value: ten * 10, length: 1 };
}

/** Returns whether years of the century are read as two numbers: `nineteen eighty`, `twenty twelve`. */
function isCentury(value: number): boolean {
  return value >= 11 && value <= 20;
}

/** The ways to write a number. */
export interface NumberSpellings {
  readonly digits: string;
  /** The number in words, each as terms: English, and other languages of the pages for 1 to 12. */
  readonly words: readonly (readonly string[])[];
  /** The Roman numeral in lower case. Undefined for 0 and above 100. */
  readonly roman: string | undefined;
}

/**
 * Returns the ways to write a number that {@link parseNumber} parses.
 *
 * @param value a whole number from 0
 * @example spellingsOfNumber(13) // { digits: '13', words: [['thirteen']], roman: 'xiii' }
 */
export function spellingsOfNumber(value: number): NumberSpellings {
  const others = OTHER_LANGUAGES.map((words) => words[value - 1]).filter(
    (word) => word !== undefined && !AMBIGUOUS.has(word),
  );
  return {
    digits: String(value),
    words: [...englishWords(value), ...others.map((word) => [word])],
    roman: value >= 1 && value <= MAX_ROMAN ? toRoman(value) : undefined,
  };
}

/** Returns the English words of a number to 100, of hundreds and thousands, and of a year. */
function englishWords(value: number): string[][] {
  if (value < 100) return [wordsBelow100(value)];
  if (value === 100) return [['hundred'], ['one', 'hundred']];
  for (const [word, multiplier] of [...MULTIPLIERS].reverse()) {
    const factor = value / multiplier;
    if (Number.isInteger(factor) && factor < 100) return [[...wordsBelow100(factor), word]];
  }
  const century = Math.floor(value / 100);
  const isYear = isCentury(century) && value % 100 >= 10;
  return isYear ? [[...wordsBelow100(century), ...wordsBelow100(value % 100)]] : [];
}

function wordsBelow100(value: number): string[] {
  if (value < SMALL_NUMBERS.length) return [SMALL_NUMBERS[value]];
  const ten = TENS[Math.floor(value / 10)];
  return value % 10 === 0 ? [ten] : [ten, SMALL_NUMBERS[value % 10]];
}

function toRoman(value: number): string {
  let rest = value;
  let roman = '';
  for (const [digits, size] of Object.entries(ROMAN_DIGITS)) {
    for (; rest >= size; rest -= size) roman += digits;
  }
  return roman;
}

/** The ordinals of {@link SMALL_NUMBERS}. */
const SMALL_ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENS_ORDINALS =
  'zeroth tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(
    ' ',
  );

export const MAX_ORDINAL = 99;

const ORDINAL_DIGITS = /^([1-9]\d?)(?:st|nd|rd|th)$/;

/**
 * Parses the English ordinal from 1 to 99 at the beginning of a list of terms, in digits or in words.
 *
 * @returns undefined if the terms do not begin with an ordinal
 * @example parseOrdinal(['twenty', 'first', 'century']) // { value: 21, length: 2 }
 * @example parseOrdinal(['20th', 'century']) // { value: 20, length: 1 }
 */
export function parseOrdinal(terms: readonly string[]): Omit<ParsedNumber, 'notation'> | undefined {
  const [first = '', second = ''] = terms;
  const [, digits] = ORDINAL_DIGITS.exec(first) ?? [];
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
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const suffix = (tens === 1 ? undefined : ['th', 'st', 'nd', 'rd'][ones]) ?? 'th';
  const isWholeTens = tens > 1 && ones === 0;
  const last = isWholeTens ? TENS_ORDINALS[tens] : SMALL_ORDINALS[tens > 1 ? ones : value];
  return [[`${value}${suffix}`], tens > 1 && !isWholeTens ? [TENS[tens], last] : [last]];
}
