import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Returns the address from which a request came. The IPv6 form of an IPv4 address, `::ffff:192.0.2.1`, is
 * reduced to the IPv4 address. Undefined if the connection has closed.
 */
export function clientAddress(socket: Pick<Socket, 'remoteAddress'>): string | undefined {
  return socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Whether a host is `localhost` or a loopback address, which only the same machine can reach. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a request comes from a loopback address and has no header that proxies add. */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = 'forwarded' in headers || 'x-forwarded-for' in headers || 'via' in headers;
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}
