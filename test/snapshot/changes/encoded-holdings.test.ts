import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holding } from '../../../src/catalog/records/title.js';
import {
  decodeHoldings,
  encodeHoldings,
  summarizeHoldings,
} from '../../../src/snapshot/changes/change-holdings.js';
import '../../random-seed.js';

describe('Encoded holdings', () => {
  const holding: fc.Arbitrary<Holding> = fc.record(
    {
      branch: fc.constantFrom('M', 'W'),
      status: fc.constantFrom('AVAILABLE', 'LIBRARY_USE_ONLY', 'UNAVAILABLE', 'ON_ORDER', 'LOST'),
      call_number: fc.constantFrom('F AUS', '', '0'),
      barcode: fc.string(),
    },
    { requiredKeys: ['branch', 'status'] },
  );
  const holdings = fc.array(holding, { maxLength: 4 });

  it('are decoded to the same holdings', () => {
    const inRecord = fc.option(holdings, { nil: undefined });
    fc.assert(
      fc.property(holdings, inRecord, fc.boolean(), (other, record, isStatusOnly) => {
        const next =
          isStatusOnly && record !== undefined
            ? record.map((own, i) => ({ ...own, status: other[i]?.status ?? own.status }))
            : other;
        const encoded = encodeHoldings(next, record);
        expect(decodeHoldings(encoded, record)).toEqual(next);
        const { copies, holdings } = summarizeHoldings(encoded);
        expect(copies).toBe(next.length);
        const statuses = new Set(next.map(({ status }) => status));
        expect(new Set(holdings.map(({ status }) => status))).toEqual(statuses);
      }),
    );
  });
});
