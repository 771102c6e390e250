/* The protocols of systemd: notification, watchdog and socket activation. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Log } from './log.js';

/** Sends the state of the server to the service manager that has started it, such as systemd. */
export interface ServiceManager {
  /**
   * Reports that the server is ready. If the service manager has a watchdog, also reports regularly that the server answers.
   *
   * @param isAnswering whether the server answers. While it returns false, nothing is sent
   */
  ready(isAnswering: () => boolean): void;
  /** Sends nothing more. Resolves when everything has been sent. Does not keep the process alive. */
  close(): Promise<void>;
}

/** Sends each line of its input with the command of systemd, because Node.js has no Unix datagram sockets. */
const SENDER = 'while read -r state; do systemd-notify "$state"; done';

/**
 * Connects to the service manager that the environment variables `NOTIFY_SOCKET` and `WATCHDOG_USEC` describe. Without
 * them, nothing is sent.
 *
 * Call this function before large files are opened. It starts a process that sends all messages, because starting one
 * from a process with 2 GB of memory blocks its main thread for 0.1 s.
 *
 * @param log receives an error event if messages cannot be sent
 */
export function connectServiceManager(env: NodeJS.ProcessEnv, log: Log): ServiceManager {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = env;
  if (NOTIFY_SOCKET === undefined) return { ready() {}, async close() {} };
  const sender = spawn('sh', ['-c', SENDER], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(sender, 'exit').then(
    ([status, signal]) => `sh ended with ${signal ?? `status ${status}`}`,
    (error) => error.message,
  );
  // Neither the process nor the pipe keeps the server alive.
  sender.unref();
  (sender.stdin as Socket).unref();
  sender.stdin.on('error', () => {});
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  ended.then((reason) => {
    if (!isClosed) log.error('service manager not notified', { reason });
  });
  const send = (state: string) => sender.stdin.write(`${state}\n`);
  return {
    ready(isAnswering) {
      send('READY=1');
      if (WATCHDOG_USEC === undefined || WATCHDOG_PID !== String(process.pid)) return;
      timer = setInterval(
        () => isAnswering() && send('WATCHDOG=1'),
        // As systemd recommends, half of the time after which the watchdog ends the server.
        Number(WATCHDOG_USEC) / 1000 / 2,
      );
      timer.unref();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      sender.stdin.end();
      await ended;
    },
  };
}

const FIRST_DESCRIPTOR = 3;

/**
 * Returns the socket that systemd has opened for this process. Undefined if systemd has passed no socket.
 *
 * @throws Error when systemd has passed several sockets
 */
export function activatedSocket({
  LISTEN_PID,
  LISTEN_FDS,
}: NodeJS.ProcessEnv): { readonly fd: number } | undefined {
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined || LISTEN_FDS === '0')
    return undefined;
  if (LISTEN_FDS === '1') return { fd: FIRST_DESCRIPTOR };
  throw new Error(
    `LISTEN_FDS: expected one socket, found ${LISTEN_FDS}; use one ListenStream= in the socket unit`,
  );
}
