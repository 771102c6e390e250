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
