import { LRUCache } from 'lru-cache';

/** Beyond this number of keys, the bucket of the least recently used key is dropped. */
const MAX_TRACKED_KEYS = 10_000;

/**
 * Checks a request against the rate limit of its key.
 *
 * @param key the API key of the request
 * @param now the time in milliseconds
 * @returns 0 if the request is allowed, otherwise the number of whole seconds to wait before a retry
 */
export type RateLimiter = (key: string, now: number) => number;

/**
 * Creates a rate limiter with one token bucket per key. All requests of one second may arrive at once. A
 * refused request takes no token.
 *
 * @param requestsPerSecond a positive number
 */
export function createRateLimiter(requestsPerSecond: number): RateLimiter {
  const capacity = Math.max(1, requestsPerSecond);
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MAX_TRACKED_KEYS });
  return (key, now) => {
    const { tokens, at } = buckets.get(key) ?? { tokens: capacity, at: now };
    const filled = Math.min(capacity, tokens + ((now - at) / 1000) * requestsPerSecond);
    const isAllowed = filled >= 1;
    buckets.set(key, { tokens: isAllowed ? filled - 1 : filled, at: now });
    return isAllowed ? 0 : Math.ceil((1 - filled) / requestsPerSecond);
  };
}
