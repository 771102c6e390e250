import { describe, expect, it } from 'vitest';
import { groupHoldings } from '../../../src/kiosk/components/holdings.js';

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
const holdingAt = (branch: string, call_number = 'F MEL', status = 'AVAILABLE') => ({
  branch,
  status,
  call_number,
});

describe('groupHoldings', () => {
  it('sorts groups in the branch order of the library, with unlisted branches last', () => {
    const holdings = [holdingAt('VAN'), holdingAt('HILL'), holdingAt('MAIN'), holdingAt('EAST')];
    const names = groupHoldings(holdings, library, undefined).map(({ branch }) => branch.name);
    expect(names).toEqual(['Main Library', 'East Side', 'Hillside', 'VAN']);
  });

  it('puts groups at the branch of the kiosk first', () => {
    const holdings = [holdingAt('MAIN'), holdingAt('EAST'), holdingAt('HILL')];
    const ids = groupHoldings(holdings, library, 'HILL').map(({ branch }) => branch.id);
    expect(ids).toEqual(['HILL', 'MAIN', 'EAST']);
  });

  it('puts holdings in different groups if their call numbers or statuses differ', () => {
    const holdings = [
      holdingAt('MAIN'),
      holdingAt('MAIN'),
      holdingAt('MAIN', 'REF MEL'),
      holdingAt('MAIN', 'F MEL', 'UNAVAILABLE'),
    ];
    const groups = groupHoldings(holdings, library, undefined).map(
      ({ callNumber, status, count }) => [callNumber, status, count],
    );
    expect(groups).toEqual([
      ['F MEL', 'AVAILABLE', 2],
      ['REF MEL', 'AVAILABLE', 1],
      ['F MEL', 'UNAVAILABLE', 1],
    ]);
  });

  it('returns no groups for a title without holdings', () => {
    expect(groupHoldings(undefined, library, 'MAIN')).toEqual([]);
  });
});
