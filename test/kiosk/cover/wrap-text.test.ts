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
});
