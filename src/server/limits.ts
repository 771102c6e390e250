/*
 * The limits on clients, their defaults, and the counters that apply the limits on requests. `server.ts` applies the
 * limits on connections, on receiving requests and on the size of their heads.
 */

import { LRUCache } from 'lru-cache';
import { typeError } from '../base/messages.js';
import type { ApiKeyChecker } from '../web/api-keys.js';
import { HttpError } from '../web/error-response.js';
import type { Meter } from './meter.js';

/**
 * Limits on the clients of a server. A client is an IPv4 address, or the /64 network of an IPv6 address. The limits of
 * each client do not apply to programs on the same machine, except to requests that a trusted proxy forwards, which count
 * for the clients of the proxy.
 */
export interface Limits {
  /** Maximum number of open connections. Beyond it, a new connection is closed at once. */
  readonly connections: number;
  /**
   * Maximum number of requests on one connection. The connection is closed after the response to the
   * last request.
   */
  readonly requestsPerConnection: number;
  /**
   * Maximum number of responses not yet sent completely. Beyond it, the response is 503. `/healthz`,
   * `/readyz` and `/metrics` are exempt from this limit and from the limits of each client.
   */
  readonly requestsInFlight: number;
  /** Maximum number of responses with one API key not yet sent completely. Beyond it, the response is 429. */
  readonly keyRequestsInFlight: number;
  /**
   * Maximum average number of API requests per second with one API key. All requests of one second may
   * arrive at once. Beyond the limit, the response is 429. 0 means no limit.
   */
  readonly requestsPerSecond: number;
  /** Maximum number of open connections of one client. Beyond it, a new connection is closed at once. */
  readonly clientConnections: number;
  /** Maximum number of responses to one client not yet sent completely. Beyond it, the response is 429. */
  readonly clientRequestsInFlight: number;
  /**
   * Maximum average number of requests per second of one client. All requests of one second may arrive at
   * once. Beyond the limit, the response is 429. 0 means no limit.
   */
  readonly clientRequestsPerSecond: number;
  /**
   * Maximum average number of requests with an unknown API key per minute of one client. All of them may arrive at
   * once. Beyond the limit, the response to each API request of the client is 429, so that no key can be guessed.
   * 0 means no limit.
   */
  readonly clientFailedKeysPerMinute: number;
  /** Seconds to receive the head of a request. After them, the response is 408. */
  readonly headSeconds: number;
  /** Seconds to receive a whole request. After them, the response is 408. */
  readonly requestSeconds: number;
  /** Seconds to send a response. After them, the connection is closed. */
  readonly responseSeconds: number;
  /** Seconds that a connection may be idle between two requests. After them, the connection is closed. */
  readonly idleSeconds: number;
  /**
   * Limit on the size of the URL, the header names and the header values of a request together, in
   * bytes. For a request of this size or more, the response is 431.
   */
  readonly headBytes: number;
  /** Maximum size of the path and query of a request in bytes. Beyond it, the response is 414. */
  readonly urlBytes: number;
}

/** Default limits, chosen for a server with a public address. */
export const DEFAULT_LIMITS: Limits = {
  connections: 5000,
  requestsPerConnection: 100_000,
  requestsInFlight: 1000,
  keyRequestsInFlight: 500,
  requestsPerSecond: 0,
  clientConnections: 500,
  clientRequestsInFlight: 100,
  clientRequestsPerSecond: 0,
  clientFailedKeysPerMinute: 60,
  headSeconds: 10,
  requestSeconds: 30,
  responseSeconds: 60,
  idleSeconds: 30,
  headBytes: 16_384,
  urlBytes: 8192,
};

/** Some of the limits. */
export type GivenLimits = { readonly [Name in keyof Limits]?: number | undefined };

/**
 * Checks limits that a program has set.
 *
 * @param where the name of the function that received them
 * @throws TypeError for an unknown name, and for a value other than a number from 0
 */
export function checkLimits(where: string, limits: GivenLimits = {}): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const names = Object.keys(DEFAULT_LIMITS).join(', ');
      throw new TypeError(`${where}: limits: expected names from ${names}, found '${name}'`);
    }
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw typeError(`${where}: limits.${name}`, 'a number from 0', value);
  }
}

/** Returns limits with the default of each limit that is absent or undefined. */
export function withDefaults(limits: GivenLimits = {}): Limits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}

/** A request that is being answered. It counts until `end` is called. */
export interface Admission {
  /**
   * Checks the limits on requests in flight and on the rate of the client, and counts the request.
   *
   * @throws HttpError 429 when the client exceeds a limit
   * @throws HttpError 503 when `requestsInFlight` responses are unfinished
   */
  checkRequest(): void;
  /**
   * Checks the API key of the request.
   *
   * @param key null if the request has no `api_key`
   * @throws HttpError 403 for a missing or unknown key
   * @throws HttpError 429 when the client has sent too many unknown keys, or the requests with the key exceed a limit
   */
  checkKey(key: string | null): void;
  /** The name of the API key of the request, if its key is known and has a name. */
  readonly keyName: string | undefined;
  /** Counts the request, unless it counts already. */
  begin(): void;
  /** Must be called once, when the response has been sent. */
  end(): void;
}

/**
 * Creates the limits on requests.
 *
 * @param checkKey throws for a missing or unknown API key. Absent if the server accepts every request
 * @returns a function that receives the client of a request, or undefined for a client without limits
 */
export function createRequestLimits(
  limits: Limits,
  meter: Meter,
  checkKey?: ApiKeyChecker,
): (client: string | undefined) => Admission {
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
      'Retry-After': String(seconds),
    });
  }

  return (client) => {
    let keyName: string | undefined;
    let countedKey: string | undefined;
    let isCounted = false;

    function begin(): void {
      if (isCounted) return;
      isCounted = true;
      meter.inFlight++;
      if (client !== undefined) ofClients.add(client, 1);
    }

    function checkClient(client: string): void {
      if (ofClients.get(client) >= limits.clientRequestsInFlight) {
        const { clientRequestsInFlight: max } = limits;
        throw refusal('client-requests-in-flight', 'requests in flight of this client', max);
      }
      const { clientRequestsPerSecond: max } = limits;
      const seconds = clientRate(client, performance.now());
      if (seconds === 0) return;
      const what = 'requests per second of this client';
      throw refusal('client-requests-per-second', what, max, seconds);
    }

    return {
      begin,
      checkRequest() {
        if (meter.inFlight >= limits.requestsInFlight) {
          throw refusal('requests-in-flight', 'requests in flight', limits.requestsInFlight);
        }
        if (client !== undefined) checkClient(client);
        begin();
      },
      checkKey(key) {
        const now = performance.now();
        const wait = client === undefined ? 0 : failureRate(client, now, 0);
        if (wait > 0) {
          const what = 'unknown API keys per minute of this client';
          throw refusal('client-failed-keys', what, failedKeys, wait);
        }
        try {
          keyName = checkKey?.(key);
        } catch (error) {
          if (key !== null) meter.refuse('unknown-key');
          if (key !== null && client !== undefined) failureRate(client, now);
          throw error;
        }
        const seconds = keyRate(key ?? '', now);
        if (seconds > 0) {
          const { requestsPerSecond: max } = limits;
          const what = 'requests per second with this API key';
          throw refusal('requests-per-second', what, max, seconds);
        }
        if (key === null) return;
        if (ofKeys.get(key) >= limits.keyRequestsInFlight) {
          const { keyRequestsInFlight: max } = limits;
          throw refusal('key-requests-in-flight', 'requests in flight with this API key', max);
        }
        countedKey = key;
        ofKeys.add(key, 1);
      },
      get keyName() {
        return keyName;
      },
      end() {
        if (isCounted) meter.inFlight--;
        if (isCounted && client !== undefined) ofClients.add(client, -1);
        if (countedKey !== undefined) ofKeys.add(countedKey, -1);
      },
    };
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
