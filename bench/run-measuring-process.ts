import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MeasuredBuild, MeasuredQueries, MeasuredStart } from './measured.js';
import type { MeasuringTask } from './measuring-process.js';

const SCRIPT = fileURLToPath(new URL('./measuring-process.js', import.meta.url));

/** What a measuring process may take. */
export interface ProcessLimits {
  readonly minutes: number;
  /** What Node grants by itself when absent. */
  readonly heapMebibytes?: number;
  /** A directory for a CPU profile. */
  readonly profile?: string | undefined;
}

interface MeasuredByKind {
  readonly build: MeasuredBuild;
  readonly start: MeasuredStart;
  readonly queries: MeasuredQueries;
}

/**
 * Does a task in a process of its own, so that no engine is measured with another in memory.
 *
 * @throws Error a sentence saying why there is no result
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
  if (signal === 'SIGKILL') return `it did not come to an end in ${minutes} minutes`;
  return `its process ended with ${signal ?? `status ${code}`}`;
}
