import { normalizeUnicode } from '../search/index.js';

/**
 * Returns a call number in the form used for comparison: lower case, trimmed, with one space for
 * each run of white space.
 *
 * @example normalizeCallNumber(' J  637.4 GRE') // 'j 637.4 gre'
 */
export function normalizeCallNumber(callNumber: string): string {
  return normalizeUnicode(callNumber, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
