import { LRUCache } from 'lru-cache';

/** Beyond this number of keys, the bucket of the least recently used key is dropped. */
const MAX_TRACKED_KEYS = 10_000;

/**
 * Checks a request against the rate limit of its key.
 *
 * @param key an API key or a client
 * @param now the time in milliseconds
 * @param cost the number of tokens that an allowed request takes. Default: 1
 * @returns 0 if the request is allowed, otherwise the number of whole seconds to wait before a retry
 */
export type RateLimiter = (key: string, now: number, cost?: 0 | 1) => number;

/**
 * Creates a rate limiter with one token bucket per key. A refused request takes no token.
 *
 * @param requestsPerSecond a positive number
 * @param capacity the number of requests that may arrive at once. Default: the requests of one second
 */
export function createRateLimiter(
  requestsPerSecond: number,
  capacity = Math.max(1, requestsPerSecond),
): RateLimiter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MAX_TRACKED_KEYS });
  return (key, now, cost = 1) => {
    const { tokens, at } = buckets.get(key) ?? { tokens: capacity, at: now };
    const filled = Math.min(capacity, tokens + ((now - at) / 1000) * requestsPerSecond);
    const isAllowed = filled >= 1;
    buckets.set(key, { tokens: isAllowed ? filled - cost : filled, at: now });
    return isAllowed ? 0 : Math.ceil((1 - filled) / requestsPerSecond);
  };
}
