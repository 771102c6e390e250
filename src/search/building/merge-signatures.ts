import type { Segment } from './segment.js';
import type { SignatureEntry } from './signature-dictionary.js';

/** The signatures of all segments, renumbered. */
export interface MergedSignatures {
  readonly signatureOffsets: Uint32Array;
  readonly signatureFields: Uint8Array;
  readonly signatureFrequencies: Uint32Array;
  /** Per segment, the merged number of each of its signatures; 0 for one that no posting has. */
  readonly signaturesOfSegments: readonly Uint32Array[];
}

interface UsedSignature {
  readonly entries: readonly SignatureEntry[];
  /** How many postings have it. */
  readonly count: number;
}

/**
 * Numbers the signatures that postings really have: those of the most postings first, so that most
 * numbers are small, and equal ones ascending by their first field, its frequency, the second field
 * and so on. No segment can influence that order.
 */
export function mergeSignatures(segments: readonly Segment[]): MergedSignatures {
  const used = new Map<string, UsedSignature>();
  const keysOfSegments = segments.map((segment) => {
    const keys: (string | undefined)[] = new Array(segment.signatureOffsets.length - 1);
    const counts = new Uint32Array(keys.length);
    for (const signature of segment.postingSignatures) counts[signature]++;
    counts.forEach((count, signature) => {
      if (count === 0) return;
      const entries = readEntries(segment, signature);
      const key = entries.map(({ field, frequency }) => `${field}:${frequency}`).join();
      keys[signature] = key;
      used.set(key, { entries, count: count + (used.get(key)?.count ?? 0) });
    });
    return keys;
  });

  const sorted = [...used].sort(
    ([, a], [, b]) => b.count - a.count || compareEntries(a.entries, b.entries),
  );
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const signatureOffsets = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, { entries }], number) => {
    signatureOffsets[number + 1] = signatureOffsets[number] + entries.length;
  });
  const entries = sorted.flatMap(([, signature]) => signature.entries);
  return {
    signatureOffsets,
    signatureFields: Uint8Array.from(entries, ({ field }) => field),
    signatureFrequencies: Uint32Array.from(entries, ({ frequency }) => frequency),
    signaturesOfSegments: keysOfSegments.map((keys) =>
      Uint32Array.from(keys, (key) => numbers.get(key ?? '') ?? 0),
    ),
  };
}

function readEntries(segment: Segment, signature: number): SignatureEntry[] {
  const entries: SignatureEntry[] = [];
  const end = segment.signatureOffsets[signature + 1];
  for (let at = segment.signatureOffsets[signature]; at < end; at++) {
    entries.push({
      field: segment.signatureFields[at],
      frequency: segment.signatureFrequencies[at],
    });
  }
  return entries;
}

function compareEntries(a: readonly SignatureEntry[], b: readonly SignatureEntry[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i].field - b[i].field || a[i].frequency - b[i].frequency;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
