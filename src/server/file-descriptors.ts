/* The file descriptors of a server: how many are open, and for how many connections they suffice. */

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** The file descriptors of a process. Connections have descriptors too. */
export interface OpenDescriptors {
  /** Number of open file descriptors. */
  readonly open: number;
  /** Maximum number of open file descriptors. Infinity if there is none. */
  readonly max: number;
}

/**
 * Returns the file descriptors of this process. Undefined if they cannot be counted: on systems other than Linux, and
 * when no further descriptor can be opened.
 */
export async function openDescriptors(): Promise<OpenDescriptors | undefined> {
  try {
    const { length } = await readdir('/proc/self/fd');
    return { open: length, max: maxDescriptors() };
  } catch {
    return undefined;
  }
}

/**
 * Returns the maximum number of open file descriptors of this process. Infinity if there is none, as on Windows.
 *
 * Only systems without `limitsFile` need the report of Node.js. The report describes each open connection, and looks up
 * the name of its address, while the process answers no requests.
 *
 * @param limitsFile the limits of this process on Linux
 */
export function maxDescriptors(limitsFile = '/proc/self/limits'): number {
  const max = maxInFile(limitsFile) ?? maxInReport();
  return max === 'unlimited' ? Number.POSITIVE_INFINITY : Number(max);
}

/** Returns the soft limit, such as `1024` in the line `Max open files  1024  4096  files`. */
function maxInFile(path: string): string | undefined {
  try {
    return /^Max open files +(\d+|unlimited)/m.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function maxInReport(): number | 'unlimited' {
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
  };
  return report.userLimits?.open_files?.soft ?? 'unlimited';
}

/**
 * File descriptors for the standard streams, threads that open snapshots, downloads, and files that are open for a
 * moment.
 */
const RESERVED_DESCRIPTORS = 64;
const DESCRIPTORS_PER_WORKER = 8;
/** The old and the new file of a snapshot stay open while the server switches from one to the other. */
const DESCRIPTORS_PER_PATH = 4;
/** A server for fewer connections is of no use. */
const MIN_CONNECTIONS = 16;

/** The uses of file descriptors in a process. */
export interface DescriptorUse {
  /** The maximum number of open connections. */
  readonly connections: number;
  readonly workers: number;
  /** The number of snapshots. */
  readonly paths: number;
}

/**
 * Returns the number of connections for which the file descriptors of a process suffice, up to `connections`. A process
 * without free descriptors could not open a new snapshot or replace a worker.
 *
 * @param descriptors the maximum number of open file descriptors of the process
 * @throws Error if the descriptors suffice for fewer than 16 connections
 */
export function affordableConnections(
  { connections, workers, paths }: DescriptorUse,
  descriptors: number,
): number {
  const reserved =
    RESERVED_DESCRIPTORS + workers * DESCRIPTORS_PER_WORKER + paths * DESCRIPTORS_PER_PATH;
  const min = Math.min(connections, MIN_CONNECTIONS);
  if (descriptors >= reserved + min) return Math.min(connections, descriptors - reserved);
  throw new Error(
    `file descriptors: expected at least ${reserved + min}, found ${descriptors}; raise 'ulimit -n' or LimitNOFILE=`,
  );
}
