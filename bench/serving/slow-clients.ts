import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HeldConnections } from './held-connections.js';

/** What {@link slowClients} runs, seen from the compiled file. */
const CLIENTS = fileURLToPath(new URL('./slow-clients-process.js', import.meta.url));

/**
 * {@link HeldConnections} of a process of their own, so that whoever measures beside them does not
 * wait for them. How many are open was counted a moment ago.
 *
 * @throws Error where nobody can catch it, when that process ends by itself
 */
export function slowClients(baseUrl: string, count: number): HeldConnections {
  const child = fork(CLIENTS, [baseUrl, String(count)], { stdio: 'inherit' });
  let open = 0;
  child.on('message', (counted: number) => {
    open = counted;
  });
  child.on('exit', (status) => {
    if (!child.killed)
      throw new Error(`The slow clients ended by themselves, with status ${status}.`);
  });
  return {
    open: () => open,
    end() {
      child.kill();
    },
  };
}
