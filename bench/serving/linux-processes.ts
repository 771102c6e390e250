import { existsSync, readFileSync } from 'node:fs';

/** Whether this system tells of processes as Linux does. */
export const isLinux = existsSync('/proc/self/stat');

const TICKS_PER_SECOND = 100;

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.trim().split(' ').filter(Boolean).map(Number);
}

/** The memory that a process holds, in bytes. */
export function residentMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** How long processors have worked for a process and those that it has started, in seconds. */
export function processorSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, process) => {
    // What stands before the last parenthesis is the program's name.
    const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}
