/*
 * A doc values column of an open catalog in which single documents change, such as the availability of holdings.
 */

import { CHUNK_BITS, CHUNK_MASK, CHUNK_SIZE, ChunkedArray } from '../../base/chunked-array.js';
import { encodeStringTable, openStringTable, type StringTable } from '../../base/string-table.js';
import type { DocValuesColumn, ValuesColumn } from './doc-values-column.js';
import { sortValues } from './doc-values-column-builder.js';

/** The number of a set that stands for the values of a document before all changes. */
const UNCHANGED = 0;

/** A chunk of documents whose values have not changed. */
const UNCHANGED_CHUNK = Array.from({ length: CHUNK_SIZE }, () => UNCHANGED);

/**
 * The distinct values and the distinct sets of values of a column and of all columns that are created from it. Values and
 * sets are only added, so the columns can share them.
 */
class ValueSets {
  /**
   * By stored ordinal: the value. The values of the column before all changes are first, then `''`, which no document
   * has, and then the values that changes have added.
   */
  readonly values: string[];
  /** By number of the set: the stored ordinals of its values, ascending. The set {@link UNCHANGED} is empty. */
  readonly sets: (readonly number[])[] = [[]];
  private readonly ordOf: Map<string, number>;
  /** The numbers of the sets, by the stored ordinals of their values in any order, with commas between them. */
  private readonly numbers = new Map<string, number>();

  constructor(
    /** The column before all changes. */
    readonly base: DocValuesColumn,
    readonly keyOf: (value: string) => string,
  ) {
    const { dictionary } = base;
    this.values = Array.from({ length: dictionary.size }, (_, ord) => dictionary.get(ord));
    this.ordOf = new Map(this.values.map((value, ord) => [value, ord]));
    // In a column without offsets, the size of the dictionary stands for no value.
    this.values.push('');
  }

  /** Returns the number of a set. A repeated value counts once. */
  numberOf(values: readonly string[]): number {
    const ords = values.map((value) => this.ordinalOf(value));
    const key = ords.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      const sorted = [...new Set(ords)].sort((a, b) => a - b);
      number = this.numbers.get(sorted.join()) ?? this.sets.push(sorted) - 1;
      this.numbers.set(sorted.join(), number);
      this.numbers.set(key, number);
    }
    return number;
  }

  private ordinalOf(value: string): number {
    let ord = this.ordOf.get(value);
    if (ord === undefined) {
      ord = this.values.push(value) - 1;
      this.ordOf.set(value, ord);
    }
    return ord;
  }
}

/** The ordinals of the values that documents have: dense, and in the order of the sort keys. */
interface LiveOrdinals {
  readonly dictionary: StringTable;
  /** By ordinal: the stored ordinal. */
  readonly storedOf: Uint32Array;
}

/**
 * A doc values column in which some documents have other values than in the column that it was created from. A column is
 * immutable. {@link edit} creates a new column. The dictionary and the ordinals are the same as in a column that is built
 * from all values.
 */
export class ChangedColumn implements ValuesColumn {
  readonly kind = 'values';

  private constructor(
    private readonly shared: ValueSets,
    /** By document: the number of the set of its values. */
    private readonly setOf: ChunkedArray<number>,
    /** By stored ordinal: the number of documents that have the value. */
    private readonly counts: Uint32Array,
    private readonly live: LiveOrdinals,
  ) {}

  /**
   * Creates a column with the values of `column`.
   *
   * @param keyOf the sort keys that `column` was built with; see `DocValuesColumnBuilder.build`
   */
  static from(column: DocValuesColumn, keyOf: (value: string) => string): ChangedColumn {
    const { dictionary, documentCount, data } = column;
    return new ChangedColumn(
      new ValueSets(column, keyOf),
      ChunkedArray.of(documentCount, UNCHANGED_CHUNK),
      data.counts,
      { dictionary, storedOf: data.counts.map((_, ord) => ord) },
    );
  }

  get documentCount(): number {
    return this.shared.base.documentCount;
  }

  get dictionary(): StringTable {
    return this.live.dictionary;
  }

  valuesOf(document: number): number[] {
    const { base, sets } = this.shared;
    const set = this.setOf.get(document);
    const stored = set === UNCHANGED ? base.valuesOf(document) : sets[set];
    return stored.map((ord) => this.live.storedOf.indexOf(ord)).sort((a, b) => a - b);
  }

  select(candidates: Uint32Array, ordinals: Iterable<number>): Uint32Array {
    const { base, sets, values: all } = this.shared;
    const { offsets, values } = base.data;
    const { storedOf } = this.live;
    const accepted = new Uint8Array(all.length);
    for (const ord of ordinals) if (ord in storedOf) accepted[storedOf[ord]] = 1;
    const acceptedSets = new Uint8Array(sets.length);
    for (let set = 0; set < sets.length; set++) {
      for (const ord of sets[set]) acceptedSets[set] |= accepted[ord];
    }
    const { chunks } = this.setOf;
    let chunk: readonly number[] = UNCHANGED_CHUNK;
    let chunkIndex = -1;
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      const document = candidates[i];
      if (document >>> CHUNK_BITS !== chunkIndex) {
        chunkIndex = document >>> CHUNK_BITS;
        chunk = chunks[chunkIndex] ?? UNCHANGED_CHUNK;
      }
      const set = chunk[document & CHUNK_MASK];
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
      documents.length === this.documentCount ? this.counts : this.countStored(documents);
    return this.live.storedOf.map((ord) => counts[ord]);
  }

  /** Counts the documents that have each value, by stored ordinal. */
  private countStored(documents: Uint32Array): Uint32Array {
    const { base, sets, values: all } = this.shared;
    const { offsets, values } = base.data;
    const { chunks } = this.setOf;
    let chunk: readonly number[] = UNCHANGED_CHUNK;
    let chunkIndex = -1;
    const counts = new Uint32Array(all.length);
    const ofSets = new Uint32Array(sets.length);
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      if (document >>> CHUNK_BITS !== chunkIndex) {
        chunkIndex = document >>> CHUNK_BITS;
        chunk = chunks[chunkIndex] ?? UNCHANGED_CHUNK;
      }
      const set = chunk[document & CHUNK_MASK];
      if (set !== UNCHANGED) ofSets[set]++;
      else if (offsets === undefined) counts[values[document]]++;
      else {
        const end = Math.min(offsets[document + 1], values.length);
        for (let at = offsets[document]; at < end; at++) counts[values[at]]++;
      }
    }
    for (let set = 0; set < sets.length; set++) {
      if (ofSets[set] > 0) for (const ord of sets[set]) counts[ord] += ofSets[set];
    }
    return counts;
  }

  changedValuesOf(document: number): string[] | undefined {
    const { sets, values } = this.shared;
    const set = this.setOf.get(document);
    return set === UNCHANGED ? undefined : sets[set].map((ord) => values[ord]);
  }

  /** Yields the documents that have other values in another column that was created from the same column. */
  differencesFrom(other: ChangedColumn): Iterable<number> {
    return this.setOf.differencesFrom(other.setOf);
  }

  edit(): ColumnEditor {
    const { shared } = this;
    const { base, sets } = shared;
    const setOf = this.setOf.edit();
    const counts = [...this.counts];
    const add = (document: number, difference: number) => {
      const set = setOf.get(document);
      for (const ord of set === UNCHANGED ? base.valuesOf(document) : sets[set]) {
        counts[ord] = (counts[ord] ?? 0) + difference;
      }
    };
    return {
      set(document, values) {
        const number = shared.numberOf(values);
        const set = hasSameOrdinals(base.valuesOf(document), sets[number]) ? UNCHANGED : number;
        if (set === setOf.get(document)) return;
        add(document, -1);
        setOf.set(document, set);
        add(document, 1);
      },
      finish: () => {
        const changed = setOf.finish();
        return changed === this.setOf ? this : this.withSets(changed, counts);
      },
    };
  }

  /** Returns a column with other sets of values, and with these counts by stored ordinal. */
  private withSets(
    setOf: ChunkedArray<number>,
    countOf: readonly (number | undefined)[],
  ): ChangedColumn {
    const { shared } = this;
    const counts = Uint32Array.from(shared.values, (_, ord) => countOf[ord] ?? 0);
    const hasSameValues = counts.every((count, ord) => count > 0 === this.counts[ord] > 0);
    const live = hasSameValues ? this.live : liveOrdinals(shared, counts);
    return new ChangedColumn(shared, setOf, counts, live);
  }
}

interface ColumnEditor {
  /** Replaces all values of a document. A repeated value counts once. */
  set(document: number, values: readonly string[]): void;
  /** Returns the new column, or the same column without a change. The editor must not be used any more. */
  finish(): ChangedColumn;
}

function hasSameOrdinals(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((ord, i) => ord === b[i]);
}

function liveOrdinals({ values, keyOf }: ValueSets, counts: Uint32Array): LiveOrdinals {
  const stored = Uint32Array.from(values.keys()).filter((ord) => counts[ord] > 0);
  const { sorted } = sortValues(stored.length, (index) => values[stored[index]], keyOf);
  const storedOf = Uint32Array.from(sorted, (index) => stored[index]);
  const dictionary = encodeStringTable(Array.from(storedOf, (ord) => values[ord]));
  return { dictionary: openStringTable(dictionary), storedOf };
}
