import type { Title } from '../../catalog/records/title.js';
import { type Html, html } from '../html/html.js';
import { colorsFor } from './colors.js';
import { motifFor } from './motifs.js';
import { wrapText } from './wrap-text.js';

const LEFT = 24;
const RIGHT = 178;
const WIDTH = RIGHT - LEFT;

/**
 * The font sizes for the title, each with the maximum number of lines. The title has the first size at
 * which it fits. If the title fits at no size, the title has the last size.
 */
const TITLE_SIZES = [
  { size: 27, maxLines: 3 },
  { size: 23, maxLines: 4 },
  { size: 19, maxLines: 6 },
  { size: 16, maxLines: 7 },
  { size: 14, maxLines: 8 },
];
const AUTHOR_SIZE = { size: 14, maxLines: 2 };
const LINE_HEIGHT = 1.18;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

/** The characters that XML 1.0 does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Generates the cover of a title record as an SVG document of 200 by 300 pixels. The cover shows the
 * title, the first author and a drawing for the format. The title and the first author determine the
 * colors, so editions of a work usually have the same colors. Equal records have equal covers.
 */
export function generateCover({ title, authors, format }: Title): string {
  const author = authors?.[0]?.name ?? '';
  const colors = colorsFor(`${title} ${author}`);
  const heading = renderTitle(title);
  const authorBaseline = heading.lastBaseline + AUTHOR_SIZE.size * 1.9;
  const { lines } = wrapText(author, { ...AUTHOR_SIZE, width: WIDTH / AUTHOR_SIZE.size });
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" font-family="Georgia,'Noto Serif','Times New Roman',serif">
<rect width="200" height="300" fill="${colors.background}"/>${motifFor(format.id)(colors)}
<g fill="${colors.text}" font-weight="600" font-size="${heading.size}">${heading.lines}</g>
<g fill="${colors.text}" font-size="${AUTHOR_SIZE.size}" opacity=".92">${renderLines(lines, authorBaseline, AUTHOR_SIZE.size)}</g>
</svg>
`;
  return svg.markup.replace(NOT_XML, '\ufffd');
}

function renderTitle(title: string): { lines: Html[]; size: number; lastBaseline: number } {
  const sizes = TITLE_SIZES.map(({ size, maxLines }) => ({
    size,
    ...wrapText(title, { maxLines, width: WIDTH / size }),
  }));
  const { size, lines } = sizes.find(({ isWhole }) => isWhole) ?? sizes[sizes.length - 1];
  const baseline = 30 + size * 0.8;
  const lastBaseline = baseline + (lines.length - 1) * size * LINE_HEIGHT;
  return { size, lines: renderLines(lines, baseline, size), lastBaseline };
}

/**
 * Renders the lines of a text. If the first letter of the text is Arabic, Hebrew, Syriac or Thaana, all
 * lines are aligned to the right.
 *
 * @param baseline the vertical position of the baseline of the first line
 */
function renderLines(lines: readonly string[], baseline: number, size: number): Html[] {
  const isRightToLeft = RIGHT_TO_LEFT.test(LETTER.exec(lines.join(''))?.[0] ?? '');
  return lines.map((line, i) => {
    const y = Math.round(baseline + i * size * LINE_HEIGHT);
    return isRightToLeft
      ? html`<text x="${RIGHT}" y="${y}" direction="rtl">${line}</text>`
      : html`<text x="${LEFT}" y="${y}">${line}</text>`;
  });
}
