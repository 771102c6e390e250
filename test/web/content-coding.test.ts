import { describe, expect, it } from 'vitest';
import { acceptedCodings } from '../../src/web/representation.js';

describe('A client with the Accept-Encoding', () => {
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
  ])('%j prefers %s', (header, coding) => {
    expect(acceptedCodings(header)?.preferred).toBe(coding);
  });

  it.each([
    ['gzip', 'accepts', true],
    ['gzip, identity;q=0', 'refuses', false],
    ['gzip, *;q=0', 'refuses', false],
    ['gzip, *;q=0, identity', 'accepts', true],
  ])('%j %s an uncompressed response', (header, _verb, identity) => {
    expect(acceptedCodings(header)?.identity).toBe(identity);
  });

  it.each(['identity;q=0', '*;q=0', 'identity;q=0, deflate', '*;q=0.000, gzip;q=0'])(
    '%j accepts no available coding',
    (header) => {
      expect(acceptedCodings(header)).toBeUndefined();
    },
  );
});
