/*
 * Sends GET requests for snapshots and changes, with time limits, and follows redirects only where TLS is kept.
 * `download.ts` and `copied-changes.ts` write the responses to files.
 */

/** An address of HTTP or HTTPS, without its credentials. */
export interface Address {
  readonly url: URL;
  /** The address without its query, for messages and metrics. */
  readonly name: string;
  /** The headers of each request. They contain the credentials of the address as Basic authentication. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns whether a text is an address and not a path, even if the address is invalid or has another protocol. */
export function isAddress(text: string): boolean {
  return /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
}

/**
 * Parses an address.
 *
 * @param where the name of the argument, for messages, which do not contain the address and its credentials
 * @throws Error for an address of another kind, and for an invalid host or port
 */
export function parseAddress(where: string, text: string): Address {
  if (!/^https?:/i.test(text)) {
    throw new Error(
      `${where}: expected an address that begins with http:// or https://, found another`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.port === '0') {
    throw new Error(
      `${where}: expected an address with a valid host, and a port from 1 to 65535, found another`,
    );
  }
  const headers = { 'user-agent': 'carrel', ...authorization(url) };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, name: nameOf(url), headers };
}

/**
 * Parses the address of a changes file.
 *
 * @throws Error for an address without TLS on another machine, because changes have no signature
 */
export function parseChangesAddress(where: string, text: string): Address {
  const address = parseAddress(where, text);
  if (isPrivate(address.url)) return address;
  throw new Error(
    `${where}: expected an address that begins with https://, or an address of this machine, found http:// and another machine; changes have no signature`,
  );
}

/** Returns an address without its query, for messages. */
function nameOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Returns the address of a file next to the file at an address: its path with a suffix. */
export function withSuffix({ url, headers }: Address, suffix: string): Address {
  const next = new URL(url);
  next.pathname += suffix;
  return { url: next, name: nameOf(next), headers };
}

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns whether nobody else can change what is sent: with TLS, or on the same machine. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK_NAME.test(hostname);
}

function authorization({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {};
  const credentials = `${decode(username)}:${decode(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Decodes a percent-encoded text. Returns other text unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The time within which {@link MIN_BYTES} of a response must arrive. */
const STALL_MS = 30_000;

/** The number of bytes that must arrive in time, so that a response of single bytes does not take forever. */
const MIN_BYTES = 64 * 1024;

/** The statuses of responses that redirect to another address. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The maximum number of redirects of one request, as for `fetch`. */
const MAX_REDIRECTS = 20;

/** The response to a request has another status than expected, or is incomplete, or there is none. */
export class AddressError extends Error {
  /**
   * @param address the address, without credentials and query
   * @param status the status of the response, if the status is the problem
   * @param isRequestable Whether the address can be requested. Default: true.
   * @param pauseMs the pause before the next request, from `Retry-After` of the response
   */
  constructor(
    address: string,
    problem: string,
    readonly status?: number,
    readonly isRequestable = true,
    readonly pauseMs?: number,
  ) {
    super(`${address}: ${problem}`);
  }

  /**
   * Whether the same request will fail again: a status from 400 to 499 other than 408, 425 and 429, or an address that
   * can never be requested.
   */
  get isFinal(): boolean {
    const { status = 0, isRequestable } = this;
    const isRefused = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
    return isRefused || !isRequestable;
  }
}

/** A response has more bytes than expected. */
export class TooLongError extends AddressError {
  constructor(address: string, maxBytes: number) {
    super(address, `expected at most ${maxBytes} bytes, found more`);
  }
}

/** A response whose body has not been read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Reads the body. The caller reads it to its end, or calls {@link cancel}.
   *
   * @param maxBytes the maximum number of bytes, because a server can send without end
   */
  pieces(maxBytes: number): AsyncGenerator<Uint8Array, void, undefined>;
  /** Closes the connection. */
  cancel(): void;
}

export interface RequestOptions {
  /** Stops the request, which then throws the reason of the signal. */
  readonly signal: AbortSignal;
  /**
   * The time within which the next 64 KiB of the response, or its end, must arrive, in milliseconds. Default: 30
   * seconds.
   */
  readonly stallMs?: number | undefined;
  /** The maximum size of a file whose length is unknown before it is received. Default: 4 GiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * Sends a GET request, and follows redirects, but not from TLS to an address without TLS. Credentials are sent only to
 * the host of the address.
 *
 * @param expected the statuses of responses that are returned
 * @throws AddressError for another status, a failed connection, and a response that is too slow or too long
 */
export async function request(
  { url, name, headers }: Address,
  more: Readonly<Record<string, string>>,
  expected: readonly number[],
  { signal, stallMs = STALL_MS }: RequestOptions,
): Promise<Received> {
  signal.throwIfAborted();
  const abort = new AbortController();
  const stop = () => abort.abort();
  let isLate = false;
  /** The number of bytes received since `startedMs`. The time in which the caller handles them does not count. */
  let received = 0;
  let startedMs = performance.now();
  const startTimer = (milliseconds: number) =>
    setTimeout(() => {
      isLate = true;
      stop();
    }, milliseconds);
  let timer = startTimer(stallMs);
  signal.addEventListener('abort', stop);
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
  };
  const fail = (error: unknown) => {
    signal.throwIfAborted();
    if (isLate) {
      const expected = `expected at least ${MIN_BYTES} bytes within ${stallMs / 1000} s`;
      throw new AddressError(name, `${expected}, found ${received}`);
    }
    const problem = connectionProblem(error);
    if (problem === undefined) throw error;
    throw new AddressError(name, problem.message, undefined, problem.isTemporary);
  };
  try {
    // Without `identity`, a server may compress the body, and a range would be a range of the compressed bytes.
    const all = { ...headers, 'accept-encoding': 'identity', ...more };
    const { response, responding } = await follow({ url, name, headers: all }, abort.signal);
    const { status } = response;
    if (!expected.includes(status)) {
      const found = responding === url ? '' : ` at ${nameOf(responding)}`;
      const problem = `expected status 200, found ${status}${found}`;
      throw new AddressError(name, problem, status, true, pauseOf(response.headers));
    }
    if (response.body === null) end();
    return {
      status,
      headers: response.headers,
      async *pieces(maxBytes) {
        let bytes = 0;
        try {
          for await (const piece of response.body ?? []) {
            bytes += piece.length;
            received += piece.length;
            if (bytes > maxBytes) throw new TooLongError(name, maxBytes);
            clearTimeout(timer);
            const arrivedMs = performance.now();
            yield piece;
            startedMs += performance.now() - arrivedMs;
            if (received >= MIN_BYTES) {
              received = 0;
              startedMs = performance.now();
            }
            timer = startTimer(startedMs + stallMs - performance.now());
          }
        } catch (error) {
          fail(error);
        } finally {
          end();
        }
      },
      cancel: end,
    };
  } catch (error) {
    end();
    return fail(error);
  }
}

/**
 * Fetches an address, and follows redirects. `fetch` would also follow a redirect from TLS to an address without TLS, where
 * somebody else can redirect to any address.
 */
async function follow(
  { url, name, headers }: Address,
  signal: AbortSignal,
): Promise<{ response: Response; responding: URL }> {
  let responding = url;
  let sent = headers;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(responding, {
      headers: sent,
      signal,
      redirect: 'manual',
    });
    const location = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || location === null) return { response, responding };
    await response.body?.cancel();
    const { href } = responding;
    const next = URL.canParse(location, href) ? new URL(location, href) : undefined;
    if (next === undefined || (isPrivate(responding) && !isPrivate(next))) {
      throw new AddressError(name, 'expected a redirect to https://, found another');
    }
    if (next.origin !== responding.origin) {
      const { authorization, ...others } = sent;
      sent = others;
    }
    // `fetch` refuses an address with credentials.
    next.username = '';
    next.password = '';
    responding = next;
  }
  throw new AddressError(name, `expected at most ${MAX_REDIRECTS} redirects, found more`);
}

/** Parses `Retry-After`: a number of seconds, or a date. Returns undefined for another value. */
function pauseOf(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter === null) return undefined;
  const milliseconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** A failed connection. */
interface ConnectionProblem {
  readonly message: string;
  /** Whether the connection was attempted. A later attempt may succeed. */
  readonly isTemporary: boolean;
}

/** Describes an error of `fetch` that is a failed connection. Returns undefined for any other error. */
function connectionProblem(error: unknown): ConnectionProblem | undefined {
  // `fetch` reports every failed connection as a `TypeError` with a cause.
  if (!(error instanceof TypeError && error.cause instanceof Error)) return undefined;
  const { code, message } = error.cause as NodeJS.ErrnoException;
  // A cause has no code if `fetch` never requests the address, for example because of the port of another protocol.
  const isTemporary = code !== undefined;
  return isTemporary
    ? { isTemporary, message: `expected a response, found a failed connection (${code})` }
    : {
        isTemporary,
        message: `expected an address that can be requested, found another (${message})`,
      };
}
