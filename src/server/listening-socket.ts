/*
 * Begins to listen on a port, a Unix socket or a socket of systemd. `server.ts` creates the server, and `systemd.ts`
 * finds the socket of systemd.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, linkSync, lstatSync, type Stats, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';

/** A socket on which a server listens instead of on a host and port. */
export type ListeningSocket =
  /**
   * A Unix socket. Its owner and its group may connect. The file is removed when the server closes, unless another server
   * has replaced it.
   */
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

/** A server that has begun to listen. */
export interface Listening {
  /** The address and port. Undefined for a Unix socket. */
  readonly address: AddressInfo | undefined;
  /**
   * Removes the file of a Unix socket, unless another file has replaced it. Must be called before the server stops
   * listening: afterwards, a new file can have the same inode.
   */
  removeSocket(): void;
}

/**
 * Begins to listen.
 *
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot listen
 */
export async function listen(
  server: Server,
  { port, host, socket }: ListenOptions,
): Promise<Listening> {
  if (socket !== undefined && 'path' in socket) return listenOnPath(server, socket.path);
  server.listen(socket ?? { port, host });
  await once(server, 'listening');
  const address = server.address();
  return {
    address: typeof address === 'string' || address === null ? undefined : address,
    removeSocket() {},
  };
}

/**
 * Listens on a Unix socket. When the server closes, Node.js removes the file that it was bound to, even if another
 * process has created the file. The server is therefore bound to a temporary file, to which `path` is then linked.
 */
async function listenOnPath(server: Server, path: string): Promise<Listening> {
  // This name is at most 4 bytes longer than a path, for which `listen` has a limit.
  const temporary = join(dirname(path), `.${randomBytes(2).toString('hex')}`);
  server.listen(temporary);
  await once(server, 'listening');
  const own = lstatSync(temporary);
  try {
    chmodSync(temporary, SOCKET_MODE);
    linkSync(temporary, path);
  } catch (error) {
    server.close();
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const inUse = new Error(`${path}: expected no file, found one; stop its server or remove it`);
    throw Object.assign(inUse, { code: 'EADDRINUSE' });
  }
  unlinkSync(temporary);
  return { address: undefined, removeSocket: () => removeFile(path, own) };
}

/** Removes a file, unless another file has replaced it. */
function removeFile(path: string, { dev, ino }: Stats): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.dev === dev && file.ino === ino) unlinkSync(path);
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
  removeFile(path, file);
}

/** Returns whether a process listens on a Unix socket. */
async function accepts(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The server that has created the file can remove it at this moment.
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
