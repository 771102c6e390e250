import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkTitlePart } from '../../../../src/snapshot/format/checks/title-part-check.js';
import { decodeTitle, encodeTitle } from '../../../../src/snapshot/format/title-codec.js';
import { book } from '../../../catalog/catalog-of.js';

const shared = { get: (index: number) => `shared ${index}` };

it('checkTitlePart accepts the extra of any title, and no other bytes that cannot be decoded', () => {
  const isValid = (bytes: Buffer) =>
    checkTitlePart('details', bytes.toString(), new Uint32Array(1)) !== undefined;
  const edit = fc.record({
    at: fc.nat(),
    byte: fc.constantFrom(...Buffer.from('{}[]",:0-1e.tn\\')),
  });
  let rejected = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), edit, (extra, { at, byte }) => {
      const parts = encodeTitle(book('1', 'Emma', { extra, boost: 0.1 }), () => 0);
      const bytes = Buffer.from(parts.details);
      expect(isValid(bytes)).toBe(true);
      bytes[at % bytes.length] = byte;
      if (!isValid(bytes)) {
        rejected++;
        return;
      }
      const edited = { ...parts, details: bytes.toString() };
      const decoded = decodeTitle('1', (part) => edited[part], shared);
      expect(Object.prototype.toString.call(decoded.extra ?? {})).toBe('[object Object]');
    }),
    { numRuns: 2000 },
  );
  expect(rejected).toBeGreaterThan(500);
});
