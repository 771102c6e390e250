import fc from 'fast-check';
import { expect, it } from 'vitest';
import { titleSchema } from '../../../src/catalog/records/title-schema.js';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { FIELD_RULES } from '../../../src/import/mapping/marc21-rules.js';
import type { MarcField } from '../../../src/import/marc/marc-record.js';
import { recordChecker } from '../../../src/snapshot/source/record-checker.js';
import { SourceReport } from '../../../src/snapshot/source/source.js';
import { runs } from '../../random-seed.js';

const TAGS = [
  ...new Set(
    FIELD_RULES.flatMap(({ fields }) => fields.split(' ')).filter((tag) => !tag.includes('-')),
  ),
  '880',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(...' .,;:/=-[]()0123456789abcvxpISBN\u0301é中שׁ\u0000\u0098\t'),
    maxLength: 20,
  }),
  fc.constantFrom(
    '245-01/(N',
    '100-00',
    '9780439023481',
    'engfre',
    'Jr.',
    ' -- ',
    '1 DVD',
    'v. 3',
    '1.2',
    'http://a.org',
  ),
);

const dataField: fc.Arbitrary<MarcField> = fc.record({
  tag: fc.constantFrom(...TAGS),
  indicator1: fc.constantFrom(' ', '0', '1', '3', '9', 'x'),
  indicator2: fc.constantFrom(' ', '0', '1', '2', '4', '9', 'x'),
  subfields: fc.array(
    fc.record({ code: fc.constantFrom(...'abcdefhijklnpqtuvxyz0123456789'), value: text }),
    { maxLength: 5 },
  ),
});

const fixedField: fc.Arbitrary<MarcField> = fc.record({
  tag: fc.constantFrom('001', '003', '006', '007', '008'),
  value: fc.string({
    unit: fc.constantFrom(...' |0123456789abcdefgijkmnopqrstuvwxyz'),
    maxLength: 42,
  }),
});

const record = fc.record({
  leader: fc.string({
    unit: fc.constantFrom(...' 0acdefgijkmoprstz'),
    minLength: 24,
    maxLength: 24,
  }),
  fields: fc.array(fc.oneof({ weight: 5, arbitrary: dataField }, fixedField), { maxLength: 12 }),
});

it('mapRecord maps any record to a valid title or to none', () => {
  fc.assert(
    fc.property(record, (marc) => {
      const { title } = mapRecord(marc);
      if (title === undefined) return;
      const report = new SourceReport();
      const file = { name: 'the records', place: String };
      const check = recordChecker(titleSchema, file, report);
      check({ id: '1', ...title }, 1);
      report.refuseErrors();
      expect(report.warnings()).toEqual([]);
    }),
    { numRuns: runs(6_000) },
  );
});
