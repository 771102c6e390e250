/**
 * Words that end in a full stop of their own, in the languages that catalogs mostly describe books
 * in. Written without the stop and in lower case.
 */
const ABBREVIATIONS = new Set(
  `abr adm assoc aufl ausg augm bd bearb bros bull ca cent co coll comp corp dept doc dr ed eds enl
  erw etc facs fasc fl gov govt hrsg ill illus inc inst introd izd jr kn ltd mfg mr mrs ms mss
  neubearb no nos nouv nr op ph.d pt pts prof r repr rev rozsz ser sr st suppl t tr trans transl uit
  unabr univ verb verm vol vols vyd wyd éd`.split(/\s+/),
);

/** Longer than any of them, in characters. */
const LONGEST_WORD = 20;
/** What a word in a tidy text begins behind. */
const BEFORE_A_WORD = ' ([-';
const INITIALS = /^(?:\p{L}\p{M}*\.)*\p{L}\p{M}*$/u;
const ENDING_MARKS = '/:;=,';
/** What a text ends in that may have to lose its end. */
const POSSIBLE_ENDS = `${ENDING_MARKS}.- `;

/**
 * A text without the punctuation that stands before the next element of a catalog's description: a
 * slash, colon, semicolon, equals sign or comma, and a full stop, unless that belongs to an initial,
 * an abbreviation or an ellipsis.
 *
 * @example withoutEndPunctuation('The whale /') // 'The whale'
 * @example withoutEndPunctuation('Fedorov, A. V.') // 'Fedorov, A. V.'
 */
export function withoutEndPunctuation(text: string): string {
  if (!POSSIBLE_ENDS.includes(text[text.length - 1] ?? '')) return text;
  let rest = text.trimEnd();
  for (;;) {
    const length = lengthOfEnd(rest);
    if (length === 0) return rest;
    rest = rest.slice(0, -length).trimEnd();
  }
}

/** How many characters of the end of a text are one mark of punctuation that it can lose. */
function lengthOfEnd(text: string): number {
  if (text.endsWith('--')) return 2;
  const last = text[text.length - 1] ?? '';
  if (last === '.') return text.endsWith('..') || hasItsOwnStop(text) ? 0 : 1;
  return last !== '' && ENDING_MARKS.includes(last) ? 1 : 0;
}

function hasItsOwnStop(text: string): boolean {
  const end = text.length - 1;
  const first = Math.max(0, end - LONGEST_WORD);
  let start = end;
  while (start > first && !BEFORE_A_WORD.includes(text[start - 1])) start--;
  if (start === end) return false;
  const word = text.slice(start, end);
  return INITIALS.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/** A text without the square brackets that a cataloguer puts around all of what is inferred. */
export function withoutBrackets(text: string): string {
  return /^\[?([^[\]]*)\]?$/.exec(text)?.[1] ?? text;
}
