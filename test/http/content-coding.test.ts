import { describe, expect, it } from 'vitest';
import { acceptedCodings } from '../../src/http/content-coding.js';

describe('a client', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip ; q=0.2 , br ;q=0.9', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, gzip', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, br', 'br'],
    [',,, gzip,', 'gzip'],
  ])('that says %j likes %s best', (header, coding) => {
    expect(acceptedCodings(header)?.preferred).toBe(coding);
  });

  it.each([
    ['gzip', true],
    ['gzip, identity;q=0', false],
    ['gzip, *;q=0', false],
    ['gzip, *;q=0, identity', true],
  ])('that says %j takes the body as it is too: %s', (header, identity) => {
    expect(acceptedCodings(header)?.identity).toBe(identity);
  });

  it.each(['identity;q=0', '*;q=0', 'identity;q=0, deflate', '*;q=0.000, gzip;q=0'])(
    'that says %j refuses all there is',
    (header) => {
      expect(acceptedCodings(header)).toBeUndefined();
    },
  );
});
