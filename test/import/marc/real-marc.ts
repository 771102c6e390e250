import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from '../../long-tests.js';
import { REAL } from '../../shared-data.js';

const MARC = join(REAL, 'marc');

/** True in the long tests if the real record files exist. Otherwise the tests that need them are skipped. */
export const hasRealMarc = isLong && existsSync(join(MARC, 'uva.marc8.mrc'));

/** Reads a real record file. */
export function realMarc(name: string): Buffer {
  return readFileSync(join(MARC, name));
}
