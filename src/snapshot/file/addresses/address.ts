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
export function nameOf({ origin, pathname }: URL): string {
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
export function isPrivate({ protocol, hostname }: URL): boolean {
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
