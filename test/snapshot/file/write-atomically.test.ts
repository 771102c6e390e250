import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeAtomically } from '../../../src/snapshot/file/write-atomically.js';
import { scratchDirectory } from './scratch-directory.js';

const NOBODY = 65534;

/** From here on the test is no administrator, to whom every directory is open. */
function becomeOrdinaryUser(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(NOBODY);
  onTestFinished(() => process.seteuid?.(0));
}

it.skipIf(process.platform === 'win32')(
  'A file is written into a directory that may be written but not read',
  () => {
    const directory = scratchDirectory();
    if (process.geteuid?.() === 0) chownSync(directory, NOBODY, NOBODY);
    chmodSync(directory, 0o300);
    onTestFinished(() => chmodSync(directory, 0o700));
    becomeOrdinaryUser();
    expect(() => readdirSync(directory)).toThrow('EACCES');
    const file = join(directory, 'harbour.snapshot');
    expect(writeAtomically(file, [Buffer.from('whole')])).toBe(5);
    expect(readFileSync(file, 'utf8')).toBe('whole');
  },
);
