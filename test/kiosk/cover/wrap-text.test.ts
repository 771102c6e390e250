import { describe, expect, it } from 'vitest';
import { wrapText } from '../../../src/kiosk/cover/wrap-text.js';

describe('wrapText', () => {
  it('puts as many words on each line as fit', () => {
    // "nnn nnn" is 3.81 ems wide.
    const area = { width: 3.82, maxLines: 3 };
    expect(wrapText('nnn nnn', area)).toEqual({ lines: ['nnn nnn'], isWhole: true });
    expect(wrapText('nnnnnn nnn nnn', area)).toEqual({
      lines: ['nnnnnn', 'nnn nnn'],
      isWhole: true,
    });
  });

  it('breaks a word that is wider than a line after a hyphen before a digit', () => {
    // "COVID-19" is 5.25 ems wide.
    expect(wrapText('COVID-19', { width: 4.6, maxLines: 3 })).toEqual({
      lines: ['COVID-', '19'],
      isWhole: true,
    });
    expect(wrapText('COVID-19', { width: 5.3, maxLines: 3 }).lines).toEqual(['COVID-19']);
  });

  it('breaks parts between hyphens after any character only if they are wider than a line', () => {
    expect(wrapText('nnnnnnnn-11', { width: 3, maxLines: 5 })).toEqual({
      lines: ['nnnnn', 'nnn-', '11'],
      isWhole: false,
    });
  });
});
