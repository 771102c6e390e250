import { LRUCache } from 'lru-cache';

/** How many keys are told apart; of one that was not seen for the longest, nothing is remembered. */
const MOST_KEYS = 10_000;

/**
 * Takes a request of a key at a time in milliseconds.
 *
 * @returns 0, or after how many whole seconds it may be asked again
 */
export type RateLimiter = (key: string, now: number) => number;

/**
 * Lets through so many requests a second of each key, and a second's worth at once: a token bucket
 * a key. A request that is refused takes nothing.
 */
export function createRateLimiter(requestsPerSecond: number): RateLimiter {
  if (requestsPerSecond === 0) return () => 0;
  const capacity = Math.max(1, requestsPerSecond);
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MOST_KEYS });
  return (key, now) => {
    const { tokens, at } = buckets.get(key) ?? { tokens: capacity, at: now };
    const filled = Math.min(capacity, tokens + ((now - at) / 1000) * requestsPerSecond);
    const isLet = filled >= 1;
    buckets.set(key, { tokens: isLet ? filled - 1 : filled, at: now });
    return isLet ? 0 : Math.ceil((1 - filled) / requestsPerSecond);
  };
}
