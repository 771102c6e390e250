import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Sees to it that `dist` is what `src` compiles to. For one test file only: two at the same time
 * would take it away under each other.
 */
export function compile(): void {
  const compiled = statSync(join(ROOT, 'dist/cli/carrel.js'), { throwIfNoEntry: false });
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...sources.map((path) => statSync(join(ROOT, 'src', path)).mtimeMs));
  if (compiled === undefined || compiled.mtimeMs <= newest) {
    execFileSync('npm', ['run', 'compile'], { cwd: ROOT, stdio: 'pipe' });
  }
}

/** How a command ended, and what it said. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `carrel` with arguments until it ends, its outputs being pipes. */
export function carrel(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const script = join(ROOT, 'dist/cli/carrel.js');
    const child = execFile(process.execPath, [script, ...args], (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** A program that runs until it is told to stop. */
export interface Running {
  /** What it has written to standard output until it served. */
  readonly stdout: string;
  readonly port: number;
  readonly pid: number;
  /** Waits until it has written something to standard error that matches, from now on. */
  tells(pattern: RegExp): Promise<string>;
  /** Sends it a signal. */
  signal(signal: NodeJS.Signals): void;
  /** When it has ended: its exit status, and what it wrote to standard error. */
  readonly ended: Promise<{ status: number | null; stderr: string }>;
  /** Sends it a signal, and gives its exit status and what it wrote to standard error. */
  stop(signal: NodeJS.Signals): Promise<{ status: number | null; stderr: string }>;
}

/** Starts a compiled program, and waits until what it writes matches `until`. */
export async function start(
  script: string,
  args: readonly string[],
  until: RegExp,
  env: NodeJS.ProcessEnv = {},
  cwd = ROOT,
): Promise<Running> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli', script), ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exit = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([status]) => ({ status, stderr }));
  while (!until.test(stdout)) {
    const happened = await Promise.race([once(child.stdout, 'data'), exit.then(() => 'ended')]);
    if (happened === 'ended' && !until.test(stdout))
      throw new Error(`It ended: ${stdout}${stderr}`);
  }
  return {
    stdout,
    port: Number(/:(\d+)/.exec(stdout.slice(stdout.indexOf('http://')))?.[1]),
    pid: child.pid ?? 0,
    async tells(pattern) {
      const from = stderr.length;
      for (;;) {
        const found = pattern.exec(stderr.slice(from));
        if (found !== null) return found[0];
        const ended = await Promise.race([once(child.stderr, 'data'), exit.then(() => 'ended')]);
        if (ended === 'ended') throw new Error(`It ended without telling ${pattern}: ${stderr}`);
      }
    },
    signal: (signal) => child.kill(signal),
    ended,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** The processes that a process has started. On Linux only. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.trim().split(' ').filter(Boolean).map(Number);
}
