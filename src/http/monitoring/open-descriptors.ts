import { readdir, readFile } from 'node:fs/promises';

/** The file descriptors of a process. Connections have descriptors too. */
export interface OpenDescriptors {
  /** Number of open file descriptors. */
  readonly open: number;
  /** Maximum number of open file descriptors. */
  readonly max: number;
}

/**
 * Returns the file descriptors of this process. Undefined if they cannot be counted: on systems other than Linux, and
 * when no further descriptor can be opened.
 */
export async function openDescriptors(): Promise<OpenDescriptors | undefined> {
  try {
    const [names, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'utf8'),
    ]);
    const [, max] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return { open: names.length, max: Number(max) };
  } catch {
    return undefined;
  }
}
