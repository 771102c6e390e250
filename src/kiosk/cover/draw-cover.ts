import type { Title } from '../../catalog/title.js';
import { type Html, html } from '../html.js';
import { colorsFor } from './colors.js';
import { motifFor } from './motifs.js';
import { wrapText } from './wrap-text.js';

const LEFT = 24;
const RIGHT = 178;
const WIDTH = RIGHT - LEFT;

/** Sizes of type for a title and how many lines each has room for; the first that holds it all. */
const TITLE_TYPES = [
  { size: 27, lines: 3 },
  { size: 23, lines: 4 },
  { size: 19, lines: 6 },
  { size: 16, lines: 7 },
];
const AUTHOR_TYPE = { size: 14, lines: 2 };
const LINE_HEIGHT = 1.18;

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

/** What no XML document may hold. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * A cover for a title, as an SVG document of 200 by 300: the title and its first author on a binding
 * in colors of their own, with a drawing that tells the format. The same title always gives the same
 * bytes.
 */
export function drawCover({ title, authors, format }: Title): string {
  const author = authors?.[0]?.name ?? '';
  const colors = colorsFor(`${title} ${author}`);
  const heading = setTitle(title);
  const authorTop = heading.bottom + AUTHOR_TYPE.size * 1.9;
  const { lines } = wrapText(author, { ...AUTHOR_TYPE, width: WIDTH / AUTHOR_TYPE.size });
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" font-family="Georgia,'Noto Serif','Times New Roman',serif">
<rect width="200" height="300" fill="${colors.ground}"/>${motifFor(format.id)(colors)}
<g fill="${colors.ink}" font-weight="600" font-size="${heading.size}">${heading.lines}</g>
<g fill="${colors.ink}" font-size="${AUTHOR_TYPE.size}" opacity=".92">${setLines(lines, authorTop, AUTHOR_TYPE.size)}</g>
</svg>
`;
  return svg.markup.replace(NOT_XML, '\ufffd');
}

function setTitle(title: string): { lines: Html[]; size: number; bottom: number } {
  const types = TITLE_TYPES.map(({ size, lines }) => ({
    size,
    ...wrapText(title, { lines, width: WIDTH / size }),
  }));
  const { size, lines } = types.find(({ isWhole }) => isWhole) ?? types[types.length - 1];
  const top = 30 + size * 0.8;
  const bottom = top + (lines.length - 1) * size * LINE_HEIGHT;
  return { size, lines: setLines(lines, top, size), bottom };
}

/** Lines from `top`, the first baseline; each begins on the side that its script begins on. */
function setLines(lines: readonly string[], top: number, size: number): Html[] {
  const isRightToLeft = RIGHT_TO_LEFT.test(LETTER.exec(lines.join(''))?.[0] ?? '');
  return lines.map((line, i) => {
    const y = Math.round(top + i * size * LINE_HEIGHT);
    return isRightToLeft
      ? html`<text x="${RIGHT}" y="${y}" direction="rtl">${line}</text>`
      : html`<text x="${LEFT}" y="${y}">${line}</text>`;
  });
}
