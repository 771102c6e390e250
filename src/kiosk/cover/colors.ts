/** The colors of a generated cover. The contrast of `text` on `background` is at least 7 to 1. */
export interface CoverColors {
  readonly background: string;
  readonly text: string;
  readonly accent: string;
}

const PALETTE: readonly CoverColors[] = [
  { background: '#173f4f', text: '#fdf6e9', accent: '#e0a458' },
  { background: '#5b2333', text: '#fbf1e7', accent: '#d99a6c' },
  { background: '#2f4a36', text: '#f6f3e4', accent: '#c9b458' },
  { background: '#2d3561', text: '#f4f1fb', accent: '#e58f7b' },
  { background: '#efe3cb', text: '#3a2a1d', accent: '#b5562f' },
  { background: '#dfe6df', text: '#1f3a3a', accent: '#3d7a6b' },
  { background: '#46324f', text: '#f8eff7', accent: '#d3a13b' },
  { background: '#e9d8d2', text: '#45212b', accent: '#a2485a' },
  { background: '#6b3a1e', text: '#fdf3e3', accent: '#e3b778' },
  { background: '#d6dfe8', text: '#1d2f45', accent: '#47709c' },
  { background: '#24292f', text: '#f2f0ea', accent: '#c46a4a' },
  { background: '#f0e6d8', text: '#27332b', accent: '#6f8a4e' },
];

/** Returns colors from the palette. Equal keys have equal colors. */
export function colorsFor(key: string): CoverColors {
  // The hash function is FNV-1a. The high bits are then mixed into the low bits.
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  return PALETTE[(hash >>> 0) % PALETTE.length];
}
