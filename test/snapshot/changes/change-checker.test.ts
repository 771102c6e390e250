import { describe, expect, it } from 'vitest';
import { createChangeChecker } from '../../../src/snapshot/changes/change-checker.js';

const library = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [{ id: 'MAIN', name: 'Main Library' }],
};
const check = createChangeChecker(library);

const holdings = { op: 'holdings', title: '1', holdings: [{ branch: 'MAIN', status: 'ON_ORDER' }] };
const put = (kind: string, record: object) => ({ op: 'put', kind, record });
const date = '2018-01-15T16:23:09Z';
const list = { id: 'l', name: 'Sea', user: 1, created: date, updated: date };

describe('a change checker', () => {
  it.for([
    holdings,
    { ...holdings, library: 'harbour', at: '2026-11-01T00:00:00Z' },
    put('titles', { id: '1', title: 'Emma', format: { id: 'BK' } }),
    put('users', { id: 1, name: 'ishmael' }),
    put('user_content', { user: 1, title: '1' }),
    put('lists', { ...list, list_items: [{ list_item_type: 'title', title: '1' }] }),
    put('sessions', { id: 's', user: 1 }),
    { op: 'delete', kind: 'titles', id: '1' },
    { op: 'delete', kind: 'users', id: 7 },
    { op: 'delete', kind: 'user_content', user: 7, title: '1' },
    { op: 'delete', kind: 'lists', id: 'l' },
    { op: 'delete', kind: 'sessions', id: 's' },
  ])('returns the valid change %j', (change) => {
    expect(check(change)).toEqual({ status: 'valid', change });
  });

  it.for<[unknown, string]>([
    [7, 'expected an object, found the number 7'],
    [[holdings], 'expected an object, found an array'],
    [{}, 'op: expected one of holdings, put, delete, found nothing'],
    [{ op: 'toString' }, `op: expected one of holdings, put, delete, found the string "toString"`],
    [
      { op: 'put', kind: 'constructor' },
      'kind: expected one of titles, users, user_content, lists, sessions, found the string "constructor"',
    ],
    [{ ...holdings, title: undefined }, 'title: expected a non-empty string, found nothing'],
    [{ ...holdings, holdings: 5 }, 'holdings: expected an array, found the number 5'],
    [{ ...holdings, holdings: null }, 'holdings: expected an array, found null'],
    [
      { ...holdings, holdings: [{ branch: 'MAIN' }] },
      'holdings[0].status: expected a non-empty string, found nothing',
    ],
    [
      { ...holdings, at: 'noon' },
      'at: expected an ISO 8601 date and time such as 2011-10-12T17:23:09Z, found the string "noon"',
    ],
    [put('users', { id: 1 }), 'record.name: expected a non-empty string, found nothing'],
    [
      put('titles', { id: '1', title: 'x'.repeat(2 ** 24), format: { id: 'BK' } }),
      'record: expected a title of at most 16777216 characters, found 16777219',
    ],
    [
      put('user_content', {
        user: 1,
        title: '1',
        content: [{ content_type: { id: 'rating' }, content_data: 'x', updated: date }],
      }),
      'record.content[0].content_data: expected a number for content of type rating, found the string "x"',
    ],
    [
      put('lists', { ...list, list_items: [{ list_item_type: 'url' }] }),
      'record.list_items[0].url: expected a value because list_item_type is url, found nothing',
    ],
    [{ op: 'delete', kind: 'lists' }, 'id: expected a non-empty string or a number, found nothing'],
    [
      { op: 'delete', kind: 'user_content', user: 7 },
      'title: expected a non-empty string, found nothing',
    ],
  ])('returns the problem of the invalid change %j', ([change, problem]) => {
    expect(check(change)).toEqual({ status: 'invalid', problem });
  });

  it('returns the problem of a title or list that exceeds the limits of the library', () => {
    const item = { list_item_type: 'title', title: '1' };
    const copies = Array(3).fill(holdings.holdings[0]);
    const title = { id: '1', title: 'Emma', format: { id: 'BK' }, holdings: copies };
    const long = put('lists', { ...list, list_items: Array(10_001).fill(item) });
    const problems = [
      'holdings: expected at most 2 items, found 3; raise limits.holdings of the library record to accept this title',
      'record.holdings: expected at most 2 items, found 3; raise limits.holdings of the library record to accept this title',
      'record.list_items: expected at most 10000 items, found 10001; raise limits.list_items of the library record to accept this list',
    ];
    const limited = createChangeChecker({ ...library, limits: { holdings: 2 } });
    const changes = [{ ...holdings, holdings: copies }, put('titles', title), long];
    expect(changes.map(limited)).toEqual(
      problems.map((problem) => ({ status: 'invalid', problem })),
    );
    const raised = createChangeChecker({ ...library, limits: { list_items: 10_001 } });
    expect(changes.map((change) => raised(change).status)).toEqual(['valid', 'valid', 'valid']);
  });

  it.for([
    put('sessions', { id: ['secret'], user: 1 }),
    put('sessions', ['secret']),
    { op: 'delete', kind: 'sessions', id: ['secret'] },
  ])('does not quote the id of a session in the problem of %j', (change) => {
    const checked = check(change);
    expect(checked.status).toBe('invalid');
    expect(JSON.stringify(checked)).not.toContain('secret');
  });

  it('returns changes before the date of the snapshot as superseded, even invalid changes', () => {
    const superseded = { status: 'superseded' };
    expect(check({ ...holdings, at: '2026-10-31T23:59:59Z' })).toEqual(superseded);
    expect(check({ op: 'put', at: '2026-11-01T00:30:00+01:00' })).toEqual(superseded);
  });

  it('returns changes of another library, without checking their other fields', () => {
    expect(check({ op: 'put', library: 'hill' })).toEqual({ status: 'other-library' });
    expect(check({ ...holdings, library: 7 }).status).toBe('invalid');
  });

  it('omits unknown fields and nulls, reads unknown statuses as UNAVAILABLE, and warns', () => {
    const warnings: string[] = [];
    const checkAndWarn = createChangeChecker(library, {
      name: 'day.jsonl',
      warn: (message) => warnings.push(message),
    });
    const title = { id: '1', title: 'Emma', format: { id: 'BK' } };
    const received = [{ branch: 'WEST', status: 'DAMAGED', call_number: null, floor: 2 }];
    const expected = [{ branch: 'WEST', status: 'UNAVAILABLE' }];
    expect(checkAndWarn({ ...holdings, holdings: received, by: 'ILS' })).toEqual({
      status: 'valid',
      change: { ...holdings, holdings: expected },
    });
    expect(checkAndWarn(put('titles', { ...title, holdings: received }))).toEqual({
      status: 'valid',
      change: put('titles', { ...title, holdings: expected }),
    });
    expect(new Set(warnings)).toEqual(
      new Set([
        "day.jsonl: unknown field 'by' ignored",
        "day.jsonl: unknown field 'holdings[].floor' ignored",
        "day.jsonl: unknown field 'record.holdings[].floor' ignored",
        "day.jsonl: unknown branch 'WEST'; its code is used as its name",
        "day.jsonl: unknown holding status 'DAMAGED' read as UNAVAILABLE; expected one of AVAILABLE, LIBRARY_USE_ONLY, UNAVAILABLE, ON_ORDER, LOST",
      ]),
    );
  });
});
