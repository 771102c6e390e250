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

/**
 * Numbers the signatures that postings really have, ascending by their first field, its frequency,
 * the second field and so on: an order that no segment can influence.
 */
export function mergeSignatures(segments: readonly Segment[]): MergedSignatures {
  const used = new Map<string, readonly SignatureEntry[]>();
  const keysOfSegments = segments.map((segment) => {
    const keys: (string | undefined)[] = new Array(segment.signatureOffsets.length - 1);
    for (const signature of segment.postingSignatures) {
      if (keys[signature] !== undefined) continue;
      const entries = readEntries(segment, signature);
      const key = entries.map(({ field, frequency }) => `${field}:${frequency}`).join();
      keys[signature] = key;
      used.set(key, entries);
    }
    return keys;
  });

  const sorted = [...used].sort(([, a], [, b]) => compareEntries(a, b));
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const signatureOffsets = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, entries], number) => {
    signatureOffsets[number + 1] = signatureOffsets[number] + entries.length;
  });
  const entries = sorted.flatMap(([, ofSignature]) => ofSignature);
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
