/**
 * Abbreviations that end in a full stop, in the most common languages of cataloging. They are in lower
 * case and without the full stop.
 */
const ABBREVIATIONS = new Set(
  `abr adm assoc aufl ausg augm bd bearb bros bull ca cent co coll comp corp dept doc dr ed eds enl
  erw etc facs fasc fl gov govt hrsg ill illus inc inst introd izd jr kn ltd mfg mr mrs ms mss
  neubearb no nos nouv nr op ph.d pt pts prof r repr rev rozsz ser sr st suppl t tr trans transl uit
  unabr univ verb verm vol vols vyd wyd éd`.split(/\s+/),
);

/** The maximum length of a word that is examined. No abbreviation is longer. */
const MAX_WORD_CHARS = 20;
/** The characters that can precede a word. */
const WORD_BOUNDARIES = ' ([-';
const INITIALS = /^(?:\p{L}\p{M}*\.)*\p{L}\p{M}*$/u;
const ENDING_MARKS = '/:;=,،؛';
/** A text that ends in none of these characters has no end punctuation to remove. */
const POSSIBLE_ENDS = `${ENDING_MARKS}.- `;

/**
 * Removes the punctuation that ISBD (International Standard Bibliographic Description) prescribes before
 * the next element of a description: a slash, colon, semicolon, equals sign, comma or double hyphen, also in Arabic script. Also
 * removes a final full stop, unless it belongs to an initial, an abbreviation or an ellipsis.
 *
 * @example withoutEndPunctuation('The whale /') // 'The whale'
 * @example withoutEndPunctuation('Fedorov, A. V.') // 'Fedorov, A. V.'
 */
export function withoutEndPunctuation(text: string): string {
  if (!POSSIBLE_ENDS.includes(text[text.length - 1] ?? '')) return text;
  let rest = text.trimEnd();
  for (;;) {
    const length = finalMarkLength(rest);
    if (length === 0) return rest;
    rest = rest.slice(0, -length).trimEnd();
  }
}

/** Returns the length of the final punctuation mark to remove; 0 if there is none. */
function finalMarkLength(text: string): number {
  if (text.endsWith('--')) return 2;
  const last = text[text.length - 1] ?? '';
  if (last === '.') return text.endsWith('..') || isAbbreviation(text) ? 0 : 1;
  return last !== '' && ENDING_MARKS.includes(last) ? 1 : 0;
}

function isAbbreviation(text: string): boolean {
  const end = text.length - 1;
  const first = Math.max(0, end - MAX_WORD_CHARS);
  let start = end;
  while (start > first && !WORD_BOUNDARIES.includes(text[start - 1])) start--;
  if (start === end) return false;
  const word = text.slice(start, end);
  return INITIALS.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/**
 * Removes square brackets around a text. One of the two brackets may be missing. A text that has a square
 * bracket elsewhere, such as `Smith [and Jones]`, is returned unchanged.
 */
export function withoutBrackets(text: string): string {
  return /^\[?([^[\]]*)\]?$/.exec(text)?.[1] ?? text;
}
