const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]+/u;
const RUNS = new RegExp(`${CJK.source}|(?:(?!${CJK.source}).)+`, 'gu');

/** Returns whether a text contains Chinese, Japanese or Korean (CJK) characters. */
export function hasCjk(text: string): boolean {
  return CJK.test(text);
}

/** Splits a word into runs of CJK characters and runs of other characters. */
export function splitAtCjk(word: string): string[] {
  return word.match(RUNS) ?? [];
}

/**
 * Returns the bigrams of a run of CJK characters: the overlapping pairs of characters. For a run of
 * one character, returns the character. Bigrams are indexed instead of words, because Chinese and
 * Japanese do not put spaces between words, and Korean does so inconsistently.
 *
 * @example cjkBigrams('東京都') // ['東京', '京都']
 */
export function cjkBigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i] + character);
}
