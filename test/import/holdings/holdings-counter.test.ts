import { expect, it } from 'vitest';
import type { Holding } from '../../../src/catalog/records/title.js';
import { HoldingsCounter } from '../../../src/import/holdings/holdings-evidence.js';
import { book } from '../../catalog/catalog-of.js';

/** Counts the holdings of one title per list. */
function counts(lists: readonly (readonly Holding[])[], branches: readonly string[] = []) {
  const counter = new HoldingsCounter({
    branches: branches.map((id) => ({ id, name: `Branch ${id}` })),
  });
  lists.forEach((holdings, i) => void counter.add(book(`${i}`, `Title ${i}`, { holdings })));
  return counter.counts();
}

const copy = (branch: string, status = 'AVAILABLE', more: Partial<Holding> = {}) => ({
  branch,
  status,
  ...more,
});

it('The samples have different statuses first, then different branches, with the names of the library', () => {
  const more = { call_number: 'F MEL', volume: 'v.2', collection: 'FIC', barcode: '1' };
  const main = copy('M', 'AVAILABLE', more);
  const { samples, statuses } = counts(
    [[main, main], [copy('M'), copy('E')], [copy('M', 'LOST')], [copy('M', 'ON_ORDER')]],
    ['M'],
  );
  expect(samples).toEqual([
    {
      ...{ id: '0', title: 'Title 0', branch: 'Branch M', status: 'Available' },
      ...{ collection: 'FIC', call_number: 'F MEL', volume: 'v.2' },
    },
    { id: '2', title: 'Title 2', branch: 'Branch M', status: 'Lost' },
    { id: '3', title: 'Title 3', branch: 'Branch M', status: 'On order' },
  ]);
  expect(Object.entries(statuses)).toEqual([
    ['AVAILABLE', 4 / 6],
    ['LOST', 1 / 6],
    ['ON_ORDER', 1 / 6],
  ]);
  const two = counts([[copy('M'), copy('M'), copy('M'), copy('E')]]).samples;
  expect(two.map(({ branch }) => branch)).toEqual(['M', 'E', 'M']);
});

it.each<[string, readonly Holding[], RegExp[]]>([
  ['copies of several statuses', [copy('A'), copy('A', 'LOST')], []],
  ['only available copies', [copy('A'), copy('A')], [/statuses, found 2, all available/]],
  [
    'a branch for each copy',
    [copy('A'), copy('B'), copy('C', 'LOST')],
    [/many copies each, found 3 branches of 3 copies/],
  ],
  ['two copies at two branches', [copy('A'), copy('B', 'LOST')], []],
  ['a numbered branch', [copy('7'), copy('7', 'LOST')], [/found a date or number such as '7'/]],
  ['a named branch with a number', [copy('12'), copy('12', 'LOST')], []],
  ['a date', [copy('2007-03-14'), copy('A', 'LOST')], [/such as '2007-03-14'/]],
  ['a date', [copy('14.3.2007'), copy('A', 'LOST')], [/such as '14.3.2007'/]],
])('Warnings for %s: %j', (_, holdings, expected) => {
  const { warnings } = counts([holdings], ['12']);
  expect(warnings).toEqual(expected.map((text) => expect.stringMatching(text)));
});

it('Titles without holdings have no samples and no warnings', () => {
  expect(counts([[]])).toEqual({ statuses: {}, samples: [], warnings: [] });
});
