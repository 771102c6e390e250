/**
 * Breaks text into lines of a given width. The widths of characters are approximate, because the server does not know the
 * fonts of the browser.
 */
import { lazy } from '../../base/lazy.js';

interface TextArea {
  /** The maximum width of a line, in ems. */
  readonly width: number;
  readonly maxLines: number;
}

/** Creating a segmenter takes milliseconds, which a server that starts need not wait for. */
const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Matches a character of a script that is written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Before a text is wrapped, it is cut to `width * maxLines` times this number of UTF-16 code units. */
const MAX_CHARS_PER_EM = 5;

/**
 * Approximate widths of characters in ems, because the server cannot measure the fonts of the browser.
 * The first expression that matches a character determines its width. A character that no expression
 * matches has the width `DEFAULT_WIDTH`.
 */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{M}\u200b-\u200f]/u, 0],
  [
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u,
    1,
  ],
  [/^\p{Extended_Pictographic}/u, 1.2],
  [/^[iljtfr.,:;'’|!()[\]-]/, 0.37],
  [/^[mwMW—…@]/, 0.96],
  [/^\p{Script=Arabic}/u, 0.5],
  [/^\p{Lu}/u, 0.74],
  [/^[\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Greek}]/u, 0.6],
];
const DEFAULT_WIDTH = 0.59;
const SPACE_WIDTH = 0.27;

/**
 * Breaks a text into lines. A line may end at a space, or after a hyphen, dash or slash between letters. A
 * word that is wider than a line may be broken after any hyphen, dash or slash, and a part that is still wider is cut, with
 * an ellipsis. A word that contains characters of a script without spaces may be broken after any character. If the text
 * does not fit, it is cut after a word, and the last line ends with an ellipsis.
 *
 * @returns the lines; `isWhole` is true if the text was not cut and no word is wider than a line, not
 *   counting words with characters of a script without spaces
 */
export function wrapText(text: string, area: TextArea): { lines: string[]; isWhole: boolean } {
  const maxChars = area.width * area.maxLines * MAX_CHARS_PER_EM;
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { piece, isSpaced } of splitAtBreaks(text.slice(0, maxChars), area.width)) {
    let gap = isSpaced && line !== '' ? SPACE_WIDTH : 0;
    const pieceWidth = widthOf(piece);
    if (line !== '' && width + gap + pieceWidth > area.width) {
      lines.push(line);
      line = '';
      width = 0;
      gap = 0;
    }
    line += (gap > 0 ? ' ' : '') + piece;
    width += gap + pieceWidth;
  }
  if (line !== '') lines.push(line);
  const fits = lines.length <= area.maxLines && text.length <= maxChars;
  if (fits) return { lines, isWhole: !hasWordWiderThan(text, area.width) };
  const kept = lines.slice(0, area.maxLines);
  return {
    lines: [...kept.slice(0, -1), shorten(kept.at(-1) ?? '', area.width)],
    isWhole: false,
  };
}

/**
 * Splits a text into pieces. A line may end after each piece. `isSpaced` is true for a piece that
 * follows a space or begins the text.
 */
function splitAtBreaks(text: string, width: number): { piece: string; isSpaced: boolean }[] {
  return text
    .split(/[^\S\u00a0]+/)
    .flatMap((word) =>
      // A line may also end after a hyphen, dash or slash between letters.
      word.split(/(?<=\p{L}[-‐–—/])(?=\p{L})/u).flatMap((part, i) => {
        const pieces = UNSPACED.test(part) ? charactersOf(part) : splitWideWord(part, width);
        return pieces.map((piece, j) => ({ piece, isSpaced: i === 0 && j === 0 }));
      }),
    )
    .filter(({ piece }) => piece !== '');
}

/**
 * Splits a word that is wider than a line after its hyphens, dashes and slashes. Shortens each part that is still wider.
 */
function splitWideWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  return word
    .split(/(?<=[-‐–—/])/u)
    .map((part) => (widthOf(part) <= width ? part : shorten(part, width)));
}

/** Returns whether a word is wider than a line. Ignores words in scripts without spaces. */
function hasWordWiderThan(text: string, width: number): boolean {
  return text.split(/[\s‐–—/-]+/).some((word) => !UNSPACED.test(word) && widthOf(word) > width);
}

/**
 * Appends an ellipsis to a line. Before that, removes as many final words as needed to fit the width, or characters from a
 * single word or a script without spaces, and then spaces and punctuation at the end.
 */
function shorten(line: string, width: number): string {
  const characters = charactersOf(line);
  let end = characters.length;
  while (end > 0 && widthOf(`${characters.slice(0, end).join('')}…`) > width) end--;
  const kept = characters.slice(0, end).join('');
  const words = end < characters.length && !UNSPACED.test(line) ? kept.replace(/\s\S*$/, '') : kept;
  return `${words.replace(/[\s,;:.…-]+$/, '')}…`;
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of charactersOf(text)) {
    width +=
      character === ' ' || character === '\u00a0'
        ? SPACE_WIDTH
        : (WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? DEFAULT_WIDTH);
  }
  return width;
}

function charactersOf(text: string): string[] {
  return Array.from(graphemes().segment(text), ({ segment }) => segment);
}
