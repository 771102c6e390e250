import { readSync } from 'node:fs';

/** The maximum number of bytes per read. Some systems read at most 2 GiB at a time. */
const MAX_READ_BYTES = 1 << 30;

/** Reads bytes of an open file from an offset, until `bytes` is full. Returns false if the file ends before that. */
export function readInto(file: number, bytes: Uint8Array, offset: number): boolean {
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(MAX_READ_BYTES, bytes.length - done);
    const count = readSync(file, bytes, done, length, offset + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
