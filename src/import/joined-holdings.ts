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
 * @param separate the records of files of holdings
 */
export async function* joinedHoldings(
  entries: AsyncIterable<RecordEntry>,
  separate: AsyncIterable<RecordEntry>,
): AsyncGenerator<RecordEntry> {
  const holdings = await byTitle(separate);
  let title: MarcEntry | undefined;
  for await (const entry of entries) {
    if (title !== undefined && isOf(entry, title)) {
      title = joined(title, entry);
      continue;
    }
    if (title !== undefined) yield title;
    title = undefined;
    if (entry.kind === 'marc' && !isHoldingsRecord(entry.record)) {
      title = withHoldings(entry, holdings);
    } else {
      yield entry;
    }
  }
  if (title !== undefined) yield title;
  for (const left of holdings.values()) yield* left;
}

/** What is in files of holdings, by the number of the title; under nothing what is of none. */
type HoldingsByTitle = Map<string | undefined, RecordEntry[]>;

async function byTitle(entries: AsyncIterable<RecordEntry>): Promise<HoldingsByTitle> {
  const holdings: HoldingsByTitle = new Map();
  for await (const entry of entries) {
    const number = numberOfTitle(entry);
    const before = holdings.get(number);
    if (before === undefined) holdings.set(number, [entry]);
    else before.push(entry);
  }
  return holdings;
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

function withHoldings(title: MarcEntry, holdings: HoldingsByTitle): MarcEntry {
  const number = idOf(title.record, CONTROL_NUMBER);
  const own = holdings.get(number);
  if (number === undefined || own === undefined) return title;
  holdings.delete(number);
  return own.filter((entry) => isOf(entry, title)).reduce(joined, title);
}

function joined(title: MarcEntry, holdings: MarcEntry): MarcEntry {
  return {
    ...title,
    record: { ...title.record, fields: [...title.record.fields, ...heldFields(holdings.record)] },
    repairs: [
      ...title.repairs,
      ...holdings.repairs.map((repair) => `${recordName(holdings)}: ${repair}`),
    ],
    holdingsFiles: [...(title.holdingsFiles ?? []), holdings.file],
  };
}

function heldFields({ leader, fields }: MarcRecord): readonly MarcField[] {
  if (leader[5] === 'd') return [];
  return fields.filter(({ tag }) => tag >= FIRST_OF_HOLDINGS);
}
