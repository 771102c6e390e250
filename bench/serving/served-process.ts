import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { API_KEY } from './mixed-requests.js';

/** The compiled command, seen from the compiled file. */
const CARREL = fileURLToPath(new URL('../../../cli/carrel.js', import.meta.url));

/** `carrel serve`, running. */
export interface ServedProcess {
  readonly pid: number;
  readonly baseUrl: string;
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Runs `carrel serve` on a free port of this machine. What it tells goes to standard error. */
export async function serveSnapshot(
  file: string,
  ...args: readonly string[]
): Promise<ServedProcess> {
  const child = spawn(
    process.execPath,
    [CARREL, 'serve', file, '--api-key', API_KEY, '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit').then(([status]) => status as number | null);
  let told = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    told += text;
    if (told.includes('Serving at ')) break;
  }
  const baseUrl = /Serving at (\S+)/.exec(told)?.[1];
  if (baseUrl === undefined) throw new Error(`carrel serve ended without serving ${file}.`);
  child.stdout.resume();
  return {
    pid: child.pid ?? 0,
    baseUrl,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
