import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/server/rate-limiter.js';

describe('The rate limiter', () => {
  it('with 5 requests per second allows five at once, and a sixth after 0.2 seconds', () => {
    const limit = createRateLimiter(5);
    const waits = [0, 0, 0, 0, 0, 0].map(() => limit('a', 1000));
    expect(waits).toEqual([0, 0, 0, 0, 0, 1]);
    expect(limit('a', 1199)).toBe(1);
    expect(limit('a', 1200)).toBe(0);
    expect(limit('a', 1201)).toBe(1);
  });

  it('counts each key separately', () => {
    const limit = createRateLimiter(1);
    expect([limit('a', 0), limit('a', 0), limit('b', 0)]).toEqual([0, 1, 0]);
  });

  it('never allows more requests than its rate permits in the elapsed time plus one second', () => {
    const pauses = fc.array(fc.nat(300), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 20 }), (between, rate) => {
        const limit = createRateLimiter(rate);
        let now = 0;
        let allowed = 0;
        let total = 0;
        for (const pause of between) {
          now += pause;
          total++;
          if (limit('a', now) === 0) allowed++;
        }
        const max = rate + (now / 1000) * rate;
        expect(allowed).toBeLessThanOrEqual(max);
        if (total <= rate) expect(allowed).toBe(total);
      }),
    );
  });
});
