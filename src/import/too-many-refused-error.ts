import type { RefusedRecord } from './import-report.js';
import { recordName } from './record-name.js';

/** How many refused records the message names. */
const NAMED = 5;

/** Records of which more were refused than one in a hundred: no snapshot is made of the others. */
export class TooManyRefusedError extends Error {
  override name = 'TooManyRefusedError';

  constructor(records: number, refused: readonly RefusedRecord[]) {
    const more = refused.length - NAMED;
    super(
      [
        `${refused.length} of ${records} records were refused, more than one in a hundred; no snapshot was written. With --lenient one is built of the others.`,
        ...refused.slice(0, NAMED).map((record) => `${recordName(record)}: ${record.problem}`),
        ...(more > 0 ? [`... and ${more} more, which --report FILE names.`] : []),
      ].join('\n'),
    );
  }
}
