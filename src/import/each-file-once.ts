import { resolve } from 'node:path';

/** Paths of files, `-` for standard input, without those that name a file which an earlier one names. */
export function eachFileOnce(paths: readonly string[]): string[] {
  const files = new Map<string, string>();
  for (const path of paths) {
    const place = path === '-' ? path : resolve(path);
    if (!files.has(place)) files.set(place, path);
  }
  return [...files.values()];
}
