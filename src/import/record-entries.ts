/*
 * Reads the records of all files in the order in which they are imported, and joins holdings records to the records of
 * their titles.
 */

import type { Title } from '../catalog/records/title.js';
import { type RecordPlace, recordName } from './import-report.js';
import {
  BIBLIOGRAPHIC_NUMBER,
  CONTROL_NUMBER,
  idOf,
  isHoldingsRecord,
  type MarcField,
  type MarcRecord,
} from './marc/marc-record.js';

/** One record of a file: a MARC record, a row of a spreadsheet, or a refused record. */
export type RecordEntry = MarcEntry | RowEntry | RefusedEntry;

/** A MARC record. */
export interface MarcEntry extends RecordPlace {
  readonly kind: 'marc';
  readonly record: MarcRecord;
  /** Messages about damage to the record and to the holdings records that were joined to it. */
  readonly repairs: readonly string[];
  /** The name of the file of each holdings record that was joined to this record. */
  readonly holdingsFiles?: readonly string[];
}

/** A row of a spreadsheet. */
export interface RowEntry extends RecordPlace {
  readonly kind: 'row';
  readonly id: string | undefined;
  readonly title: Omit<Title, 'id'>;
  /** The names of the columns that are not imported. */
  readonly unused: readonly string[];
  /** The number of further rows whose holdings were joined to this row. Default: 0. */
  readonly joinedRows?: number;
  /** The fields of the title that differ from the row before. Absent if the row before has another id or none. */
  readonly differing?: readonly string[];
}

/** A MARC record or a row that could not be read, or a row that has a missing or invalid value. */
interface RefusedEntry extends RecordPlace {
  readonly kind: 'refused';
  readonly id: string | undefined;
  readonly problem: string;
  /** Present if the input ends early or cannot be read further, so that later records may be missing. */
  readonly isTruncation?: true | undefined;
}

/** The lowest tag of the fields that a holdings record adds to its bibliographic record. */
const FIRST_HOLDINGS_TAG = '841';

/**
 * Joins holdings records to bibliographic records. Field 004 of a holdings record is the control number of the
 * bibliographic record. The holdings records in `entries` must directly follow the bibliographic record. Joining adds
 * the fields of the holdings record from tag 841 on to the bibliographic record; a deleted holdings record adds no
 * fields. A holdings record that cannot be joined is returned as a separate entry.
 *
 * Keeps in memory one bibliographic record of `entries` with its holdings records, and all records of `separate`.
 *
 * @param entries bibliographic records, some followed by holdings records
 * @param separate the records of the files of holdings records, in any order
 */
export async function* joinHoldings(
  entries: AsyncIterable<RecordEntry>,
  separate: AsyncIterable<RecordEntry>,
): AsyncGenerator<RecordEntry> {
  const { holdings, others } = await readSeparate(separate);
  let bibliographic: MarcEntry | undefined;
  let own: MarcEntry[] = [];
  async function* all() {
    yield* entries;
    yield* others;
  }
  for await (const entry of all()) {
    if (bibliographic !== undefined && isHoldingsOf(entry, bibliographic)) {
      own.push(entry);
      continue;
    }
    if (bibliographic !== undefined) yield joinFields(bibliographic, own);
    bibliographic = undefined;
    if (entry.kind === 'marc' && !isHoldingsRecord(entry.record)) {
      bibliographic = entry;
      own = holdings.take(idOf(entry.record, CONTROL_NUMBER));
    } else {
      yield entry;
    }
  }
  if (bibliographic !== undefined) yield joinFields(bibliographic, own);
  yield* holdings.unjoined;
}

/** Reads entries and separates the holdings records with a field 004 from all other entries. */
async function readSeparate(
  entries: AsyncIterable<RecordEntry>,
): Promise<{ holdings: PendingHoldings; others: readonly RecordEntry[] }> {
  const holdings = new PendingHoldings();
  const others: RecordEntry[] = [];
  for await (const entry of entries) {
    const number = bibliographicNumber(entry);
    if (entry.kind === 'marc' && number !== undefined) holdings.add(number, entry);
    else others.push(entry);
  }
  return { holdings, others };
}

/** Holdings records whose bibliographic record has not been read yet. */
class PendingHoldings {
  readonly #byNumber = new Map<string, MarcEntry[]>();
  readonly #unjoined = new Set<MarcEntry>();

  /** The holdings records that were not joined, in the order in which they were read. */
  get unjoined(): Iterable<MarcEntry> {
    return this.#unjoined;
  }

  add(number: string, entry: MarcEntry): void {
    this.#unjoined.add(entry);
    const before = this.#byNumber.get(number);
    if (before === undefined) this.#byNumber.set(number, [entry]);
    else before.push(entry);
  }

  /** Removes and returns the holdings records of the bibliographic record with this control number. */
  take(number: string | undefined): MarcEntry[] {
    if (number === undefined) return [];
    const own = this.#byNumber.get(number) ?? [];
    this.#byNumber.delete(number);
    for (const entry of own) this.#unjoined.delete(entry);
    return own;
  }
}

/** Returns field 004 of a holdings record; undefined for any other record and without a field 004. */
function bibliographicNumber(entry: RecordEntry): string | undefined {
  const isHoldings = entry.kind === 'marc' && isHoldingsRecord(entry.record);
  return isHoldings ? idOf(entry.record, BIBLIOGRAPHIC_NUMBER) : undefined;
}

function isHoldingsOf(entry: RecordEntry, bibliographic: MarcEntry): entry is MarcEntry {
  const number = bibliographicNumber(entry);
  return number !== undefined && number === idOf(bibliographic.record, CONTROL_NUMBER);
}

function joinFields(bibliographic: MarcEntry, holdings: readonly MarcEntry[]): MarcEntry {
  if (holdings.length === 0) return bibliographic;
  const fields = holdings.flatMap(({ record }) => holdingsFields(record));
  const repairs = holdings.flatMap((entry) =>
    entry.repairs.map((repair) => `${recordName(entry)}: ${repair}`),
  );
  return {
    ...bibliographic,
    record: { ...bibliographic.record, fields: [...bibliographic.record.fields, ...fields] },
    repairs: [...bibliographic.repairs, ...repairs],
    holdingsFiles: holdings.map(({ file }) => file),
  };
}

function holdingsFields({ leader, fields }: MarcRecord): readonly MarcField[] {
  if (leader[5] === 'd') return [];
  return fields.filter(({ tag }) => tag >= FIRST_HOLDINGS_TAG);
}
