import { existsSync, readFileSync } from 'node:fs';

/** Whether the system has the `/proc` files of Linux. */
export const isLinux = existsSync('/proc/self/stat');

const TICKS_PER_SECOND = 100;

/** Returns the resident memory of a process, in bytes. */
export function residentMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Returns the processor time of a process and its threads, in seconds. */
export function processorSeconds(pid: number): number {
  // The fields follow the program name, which is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
