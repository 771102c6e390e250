import { once } from 'node:events';
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A socket on which a server listens instead of on a host and port. */
export type ListeningSocket =
  /** A Unix socket. Its owner and its group may connect. The file is removed when the server closes. */
  | { readonly path: string }
  /** The file descriptor of a socket that another process has opened, such as systemd. */
  | { readonly fd: number };

/** Where a server listens. */
export interface ListenOptions {
  /** The port to listen on. 0 means any free port. */
  readonly port: number;
  /** The address or host name to listen on, such as `127.0.0.1`. */
  readonly host: string;
  /** The socket to listen on instead of on `host` and `port`. */
  readonly socket?: ListeningSocket | undefined;
}

/** The permissions of Unix sockets: the owner and the group may connect. */
const SOCKET_MODE = 0o660;

/**
 * Begins to listen.
 *
 * @returns the address and port; undefined for a Unix socket
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot listen
 */
export async function listen(
  server: Server,
  { port, host, socket }: ListenOptions,
): Promise<AddressInfo | undefined> {
  server.listen(socket ?? { port, host });
  await once(server, 'listening');
  if (socket !== undefined && 'path' in socket) chmodSync(socket.path, SOCKET_MODE);
  const address = server.address();
  return typeof address === 'string' || address === null ? undefined : address;
}

/**
 * Removes the file of a Unix socket that a killed server has left.
 *
 * @throws Error when another process listens on the socket, or when the file is not a socket
 */
export async function removeStaleSocket(path: string): Promise<void> {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return;
  if (!file.isSocket()) {
    throw new Error(`${path}: expected a Unix socket or no file, found a file of another kind`);
  }
  if (await accepts(path)) {
    throw new Error(`${path}: expected no running server, found one; stop it or use another path`);
  }
  unlinkSync(path);
}

/** Whether a process listens on a Unix socket. */
async function accepts(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
