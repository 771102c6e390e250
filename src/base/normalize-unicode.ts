/** COMBINING GRAPHEME JOINER, an invisible character that ends a run of marks. */
const JOINER = '\u034f';

/**
 * The source of a regular expression for a mark other than {@link JOINER}, or a halfwidth katakana
 * voicing sign, which NFKD converts to a mark.
 */
const MARK = '(?!\u034f)[\\p{M}\\uff9e\\uff9f]';

/** Matches 30 marks before another mark. Unicode's Stream-Safe Text Format allows at most 30 marks in a run. */
const LONG_RUN = new RegExp(`(?:${MARK}){30}(?=${MARK})`, 'gu');

/** Matches a character outside ASCII. An ASCII text is the same in every normalization form. */
const NOT_ASCII = /[^\0-\x7f]/;

/** In a text of at most this many code units, every run of marks is short enough to sort quickly. */
const MAX_UNCHECKED_UNITS = 256;

/**
 * Converts a text to a Unicode normalization form. In a text of more than 256 code units, first
 * splits runs of more than 30 marks: inserts U+034F after every thirtieth mark, as in the Stream-Safe
 * Text Process of UAX #15. No language needs longer runs. Normalization sorts the marks of a run, and
 * the sorting time grows with the square of the length of the run.
 *
 * @example normalizeUnicode('Zu\u0308rich', 'NFC') // 'Zürich'
 */
export function normalizeUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  if (!NOT_ASCII.test(text)) return text;
  const streamSafe =
    text.length <= MAX_UNCHECKED_UNITS ? text : text.replace(LONG_RUN, `$&${JOINER}`);
  return streamSafe.normalize(form);
}

/**
 * The hyphens and dashes that people and catalogs write between the parts of a number, for a character class of a regular
 * expression: the soft hyphen, hyphens, dashes, the minus sign, compatibility forms, and the ASCII hyphen.
 */
export const HYPHENS = '\\u00ad\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d-';
