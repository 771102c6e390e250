/**
 * The cover of a title: chooses the drawing and fits the text. The other files of the folder define themes, drawings and
 * lines of text.
 */

import { publicationYear } from '../../catalog/publication-year.js';
import type { Title } from '../../catalog/records/title.js';
import { sortTitle } from '../../catalog/sort-title.js';
import { type Html, html, keepPunctuation } from '../html.js';
import {
  frameOf,
  type Layout,
  type Letterform,
  layoutsFor,
  letterformFor,
  motifFor,
  type TextBox,
} from './drawings.js';
import { colorsFor, patternFor, themeOf } from './theme.js';
import { wrapText } from './wrap-text.js';

/** The area for text above the drawing of a format. */
const MOTIF_BOX: TextBox = { x: 24, y: 30, width: 154, height: 140 };

/** The font sizes of titles. A title has the first size at which it fits in a layout. */
const TITLE_SIZES = [31, 27, 23, 19, 16, 14];
/** The font sizes of titles that fit at no larger size in any layout, such as titles with a very long word. */
const SMALL_SIZES = [12, 10];
/** The maximum number of lines of a title that fits at no size. */
const MAX_LINES = 8;
const AUTHOR_SIZE = 14;
const MAX_AUTHOR_LINES = 2;
const LINE_HEIGHT = 1.18;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Generates the cover of a title record as an SVG document of 200 by 300 pixels. The cover shows the title and the first
 * author. The subjects determine the colors and the pattern, the year determines the layout and the letters, and the title
 * and first author select from these, so editions of a work usually have the same colors. A format other than a plain
 * book has a drawing of its own. Equal records have equal covers.
 */
export function generateCover(title: Title): string {
  const author = title.authors?.[0]?.name ?? '';
  const key = `${title.title} ${author}`;
  const year = publicationYear(title.publication_date);
  const editionKey = `${key} ${title.publication_date ?? ''}`;
  const theme = themeOf(title);
  const colors = colorsFor(theme, key);
  const letters = letterformFor(theme, year, key);
  const initial = LETTER.exec(sortTitle(title))?.[0].toUpperCase() ?? '';
  const motif = motifFor(title.format.id);
  const layouts: readonly Layout[] =
    motif === undefined
      ? layoutsFor(title.title, initial, year, editionKey)
      : [{ box: MOTIF_BOX, draw: motif }];
  let layout = layouts[layouts.length - 1];
  let text = fitText(title.title, author, letters, layout, TITLE_SIZES);
  const attempts = [TITLE_SIZES, SMALL_SIZES].flatMap((sizes) =>
    layouts.map((layout) => ({ layout, sizes })),
  );
  for (const { layout: tried, sizes } of attempts) {
    const fitted = fitText(title.title, author, letters, tried, sizes);
    if (!fitted.isWhole) continue;
    layout = tried;
    text = fitted;
    break;
  }
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" font-family="${letters.family}">
${motif === undefined && patternFor(theme, colors, key)}
<rect width="200" height="300" fill="${colors.background}"/>${layout.draw(colors, initial, editionKey)}${frameOf(title.format.id, colors)}
<g fill="${colors.text}" font-weight="${letters.weight}" font-size="${text.size}">${text.title}</g>
<g fill="${colors.text}" font-size="${Math.min(AUTHOR_SIZE, text.size)}" opacity=".92">${text.author}</g>
</svg>
`;
  return svg.markup.replace(NOT_XML, '\ufffd');
}

/** The lines of a cover, and whether the whole title fits into the text box at a size of the layout. */
interface FittedText {
  readonly title: readonly Html[];
  readonly author: readonly Html[];
  readonly size: number;
  readonly isWhole: boolean;
}

function fitText(
  title: string,
  author: string,
  { widthFactor }: Letterform,
  { box, authorY }: Layout,
  sizes: readonly number[],
): FittedText {
  const width = box.width / widthFactor;
  const { lines: authorLines } = wrapText(keepPunctuation(author), {
    width: width / AUTHOR_SIZE,
    maxLines: MAX_AUTHOR_LINES,
  });
  const authorHeight = authorY === undefined ? AUTHOR_SIZE * (0.9 + authorLines.length) : 0;
  const wrapAt = (size: number) => {
    const maxLines = Math.floor((box.height - authorHeight) / (size * LINE_HEIGHT));
    return wrapText(keepPunctuation(title), {
      width: width / size,
      maxLines: Math.min(Math.max(maxLines, 1), MAX_LINES),
    });
  };
  const size = sizes.find((it) => wrapAt(it).isWhole) ?? sizes[sizes.length - 1];
  const { lines, isWhole } = wrapAt(size);
  const baseline = box.y + size * 0.8;
  const lastBaseline = baseline + (lines.length - 1) * size * LINE_HEIGHT;
  const authorBaseline =
    authorY === undefined
      ? lastBaseline + AUTHOR_SIZE * 1.9
      : authorY - (authorLines.length - 1) * AUTHOR_SIZE * LINE_HEIGHT;
  return {
    title: renderLines(lines, baseline, size, box),
    author: renderLines(authorLines, authorBaseline, AUTHOR_SIZE, box),
    size,
    isWhole,
  };
}

/**
 * Renders the lines of a text. If the first letter of the text is Arabic, Hebrew, Syriac or Thaana, lines that are not
 * centered are aligned to the right.
 *
 * @param baseline the vertical position of the baseline of the first line
 */
function renderLines(
  lines: readonly string[],
  baseline: number,
  size: number,
  { x, width, isCentered }: TextBox,
): Html[] {
  const isRightToLeft = RIGHT_TO_LEFT.test(LETTER.exec(lines.join(''))?.[0] ?? '');
  return lines.map((line, i) => {
    const y = Math.round(baseline + i * size * LINE_HEIGHT);
    if (isCentered) {
      return html`<text x="${x + width / 2}" y="${y}" text-anchor="middle"${isRightToLeft && html` direction="rtl"`}>${line}</text>`;
    }
    return isRightToLeft
      ? html`<text x="${x + width}" y="${y}" direction="rtl">${line}</text>`
      : html`<text x="${x}" y="${y}">${line}</text>`;
  });
}
