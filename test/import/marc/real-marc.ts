import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REAL } from '../../shared-data.js';

const MARC = join(REAL, 'marc');

/** Whether the real files of records are there. Tests that want them skip where they are not. */
export const hasRealMarc = existsSync(join(MARC, 'uva.marc8.mrc'));

/** The bytes of a real file of records. */
export function realMarc(name: string): Buffer {
  return readFileSync(join(MARC, name));
}
