import { normalizeUnicode } from '../../search/index.js';
import { type Html, html } from '../html/html.js';
import type { CoverColors } from './colors.js';
import { choose, type Theme } from './themes.js';

/** The area for the title and the author. `y` is the top of the area. */
export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isCentered?: boolean;
}

/** A layout of the cover of a book. All text is on the background color, never on the pattern. */
export interface Layout {
  readonly box: TextBox;
  /** The baseline of the last line of the author. Default: the author is below the title. */
  readonly authorY?: number;
  /**
   * Renders the drawing. `fill="url(#p)"` fills an area with the pattern of the cover.
   *
   * @param initial the first letter of the title after an article, as a capital letter
   */
  draw(colors: CoverColors, initial: string, key: string): Html;
}

const LEFT_BOX: TextBox = { x: 22, y: 26, width: 158, height: 122 };

/** A frame of two rules with a medallion, as on books before 1920. */
const frame: Layout = {
  box: { x: 26, y: 36, width: 148, height: 120, isCentered: true },
  authorY: 272,
  draw: ({ accent, text }) => html`
<g fill="none" stroke="${accent}"><rect x="9" y="9" width="182" height="282" stroke-width="3"/><rect x="15" y="15" width="170" height="270" stroke="${text}" opacity=".6"/></g>
<circle cx="100" cy="199" r="36" fill="url(#p)"/><circle cx="100" cy="199" r="41" fill="none" stroke="${accent}" stroke-width="1.5"/>`,
};

/** A label on patterned paper. */
const label: Layout = {
  box: { x: 32, y: 46, width: 136, height: 132, isCentered: true },
  draw: ({ background, accent }) => html`
<rect width="200" height="300" fill="url(#p)"/>
<rect x="20" y="30" width="160" height="164" fill="${background}"/><rect x="25" y="35" width="150" height="154" fill="none" stroke="${accent}" stroke-width="1.5"/>`,
};

/** Two patterned bands, as on paperbacks of the 1930s to 1950s. */
const bands: Layout = {
  box: { x: 20, y: 90, width: 160, height: 124, isCentered: true },
  draw: ({ text }) => html`
<rect width="200" height="70" fill="url(#p)"/><rect y="230" width="200" height="70" fill="url(#p)"/>
<path d="M0 70h200M0 230h200" stroke="${text}" stroke-width="3"/>`,
};

/** The shapes on the lower half of a cover of the {@link shape} layout. */
const SHAPES = [
  html`<circle cx="100" cy="276" r="92" fill="url(#p)"/>`,
  html`<path d="M0 300 62 196l44 62 30-40 64 82z" fill="url(#p)"/>`,
  html`<path d="M30 300v-60a70 70 0 0 1 140 0v60z" fill="url(#p)"/>`,
  html`<path d="M0 236q50-44 100 0t100 0v64H0z" fill="url(#p)"/>`,
  html`<path d="M0 300V250L200 170V300z" fill="url(#p)"/>`,
  html`<path d="M24 186h70v90H24zM106 216h70v60h-70z" fill="url(#p)"/>`,
];

/** A large shape below the title, as on paperbacks of the 1960s to 1980s. */
const shape: Layout = {
  box: LEFT_BOX,
  draw: (_colors, _initial, key) => choose(SHAPES, `${key} shape`),
};

/** The first letter of the title, larger than the cover. */
const initial: Layout = {
  box: { ...LEFT_BOX, height: 112 },
  draw: ({ accent }, letter) => html`
<text font-size="210" font-weight="700" text-anchor="end" x="192" y="290" fill="${accent}">${letter}</text>`,
};

/** A patterned spine on the left. */
const spine: Layout = {
  box: { x: 58, y: 30, width: 130, height: 200 },
  authorY: 272,
  draw: ({ text }) => html`
<rect width="40" height="300" fill="url(#p)"/><path d="M41.5 0v300" stroke="${text}" stroke-width="3"/>`,
};

/** A patterned strip at the bottom: the layout with the most room for text. */
const strip: Layout = {
  box: { x: 22, y: 24, width: 158, height: 190 },
  draw: () => html`<rect y="252" width="200" height="48" fill="url(#p)"/>`,
};

/** The layouts of books by the first year in which they were usual. */
const PERIODS: readonly (readonly [number, readonly Layout[]])[] = [
  [1990, [initial, shape, spine, label, shape]],
  [1960, [shape, initial, spine, bands]],
  [1920, [bands, label, frame, shape]],
  [-Infinity, [frame, label, frame]],
];
const WITHOUT_YEAR = [shape, label, initial, bands, frame, spine];

/**
 * Matches a letter that the {@link initial} layout has room for: no accent above it, and no script with letters that are
 * higher than a Latin capital letter.
 */
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** Returns whether the {@link initial} layout suits a title. A letter of another script than the title does not. */
function hasInitial(title: string, letter: string): boolean {
  return INITIAL.test(normalizeUnicode(letter, 'NFD')) && title.toUpperCase().includes(letter);
}

/** The maximum length of a title that layouts other than {@link strip} are tried for, in UTF-16 code units. */
const MAX_CHARS = 110;

/**
 * Returns the layouts that suit a book of a year, the preferred layout first, and the layout for long titles last. Equal
 * keys have equal layouts.
 *
 * @param letter the initial of the title; see {@link Layout.draw}
 */
export function layoutsFor(
  title: string,
  letter: string,
  year: number | undefined,
  key: string,
): Layout[] {
  if (title.length > MAX_CHARS) return [strip];
  const usual =
    year === undefined
      ? WITHOUT_YEAR
      : (PERIODS.find(([from]) => year >= from)?.[1] ?? WITHOUT_YEAR);
  const first = choose(usual, `${key} layout`);
  const all = [first, ...usual.filter((layout) => layout !== first), strip];
  return hasInitial(title, letter) ? all : all.filter((layout) => layout !== initial);
}

/** The letters of a cover. `widthFactor` is their width in relation to a bold serif font. */
export interface Letterform {
  readonly family: string;
  readonly weight: number;
  readonly widthFactor: number;
}

const SERIF = "Georgia,'Noto Serif','Times New Roman',serif";
const SANS = "'Gill Sans','Avenir Next','Segoe UI','Noto Sans',Arial,sans-serif";
const ROMAN: Letterform = { family: SERIF, weight: 600, widthFactor: 1.08 };
const BOOKISH: Letterform = { family: SERIF, weight: 400, widthFactor: 0.95 };
const GROTESQUE: Letterform = { family: SANS, weight: 700, widthFactor: 1.12 };
const LIGHT: Letterform = { family: SANS, weight: 400, widthFactor: 1.05 };

/** The themes whose books since 1920 usually have letters without serifs. */
const MODERN_THEMES: ReadonlySet<Theme> = new Set([
  'science',
  'society',
  'arts',
  'crime',
  'children',
]);

/** Returns the letters for a theme and a year. Equal keys have equal letters. */
export function letterformFor(theme: Theme, year: number | undefined, key: string): Letterform {
  if (year !== undefined && year < 1920) return choose([ROMAN, BOOKISH], `${key} letter`);
  return MODERN_THEMES.has(theme)
    ? choose([GROTESQUE, LIGHT, GROTESQUE], `${key} letter`)
    : choose([ROMAN, GROTESQUE, BOOKISH], `${key} letter`);
}
