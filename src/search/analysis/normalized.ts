/** Puts an end to a run of marks, and shows nothing: COMBINING GRAPHEME JOINER. */
const JOINER = '\u034f';

/** Marks, among them those of halfwidth katakana, which only compatibility forms make marks of. */
const MARKS = '(?!\u034f)[\\p{M}\\uff9e\\uff9f]';

/** As many marks as may follow each other in Unicode's Stream-Safe Text Format, and one more. */
const LONG_RUN = new RegExp(`(?:${MARKS}){30}(?=${MARKS})`, 'gu');

/** In so few code units the longest run of marks costs little, and nearly all texts have fewer. */
const SHORT = 256;

/**
 * A text in a normalization form of Unicode. In long texts a run of more than thirty marks on one
 * letter, which no language writes, is cut with U+034F behind every thirtieth, as the Stream-Safe
 * Text Process of UAX #15 does: marks are put in order with each other, and a damaged megabyte of
 * them would take minutes.
 *
 * @example normalized('Zu\u0308rich', 'NFC') // 'Zürich'
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  const safe = text.length <= SHORT ? text : text.replace(LONG_RUN, `$&${JOINER}`);
  return safe.normalize(form);
}
