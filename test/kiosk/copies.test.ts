import { expect, it } from 'vitest';
import { copiesOf } from '../../src/kiosk/copies.js';

const library = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [
    { id: 'MAIN', name: 'Main Library' },
    { id: 'EAST', name: 'East Side' },
    { id: 'HILL', name: 'Hillside' },
  ],
};
const at = (branch: string, call_number = 'F MEL', status = 'AVAILABLE') => ({
  branch,
  status,
  call_number,
});

it('copies stand in the order of the library, those of branches it does not name last', () => {
  const holdings = [at('VAN'), at('HILL'), at('MAIN'), at('EAST')];
  const names = copiesOf(holdings, library, undefined).map(({ branch }) => branch.name);
  expect(names).toEqual(['Main Library', 'East Side', 'Hillside', 'VAN']);
});

it('copies of the branch that one stands in come first', () => {
  const holdings = [at('MAIN'), at('EAST'), at('HILL')];
  const ids = copiesOf(holdings, library, 'HILL').map(({ branch }) => branch.id);
  expect(ids).toEqual(['HILL', 'MAIN', 'EAST']);
});

it('equal copies are counted together, others are not', () => {
  const holdings = [
    at('MAIN'),
    at('MAIN'),
    at('MAIN', 'REF MEL'),
    at('MAIN', 'F MEL', 'UNAVAILABLE'),
  ];
  const counted = copiesOf(holdings, library, undefined).map(({ callNumber, status, count }) => [
    callNumber,
    status,
    count,
  ]);
  expect(counted).toEqual([
    ['F MEL', 'AVAILABLE', 2],
    ['REF MEL', 'AVAILABLE', 1],
    ['F MEL', 'UNAVAILABLE', 1],
  ]);
});

it('a title without copies has none', () => {
  expect(copiesOf(undefined, library, 'MAIN')).toEqual([]);
});
