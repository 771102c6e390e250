import type {
  RecordOutcome,
  RecordRead,
  RecordRefused,
} from '../../../src/import/marc/marc-record.js';
import { type MarcReadingOptions, readMarcRecords } from '../../../src/import/marc/read-marc.js';

/** Reads all records of a file. */
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

/** Reads a file and returns its first record. Throws an error if there is none, or if it is refused. */
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

/** Returns the texts of all occurrences of a control field (`001`) or subfield (`245a`) in a record. */
export function texts({ record }: RecordRead, name: string): string[] {
  const [tag, code] = [name.slice(0, 3), name[3]];
  return record.fields
    .filter((field) => field.tag === tag)
    .flatMap((field) =>
      'value' in field
        ? [field.value]
        : field.subfields.filter((subfield) => subfield.code === code).map(({ value }) => value),
    );
}
