/*
 * The contrast of the colors of a library (WCAG 2). A build corrects the colors in the library record with it, and pages
 * derive the colors of dark mode.
 */

import type { LibraryColors } from './library.js';

/** The minimum contrast of text. */
export const MIN_CONTRAST = 4.5;

/** The text on the primary color: the darker of its two colors in light and dark mode. */
const HEADER_TEXT = '#f1ede2';
/** The darkest background in light mode, and the lightest in dark mode. The accent color is the color of text on both. */
const LIGHT_BACKGROUND = '#eaf1ee';
const DARK_BACKGROUND = '#223033';

/** Returns the colors with the contrast that text needs. A color with enough contrast is returned unchanged. */
export function readableColors({ primary, accent }: LibraryColors): LibraryColors {
  return {
    ...(primary !== undefined && { primary: mixUntilReadable(primary, HEADER_TEXT, BLACK) }),
    ...(accent !== undefined && { accent: mixUntilReadable(accent, LIGHT_BACKGROUND, BLACK) }),
  };
}

/** Returns the accent color of dark mode. */
export function darkModeAccent(accent: string): string {
  return mixUntilReadable(accent, DARK_BACKGROUND, WHITE);
}

const BLACK = 0;
const WHITE = 255;
const STEPS = 20;

function mixUntilReadable(color: string, other: string, target: number): string {
  let mixed = color;
  for (let step = 1; contrast(mixed, other) < MIN_CONTRAST && step <= STEPS; step++) {
    mixed = mix(color, target, step / STEPS);
  }
  return mixed;
}

/** Mixes a color with a gray. `share` is the share of the gray, from 0 to 1. */
export function mix(color: string, gray: number, share: number): string {
  const channels = channelsOf(color).map((value) => Math.round(value + (gray - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of two colors, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
