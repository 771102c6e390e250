import type { TermDictionary, TermRange } from './term-dictionary.js';

/** A typed prefix with fewer code units has no other spellings. */
const MIN_UNITS = 4;
/** A typed prefix with more code units has no other spellings. */
const MAX_UNITS = 48;
/**
 * Letters from this code unit on are not inserted or replaced: Chinese, Japanese and Korean characters, of which a
 * dictionary can have thousands.
 */
const FIRST_CJK_UNIT = 0x2e80;

/**
 * Finds the prefixes of terms that `typed` may be a misspelling of. Each of them differs from `typed` by one edit:
 * an insertion, deletion, replacement or swap of letters, also of the first letter. Letters are UTF-16 code
 * units. A prefix that begins with `typed`, or with another prefix of the result, is left out.
 *
 * @param typed the beginning of a word. A text of fewer than 4 or more than 48 letters has no other spellings.
 * @returns the prefixes in the order of their UTF-16 code units
 * @remarks Takes O(letters of `typed` × distinct letters × log terms).
 * @example findMisspelledPrefixes(dictionary, 'hobi') // ['hob'], if terms begin with 'hob'
 */
export function findMisspelledPrefixes(dictionary: TermDictionary, typed: string): string[] {
  if (typed.length < MIN_UNITS || typed.length > MAX_UNITS) return [];
  const spellings = new Set<string>();
  const add = (spelling: string) => {
    if (spelling.startsWith(typed)) return;
    const { start, end } = dictionary.prefixRange(spelling);
    if (start < end) spellings.add(spelling);
  };
  for (let at = 0; at < typed.length; at++) {
    const before = typed.slice(0, at);
    const range = dictionary.prefixRange(before);
    if (range.start === range.end) break;
    const after = typed.slice(at + 1);
    add(before + after);
    if (after !== '') add(before + after[0] + typed[at] + after.slice(1));
    for (const letter of nextLetters(dictionary, range, before)) {
      add(before + letter + after);
      add(before + letter + typed.slice(at));
    }
  }
  return withoutExtensions([...spellings].sort());
}

/** Returns the letters that follow `prefix` in the terms of `range`, each once. */
function nextLetters(
  dictionary: TermDictionary,
  { start, end }: TermRange,
  prefix: string,
): string[] {
  const letters: string[] = [];
  let term = dictionary.lengthOf(start) === prefix.length ? start + 1 : start;
  while (term < end) {
    const unit = dictionary.units[dictionary.offsets[term] + prefix.length];
    if (unit >= FIRST_CJK_UNIT) break;
    const letter = String.fromCharCode(unit);
    letters.push(letter);
    term = Math.max(term + 1, dictionary.prefixRange(prefix + letter).end);
  }
  return letters;
}

/** Removes every text that begins with another text of the list. The texts must be sorted. */
function withoutExtensions(sorted: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !text.startsWith(last)) kept.push(text);
  }
  return kept;
}
