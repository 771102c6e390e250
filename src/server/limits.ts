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
