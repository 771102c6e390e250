import type { Holding, Title } from '../../catalog/records/title.js';
import type { RecordEntry, RowEntry } from '../record-entry.js';

/** The fields of a title that describe a copy. They may differ between rows of the same title. */
const COPY_FIELDS: ReadonlySet<string> = new Set([
  'holdings',
  'call_number',
  'added',
] satisfies (keyof Title)[]);

/**
 * Joins rows that follow each other, have the same id, and describe the same title: the title then has the holdings of all
 * these rows. The title has the first call number, and was added on the earliest day. A row with the id of the row before
 * that describes another title is not joined.
 *
 * Keeps in memory one title with its holdings.
 */
export async function* joinRows(entries: AsyncIterable<RecordEntry>): AsyncGenerator<RecordEntry> {
  let last: JoinedRow | undefined;
  for await (const entry of entries) {
    const row = entry.kind === 'row' ? entry : undefined;
    const isSameId = row?.id !== undefined && row.id === last?.entry.id;
    const differing = last && row && isSameId ? differingFields(last.entry, row) : undefined;
    if (last !== undefined && row !== undefined && differing?.length === 0) {
      last.add(row);
      continue;
    }
    if (last !== undefined) yield last.joined();
    last = row && new JoinedRow(differing === undefined ? row : { ...row, differing });
    if (row === undefined) yield entry;
  }
  if (last !== undefined) yield last.joined();
}

/** A row to which further rows of the same title are added. */
class JoinedRow {
  readonly entry: RowEntry;
  readonly #holdings: Holding[];
  #callNumber: string | undefined;
  #added: string | undefined;
  #rows = 1;

  constructor(entry: RowEntry) {
    this.entry = entry;
    this.#holdings = [...(entry.title.holdings ?? [])];
    this.#callNumber = entry.title.call_number;
    this.#added = entry.title.added;
  }

  add({ title: { holdings = [], call_number, added } }: RowEntry): void {
    this.#holdings.push(...holdings);
    this.#callNumber ??= call_number;
    if (added !== undefined && !(this.#added !== undefined && this.#added <= added)) {
      this.#added = added;
    }
    this.#rows++;
  }

  joined(): RowEntry {
    if (this.#rows === 1) return this.entry;
    const title = {
      ...this.entry.title,
      ...(this.#callNumber !== undefined && { call_number: this.#callNumber }),
      ...(this.#added !== undefined && { added: this.#added }),
      ...(this.#holdings.length > 0 && { holdings: this.#holdings }),
    };
    return { ...this.entry, title, joinedRows: this.#rows - 1 };
  }
}

/** Returns the names of the fields that differ between the titles of two rows, except those that describe a copy. */
function differingFields({ title: a }: RowEntry, { title: b }: RowEntry): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof typeof a)[]);
  return [...names].filter(
    (name) => !COPY_FIELDS.has(name) && JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );
}
