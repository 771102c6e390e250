import { BELONGS_TO, CONTROL_NUMBER, idOf } from './id-field.js';
import type { MarcField, MarcRecord } from './marc/marc-record.js';
import type { MarcEntry, RecordEntry } from './record-entry.js';
import { recordName } from './record-name.js';
import { isHoldingsRecord } from './refusal.js';

/** Holdings and what is local stand from here on, before it what describes a title. */
const FIRST_OF_HOLDINGS = '841';

/**
 * Records with the holdings records joined to them that name them in their 004: those right behind
 * them, and those of files of their own. Each gives its record its fields from 841 on, unless it is
 * deleted. One that stands elsewhere, or names no record that there is, stays a record of its own.
 *
 * Holds one record at a time, and what the files of holdings hold.
 *
 * @param entries records, holdings records among them
 * @param separate the records of files of holdings, others among them
 */
export async function* joinedHoldings(
  entries: AsyncIterable<RecordEntry>,
  separate: AsyncIterable<RecordEntry>,
): AsyncGenerator<RecordEntry> {
  const { holdings, others } = await readSeparate(separate);
  let title: MarcEntry | undefined;
  let own: MarcEntry[] = [];
  for await (const entry of followedBy(entries, others)) {
    if (title !== undefined && isOf(entry, title)) {
      own.push(entry);
      continue;
    }
    if (title !== undefined) yield joined(title, own);
    title = undefined;
    if (entry.kind === 'marc' && !isHoldingsRecord(entry.record)) {
      title = entry;
      own = holdings.take(idOf(entry.record, CONTROL_NUMBER));
    } else {
      yield entry;
    }
  }
  if (title !== undefined) yield joined(title, own);
  yield* holdings.left;
}

async function* followedBy(
  entries: AsyncIterable<RecordEntry>,
  others: Iterable<RecordEntry>,
): AsyncGenerator<RecordEntry> {
  yield* entries;
  yield* others;
}

/** The holdings records of files of their own, and what else is in those. */
async function readSeparate(
  entries: AsyncIterable<RecordEntry>,
): Promise<{ holdings: HeldBack; others: readonly RecordEntry[] }> {
  const holdings = new HeldBack();
  const others: RecordEntry[] = [];
  for await (const entry of entries) {
    const number = numberOfTitle(entry);
    if (entry.kind === 'marc' && number !== undefined) holdings.add(number, entry);
    else others.push(entry);
  }
  return { holdings, others };
}

/** Holdings records that wait for the records that they belong to. */
class HeldBack {
  readonly #byTitle = new Map<string, MarcEntry[]>();
  readonly #left = new Set<MarcEntry>();

  /** Those that belong to no record so far, in the order in which they were read. */
  get left(): Iterable<MarcEntry> {
    return this.#left;
  }

  add(number: string, entry: MarcEntry): void {
    this.#left.add(entry);
    const before = this.#byTitle.get(number);
    if (before === undefined) this.#byTitle.set(number, [entry]);
    else before.push(entry);
  }

  /** Gives out those of a record, once. */
  take(number: string | undefined): MarcEntry[] {
    if (number === undefined) return [];
    const own = this.#byTitle.get(number) ?? [];
    this.#byTitle.delete(number);
    for (const entry of own) this.#left.delete(entry);
    return own;
  }
}

/** The number of the record that a holdings record belongs to. */
function numberOfTitle(entry: RecordEntry): string | undefined {
  const isHoldings = entry.kind === 'marc' && isHoldingsRecord(entry.record);
  return isHoldings ? idOf(entry.record, BELONGS_TO) : undefined;
}

function isOf(entry: RecordEntry, title: MarcEntry): entry is MarcEntry {
  const wanted = numberOfTitle(entry);
  return wanted !== undefined && wanted === idOf(title.record, CONTROL_NUMBER);
}

function joined(title: MarcEntry, holdings: readonly MarcEntry[]): MarcEntry {
  if (holdings.length === 0) return title;
  const held = holdings.flatMap(({ record }) => heldFields(record));
  const repairs = holdings.flatMap((entry) =>
    entry.repairs.map((repair) => `${recordName(entry)}: ${repair}`),
  );
  return {
    ...title,
    record: { ...title.record, fields: [...title.record.fields, ...held] },
    repairs: [...title.repairs, ...repairs],
    holdingsFiles: holdings.map(({ file }) => file),
  };
}

function heldFields({ leader, fields }: MarcRecord): readonly MarcField[] {
  if (leader[5] === 'd') return [];
  return fields.filter(({ tag }) => tag >= FIRST_OF_HOLDINGS);
}
