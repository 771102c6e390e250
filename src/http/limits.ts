/** What clients may take of a server. Times are in seconds, sizes in bytes. */
export interface Limits {
  /** Connections open at a time; one more is closed at once. */
  readonly connections: number;
  /** Requests on one connection; then it is closed, and the next one may reach another worker. */
  readonly requestsPerConnection: number;
  /** Requests whose responses have not left yet; one more is answered with 503. */
  readonly requestsInFlight: number;
  /** Requests a second with one API key, a second's worth at once; 429 beyond. 0 for any number. */
  readonly requestsPerSecond: number;
  /** How long the head of a request may take to come, from the connection on; 408 beyond. */
  readonly headSeconds: number;
  /** How long a whole request may take to come; 408 beyond. */
  readonly requestSeconds: number;
  /** How long a response may take to leave; then the connection is closed. */
  readonly responseSeconds: number;
  /** How long a connection is kept for a next request. */
  readonly idleSeconds: number;
  /** The head of a request, without what stands between its names and values; 431 beyond. */
  readonly headBytes: number;
  /** Path and query of a request; 414 beyond. */
  readonly urlBytes: number;
}

/** Limits for a server with a public address. */
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
