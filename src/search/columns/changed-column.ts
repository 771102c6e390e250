import { PersistentValues } from '../structures/persistent-values.js';
import { SmallestArray, type UnsignedArray } from '../structures/smallest-type.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTable,
} from '../structures/string-table.js';
import type { DocValuesColumn, DocValuesColumnData, ValuesColumn } from './doc-values-column.js';
import { sortValues } from './doc-values-column-builder.js';
import { UNCHANGED, ValueSets } from './value-sets.js';

/** The number of documents that one step of {@link ChangedColumn.withValuesOf} visits. */
const DOCUMENTS_PER_STEP = 256;

/** The ordinals of the values that documents have: dense, and in the order of the sort keys. */
interface LiveOrdinals {
  readonly dictionary: StringTable;
  /** By ordinal: the stored ordinal. */
  readonly storedOf: Uint32Array;
  /** By stored ordinal: the ordinal, or the size of the dictionary if no document has the value. */
  readonly liveOf: Uint32Array;
}

/** The column that a changed column was created from. */
interface Base {
  readonly data: DocValuesColumnData;
  readonly documentCount: number;
  /** The number of distinct values, which also stands for no value in a column without offsets. */
  readonly valueCount: number;
  readonly keyOf: (value: string) => string;
}

/** The parts of a changed column that differ between the column and the columns that are created from it. */
interface State {
  /** By document: the number of the set of its values. */
  readonly setOf: PersistentValues<number, SmallestArray>;
  /** By stored ordinal: the number of documents that have the value. */
  readonly counts: Uint32Array;
  readonly live: LiveOrdinals;
}

/**
 * A doc values column in which some documents have other values than in the column that it was created from. A column
 * is immutable. {@link edit} creates a new column. The dictionary and the ordinals are the same as in a column that is
 * built from all values.
 *
 * A stored ordinal is the ordinal in the column that this column was created from, or the number of a later value.
 */
export class ChangedColumn implements ValuesColumn {
  readonly kind = 'values';

  private constructor(
    private readonly base: Base,
    private readonly sets: ValueSets,
    private readonly state: State,
  ) {}

  /**
   * Creates a column with the values of `column`.
   *
   * @param keyOf the sort keys that `column` was built with; see `DocValuesColumnBuilder.build`
   */
  static from(column: DocValuesColumn, keyOf: (value: string) => string): ChangedColumn {
    const { dictionary, documentCount, data } = column;
    const values = Array.from({ length: dictionary.size }, (_, ord) => dictionary.get(ord));
    const same = Uint32Array.from(values.keys());
    return new ChangedColumn(
      { data, documentCount, valueCount: dictionary.size, keyOf },
      new ValueSets(values),
      {
        setOf: new PersistentValues(new SmallestArray(new Uint8Array(documentCount))),
        counts: data.counts,
        live: { dictionary, storedOf: same, liveOf: same },
      },
    );
  }

  get documentCount(): number {
    return this.base.documentCount;
  }

  get dictionary(): StringTable {
    return this.state.live.dictionary;
  }

  valuesOf(document: number): number[] {
    const { liveOf } = this.state.live;
    return Array.from(this.storedOf(document), (ord) => liveOf[ord]).sort((a, b) => a - b);
  }

  select(candidates: Uint32Array, ordinals: Iterable<number>): Uint32Array {
    const { offsets, values } = this.base.data;
    const { storedOf } = this.state.live;
    const accepted = new Uint8Array(Math.max(this.sets.values.length, this.base.valueCount + 1));
    for (const ord of ordinals) if (ord in storedOf) accepted[storedOf[ord]] = 1;
    const acceptedSets = Uint8Array.from(this.sets.ordinals, (set) =>
      set.some((ord) => accepted[ord] === 1) ? 1 : 0,
    );
    // In the column before the changes, this number stands for no value.
    accepted[this.base.valueCount] = 0;
    const { array: setOf } = this.state.setOf.read();
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      const document = candidates[i];
      const set = setOf[document];
      let isAccepted = 0;
      if (set !== UNCHANGED) isAccepted = acceptedSets[set];
      else if (offsets === undefined) isAccepted = accepted[values[document]];
      else {
        const end = Math.min(offsets[document + 1], values.length);
        for (let at = offsets[document]; at < end; at++) isAccepted |= accepted[values[at]];
      }
      kept[count] = document;
      count += isAccepted;
    }
    return kept.subarray(0, count);
  }

  /**
   * Counts the documents that have each value.
   *
   * @param documents ascending, without duplicates
   * @returns the counts by ordinal
   */
  count(documents: Uint32Array): Uint32Array {
    const counts =
      documents.length === this.documentCount ? this.state.counts : this.countStored(documents);
    return this.state.live.storedOf.map((stored) => counts[stored]);
  }

  private countStored(documents: Uint32Array): Uint32Array {
    const { data, valueCount } = this.base;
    const { offsets, values } = data;
    const ofBase = new Uint32Array(valueCount + 1);
    const ofSets = new Uint32Array(this.sets.ordinals.length);
    const { array: setOf } = this.state.setOf.read();
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const set = setOf[document];
      if (set !== UNCHANGED) ofSets[set]++;
      else if (offsets === undefined) ofBase[values[document]]++;
      else {
        const end = Math.min(offsets[document + 1], values.length);
        for (let at = offsets[document]; at < end; at++) ofBase[values[at]]++;
      }
    }
    const counts = new Uint32Array(this.sets.values.length);
    counts.set(ofBase.subarray(0, valueCount));
    for (const [set, ordinals] of this.sets.ordinals.entries()) {
      if (ofSets[set] > 0) for (const ord of ordinals) counts[ord] += ofSets[set];
    }
    return counts;
  }

  /**
   * Returns the documents whose values may have changed since an earlier column, in any order.
   *
   * @returns undefined if this column was not created from the earlier column, or if it is not known which values changed:
   *   see `PersistentValues.replacedSince`
   */
  changedSince(earlier: ChangedColumn): Iterable<number> | undefined {
    return this.state.setOf.replacedSince(earlier.state.setOf)?.keys();
  }

  /** Creates an editor of a new column. */
  edit(): ColumnEditor {
    const setOf = this.state.setOf.edit();
    return this.editSets(setOf, () => setOf.finish());
  }

  /**
   * Creates an editor that changes the sets of a new column.
   *
   * @param setOf by document: the number of the set of its values, at first the same as in this column
   * @param finish returns the changed numbers
   */
  private editSets(
    setOf: Pick<SmallestArray, 'get' | 'set'>,
    finish: () => State['setOf'],
  ): ColumnEditor {
    const { base, sets } = this;
    const counts = [...this.state.counts];
    const add = (ordinals: ArrayLike<number>, difference: number) => {
      for (let i = 0; i < ordinals.length; i++) {
        counts[ordinals[i]] = (counts[ordinals[i]] ?? 0) + difference;
      }
    };
    return {
      set(document, values) {
        const set = sets.numberOf(values);
        const stored = storedBefore(base, document);
        const before = setOf.get(document);
        const after = areEqual(sets.ordinals[set], stored) ? UNCHANGED : set;
        if (before === after) return;
        add(before === UNCHANGED ? stored : sets.ordinals[before], -1);
        add(after === UNCHANGED ? stored : sets.ordinals[after], 1);
        setOf.set(document, after);
      },
      finish: () => this.withSets(finish(), counts),
    };
  }

  /**
   * Returns a column in which some documents have the changed values of documents of another column, in steps.
   *
   * @param from A column with the same sort keys. Documents whose values it has not changed have the same values in
   *   this column.
   * @param sources by document: 1 more than the document of `from` whose values it has, or 0 if its values do not change
   */
  *withValuesOf(
    from: ChangedColumn,
    sources: Uint32Array,
  ): Generator<undefined, ChangedColumn, void> {
    const valuesOf = from.sets.ordinals.map((set) => set.map((ord) => from.sets.values[ord]));
    // Most values can change, so a copy takes less than the replaced values of a new version.
    const setOf = this.state.setOf.read().copy();
    const editor = this.editSets(setOf, () => new PersistentValues(setOf));
    for (let document = 0; document < sources.length; document++) {
      if (document % DOCUMENTS_PER_STEP === 0) yield;
      const source = sources[document];
      const set = source === 0 ? UNCHANGED : from.setOfDocument(source - 1);
      if (set !== UNCHANGED) editor.set(document, valuesOf[set]);
    }
    return editor.finish();
  }

  /** Returns a column with other sets of values, and with these counts by stored ordinal. */
  private withSets(setOf: State['setOf'], countOf: readonly (number | undefined)[]): ChangedColumn {
    const { base, sets } = this;
    const counts = Uint32Array.from(sets.values, (_, ord) => countOf[ord] ?? 0);
    const live = this.hasSameValues(counts)
      ? this.state.live
      : liveOrdinals(sets.values, base.keyOf, counts);
    return new ChangedColumn(base, sets, { setOf, counts, live });
  }

  /** Returns whether the same values occur as before a change. */
  private hasSameValues(counts: Uint32Array): boolean {
    const before = this.state.counts;
    return counts.every((count, ord) => count > 0 === (before[ord] ?? 0) > 0);
  }

  /** Returns the number of the value set of a document. */
  private setOfDocument(document: number): number {
    return this.state.setOf.read().get(document);
  }

  /** Returns the stored ordinals of the values of a document. */
  private storedOf(document: number): ArrayLike<number> & Iterable<number> {
    const set = this.setOfDocument(document);
    return set === UNCHANGED ? storedBefore(this.base, document) : this.sets.ordinals[set];
  }
}

/** Changes values of documents. */
export interface ColumnEditor {
  /** Replaces all values of a document. A repeated value counts once. */
  set(document: number, values: readonly string[]): void;
  /** Returns the new column. The editor must not be used any more. */
  finish(): ChangedColumn;
}

/** Returns the ordinals of the values of a document before all changes. */
function storedBefore(
  { data: { offsets, values }, valueCount }: Base,
  document: number,
): UnsignedArray {
  if (offsets !== undefined) return values.subarray(offsets[document], offsets[document + 1]);
  return values.subarray(document, document + (values[document] === valueCount ? 0 : 1));
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function liveOrdinals(
  values: readonly string[],
  keyOf: (value: string) => string,
  counts: Uint32Array,
): LiveOrdinals {
  const stored = Uint32Array.from(values.keys()).filter((ord) => counts[ord] > 0);
  const valueAt = (index: number) => values[stored[index]];
  const { sorted, finalOrdinals } = sortValues(stored.length, valueAt, keyOf);
  const dictionary = encodeStringTable(Array.from(sorted, valueAt));
  const storedOf = new Uint32Array(stored.length);
  const liveOf = new Uint32Array(values.length).fill(stored.length);
  stored.forEach((ord, index) => {
    storedOf[finalOrdinals[index]] = ord;
    liveOf[ord] = finalOrdinals[index];
  });
  return { dictionary: openStringTable(dictionary), storedOf, liveOf };
}
