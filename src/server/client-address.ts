/*
 * Finds the client of a request or a connection, also behind trusted proxies. `limits.ts` counts its requests, and
 * `server.ts` its connections.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isLoopback } from '../http/request-listener.js';

/** The name that stands for all clients of a Unix socket among trusted proxies, as in nginx. */
const UNIX_SOCKET = 'unix:';

/** Returns whether a request comes from this machine and has no header that proxies add. */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  // A connection through a Unix socket has no address.
  return !isForwarded(headers) && isLoopback(socket.remoteAddress ?? 'localhost');
}

/** Returns whether a request has a header that proxies add. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return 'forwarded' in headers || 'x-forwarded-for' in headers || 'via' in headers;
}

/**
 * Returns the address of the other end of a connection. Undefined for a Unix socket, and if the connection has closed.
 */
export function clientAddress(socket: Pick<Socket, 'remoteAddress'>): string | undefined {
  const { remoteAddress } = socket;
  return remoteAddress === undefined ? undefined : plainAddress(remoteAddress);
}

/** The client that sent a request or opened a connection. */
export interface Client {
  /** The address of the client. Undefined if the client is unknown or connected through a Unix socket. */
  readonly address: string | undefined;
  /**
   * The name by which the limits count the client: an IPv4 address, the /64 network of an IPv6 address, `unix:` for the
   * unknown clients of a proxy that connects through a Unix socket, or `unknown`. Undefined for clients without limits:
   * programs on this machine that sent the request themselves.
   */
  readonly limited: string | undefined;
}

/** The part of a socket that a {@link ClientFinder} uses. */
type Connection = Pick<Socket, 'remoteAddress' | 'localAddress'>;

/** Finds the client of a request, or of a connection before its first request. */
export interface ClientFinder {
  ofRequest(request: {
    readonly socket: Connection;
    readonly headers: IncomingHttpHeaders;
  }): Client;
  ofConnection(socket: Connection): Client;
}

/**
 * Creates a function that finds the client of a request. The client is the other end of the connection. If that is a
 * trusted proxy, the client is the rightmost address in `X-Forwarded-For` that is not a trusted proxy. If there is no such
 * address, the client is the last known proxy. A request that a trusted proxy has forwarded always has limits, even for a
 * client with a loopback address.
 *
 * @param trustedProxies addresses, networks such as `10.0.0.0/8`, and `unix:` for all clients of a Unix socket
 * @throws RangeError for any other text in `trustedProxies`
 */
export function createClientFinder(trustedProxies: readonly string[] = []): ClientFinder {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) if (proxy !== UNIX_SOCKET) addNetwork(trusted, proxy);
  const unixPeer: Peer = {
    address: undefined,
    limited: UNIX_SOCKET,
    isLocal: true,
    isTrusted: trustedProxies.includes(UNIX_SOCKET),
  };
  const known = new LRUCache<string, Peer>({ max: MAX_KNOWN_ADDRESSES });

  function peerAt(address: string): Peer {
    let peer = known.get(address);
    if (peer === undefined) {
      const plain = plainAddress(address);
      peer = {
        address: plain,
        limited: isIP(plain) === 6 ? network64(plain) : plain,
        isLocal: isLoopback(plain),
        isTrusted: contains(trusted, plain),
      };
      known.set(address, peer);
    }
    return peer;
  }

  function peerOf({ remoteAddress, localAddress }: Connection): Peer {
    if (remoteAddress !== undefined) return peerAt(remoteAddress);
    // A client can reset a connection before its address is read. The socket still has an address of this machine.
    return localAddress === undefined ? unixPeer : UNKNOWN_PEER;
  }

  return {
    ofRequest({ socket, headers }) {
      let peer = peerOf(socket);
      if (!peer.isTrusted || !isForwarded(headers)) return directClient(peer);
      for (const forwarded of String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .reverse()) {
        const address = withoutPort(forwarded.trim());
        if (isIP(address) === 0) break;
        peer = peerAt(address);
        if (!peer.isTrusted) break;
      }
      return { address: peer.address, limited: peer.limited };
    },
    ofConnection(socket) {
      const peer = peerOf(socket);
      return peer.isTrusted ? { address: peer.address, limited: undefined } : directClient(peer);
    },
  };
}

/** The other end of a connection, or an address in `X-Forwarded-For`. */
interface Peer {
  readonly address: string | undefined;
  /** The name by which the limits count requests that were forwarded for this address. */
  readonly limited: string;
  /** Whether the address belongs to this machine. */
  readonly isLocal: boolean;
  readonly isTrusted: boolean;
}

const UNKNOWN_PEER: Peer = {
  address: undefined,
  limited: 'unknown',
  isLocal: false,
  isTrusted: false,
};

/** Returns the client for a peer that has not forwarded the request for another client. */
function directClient({ address, limited, isLocal }: Peer): Client {
  return { address, limited: isLocal ? undefined : limited };
}

/** The number of addresses whose results are kept, because `BlockList` takes some microseconds for each address. */
const MAX_KNOWN_ADDRESSES = 10_000;

function addNetwork(list: BlockList, text: string): void {
  const [address, prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (family === 0 || rest.length > 0 || length < 0 || length > bits) {
    throw new RangeError(
      `trusted proxy: expected an address, a network such as 10.0.0.0/8 or unix:, found '${text}'`,
    );
  }
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Removes the port that some proxies add to an address, and the brackets around an IPv6 address. */
function withoutPort(text: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

/** Removes the zone of an IPv6 address, and reduces the IPv6 form of an IPv4 address, such as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*/, '');
  const mapped = isIP(plain) === 6 ? /^::ffff:([^:]+):([^:]+)$/.exec(canonicalIpv6(plain)) : null;
  if (mapped === null) return plain;
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns the first four groups of an IPv6 address, such as `2001:db8:0:1`. */
function network64(address: string): string {
  const [head, tail] = canonicalIpv6(address)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

/** Returns the shortest form of an IPv6 address, such as `::ffff:7f00:1` for `0:0:0:0:0:FFFF:127.0.0.1`. */
function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
