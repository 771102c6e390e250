import { choose, type Theme } from './themes.js';

/** The colors of a generated cover. The contrast of `text` on `background` is at least 7 to 1. */
export interface CoverColors {
  readonly background: string;
  readonly text: string;
  readonly accent: string;
}

/** All colors of covers: background, text and accent. */
export const PALETTES = {
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
