import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contrast,
  darkModeAccent,
  readableColors,
} from '../../../src/catalog/records/library-colors.js';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the colors of a library', () => {
  it('have the contrasts of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#404040', '#ffffff')).toBeCloseTo(10.37, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });

  it('are readable for any color: in the header, as links and buttons, and in dark mode', () => {
    fc.assert(
      fc.property(color, (any) => {
        const { primary = '', accent = '' } = readableColors({ primary: any, accent: any });
        for (const text of ['#f6f3ea', '#f1ede2'])
          expect(contrast(primary, text)).toBeGreaterThanOrEqual(4.5);
        for (const background of ['#eaf1ee', '#faf8f3', '#ffffff'])
          expect(contrast(accent, background)).toBeGreaterThanOrEqual(4.5);
        const dark = darkModeAccent(accent);
        for (const background of ['#14191b', '#1d2427', '#223033', '#06302e'])
          expect(contrast(dark, background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('stay unchanged if they are readable', () => {
    const colors = { primary: '#28306B', accent: '#3a47a8' };
    expect(readableColors(colors)).toEqual(colors);
    expect(readableColors({ accent: '#3a47a8' })).toEqual({ accent: '#3a47a8' });
  });
});
