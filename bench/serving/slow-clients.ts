import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Clients that hold connections and are in no hurry. */
export interface SlowClients {
  /** How many connections were open when they were last counted, a moment ago. */
  open(): number;
  end(): void;
}

/** What {@link slowClients} runs, seen from the compiled file. */
const CLIENTS = fileURLToPath(new URL('./slow-clients-process.js', import.meta.url));

/**
 * Clients each of which sends a byte of its request a second, and connects again when it is thrown
 * out; in a process of their own, so that whoever measures beside them does not wait for them.
 */
export function slowClients(baseUrl: string, count: number): SlowClients {
  const child = fork(CLIENTS, [baseUrl, String(count)], { stdio: 'inherit' });
  let open = 0;
  child.on('message', (counted: number) => {
    open = counted;
  });
  return {
    open: () => open,
    end() {
      child.kill();
    },
  };
}
