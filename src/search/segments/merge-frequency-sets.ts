import type { FieldFrequency } from './frequency-sets.js';
import type { Segment } from './segment.js';

/** The frequency sets of some postings. */
export interface CountedFrequencySets
  extends Pick<Segment, 'frequencySetOffsets' | 'frequencySetFields' | 'frequencySetFrequencies'> {
  /** By frequency set: the number of postings that have the set. */
  readonly counts: Uint32Array;
}

/**
 * The frequency sets of the merged index, numbered from 0. A frequency set is the fields of a posting, with the
 * term frequency in each field. The three arrays of the sets have the same format as in `FrozenIndexData`.
 */
export interface MergedFrequencySets {
  readonly frequencySetOffsets: Uint32Array;
  readonly frequencySetFields: Uint8Array;
  readonly frequencySetFrequencies: Uint32Array;
  /**
   * For each source, an array that maps its frequency sets to merged frequency sets. The element of a frequency set that
   * no posting has is 0.
   */
  readonly mergedSetsOf: readonly Uint32Array[];
}

/** A frequency set that at least one posting has. */
interface UsedFrequencySet {
  readonly entries: readonly FieldFrequency[];
  /** The number of postings that have the frequency set. */
  readonly count: number;
}

/**
 * Merges the frequency sets of several sources. Omits frequency sets that no posting has. The merged sets are
 * ordered by descending number of postings. Sets with the same number of postings are ordered by their first
 * fields, the frequencies in their first fields, their second fields and so on. The order does not depend on
 * how the documents were split into sources.
 */
export function mergeFrequencySets(sources: readonly CountedFrequencySets[]): MergedFrequencySets {
  const used = new Map<string, UsedFrequencySet>();
  const keysOfSources = sources.map((source) => {
    const readEntries = entriesReader(source);
    /** For each frequency set of the source, its key in `used`; undefined when no posting has the set. */
    const keys: (string | undefined)[] = new Array(source.counts.length);
    source.counts.forEach((count, frequencySet) => {
      if (count === 0) return;
      const entries = readEntries(frequencySet);
      const key = entries.map(({ field, frequency }) => `${field}:${frequency}`).join();
      keys[frequencySet] = key;
      used.set(key, { entries, count: count + (used.get(key)?.count ?? 0) });
    });
    return keys;
  });

  const sorted = [...used].sort(
    ([, a], [, b]) => b.count - a.count || compareEntries(a.entries, b.entries),
  );
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const frequencySetOffsets = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, { entries }], number) => {
    frequencySetOffsets[number + 1] = frequencySetOffsets[number] + entries.length;
  });
  const entries = sorted.flatMap(([, frequencySet]) => frequencySet.entries);
  return {
    frequencySetOffsets,
    frequencySetFields: Uint8Array.from(entries, ({ field }) => field),
    frequencySetFrequencies: Uint32Array.from(entries, ({ frequency }) => frequency),
    mergedSetsOf: keysOfSources.map((keys) =>
      Uint32Array.from(keys, (key) => numbers.get(key ?? '') ?? 0),
    ),
  };
}

/** Returns a function that returns the entries of a frequency set. */
function entriesReader({
  frequencySetOffsets,
  frequencySetFields,
  frequencySetFrequencies,
}: CountedFrequencySets): (frequencySet: number) => FieldFrequency[] {
  return (frequencySet) => {
    const entries: FieldFrequency[] = [];
    const end = frequencySetOffsets[frequencySet + 1];
    for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
      entries.push({ field: frequencySetFields[at], frequency: frequencySetFrequencies[at] });
    }
    return entries;
  };
}

function compareEntries(a: readonly FieldFrequency[], b: readonly FieldFrequency[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i].field - b[i].field || a[i].frequency - b[i].frequency;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
