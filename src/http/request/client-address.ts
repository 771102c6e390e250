import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** The name that stands for all clients of a Unix socket among trusted proxies, as in nginx. */
const UNIX_SOCKET = 'unix:';

/** Whether a host is `localhost` or a loopback address, which only the same machine can reach. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? host.toLowerCase() === 'localhost' : contains(LOOPBACK, host);
}

/** Whether a request comes from this machine and has no header that proxies add. */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = 'forwarded' in headers || 'x-forwarded-for' in headers || 'via' in headers;
  // A connection through a Unix socket has no address.
  return !isForwarded && isLoopback(socket.remoteAddress ?? 'localhost');
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
   * The name by which the limits count the client: an IPv4 address, or the /64 network of an IPv6 address. Undefined
   * for clients without limits: programs on this machine.
   */
  readonly limited: string | undefined;
}

/** Finds the client of a request, or of a connection without its requests. */
export interface ClientFinder {
  ofRequest(request: Pick<IncomingMessage, 'socket' | 'headers'>): Client;
  ofConnection(socket: Pick<Socket, 'remoteAddress'>): Client;
}

/**
 * Creates a function that finds the client of a request. The client is the other end of the connection. If that is a
 * trusted proxy, the client is the rightmost address in `X-Forwarded-For` that is not a trusted proxy.
 *
 * @param trustedProxies addresses, networks such as `10.0.0.0/8`, and `unix:` for all clients of a Unix socket
 * @throws RangeError for any other text in `trustedProxies`
 */
export function createClientFinder(trustedProxies: readonly string[] = []): ClientFinder {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) if (proxy !== UNIX_SOCKET) addNetwork(trusted, proxy);
  const unixPeer: Peer = {
    client: { address: undefined, limited: undefined },
    isTrusted: trustedProxies.includes(UNIX_SOCKET),
  };
  const known = new LRUCache<string, Peer>({ max: MAX_KNOWN_ADDRESSES });

  function peerAt(address: string | undefined): Peer {
    if (address === undefined) return unixPeer;
    let peer = known.get(address);
    if (peer === undefined) {
      const plain = plainAddress(address);
      peer = { client: clientAt(plain), isTrusted: contains(trusted, plain) };
      known.set(address, peer);
    }
    return peer;
  }

  return {
    ofRequest({ socket, headers }) {
      let peer = peerAt(socket.remoteAddress);
      if (!peer.isTrusted) return peer.client;
      for (const forwarded of String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .reverse()) {
        const address = withoutPort(forwarded.trim());
        if (isIP(address) === 0) break;
        peer = peerAt(address);
        if (!peer.isTrusted) break;
      }
      return peer.client;
    },
    ofConnection({ remoteAddress }) {
      const { client, isTrusted } = peerAt(remoteAddress);
      return isTrusted ? { address: client.address, limited: undefined } : client;
    },
  };
}

/** The other end of a connection. */
interface Peer {
  readonly client: Client;
  readonly isTrusted: boolean;
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
  return address.replace(/%.*/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function clientAt(address: string): Client {
  if (isLoopback(address)) return { address, limited: undefined };
  return { address, limited: isIP(address) === 6 ? network64(address) : address };
}

/** Returns the first four groups of an IPv6 address, such as `2001:db8:0:1`. */
function network64(address: string): string {
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array(Math.max(0, zeros)).fill('0'), ...(tail ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
