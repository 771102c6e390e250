import { describe, expect, it } from 'vitest';
import { wrapText } from '../../../src/kiosk/cover/wrap-text.js';

describe('A wrapped text', () => {
  it('fills a line to its end, the first and those behind it', () => {
    // Two words of three letters and the space between them are 3.81 ems wide.
    const room = { width: 3.82, lines: 3 };
    expect(wrapText('nnn nnn', room)).toEqual({ lines: ['nnn nnn'], isWhole: true });
    expect(wrapText('nnnnnn nnn nnn', room)).toEqual({
      lines: ['nnnnnn', 'nnn nnn'],
      isWhole: true,
    });
  });
});
