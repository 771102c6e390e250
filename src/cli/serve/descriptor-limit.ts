/** File descriptors for the standard streams, threads that open snapshots, downloads, and files that are open for a moment. */
const RESERVED_DESCRIPTORS = 64;
const DESCRIPTORS_PER_WORKER = 8;
/** The old and the new file of a snapshot stay open while the server switches from one to the other. */
const DESCRIPTORS_PER_PATH = 4;
/** A server for fewer connections is of no use. */
const MIN_CONNECTIONS = 16;

/** What a process needs file descriptors for. */
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
