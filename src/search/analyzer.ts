const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MARK = /\p{M}+/gu;
const APOSTROPHE = /['\u2018\u2019\u02bc\u0060]/gu;

/**
 * The terms of a text, in order. The same analyzer serves building and asking, so that what was
 * typed and what was cataloged meet in one form: compatibility-decomposed, without marks, lower
 * case, an apostrophe joining what stands on its two sides.
 *
 * @example analyze("O'Brien & Žižek, 2nd") // ['obrien', 'zizek', '2nd']
 */
export function analyze(text: string): string[] {
  const folded = text.replace(APOSTROPHE, '').normalize('NFKD').replace(MARK, '').toLowerCase();
  return folded.match(WORD) ?? [];
}
