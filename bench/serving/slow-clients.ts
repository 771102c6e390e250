import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HeldConnections } from './held-connections.js';

/** The path of the compiled script of the child process. */
const CLIENTS = fileURLToPath(new URL('./slow-clients-process.js', import.meta.url));

/**
 * Starts slow clients in a child process, so that the clients do not delay measurements in this process.
 * The number of open connections is updated five times per second. When the child process exits
 * unexpectedly, this process ends with an uncaught error.
 */
export function slowClients(baseUrl: string, count: number): HeldConnections {
  const child = fork(CLIENTS, [baseUrl, String(count)], { stdio: 'inherit' });
  let open = 0;
  child.on('message', (counted: number) => {
    open = counted;
  });
  child.on('exit', (status) => {
    if (!child.killed)
      throw new Error(`slow clients: expected a running process, found exit status ${status}`);
  });
  return {
    open: () => open,
    end() {
      child.kill();
    },
  };
}
