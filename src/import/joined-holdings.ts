import { CONTROL_NUMBER, idOf } from './id-field.js';
import type { MarcField, MarcRecord } from './marc/marc-record.js';
import type { MarcEntry, RecordEntry } from './record-entry.js';
import { isHoldingsRecord } from './refusal.js';

/** Names the bibliographic record that a holdings record belongs to. */
const BELONGS_TO = { tag: '004' };

/** Holdings and what is local stand from here on, before it what describes a title. */
const FIRST_OF_HOLDINGS = '841';

/**
 * Records with the holdings records behind them joined to them: each stands right behind the
 * bibliographic record that its 004 names, or behind others of that. It gives that record its fields
 * from 841 on, unless it is deleted. One that stands elsewhere stays a record of its own.
 *
 * Holds one record at a time.
 */
export async function* joinedHoldings(
  entries: AsyncIterable<RecordEntry>,
): AsyncGenerator<RecordEntry> {
  let title: MarcEntry | undefined;
  for await (const entry of entries) {
    if (title !== undefined && belongsTo(entry, title)) {
      title = joined(title, entry);
      continue;
    }
    if (title !== undefined) yield title;
    title = undefined;
    if (entry.kind === 'marc' && !isHoldingsRecord(entry.record)) title = entry;
    else yield entry;
  }
  if (title !== undefined) yield title;
}

function belongsTo(entry: RecordEntry, title: MarcEntry): entry is MarcEntry {
  if (entry.kind !== 'marc' || !isHoldingsRecord(entry.record)) return false;
  const wanted = idOf(entry.record, BELONGS_TO);
  return wanted !== undefined && wanted === idOf(title.record, CONTROL_NUMBER);
}

function joined(title: MarcEntry, holdings: MarcEntry): MarcEntry {
  return {
    ...title,
    record: { ...title.record, fields: [...title.record.fields, ...heldFields(holdings.record)] },
    repairs: [...title.repairs, ...holdings.repairs],
    holdingsRecords: (title.holdingsRecords ?? 0) + 1,
  };
}

function heldFields({ leader, fields }: MarcRecord): readonly MarcField[] {
  if (leader[5] === 'd') return [];
  return fields.filter(({ tag }) => tag >= FIRST_OF_HOLDINGS);
}
