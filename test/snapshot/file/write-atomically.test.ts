import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeAtomically } from '../../../src/snapshot/file/write-atomically.js';
import { scratchDirectory } from './scratch-directory.js';

const NOBODY_UID = 65534;

/** Drops root privileges, if any, until the test ends. Root may read any directory. */
function dropRootPrivileges(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(NOBODY_UID);
  onTestFinished(() => process.seteuid?.(0));
}

describe('writeAtomically', () => {
  it.skipIf(process.platform === 'win32')(
    'writes a file into a directory without read permission',
    () => {
      const directory = scratchDirectory();
      if (process.geteuid?.() === 0) chownSync(directory, NOBODY_UID, NOBODY_UID);
      chmodSync(directory, 0o300);
      onTestFinished(() => chmodSync(directory, 0o700));
      dropRootPrivileges();
      expect(() => readdirSync(directory)).toThrow('EACCES');
      const file = join(directory, 'harbour.snapshot');
      expect(writeAtomically(file, [Buffer.from('whole')])).toBe(5);
      expect(readFileSync(file, 'utf8')).toBe('whole');
    },
  );
});
