import { type Html, html } from '../html/html.js';
import type { CoverColors } from './colors.js';
import { choose, type Theme } from './themes.js';

/** A tile that is repeated: its size and its drawing, in one color on the accent color. */
interface Tile {
  readonly width: number;
  readonly height: number;
  readonly lines?: string;
  readonly areas?: string;
}

/** A square tile with a drawing of lines. */
const lines = (width: number, height: number, path: string): Tile => ({
  width,
  height,
  lines: path,
});
/** A tile with a drawing of areas. */
const areas = (width: number, height: number, path: string): Tile => ({
  width,
  height,
  areas: path,
});

const TILES: Readonly<Record<Exclude<Theme, 'other'>, Tile>> = {
  sea: lines(24, 12, 'M0 6q6-7 12 0t12 0'),
  crime: lines(12, 12, 'M-3 3 3-3M0 12 12 0M9 15l6-6'),
  love: lines(24, 24, 'M0 12a12 12 0 0 1 24 0M-12 24a12 12 0 0 1 24 0M12 24a12 12 0 0 1 24 0'),
  war: lines(20, 12, 'M0 11 10 3l10 8'),
  science: lines(28, 28, 'M14 10a4 4 0 1 0 .1 0M14 5a9 9 0 1 0 .1 0M14 0a14 14 0 1 0 .1 0'),
  nature: areas(20, 28, 'M5 1q8 6 0 13q-8-7 0-13zM15 15q8 6 0 13q-8-7 0-13z'),
  fantasy: areas(
    26,
    26,
    'M7 1l1.6 4.4 4.4 1.6-4.4 1.6L7 13l-1.6-4.4L1 7l4.4-1.6zM20 16l1 3 3 1-3 1-1 3-1-3-3-1 3-1z',
  ),
  faith: lines(
    20,
    20,
    'M0 0a10 10 0 0 0 20 0M0 20a10 10 0 0 1 20 0M0 0a10 10 0 0 1 0 20M20 0a10 10 0 0 0 0 20',
  ),
  arts: areas(
    28,
    28,
    'M0 0a14 14 0 0 1 14 14H0zM28 28a14 14 0 0 1-14-14h14zM14 0h14v14a14 14 0 0 1-14-14z',
  ),
  children: areas(24, 24, 'M6 2a4 4 0 1 0 .1 0M18 15a3 3 0 1 0 .1 0'),
  society: areas(16, 16, 'M0 0h8v8H0zM8 8h8v8H8z'),
  travel: lines(24, 16, 'M0 .5h24M0 8.5h24M6 .5v8M18 8.5v8'),
  history: lines(20, 20, 'M10 1l9 9-9 9-9-9zM10 7l3 3-3 3-3-3z'),
};

const SCALES = [1, 1.4, 1.9];

/** Renders the definition of a pattern with the id `p` for a theme. Equal keys have equal patterns. */
export function patternFor(theme: Theme, { background, accent }: CoverColors, key: string): Html {
  const tile = theme === 'other' ? choose(Object.values(TILES), `${key} tile`) : TILES[theme];
  const scale = choose(SCALES, `${key} scale`);
  return html`<defs><pattern id="p" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><rect width="40" height="40" fill="${accent}"/>${
    tile.lines !== undefined &&
    html`<path d="${tile.lines}" fill="none" stroke="${background}" stroke-width="1.6"/>`
  }${tile.areas !== undefined && html`<path d="${tile.areas}" fill="${background}"/>`}</pattern></defs>`;
}
