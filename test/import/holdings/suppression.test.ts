import { expect, it } from 'vitest';
import { suppressionReader } from '../../../src/import/holdings/suppression.js';
import { marc } from '../marc-text.js';

it('A record is hidden by the mark that its library has for that, spaces around it or not', () => {
  const isSuppressed = suppressionReader({
    field: '952',
    branch: 'a',
    suppressed: { field: '998', subfield: 'e', values: ['n'] },
  });
  expect(isSuppressed(marc('998 ## $en'))).toBe(true);
  expect(isSuppressed(marc('998 ## $e n '))).toBe(true);
  expect(isSuppressed(marc('998 ## $ey$fn\n997 ## $en'))).toBe(false);
});
