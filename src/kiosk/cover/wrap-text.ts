/** Room for text: how wide a line may be, in ems of the type it is set in, and how many there may be. */
export interface Room {
  readonly width: number;
  readonly lines: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Scripts without spaces, whose lines may end after any character. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** No line holds more of the narrowest letters, however much text there is. */
const MOST_PER_EM = 5;

/** Rough widths of characters in ems, the first that fits. Covers are drawn where no type can be measured. */
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
const USUAL_WIDTH = 0.59;
const SPACE_WIDTH = 0.27;

/**
 * Breaks a text into lines, at spaces, between characters in scripts without them, and within words
 * that fit on no line.
 *
 * @returns the lines, and whether the room was enough for it all without breaking a word; where it
 *   was not enough, the last line ends with an ellipsis
 */
export function wrapText(text: string, room: Room): { lines: string[]; isWhole: boolean } {
  const enough = room.width * room.lines * MOST_PER_EM;
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { piece, isSpaced } of piecesOf(text.slice(0, enough), room.width)) {
    let gap = isSpaced && line !== '' ? SPACE_WIDTH : 0;
    const pieceWidth = widthOf(piece);
    if (line !== '' && width + gap + pieceWidth > room.width) {
      lines.push(line);
      line = '';
      width = 0;
      gap = 0;
    }
    line += (gap > 0 ? ' ' : '') + piece;
    width += gap + pieceWidth;
  }
  if (line !== '') lines.push(line);
  const fits = lines.length <= room.lines && text.length <= enough;
  if (fits) return { lines, isWhole: !breaksWords(text, room.width) };
  const kept = lines.slice(0, room.lines);
  return {
    lines: [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', room.width)],
    isWhole: false,
  };
}

/** What may stand on a line by itself, and whether a space comes before it. */
function piecesOf(text: string, width: number): { piece: string; isSpaced: boolean }[] {
  return text
    .split(/\s+/)
    .flatMap((word) =>
      // Behind a hyphen a line may end, and no space comes.
      word.split(/(?<=\p{L}[-‐–—/])(?=\p{L})/u).flatMap((part, i) => {
        const mayBreak = UNSPACED.test(part) || widthOf(part) > width;
        return (mayBreak ? charactersOf(part) : [part]).map((piece, j) => ({
          piece,
          isSpaced: i === 0 && j === 0,
        }));
      }),
    )
    .filter(({ piece }) => piece !== '');
}

/** Whether a word is so long that no line has room for it. */
function breaksWords(text: string, width: number): boolean {
  return text.split(/[\s‐–—/-]+/).some((word) => !UNSPACED.test(word) && widthOf(word) > width);
}

/** A line with an ellipsis at its end, and without what has no room beside it. */
function shortened(line: string, width: number): string {
  let characters = charactersOf(line);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > width) {
    characters = characters.slice(0, -1);
  }
  return `${characters.join('').replace(/[\s,;:.-]+$/, '')}…`;
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of charactersOf(text)) {
    width +=
      character === ' '
        ? SPACE_WIDTH
        : (WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? USUAL_WIDTH);
  }
  return width;
}

function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
