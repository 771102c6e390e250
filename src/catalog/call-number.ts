import { normalizeUnicode } from '../search/index.js';

/**
 * Returns a call number in the form used for comparison: composed characters (Unicode NFC) in lower
 * case, without white space at the ends, and with one space for each run of white space.
 *
 * @example normalizeCallNumber(' J  637.4 GRE') // 'j 637.4 gre'
 */
export function normalizeCallNumber(callNumber: string): string {
  return normalizeUnicode(callNumber, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
