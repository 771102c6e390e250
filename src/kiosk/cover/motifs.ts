import { type Html, html, NOTHING } from '../html/html.js';
import type { CoverColors } from './colors.js';

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
  VIDEO_GAME: dice,
  BOARD_GAME: dice,
  KIT: blocks,
  WEBSITE: screen,
  VHS: film,
  LP: disc,
  MUSIC_CASSETTE: sound,
  BOOK_CASSETTE: sound,
  MICROFORM: film,
  MAG_ONLINE: periodical,
};
