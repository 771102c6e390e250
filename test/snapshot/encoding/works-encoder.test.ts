import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import { workKey } from '../../../src/snapshot/encoding/works-encoder.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';

it('Titles without letters and digits are not editions of one work', () => {
  const authors = [{ name: 'Jane Austen' }];
  const titles = ['!!!', '???', 'Emma', 'Emma!'].map((title, i) =>
    book(String(i), title, { authors }),
  );
  expect([...catalogOf({ titles }).titles.works]).toEqual([0, 1, 2, 2]);
});

const report: fc.Arbitrary<Omit<Title, 'id'>> = fc.record({
  title: fc.constantFrom('COVID-19', 'COVID-19: update', 'The Covid 19', 'Emma'),
  sub_title: fc.constantFrom('update', 'data quality'),
  authors: fc.constantFrom(
    [],
    [{ name: 'Jane Austen' }],
    [{ name: 'United States. Accountability Office' }],
  ),
  fiction: fc.boolean(),
  format: fc.constantFrom({ id: 'BK' }, { id: 'WEBSITE' }),
});

it('Works are the titles with the same key, in a built and in a changed catalog', () => {
  const ids = fc.constantFrom(...'123456789');
  fc.assert(
    fc.property(
      fc.dictionary(ids, report, { minKeys: 1 }),
      fc.dictionary(ids, fc.option(report)),
      (before, changed) => {
        const titlesOf = (records: Readonly<Record<string, Omit<Title, 'id'> | null>>) =>
          Object.entries(records).flatMap(([id, record]) =>
            record === null ? [] : { ...record, id },
          );
        const changes = Object.entries(changed).map(
          ([id, record]): Change =>
            record === null
              ? { op: 'delete', kind: 'titles', id }
              : { op: 'put', kind: 'titles', record: { ...record, id } },
        );
        const catalog = applyChanges(catalogOf({ titles: titlesOf(before) }), changes);
        const after = titlesOf({ ...before, ...changed });
        const { titles } = catalog;
        expect(titles.works.length).toBe(after.length);
        for (const a of after) {
          for (const b of after) {
            const [workOfA, workOfB] = [a, b].map(({ id }) => titles.works[titles.numberOf(id)]);
            expect(workOfA === workOfB).toBe(workKey(a) === workKey(b));
          }
        }
      },
    ),
    { numRuns: runs(60) },
  );
});
