import { type MarcReadingOptions, readMarcRecords } from '../../../src/import/marc/read-marc.js';
import type {
  RecordOutcome,
  RecordRead,
  RecordRefused,
} from '../../../src/import/marc/record-outcome.js';

/** What became of every record of some bytes. */
export async function readAll(
  bytes: Uint8Array | string | Iterable<Uint8Array>,
  options?: MarcReadingOptions,
): Promise<RecordOutcome[]> {
  const pieces =
    typeof bytes === 'string'
      ? [Buffer.from(bytes)]
      : bytes instanceof Uint8Array
        ? [bytes]
        : bytes;
  const outcomes: RecordOutcome[] = [];
  for await (const outcome of readMarcRecords(pieces, options)) outcomes.push(outcome);
  return outcomes;
}

/** The first record of some bytes, which must be readable. */
export async function readOne(bytes: Uint8Array | string): Promise<RecordRead> {
  const [outcome] = await readAll(bytes);
  if (outcome === undefined || 'problem' in outcome) throw new Error(outcome?.problem ?? 'none');
  return outcome;
}

/** Whether a record was read. */
export function isRead(outcome: RecordOutcome): outcome is RecordRead {
  return !isRefused(outcome);
}

/** Whether a record was refused. */
export function isRefused(outcome: RecordOutcome): outcome is RecordRefused {
  return 'problem' in outcome;
}

/** The text of a subfield, such as `245a`, each time it stands in a record, in order. */
export function texts({ record }: RecordRead, place: string): string[] {
  const [tag, code] = [place.slice(0, 3), place[3]];
  return record.fields
    .filter((field) => field.tag === tag)
    .flatMap((field) =>
      'value' in field
        ? [field.value]
        : field.subfields.filter((subfield) => subfield.code === code).map(({ value }) => value),
    );
}
