/** The drawings on covers. A book has a layout and letters of its time, and a title in another format has a motif. */

import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { type Html, html, NOTHING } from '../html.js';
import { type CoverColors, choose, type Theme } from './theme.js';

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

/** A patterned strip at the bottom: the layout with the most room for text. */
const strip: Layout = {
  box: { x: 22, y: 24, width: 158, height: 190 },
  draw: () => html`<rect y="252" width="200" height="48" fill="url(#p)"/>`,
};

/** The layouts of books by the first year in which they were usual. */
const PERIODS: readonly (readonly [number, readonly Layout[]])[] = [
  [1990, [initial, shape, bands, label, shape]],
  [1960, [shape, initial, bands]],
  [1920, [bands, label, frame, shape]],
  [-Infinity, [frame, label, frame]],
];
const WITHOUT_YEAR = [shape, label, initial, bands, frame];

/**
 * Matches a letter that the {@link initial} layout has room for: no accent above it, nothing below the line, and no script
 * with letters that are higher than a Latin capital letter. An `I` would be a bar.
 */
const INITIAL = /^(?![IJQДЦЩ])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** Returns whether the {@link initial} layout suits a title. A letter of another script than the title does not. */
function hasInitial(title: string, letter: string): boolean {
  return INITIAL.test(normalizeUnicode(letter, 'NFD')) && title.toUpperCase().includes(letter);
}

/** The maximum length of a title that layouts other than {@link strip} are tried for, in UTF-16 code units. */
const MAX_TITLE_CHARS = 110;

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
  if (title.length > MAX_TITLE_CHARS) return [strip];
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

/** Renders the drawing on a generated cover. The cover is 200 pixels wide and 300 pixels high. */
type Motif = (colors: CoverColors) => Html;

/** Returns the drawing for a format, or undefined for a book, whose cover has one of the layouts. */
export function motifFor(format: string): Motif | undefined {
  return Object.hasOwn(MOTIFS, format) ? MOTIFS[format] : undefined;
}

/** Renders the edge of a screen around the cover of an eBook, and nothing for other formats. */
export function frameOf(format: string, { text }: CoverColors): Html {
  return format === 'EBOOK'
    ? html`<rect x="4" y="4" width="192" height="292" rx="12" fill="none" stroke="${text}" opacity=".5" stroke-width="2"/>`
    : NOTHING;
}

const largePrint: Motif = ({ text, accent }) => html`
<rect width="9" height="300" fill="${text}" opacity=".16"/>
<text x="176" y="278" text-anchor="end" font-size="72" fill="${accent}">Aa</text>`;

const disc: Motif = ({ background, accent, text }) => html`
<circle cx="142" cy="252" r="78" fill="${accent}" opacity=".92"/>
<circle cx="142" cy="252" r="60" fill="none" stroke="${background}" opacity=".5"/>
<circle cx="142" cy="252" r="44" fill="none" stroke="${background}" opacity=".5"/>
<circle cx="142" cy="252" r="22" fill="${text}"/><circle cx="142" cy="252" r="7" fill="${background}"/>`;

const sound: Motif = ({ accent }) => html`
<path d="M28 254v12M42 240v40M56 250v20M70 226v68M84 242v36M98 234v52M112 218v84M126 240v40M140 230v60M154 246v28M168 238v44" stroke="${accent}" stroke-width="6" stroke-linecap="round"/>`;

const film: Motif = ({ text, accent }) => html`
<path d="M0 210h200v90H0z" fill="${text}" opacity=".14"/>
<path d="M8 222h184M8 288h184" stroke="${accent}" stroke-width="9" stroke-dasharray="12 10"/>
<path d="M88 240l32 15-32 15z" fill="${accent}"/>`;

const screen: Motif = ({ text, accent }) => html`
<rect x="10" y="10" width="180" height="280" rx="14" fill="none" stroke="${text}" opacity=".35" stroke-width="2"/>
<path d="M24 258h152" stroke="${text}" opacity=".25" stroke-width="4" stroke-linecap="round"/>
<path d="M24 258h58" stroke="${accent}" stroke-width="4" stroke-linecap="round"/>
<circle cx="100" cy="276" r="4" fill="${text}" opacity=".5"/>`;

const score: Motif = ({ text, accent }) => html`
<path d="M0 232h200M0 242h200M0 252h200M0 262h200M0 272h200" stroke="${text}" opacity=".45"/>
<path d="M62 254v-34M104 244v-34h36v28" stroke="${accent}" stroke-width="3" fill="none"/>
<g fill="${accent}"><ellipse cx="56" cy="256" rx="8" ry="6"/><ellipse cx="98" cy="246" rx="8" ry="6"/><ellipse cx="134" cy="239" rx="8" ry="6"/></g>`;

const map: Motif = ({ text, accent }) => html`
<g fill="none" stroke="${text}" opacity=".4"><path d="M-5 236c40-26 70 16 110-6s62-8 100-22"/><path d="M-5 254c44-26 74 14 112-4s60-6 98-20"/><path d="M-5 272c48-26 78 12 114-2s58-4 96-18"/><path d="M-5 290c52-26 82 10 116 0s56-2 94-16"/></g>
<path d="M150 222v-24l16 7-16 8" fill="${accent}" stroke="${accent}" stroke-width="2"/>`;

const periodical: Motif = ({ text, accent }) => html`
<rect width="200" height="14" fill="${accent}"/>
<path d="M24 232h70M24 244h70M24 256h70M24 268h52M106 232h70M106 244h70M106 256h70M106 268h40" stroke="${text}" opacity=".4" stroke-width="3"/>`;

const picture: Motif = ({ text, accent }) => html`
<rect x="24" y="206" width="152" height="74" fill="none" stroke="${text}" opacity=".5" stroke-width="2"/>
<circle cx="142" cy="230" r="10" fill="${accent}"/>
<path d="M26 278l42-44 28 28 20-18 58 34z" fill="${accent}" opacity=".75"/>`;

const manuscript: Motif = ({ text, accent }) => html`
<path d="M24 236q12-12 22 0t22 0 22 0 22 0 22 0 22 0M24 256q12-12 22 0t22 0 22 0 22 0 22 0M24 276q12-12 22 0t22 0 22 0" fill="none" stroke="${text}" opacity=".5" stroke-width="2"/>
<circle cx="164" cy="266" r="13" fill="${accent}"/>`;

const panels: Motif = ({ text, accent }) => html`
<g fill="none" stroke="${text}" opacity=".55" stroke-width="2"><path d="M24 212h66v68H24z"/><path d="M98 212h78v30H98z"/></g>
<path d="M98 250h78v30H98z" fill="${accent}"/>`;

const blocks: Motif = ({ text, accent }) => html`
<rect x="32" y="236" width="42" height="42" rx="8" fill="${accent}"/>
<circle cx="104" cy="257" r="21" fill="${text}" opacity=".35"/>
<path d="M152 236l24 42h-48z" fill="${accent}" opacity=".7"/>`;

const dice: Motif = ({ background, text, accent }) => html`
<rect x="38" y="220" width="58" height="58" rx="11" fill="${accent}"/><rect x="108" y="236" width="46" height="46" rx="9" fill="${text}" opacity=".8"/>
<g fill="${background}"><circle cx="53" cy="235" r="5"/><circle cx="81" cy="235" r="5"/><circle cx="67" cy="249" r="5"/><circle cx="53" cy="263" r="5"/><circle cx="81" cy="263" r="5"/><circle cx="121" cy="249" r="4"/><circle cx="141" cy="269" r="4"/></g>`;

const fiche: Motif = ({ text, accent }) => html`
<path d="M24 206h152v76H24z" fill="${text}" opacity=".14"/><path d="M24 206h152v14H24z" fill="${accent}"/>
<path d="M32 235h136M32 252h136M32 269h136" stroke="${text}" opacity=".6" stroke-width="10" stroke-dasharray="12 5.7"/>`;

const gamepad: Motif = ({ background, accent }) => html`
<path d="M64 222h72c26 0 36 18 36 42 0 22-22 20-32 4l-8-10H68l-8 10c-10 16-32 18-32-4 0-24 10-42 36-42z" fill="${accent}"/>
<path d="M70 230v20M60 240h20" stroke="${background}" stroke-width="6"/><circle cx="126" cy="246" r="5" fill="${background}"/><circle cx="140" cy="234" r="5" fill="${background}"/>`;

const braille: Motif = ({ text, accent }) => html`
<g fill="${accent}"><circle cx="44" cy="222" r="9"/><circle cx="72" cy="222" r="9"/><circle cx="44" cy="250" r="9"/><circle cx="112" cy="222" r="9"/><circle cx="140" cy="250" r="9"/><circle cx="112" cy="278" r="9"/></g>
<g fill="${text}" opacity=".2"><circle cx="72" cy="250" r="9"/><circle cx="44" cy="278" r="9"/><circle cx="72" cy="278" r="9"/><circle cx="140" cy="222" r="9"/><circle cx="112" cy="250" r="9"/><circle cx="140" cy="278" r="9"/></g>`;

const tools: Motif = ({ background, text, accent }) => html`
<circle cx="76" cy="252" r="30" fill="none" stroke="${accent}" stroke-width="12" stroke-dasharray="12 11.56"/><circle cx="76" cy="252" r="25" fill="${accent}"/><circle cx="76" cy="252" r="10" fill="${background}"/>
<path d="M128 278l38-52" stroke="${text}" opacity=".5" stroke-width="10" stroke-linecap="round"/>`;

const MOTIFS: Readonly<Record<string, Motif>> = {
  LPRINT: largePrint,
  BOARD_BK: blocks,
  GRAPHIC_NOVEL: panels,
  BOOK_CD: disc,
  EAUDIOBOOK: sound,
  MUSIC_CD: disc,
  MUSIC_ONLINE: sound,
  DVD: film,
  BLURAY: film,
  VIDEO_ONLINE: film,
  MAG: periodical,
  NEWSPAPER: periodical,
  MN: score,
  MAP: map,
  PICTURE: picture,
  MANUSCRIPT: manuscript,
  CDROM: screen,
  DATASET: screen,
  VIDEO_GAME: gamepad,
  BOARD_GAME: dice,
  KIT: blocks,
  WEBSITE: screen,
  VHS: film,
  LP: disc,
  MUSIC_CASSETTE: sound,
  BOOK_CASSETTE: sound,
  MICROFORM: fiche,
  MAG_ONLINE: periodical,
  BR: braille,
  PLAYAWAY_AUDIOBOOK: sound,
  PLAYAWAY_VIDEO: film,
  ARTICLE: periodical,
  TOY: blocks,
  EQUIPMENT: tools,
  THREE_D_OBJECT: blocks,
};
