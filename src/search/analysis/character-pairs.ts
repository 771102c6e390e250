const PAIRED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]+/u;
const RUNS = new RegExp(`${PAIRED.source}|(?:(?!${PAIRED.source}).)+`, 'gu');

/** Whether a text has characters of Chinese, Japanese or Korean. */
export function hasPairedCharacters(text: string): boolean {
  return PAIRED.test(text);
}

/** A word cut where Chinese, Japanese or Korean begins or ends. */
export function splitByScript(word: string): string[] {
  return word.match(RUNS) ?? [];
}

/**
 * The overlapping pairs of a run of Chinese, Japanese or Korean, which writes no spaces or, as
 * Korean, writes them as it likes; a lone character is itself.
 *
 * @example characterPairs('東京都') // ['東京', '京都']
 */
export function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i] + character);
}
