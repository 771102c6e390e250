import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { API_KEY } from './mixed-requests.js';

/** The path of the compiled `carrel` command. */
const CARREL = fileURLToPath(new URL('../../../cli/carrel.js', import.meta.url));

/** A running `carrel serve`. */
export interface ServedProcess {
  readonly pid: number;
  readonly baseUrl: string;
  /** The log of the server; null if it goes to the standard error of this process. */
  readonly log: Readable | null;
  /** Resolves with the exit status when the process ends, or with null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts `carrel serve` on a free port, and resolves when the server has printed its address.
 *
 * @param env further environment variables of the server
 * @param log where the log goes: to the standard error of this process, or to a pipe
 */
export async function serveSnapshot(
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  log: 'inherit' | 'pipe' = 'inherit',
): Promise<ServedProcess> {
  const child = spawn(
    process.execPath,
    [CARREL, 'serve', file, '--api-key', API_KEY, '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', log], env: { ...process.env, ...env } },
  );
  const stdout = child.stdout as Readable;
  const ended = once(child, 'exit').then(([status]) => status as number | null);
  let output = '';
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Serving at ')) break;
  }
  const baseUrl = /Serving at (\S+)/.exec(output)?.[1];
  if (baseUrl === undefined)
    throw new Error(
      `${file}: expected the address of carrel serve, found none; see its error above`,
    );
  stdout.resume();
  return {
    pid: child.pid ?? 0,
    baseUrl,
    log: child.stderr,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
