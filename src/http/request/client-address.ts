import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

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
