import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/commands.js';
import type { Outcome } from './compiled.js';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1'] as const;

/**
 * Runs a command line in this process. Returns what `carrel` in compiled.ts returns, which starts a process and is only
 * needed where the process is the subject of the test.
 */
export async function runCarrel(...args: string[]): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text);
      return true;
    }),
  );
  const handlers = SIGNALS.map((signal) => new Set<unknown>(process.listeners(signal)));
  try {
    return { status: await runCommandLine(args), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    // A server that cannot start leaves its handlers, because its process ends.
    for (const [i, signal] of SIGNALS.entries()) {
      for (const handler of process.listeners(signal)) {
        if (!handlers[i].has(handler)) process.off(signal, handler);
      }
    }
  }
}
