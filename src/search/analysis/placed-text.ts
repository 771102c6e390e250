/*
 * A text that was made of another text by replacements, and the place of each of its code units in that text. Terms are
 * made of folded texts; `tokenizer.ts` uses the places to find the word of a term in the text as it is shown.
 */

/**
 * A text, and for each of its UTF-16 code units the range of the original text that it stands for. A removed character
 * belongs to the code units on both sides, so that the range of a word contains all of its accents.
 */
export interface PlacedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns a text as its own original. */
export function placedText(text: string): PlacedText {
  const starts = Array.from({ length: text.length }, (_, i) => i);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Replaces the matches of a pattern. All code units of a replacement stand for the whole match, except in an ASCII match
 * that keeps its length: its code units keep their places.
 *
 * @param pattern a pattern with the flag `g`
 * @example replaceInPlace(placedText('a & b'), /&/g, 'and') // the code units of `and` have the range [2, 3]
 */
export function replaceInPlace(
  placed: PlacedText,
  pattern: RegExp,
  by: string | ((match: string) => string),
): PlacedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** The end of the latest match. */
  let from = 0;
  /** The start of the removed characters before the next code unit, if there are any. */
  let removed = -1;
  const add = (start: number, end: number) => {
    starts.push(removed < 0 ? start : removed);
    ends.push(end);
    removed = -1;
  };
  const keep = (start: number, end: number) => {
    for (let i = start; i < end; i++) add(placed.starts[i], placed.ends[i]);
  };
  for (const { 0: match, index } of placed.text.matchAll(pattern)) {
    const end = index + match.length;
    const replacement = typeof by === 'string' ? by : by(match);
    keep(from, index);
    parts.push(placed.text.slice(from, index), replacement);
    from = end;
    if (replacement.length === match.length && !NOT_ASCII.test(match)) keep(index, end);
    else if (replacement === '') {
      if (removed < 0) removed = placed.starts[index];
      if (ends.length > 0) ends[ends.length - 1] = placed.ends[end - 1];
    } else {
      for (let i = 0; i < replacement.length; i++) add(placed.starts[index], placed.ends[end - 1]);
    }
  }
  if (from === 0) return placed;
  keep(from, placed.text.length);
  parts.push(placed.text.slice(from));
  return { text: parts.join(''), starts, ends };
}
