import { describe, expect, it } from 'vitest';
import { catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { getSession } from './validated-operations.js';

const baseUrl = 'https://api.example.org';

const harbour = catalogOf({
  users: [
    { id: 1001, name: 'ishmael' },
    { id: 'mrs-d', name: 'clarissa' },
  ],
  sessions: [
    { id: 'c7f1e09b', user: 1001, borrowers: { harbour: 'b1048576' } },
    { id: '9ab34e71', user: 'mrs-d', borrowers: { harbour: 'b1', hill: 'p2', 'a.b/c"\u6c34': '' } },
    { id: '50d2c6e8', user: 'mrs-d', borrowers: {} },
    { id: '__proto__', user: '1001' },
    { id: 'ends', user: 1001, expires: '2026-11-01T12:00:00+01:00' },
  ],
});

describe('getSession', () => {
  it('returns the id of the user as a string', () => {
    expect(getSession([harbour], 'c7f1e09b', {}, { baseUrl })).toEqual({
      user: { id: '1001', name: 'ishmael', borrowers: { harbour: 'b1048576' } },
    });
  });

  it('returns all borrowers of the session', () => {
    expect(getSession([harbour], '9ab34e71', {}, { baseUrl }).user.borrowers).toEqual({
      harbour: 'b1',
      hill: 'p2',
      'a.b/c"\u6c34': '',
    });
  });

  it('returns an empty object if the session has no borrowers', () => {
    expect(getSession([harbour], '50d2c6e8', {}, { baseUrl }).user.borrowers).toEqual({});
    expect(getSession([harbour], '__proto__', {}, { baseUrl }).user.borrowers).toEqual({});
  });

  it.each([undefined, null, 7])('throws 404 for the id %s, which is not a string', (id) => {
    const { status } = refused(() => getSession([harbour], id as never, {}, { baseUrl }));
    expect(status).toBe(404);
  });

  it.each(['c7f1e09', 'C7F1E09B', '', 'constructor', '\ud800'])(
    "throws 404 for the unknown id '%s'",
    (id) => {
      expect(refused(() => getSession([harbour], id, {}, { baseUrl }))).toEqual({
        status: 404,
        message: `No session '${id}' found.`,
      });
    },
  );

  it('does not find a session by the hash of its id', () => {
    const digest = harbour.sessions.digests.id(0);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(refused(() => getSession([harbour], digest, {}, { baseUrl })).status).toBe(404);
  });

  it('finds a session only until it expires', () => {
    const at = (now: string) => () =>
      getSession([harbour], 'ends', {}, { baseUrl, now: new Date(now) });
    expect(at('2026-11-01T10:59:59.999Z')().user.name).toBe('ishmael');
    expect(refused(at('2026-11-01T11:00:00.000Z'))).toEqual({
      status: 404,
      message: "No session 'ends' found.",
    });
    expect(refused(at('2030-01-01T00:00:00Z')).status).toBe(404);
  });

  it('uses the current time by default', () => {
    const catalog = (expires: string) =>
      catalogOf({
        users: [{ id: 1, name: 'ishmael' }],
        sessions: [{ id: 's', user: 1, expires }],
      });
    expect(
      refused(() => getSession([catalog('2000-01-01T00:00:00Z')], 's', {}, { baseUrl })).status,
    ).toBe(404);
    const later = catalog('9999-01-01T00:00:00Z');
    expect(getSession([later], 's', {}, { baseUrl }).user.id).toBe('1');
  });

  it('returns the name from the first catalog with the user', () => {
    const hill = catalogOf({
      library: { id: 'hill' },
      users: [{ id: '1001', name: 'on the hill' }],
    });
    expect(getSession([hill, harbour], 'c7f1e09b', {}, { baseUrl }).user.name).toBe('on the hill');
    expect(getSession([harbour, hill], 'c7f1e09b', {}, { baseUrl }).user.name).toBe('ishmael');
  });
});
