import { createSmallestArray, type UnsignedArray } from '../structures/smallest-type.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTable,
} from '../structures/string-table.js';
import {
  type DocValuesColumn,
  type DocValuesColumnData,
  sortValues,
  type ValuesColumn,
} from './doc-values-column.js';

/** The number of documents in a page is 2 to the power of this number. */
const PAGE_BITS = 10;
const PAGE_SIZE = 2 ** PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/**
 * The values of up to {@link PAGE_SIZE} documents. Document `i` of the page has the values from `offsets[i]` up to but
 * not including `offsets[i + 1]` of `values`, which are stored ordinals.
 */
interface Page {
  readonly offsets: Uint32Array;
  readonly values: UnsignedArray;
}

/**
 * The values that any document has or had, by stored ordinal. Values are only appended, so that pages remain valid.
 */
interface StoredValues {
  readonly values: readonly string[];
  readonly ordOf: ReadonlyMap<string, number>;
  readonly keyOf: (value: string) => string;
}

/** The ordinals of the values that documents have: dense, and in the order of the sort keys. */
interface LiveOrdinals {
  readonly dictionary: StringTable;
  /** By ordinal: the stored ordinal. */
  readonly storedOf: Uint32Array;
  /** By stored ordinal: the ordinal, or the size of the dictionary if no document has the value. */
  readonly liveOf: Uint32Array;
}

/**
 * A doc values column in which some documents have other values than in the column that it was created from. A column
 * is immutable. {@link change} returns a new column, which shares the pages without changed documents. The dictionary
 * and the ordinals are the same as in a column that is built from all values.
 */
export class ChangedColumn implements ValuesColumn {
  readonly kind = 'values';

  private constructor(
    readonly documentCount: number,
    /** The pages that have been read or changed. */
    private readonly pages: readonly (Page | undefined)[],
    private readonly readPage: (page: number) => Page,
    private readonly stored: StoredValues,
    /** By stored ordinal: the number of documents that have the value. */
    private readonly counts: Uint32Array,
    private readonly live: LiveOrdinals,
  ) {}

  /**
   * Creates a column with the values of `column`. Pages are read when they are first used.
   *
   * @param keyOf the sort keys that `column` was built with; see `DocValuesColumnBuilder.build`
   */
  static from(column: DocValuesColumn, keyOf: (value: string) => string): ChangedColumn {
    const { dictionary, documentCount, data } = column;
    const values = Array.from({ length: dictionary.size }, (_, ord) => dictionary.get(ord));
    const ordOf = new Map(values.map((value, ord) => [value, ord]));
    const same = Uint32Array.from(values.keys());
    return new ChangedColumn(
      documentCount,
      new Array(Math.ceil(documentCount / PAGE_SIZE)).fill(undefined),
      pageReader(data, documentCount, dictionary.size),
      { values, ordOf, keyOf },
      data.counts,
      { dictionary, storedOf: same, liveOf: same },
    );
  }

  get dictionary(): StringTable {
    return this.live.dictionary;
  }

  valuesOf(document: number): number[] {
    const { offsets, values } = this.page(document >>> PAGE_BITS);
    const at = document & PAGE_MASK;
    const stored = values.subarray(offsets[at], offsets[at + 1]);
    return Array.from(stored, (ord) => this.live.liveOf[ord]).sort((a, b) => a - b);
  }

  select(candidates: Uint32Array, ordinals: Iterable<number>): Uint32Array {
    const accepted = new Uint8Array(this.stored.values.length);
    for (const ord of ordinals) {
      if (ord in this.live.storedOf) accepted[this.live.storedOf[ord]] = 1;
    }
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      const document = candidates[i];
      const { offsets, values } = this.page(document >>> PAGE_BITS);
      const end = offsets[(document & PAGE_MASK) + 1];
      let isAccepted = 0;
      for (let at = offsets[document & PAGE_MASK]; at < end; at++) {
        isAccepted |= accepted[values[at]];
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
    return this.live.storedOf.map((stored) => counts[stored]);
  }

  private countStored(documents: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.stored.values.length);
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const { offsets, values } = this.page(document >>> PAGE_BITS);
      const end = offsets[(document & PAGE_MASK) + 1];
      for (let at = offsets[document & PAGE_MASK]; at < end; at++) counts[values[at]]++;
    }
    return counts;
  }

  /**
   * Returns a column in which some documents have other values.
   *
   * @param changes by document: all its values. A repeated value counts once.
   * @remarks O(changes + 1,024 × changed pages)
   */
  change(changes: ReadonlyMap<number, readonly string[]>): ChangedColumn {
    const stored = withValues(this.stored, changes.values());
    const counts = new Uint32Array(stored.values.length);
    counts.set(this.counts);
    const pages = [...this.pages];
    const documents = Uint32Array.from(changes.keys()).sort();
    for (let start = 0; start < documents.length; ) {
      const number = documents[start] >>> PAGE_BITS;
      let end = start;
      while (end < documents.length && documents[end] >>> PAGE_BITS === number) end++;
      const changed = new Map(
        Array.from(documents.subarray(start, end), (document) => [
          document & PAGE_MASK,
          [...new Set(changes.get(document))].map((value) => stored.ordOf.get(value)!),
        ]),
      );
      pages[number] = changePage(this.page(number), changed, counts);
      start = end;
    }
    return new ChangedColumn(
      this.documentCount,
      pages,
      this.readPage,
      stored,
      counts,
      this.hasSameValues(counts) ? this.live : liveOrdinals(stored, counts),
    );
  }

  /** Returns whether the same values occur as before a change. */
  private hasSameValues(counts: Uint32Array): boolean {
    return (
      counts.length === this.counts.length &&
      counts.every((count, ord) => count > 0 === this.counts[ord] > 0)
    );
  }

  private page(number: number): Page {
    return this.pages[number] ?? this.readPage(number);
  }
}

/** Returns a function that reads the pages of a column, each once. */
function pageReader(
  { offsets, values }: DocValuesColumnData,
  documentCount: number,
  missing: number,
): (page: number) => Page {
  const pages: (Page | undefined)[] = [];
  const read = (page: number): Page => {
    const start = page * PAGE_SIZE;
    const end = Math.min(documentCount, start + PAGE_SIZE);
    // The offsets of the column also serve as the offsets of a page.
    if (offsets !== undefined) return { offsets: offsets.subarray(start, end + 1), values };
    const pageOffsets = new Uint32Array(end - start + 1);
    for (let at = 0; at < end - start; at++) {
      pageOffsets[at + 1] = pageOffsets[at] + (values[start + at] === missing ? 0 : 1);
    }
    return {
      offsets: pageOffsets,
      values: values.subarray(start, end).filter((ord) => ord !== missing),
    };
  };
  return (page) => (pages[page] ??= read(page));
}

/** Returns the stored values together with the values in `added` that are new. */
function withValues(stored: StoredValues, added: Iterable<readonly string[]>): StoredValues {
  const fresh = new Set<string>();
  for (const values of added) {
    for (const value of values) if (!stored.ordOf.has(value)) fresh.add(value);
  }
  if (fresh.size === 0) return stored;
  const values = [...stored.values, ...fresh];
  const ordOf = new Map(values.map((value, ord) => [value, ord]));
  return { ...stored, values, ordOf };
}

/**
 * Returns a page in which some documents have other values, and updates the counts.
 *
 * @param changed by document of the page, ascending: the stored ordinals of all its values
 * @param counts by stored ordinal
 */
function changePage(
  page: Page,
  changed: ReadonlyMap<number, readonly number[]>,
  counts: Uint32Array,
): Page {
  const size = page.offsets.length - 1;
  let length = page.offsets[size] - page.offsets[0];
  for (const [at, ords] of changed) {
    length += ords.length - (page.offsets[at + 1] - page.offsets[at]);
  }
  const offsets = new Uint32Array(size + 1);
  const values = createSmallestArray(counts.length, length);
  let end = 0;
  let next = 0;
  /** Copies the unchanged documents from `next` to before `at`. */
  const copyUntil = (at: number) => {
    const [first, last] = [page.offsets[next], page.offsets[at]];
    values.set(page.values.subarray(first, last), end);
    for (; next < at; next++) offsets[next + 1] = page.offsets[next + 1] - first + end;
    end += last - first;
  };
  for (const [at, ords] of changed) {
    copyUntil(at);
    for (let i = page.offsets[at]; i < page.offsets[at + 1]; i++) counts[page.values[i]]--;
    for (const ord of ords) {
      counts[ord]++;
      values[end++] = ord;
    }
    next = at + 1;
    offsets[next] = end;
  }
  copyUntil(size);
  return { offsets, values };
}

function liveOrdinals({ values, keyOf }: StoredValues, counts: Uint32Array): LiveOrdinals {
  const stored = Uint32Array.from(values.keys()).filter((ord) => counts[ord] > 0);
  const { dictionary, finalOrdinals } = sortValues(
    Array.from(stored, (ord) => values[ord]),
    keyOf,
  );
  const storedOf = new Uint32Array(stored.length);
  const liveOf = new Uint32Array(values.length).fill(stored.length);
  stored.forEach((ord, index) => {
    storedOf[finalOrdinals[index]] = ord;
    liveOf[ord] = finalOrdinals[index];
  });
  return { dictionary: openStringTable(encodeStringTable(dictionary)), storedOf, liveOf };
}
