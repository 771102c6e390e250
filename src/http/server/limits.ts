/** Limits on the clients of a server. With several workers, each worker applies them separately. */
export interface Limits {
  /** Maximum number of open connections. Beyond it, a new connection is closed at once. */
  readonly connections: number;
  /**
   * Maximum number of requests on one connection. The connection is closed after the last response;
   * the next connection may reach another worker.
   */
  readonly requestsPerConnection: number;
  /** Maximum number of responses not yet sent completely. Beyond it, the response is 503. */
  readonly requestsInFlight: number;
  /**
   * Maximum number of requests per second with one API key. A key may use the requests of one second
   * all at once. Beyond it, the response is 429. 0 means no limit.
   */
  readonly requestsPerSecond: number;
  /** Seconds to receive the head of a request. After them, the response is 408. */
  readonly headSeconds: number;
  /** Seconds to receive a whole request. After them, the response is 408. */
  readonly requestSeconds: number;
  /** Seconds to send a response. After them, the connection is closed. */
  readonly responseSeconds: number;
  /** Seconds that a connection may be idle between two requests. After them, it is closed. */
  readonly idleSeconds: number;
  /**
   * Maximum size of the head of a request in bytes, not counting the separators between names and
   * values. Beyond it, the response is 431.
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
  requestsPerSecond: 0,
  headSeconds: 10,
  requestSeconds: 30,
  responseSeconds: 60,
  idleSeconds: 30,
  headBytes: 16_384,
  urlBytes: 8192,
};
