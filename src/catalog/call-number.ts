import { normalized } from '../search/analysis/normalized.js';
/**
 * A call number in the form in which two of them are compared: case ignored, one space for any.
 *
 * @example normalizedCallNumber(' J  637.4 GRE') // 'j 637.4 gre'
 */
export function normalizedCallNumber(callNumber: string): string {
  return normalized(callNumber, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
