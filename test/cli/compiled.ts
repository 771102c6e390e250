import {
  type ChildProcessWithoutNullStreams,
  execFile,
  execFileSync,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The root directory of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * Compiles `src` to `dist`, unless `dist/cli/carrel.js` is newer than every file of `src` and the configuration of the
 * build. Compiling removes `dist` first, so tests that use `dist` at the same time can fail. `npm test` compiles before
 * all tests.
 */
export function compile(): void {
  const compiled = statSync(join(ROOT, 'dist/cli/carrel.js'), { throwIfNoEntry: false });
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const inputs = [
    ...sources.map((path) => join('src', path)),
    'package.json',
    'rolldown.config.js',
  ];
  const newest = Math.max(...inputs.map((path) => statSync(join(ROOT, path)).mtimeMs));
  if (compiled === undefined || compiled.mtimeMs <= newest) {
    execFileSync('npm', ['run', 'compile'], { cwd: ROOT, stdio: 'pipe' });
  }
}

/** The exit status and output of a command. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `carrel` with these arguments until it exits. The status is -1 if a signal ended the process. */
export function carrel(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const script = join(ROOT, 'dist/cli/carrel.js');
    const child = execFile(process.execPath, [script, ...args], (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** A running program. */
export interface Running {
  /** The standard output up to the moment when {@link start} resolved. */
  readonly stdout: string;
  /** The port of the first address in `stdout`. */
  readonly port: number;
  readonly pid: number;
  /**
   * Waits until output on standard error after this call matches a pattern, and returns the match. Rejects if
   * the program exits first.
   */
  waitForLog(pattern: RegExp): Promise<string>;
  /** Sends a signal to the program. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit status and standard error when the program has exited. */
  readonly ended: Promise<{ status: number | null; stderr: string }>;
  /** Sends a signal to the program and waits until it has exited. */
  stop(signal: NodeJS.Signals): Promise<{ status: number | null; stderr: string }>;
}

/**
 * Starts a compiled program, and waits until its standard output matches `until`. Throws if the program exits
 * before that. The program is killed when the test ends.
 *
 * @param script the file name of the program in `dist/cli`
 * @param socket the file descriptor of a socket that the program receives as systemd would pass it
 */
export async function start(
  script: string,
  args: readonly string[],
  until: RegExp,
  env: NodeJS.ProcessEnv = {},
  cwd = ROOT,
  socket?: number,
): Promise<Running> {
  const command = [process.execPath, join(ROOT, 'dist/cli', script), ...args];
  // The shell has the process id that the program has afterwards.
  const activated = ['sh', '-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh', ...command];
  const [file, ...fileArgs] = socket === undefined ? command : activated;
  const child = spawn(file, fileArgs, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  }) as ChildProcessWithoutNullStreams;
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
    const event = await Promise.race([once(child.stdout, 'data'), exit.then(() => 'exit')]);
    if (event === 'exit' && !until.test(stdout))
      throw new Error(`${script}: exited early: ${stdout}${stderr}`);
  }
  return {
    stdout,
    port: Number(/:(\d+)/.exec(stdout.slice(stdout.indexOf('http://')))?.[1]),
    pid: child.pid ?? 0,
    async waitForLog(pattern) {
      const from = stderr.length;
      for (;;) {
        const found = pattern.exec(stderr.slice(from));
        if (found !== null) return found[0];
        const event = await Promise.race([once(child.stderr, 'data'), exit.then(() => 'exit')]);
        if (event === 'exit') throw new Error(`${script}: exited without ${pattern}: ${stderr}`);
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
