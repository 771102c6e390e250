import { expect, it } from 'vitest';
import { suppressionReader } from '../../../src/import/holdings/read-holdings.js';
import { marc } from '../marc-text.js';

it('suppressionReader recognizes hidden records by a value of the profile, ignoring spaces', () => {
  const isSuppressed = suppressionReader({
    field: '952',
    branch: 'a',
    suppressed: { field: '998', subfield: 'e', values: ['n'] },
  });
  expect(isSuppressed(marc('998 ## $en'))).toBe(true);
  expect(isSuppressed(marc('998 ## $e n '))).toBe(true);
  expect(isSuppressed(marc('998 ## $ey$fn\n997 ## $en'))).toBe(false);
});
