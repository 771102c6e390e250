import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/commands.js';
import type { Outcome } from './compiled.js';

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
  try {
    return { status: await runCommandLine(args), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
