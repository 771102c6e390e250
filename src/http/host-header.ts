/*
 * Checks the header `Host`, as a protection against DNS rebinding.
 */

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { HttpError } from '../web/error-response.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether a host is `localhost` or a loopback address, which only the same machine can reach. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Options of {@link createHostChecker}. */
export interface HostCheckerOptions {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** Whether to accept all requests without checking API keys. Default: false. */
  readonly open?: boolean | undefined;
}

/**
 * Checks the `Host` header of a request.
 *
 * @throws HttpError 400 for an HTTP/1.1 request with no or several `Host` headers
 * @throws HttpError 421 for a request to an open server under an unknown name
 */
export type HostChecker = (
  request: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>,
) => undefined;

/**
 * Creates a function that checks the `Host` header. An open server answers only to loopback addresses, `localhost` and
 * the host of its base URL. Otherwise a web site could give its own name the address of this machine, so that browsers
 * let its scripts read the responses of the server (DNS rebinding).
 */
export function createHostChecker({ baseUrl, open = false }: HostCheckerOptions): HostChecker {
  const baseHost = hostName(new URL(baseUrl).host);
  return ({ httpVersion, rawHeaders }) => {
    const hosts = hostHeaders(rawHeaders);
    if (hosts.length !== 1 && httpVersion === '1.1') {
      const found = hosts.length === 0 ? 'none' : hosts.length;
      throw new HttpError(400, `header 'Host': expected exactly one, found ${found}`);
    }
    if (!open) return;
    for (const host of hosts) {
      const name = hostName(host);
      if (name === baseHost || isLoopback(name)) continue;
      const expected = `localhost, a loopback address or '${baseHost}' on an open server`;
      throw new HttpError(421, `header 'Host': expected ${expected}, found '${host}'`);
    }
  };
}

function hostHeaders(rawHeaders: readonly string[]): string[] {
  const hosts: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') {
      hosts.push(rawHeaders[i + 1]);
    }
  }
  return hosts;
}

/** Removes the port from a host, the brackets of an IPv6 address, and the dot that can end a name. */
function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
