/*
 * The machine that a bench runs on: its description, the directory of the project, scratch directories, and, on Linux,
 * the memory and processor time of another process.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the project, above this file or its compiled form. */
export const PROJECT = findProject();

/** Whether the system has the `/proc` files of Linux. */
export const isLinux = existsSync('/proc/self/stat');

const TICKS_PER_SECOND = 100;

function findProject(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory);
  return directory;
}

/** Returns one line that describes the machine: Node version, processor, memory and platform. */
export function machineLine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const [cpu] = cpus();
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpu?.model.trim()}, ${gibibytes} GiB, ${process.platform} ${process.arch}`;
}

/** Runs a bench with a new directory for its files, and removes the directory at the end. */
export async function inScratchDirectory<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  try {
    return await run(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Writes a line of a report. */
export function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns the resident memory of a process, in bytes. Linux only. */
export function residentMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Returns the processor time of a process and its threads, in seconds. Linux only. */
export function processorSeconds(pid: number): number {
  // The fields follow the program name, which is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
