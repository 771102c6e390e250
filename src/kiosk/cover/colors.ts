/** The colors of one cover. Ink on ground has a contrast of 7 to 1 or more. */
export interface CoverColors {
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
}

/** Colors of cloth and paper, as bindings have them. */
const BINDINGS: readonly CoverColors[] = [
  { ground: '#173f4f', ink: '#fdf6e9', accent: '#e0a458' },
  { ground: '#5b2333', ink: '#fbf1e7', accent: '#d99a6c' },
  { ground: '#2f4a36', ink: '#f6f3e4', accent: '#c9b458' },
  { ground: '#2d3561', ink: '#f4f1fb', accent: '#e58f7b' },
  { ground: '#efe3cb', ink: '#3a2a1d', accent: '#b5562f' },
  { ground: '#dfe6df', ink: '#1f3a3a', accent: '#3d7a6b' },
  { ground: '#46324f', ink: '#f8eff7', accent: '#d3a13b' },
  { ground: '#e9d8d2', ink: '#45212b', accent: '#a2485a' },
  { ground: '#6b3a1e', ink: '#fdf3e3', accent: '#e3b778' },
  { ground: '#d6dfe8', ink: '#1d2f45', accent: '#47709c' },
  { ground: '#24292f', ink: '#f2f0ea', accent: '#c46a4a' },
  { ground: '#f0e6d8', ink: '#27332b', accent: '#6f8a4e' },
];

/** The colors for a text: always the same, and evenly spread over texts. */
export function colorsFor(text: string): CoverColors {
  // FNV-1a: the name of a work is hashed, so that its editions are bound alike.
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  return BINDINGS[(hash >>> 0) % BINDINGS.length];
}
