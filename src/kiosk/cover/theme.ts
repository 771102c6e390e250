/** The theme of a cover, and the colors and pattern of the theme. The subjects of a title determine the theme. */

import type { Title } from '../../catalog/records/title.js';
import { type Html, html } from '../html.js';

/** The theme of a generated cover. The subjects of a title determine it. */
export type Theme =
  | 'sea'
  | 'crime'
  | 'love'
  | 'war'
  | 'science'
  | 'nature'
  | 'fantasy'
  | 'faith'
  | 'arts'
  | 'children'
  | 'society'
  | 'travel'
  | 'history'
  | 'other';

/** The beginnings of words in subjects, for each theme. The first theme with a match is the theme of a title. */
const STEMS: readonly (readonly [Theme, RegExp])[] = [
  [
    'sea',
    /\b(sea|ocean|ship|sail|whal|naval|marine|pirate|fish|island|water|mer\b|meer|mar\b)|мор/,
  ],
  [
    'crime',
    /\b(crim|detective|murder|myster|police|thrill|spy|spies|suspense|horror|gothic|vampire)/,
  ],
  ['war', /\b(war|battle|militar|soldier|army|guerre|krieg|guerra)|войн/],
  ['love', /\b(love|romance|marriage|courtship|women|amour|liebe|amor)|люб/],
  [
    'science',
    /\b(scien|physic|mathem|astronom|chemi|comput|technolog|engineer|biolog|medic|health|disease|covid|robot)/,
  ],
  [
    'nature',
    /\b(nature|animal|plant|garden|bird|forest|agricult|environment|ecolog|cook|food|farm)/,
  ],
  [
    'fantasy',
    /\b(fantas|magic|fairy|imaginary|mytholog|legend|supernatural|utopia|dystop|time travel)/,
  ],
  [
    'faith',
    /\b(relig|christ|church|bible|islam|buddh|jewish|juda|god|theolog|philosoph|spiritual)/,
  ],
  ['arts', /\b(art|music|painting|architect|design|photograph|theat|drama|poe[mt]|film|opera)/],
  ['children', /\b(child|juvenile|picture book|girls|boys|school|young adult)/],
  [
    'society',
    /\b(politic|law|econom|business|social|government|educat|psycholog|self-help|sociolog)/,
  ],
  ['travel', /\b(travel|voyage|description|cit(y|ies)|explor|adventure|paris|london)/],
  ['history', /\b(histor|biograph|ancient|medieval|memoir|autobiograph|geschicht)|истор/],
];

export function themeOf({ subjects = [], genres = [] }: Title): Theme {
  const text = [...subjects, ...genres].join('\n').toLowerCase();
  return STEMS.find(([, stems]) => stems.test(text))?.[0] ?? 'other';
}

/** Returns a number from 0 to 2³² - 1. Equal texts have equal numbers. */
function hashOf(text: string): number {
  // The hash function is FNV-1a. The high bits are then mixed into the low bits.
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns one of several options. Equal texts have equal options. */
export function choose<T>(options: readonly T[], text: string): T {
  return options[hashOf(text) % options.length];
}

/** The colors of a generated cover. The contrast of `text` on `background` is at least 7 to 1. */
export interface CoverColors {
  readonly background: string;
  readonly text: string;
  readonly accent: string;
}

/** All colors of covers: background, text and accent. */
const PALETTES = {
  harbor: ['#173f4f', '#fdf6e9', '#e0a458'],
  wine: ['#5b2333', '#fbf1e7', '#d99a6c'],
  forest: ['#2f4a36', '#f6f3e4', '#c9b458'],
  indigo: ['#2d3561', '#f4f1fb', '#e58f7b'],
  parchment: ['#efe3cb', '#3a2a1d', '#b5562f'],
  sage: ['#dfe6df', '#1f3a3a', '#3d7a6b'],
  plum: ['#46324f', '#f8eff7', '#d3a13b'],
  rose: ['#e9d8d2', '#45212b', '#a2485a'],
  rust: ['#6b3a1e', '#fdf3e3', '#e3b778'],
  mist: ['#d6dfe8', '#1d2f45', '#47709c'],
  ink: ['#24292f', '#f2f0ea', '#c46a4a'],
  linen: ['#f0e6d8', '#27332b', '#6f8a4e'],
  teal: ['#0f4c4a', '#f3f7ee', '#f0b35a'],
  mustard: ['#f2c14e', '#33230a', '#a8421f'],
  vermilion: ['#96231a', '#fff4e6', '#f3c16b'],
  navy: ['#14213d', '#f5f1e6', '#e5b454'],
  sky: ['#bfdcea', '#10304a', '#cf5f2c'],
  chalk: ['#f7f1e3', '#1c1a17', '#c0392b'],
  coral: ['#f3b59b', '#3b1420', '#8e2f3c'],
  olive: ['#4a4a1e', '#f7f3dc', '#d9a441'],
  mint: ['#cfe8d8', '#123b2c', '#c75b39'],
  violet: ['#3b2a6b', '#f5effc', '#f2a65a'],
  slate: ['#37474f', '#f8faf8', '#f0a868'],
  pine: ['#1f2d2b', '#eef3ec', '#6fb7a0'],
} as const satisfies Readonly<Record<string, readonly [string, string, string]>>;

type Palette = keyof typeof PALETTES;

const OF_THEMES: Readonly<Record<Theme, readonly Palette[]>> = {
  sea: ['harbor', 'sky', 'mist', 'navy', 'teal'],
  crime: ['ink', 'chalk', 'vermilion', 'mustard', 'pine'],
  love: ['rose', 'coral', 'wine', 'plum', 'chalk'],
  war: ['olive', 'slate', 'ink', 'rust', 'chalk'],
  science: ['navy', 'teal', 'slate', 'sky', 'chalk'],
  nature: ['forest', 'sage', 'mint', 'linen', 'olive'],
  fantasy: ['violet', 'plum', 'indigo', 'pine', 'mustard'],
  faith: ['wine', 'indigo', 'parchment', 'plum', 'navy'],
  arts: ['chalk', 'vermilion', 'mustard', 'violet', 'coral'],
  children: ['mustard', 'coral', 'sky', 'mint', 'teal'],
  society: ['slate', 'mist', 'linen', 'vermilion', 'sage'],
  travel: ['sky', 'mustard', 'teal', 'rust', 'harbor'],
  history: ['parchment', 'rust', 'olive', 'wine', 'forest'],
  other: Object.keys(PALETTES) as Palette[],
};

/** Returns colors for a theme. Equal keys have equal colors in a theme. */
export function colorsFor(theme: Theme, key: string): CoverColors {
  const [background, text, accent] = PALETTES[choose(OF_THEMES[theme], key)];
  return { background, text, accent };
}

/** A tile that is repeated: its width, its height, and a path that is drawn as lines or as areas on the accent color. */
type Tile = readonly [width: number, height: number, drawing: 'lines' | 'areas', path: string];

const TILES: Readonly<Record<Exclude<Theme, 'other'>, Tile>> = {
  sea: [24, 12, 'lines', 'M0 6q6-7 12 0t12 0'],
  crime: [12, 12, 'lines', 'M-3 3 3-3M0 12 12 0M9 15l6-6'],
  love: [24, 24, 'lines', 'M0 12a12 12 0 0 1 24 0M-12 24a12 12 0 0 1 24 0M12 24a12 12 0 0 1 24 0'],
  war: [20, 12, 'lines', 'M0 11 10 3l10 8'],
  science: [28, 28, 'lines', 'M14 10a4 4 0 1 0 .1 0M14 5a9 9 0 1 0 .1 0M14 0a14 14 0 1 0 .1 0'],
  nature: [20, 28, 'areas', 'M5 1q8 6 0 13q-8-7 0-13zM15 15q8 6 0 13q-8-7 0-13z'],
  fantasy: [
    26,
    26,
    'areas',
    'M7 1l1.6 4.4 4.4 1.6-4.4 1.6L7 13l-1.6-4.4L1 7l4.4-1.6zM20 16l1 3 3 1-3 1-1 3-1-3-3-1 3-1z',
  ],
  faith: [
    20,
    20,
    'lines',
    'M0 0a10 10 0 0 0 20 0M0 20a10 10 0 0 1 20 0M0 0a10 10 0 0 1 0 20M20 0a10 10 0 0 0 0 20',
  ],
  arts: [
    28,
    28,
    'areas',
    'M0 0a14 14 0 0 1 14 14H0zM28 28a14 14 0 0 1-14-14h14zM14 0h14v14a14 14 0 0 1-14-14z',
  ],
  children: [24, 24, 'areas', 'M6 2a4 4 0 1 0 .1 0M18 15a3 3 0 1 0 .1 0'],
  society: [16, 16, 'areas', 'M0 0h8v8H0zM8 8h8v8H8z'],
  travel: [24, 16, 'lines', 'M0 .5h24M0 8.5h24M6 .5v8M18 8.5v8'],
  history: [20, 20, 'lines', 'M10 1l9 9-9 9-9-9zM10 7l3 3-3 3-3-3z'],
};

const SCALES = [1, 1.4, 1.9];

/** Renders the definition of a pattern with the id `p` for a theme. Equal keys have equal patterns. */
export function patternFor(theme: Theme, { background, accent }: CoverColors, key: string): Html {
  const [width, height, drawing, path] =
    theme === 'other' ? choose(Object.values(TILES), `${key} tile`) : TILES[theme];
  const scale = choose(SCALES, `${key} scale`);
  return html`<defs><pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><rect width="40" height="40" fill="${accent}"/>${
    drawing === 'lines'
      ? html`<path d="${path}" fill="none" stroke="${background}" stroke-width="1.6"/>`
      : html`<path d="${path}" fill="${background}"/>`
  }</pattern></defs>`;
}
