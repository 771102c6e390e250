import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/http/rate-limiter.js';

describe('a limit of five requests a second', () => {
  it('lets five through at once, and the sixth after a fifth of a second', () => {
    const limit = createRateLimiter(5);
    const waits = [0, 0, 0, 0, 0, 0].map(() => limit('a', 1000));
    expect(waits).toEqual([0, 0, 0, 0, 0, 1]);
    expect(limit('a', 1199)).toBe(1);
    expect(limit('a', 1200)).toBe(0);
    expect(limit('a', 1201)).toBe(1);
  });

  it('is of each key by itself', () => {
    const limit = createRateLimiter(1);
    expect([limit('a', 0), limit('a', 0), limit('b', 0)]).toEqual([0, 1, 0]);
  });

  it('lets through a second more than its rate over any time, and no fewer when asked enough', () => {
    const pauses = fc.array(fc.nat(300), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 20 }), (between, rate) => {
        const limit = createRateLimiter(rate);
        let now = 0;
        let passed = 0;
        let asked = 0;
        for (const pause of between) {
          now += pause;
          asked++;
          if (limit('a', now) === 0) passed++;
        }
        const most = rate + (now / 1000) * rate;
        expect(passed).toBeLessThanOrEqual(most);
        if (asked <= rate) expect(passed).toBe(asked);
      }),
    );
  });
});

it('no limit lets everything through', () => {
  const limit = createRateLimiter(0);
  expect(Array.from({ length: 1000 }, () => limit('a', 0)).every((wait) => wait === 0)).toBe(true);
});
