import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Title } from '../../../src/index.js';
import { createSharedRenumberer } from '../../../src/snapshot/encoding/shared-renumberer.js';
import { encodeTitle, RECORD_PARTS } from '../../../src/snapshot/format/title-codec.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('', '"', '\\', '\\"', '[1,2]', ',5]', 'Café', '\ud800', '𐐷'),
);
const texts = fc.array(text, { maxLength: 3 });
const names = fc.array(fc.record({ name: text }), { maxLength: 3 });
const code = fc.record({ id: text, name: text }, { requiredKeys: ['id'] });
const title = fc.record(
  {
    id: text,
    title: text,
    format: code,
    availability: fc.option(code),
    authors: names,
    isbns: texts,
    holdings: fc.array(
      fc.record(
        { branch: text, status: text, call_number: text, collection: text },
        { requiredKeys: ['branch', 'status'] },
      ),
      { maxLength: 3 },
    ),
    series: fc.array(fc.record({ name: text, number: text }, { requiredKeys: ['name'] })),
    jacket_cover: fc.record({ url: text, default: text }, { requiredKeys: [] }),
    primary_language: fc.record({ name: text }),
    popularity: fc.constantFrom(0, 12, 1e300, 1e-7),
    rating: fc.constantFrom(0, 4.5),
    pages: fc.nat(),
    fiction: fc.boolean(),
    edition: text,
    subjects: texts,
    notes: texts,
    extra: fc.dictionary(text, fc.jsonValue()),
    boost: fc.constantFrom(0.1, 10),
  },
  { requiredKeys: ['id', 'title', 'format'] },
) as fc.Arbitrary<Title>;

it('replaces the numbers of shared strings, and nothing else', () => {
  const oldAndNew = fc.array(fc.tuple(fc.nat(200), fc.nat(2 ** 32 - 1)), { minLength: 1 });
  fc.assert(
    fc.property(title, oldAndNew, (record, numbers) => {
      const newNumbers = new Uint32Array(201);
      for (const [before, after] of numbers) newNumbers[before] = after;
      const encode = (numberOf: (before: number) => number) => {
        let use = 0;
        return encodeTitle(record, () => numberOf(numbers[use++ % numbers.length][0]));
      };
      const before = encode((number) => number);
      const after = encode((number) => newNumbers[number]);
      const renumber = createSharedRenumberer(newNumbers);
      for (const part of RECORD_PARTS) {
        const renumbered = Buffer.from(renumber(Buffer.from(before[part])));
        expect(renumbered.toString()).toBe(after[part]);
      }
    }),
    { numRuns: 500 },
  );
});
