import type { RequestChecks } from '../web/api.js';
import type { ApiKeyChecker } from '../web/api-keys.js';
import { HttpError } from '../web/reply.js';
import type { Meter } from './meter.js';
import type { Limits } from './limits.js';
import { createRateLimiter, type RateLimiter } from './rate-limiter.js';

/**
 * Creates the limits on requests.
 *
 * @param checkKey throws for a missing or unknown API key. Absent if the server accepts every request
 */
export function createRequestLimits(
  limits: Limits,
  meter: Meter,
  checkKey?: ApiKeyChecker,
): RequestChecks {
  const { clientFailedKeysPerMinute: failedKeys } = limits;
  const ofClients = countByName();
  const ofKeys = countByName();
  const keyRate = limiter(limits.requestsPerSecond);
  const clientRate = limiter(limits.clientRequestsPerSecond);
  const failureRate = limiter(failedKeys / 60, failedKeys);

  /** Counts a request that exceeds a limit, and creates its error. */
  function refusal(limit: string, what: string, max: number, seconds = 1): HttpError {
    meter.refuse(limit);
    const message = `${what}: expected at most ${max}, found more; retry after ${seconds} s`;
    return new HttpError(limit === 'requests-in-flight' ? 503 : 429, message, {
      'Retry-After': seconds,
    });
  }

  return {
    checkRequest(client) {
      if (meter.inFlight >= limits.requestsInFlight) {
        throw refusal('requests-in-flight', 'requests in flight', limits.requestsInFlight);
      }
      if (client === undefined) return;
      if (ofClients.get(client) >= limits.clientRequestsInFlight) {
        const { clientRequestsInFlight: max } = limits;
        throw refusal('client-requests-in-flight', 'requests in flight of this client', max);
      }
      const { clientRequestsPerSecond: max } = limits;
      const seconds = clientRate(client, performance.now());
      if (seconds === 0) return;
      const what = 'requests per second of this client';
      throw refusal('client-requests-per-second', what, max, seconds);
    },
    checkKey(key, client) {
      const now = performance.now();
      const wait = client === undefined ? 0 : failureRate(client, now, 0);
      if (wait > 0) {
        const what = 'unknown API keys per minute of this client';
        throw refusal('client-failed-keys', what, failedKeys, wait);
      }
      try {
        return checkKey?.(key);
      } catch (error) {
        if (key !== null) meter.refuse('unknown-key');
        if (key !== null && client !== undefined) failureRate(client, now);
        throw error;
      }
    },
    countKey(key) {
      const seconds = keyRate(key ?? '', performance.now());
      if (seconds > 0) {
        const { requestsPerSecond: max } = limits;
        throw refusal('requests-per-second', 'requests per second with this API key', max, seconds);
      }
      if (key !== null && ofKeys.get(key) >= limits.keyRequestsInFlight) {
        const { keyRequestsInFlight: max } = limits;
        throw refusal('key-requests-in-flight', 'requests in flight with this API key', max);
      }
    },
    beginResponse(client, key) {
      meter.inFlight++;
      if (client !== undefined) ofClients.add(client, 1);
      if (key !== undefined) ofKeys.add(key, 1);
      return () => {
        meter.inFlight--;
        if (client !== undefined) ofClients.add(client, -1);
        if (key !== undefined) ofKeys.add(key, -1);
      };
    },
  };
}

/** Counts by name. Only names with a count above 0 take memory. */
export interface CountByName {
  get(name: string): number;
  add(name: string, difference: 1 | -1): void;
}

/** Creates counts that are all 0. */
export function countByName(): CountByName {
  const counts = new Map<string, number>();
  const get = (name: string) => counts.get(name) ?? 0;
  return {
    get,
    add(name, difference) {
      const count = get(name) + difference;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

/** Creates a rate limiter. A limiter with the rate 0 allows every request. */
function limiter(perSecond: number, capacity?: number): RateLimiter {
  return perSecond > 0 ? createRateLimiter(perSecond, capacity) : () => 0;
}
