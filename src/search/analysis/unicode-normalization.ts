/** COMBINING GRAPHEME JOINER, an invisible character that ends a run of marks. */
const JOINER = '\u034f';

/**
 * A mark other than {@link JOINER}, or a halfwidth katakana voicing sign, which NFKD converts to a
 * mark.
 */
const MARK = '(?!\u034f)[\\p{M}\\uff9e\\uff9f]';

/**
 * Matches 30 marks before another mark. Unicode's Stream-Safe Text Format allows at most 30 marks in
 * a run.
 */
const LONG_RUN = new RegExp(`(?:${MARK}){30}(?=${MARK})`, 'gu');

/** In a text of at most this many code units, every run of marks is short enough to sort quickly. */
const MAX_UNCHECKED_UNITS = 256;

/**
 * Converts a text to a Unicode normalization form. In a text of more than 256 code units, first
 * inserts a U+034F after every thirtieth mark of a longer run, as in the Stream-Safe Text Process of
 * UAX #15. No language needs such runs. Normalization sorts the marks of a run, which would take
 * minutes for a run of a megabyte.
 *
 * @example normalizeUnicode('Zu\u0308rich', 'NFC') // 'Zürich'
 */
export function normalizeUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  const streamSafe =
    text.length <= MAX_UNCHECKED_UNITS ? text : text.replace(LONG_RUN, `$&${JOINER}`);
  return streamSafe.normalize(form);
}
