import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MeasuredByKind, MeasuringTask } from './measuring-process.js';

const SCRIPT = fileURLToPath(new URL('./measuring-process.js', import.meta.url));

/** The limits of a measuring process. */
export interface ProcessLimits {
  /** The process is killed after this time. */
  readonly minutes: number;
  /** The maximum size of the old generation of the heap. Default: the limit of Node. */
  readonly heapMebibytes?: number;
  /** A directory for a CPU profile. Default: no profile. */
  readonly profile?: string | undefined;
}

/**
 * Runs a task in a new process, so that no other engine is in memory.
 *
 * @throws Error when the process fails or exceeds its time limit; the message gives the reason
 */
export function runMeasuringProcess<T extends MeasuringTask>(
  task: T,
  { minutes, heapMebibytes, profile }: ProcessLimits,
): Promise<MeasuredByKind[T['kind']]> {
  const options = ['--expose-gc'];
  if (heapMebibytes !== undefined) options.push(`--max-old-space-size=${heapMebibytes}`);
  if (profile !== undefined) options.push('--cpu-prof', `--cpu-prof-dir=${profile}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...options, SCRIPT, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-20_000);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(reasonOf(code, signal, errors, minutes)));
    });
  });
}

function reasonOf(
  code: number | null,
  signal: string | null,
  errors: string,
  minutes: number,
): string {
  const line = errors.split('\n').find((text) => /^(\w*Error|FATAL ERROR)\b/.test(text.trim()));
  if (line !== undefined) return line.trim();
  if (signal === 'SIGKILL') return `not finished after ${minutes} minutes`;
  return `the process exited with ${signal ?? `status ${code}`}`;
}
