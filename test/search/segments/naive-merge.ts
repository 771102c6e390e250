import { createSmallestArray, writeVarint } from '../../../src/base/typed-arrays.js';
import type { FrozenIndexData, Segment } from '../../../src/search/frozen-index-data.js';
import { rankBitsetLength, writeRankBitset } from '../../../src/search/postings/document-sets.js';

/** A field, or a term as text. */
type Token = number | string;

/** The frequency of a term by field. */
type Frequencies = readonly (readonly [field: number, frequency: number])[];

/** A document of a segment, decoded. */
interface DecodedDocument {
  readonly lengths: readonly number[];
  /** The field of each run, then the terms of the run. */
  readonly tokens: readonly Token[];
  readonly terms: ReadonlyMap<string, Frequencies>;
}

/**
 * Merges segments like `mergeSegments`, from decoded documents, with one simple loop for each array.
 *
 * @param docIds the doc id mapping; 0xffffffff leaves a document out
 */
export function mergeNaively(segments: readonly Segment[], docIds: Uint32Array): FrozenIndexData {
  const documents: DecodedDocument[] = [];
  segments.flatMap(decode).forEach((document, i) => {
    if (docIds[i] !== 0xffffffff) documents[docIds[i]] = document;
  });
  return encode(documents, segments[0]?.fields ?? []);
}

/** Splits an array at offsets. */
function split(values: Uint8Array | Uint16Array | Uint32Array, offsets: Uint32Array): number[][] {
  return Array.from(offsets.subarray(1), (end, i) => [...values.subarray(offsets[i], end)]);
}

function decode(segment: Segment): DecodedDocument[] {
  const { fields } = segment;
  const terms = split(segment.termUnits, segment.termOffsets).map((units) =>
    String.fromCharCode(...units),
  );
  const fieldsOfSets = split(segment.frequencySetFields, segment.frequencySetOffsets);
  const frequenciesOfSets = split(segment.frequencySetFrequencies, segment.frequencySetOffsets);
  const termsOfDocuments = Array.from(
    { length: segment.documentCount },
    () => new Map<string, Frequencies>(),
  );
  terms.forEach((term, number) => {
    for (let at = segment.postingOffsets[number]; at < segment.postingOffsets[number + 1]; at++) {
      const set = segment.postingFrequencySets[at];
      const frequencies = fieldsOfSets[set].map(
        (field, i) => [field, frequenciesOfSets[set][i]] as const,
      );
      termsOfDocuments[segment.postingDocuments[at]].set(term, frequencies);
    }
  });
  const bytesOfDocuments = split(segment.forwardBytes, segment.forwardOffsets);
  return termsOfDocuments.map((termsOfDocument, document) => ({
    lengths: fields.map((_, field) => segment.fieldLengths[field][document] ?? 0),
    tokens: decodeVarints(bytesOfDocuments[document]).map((id) =>
      id < fields.length ? id : terms[segment.termsByFrequency[id - fields.length]],
    ),
    terms: termsOfDocument,
  }));
}

function decodeVarints(bytes: readonly number[]): number[] {
  const values: number[] = [];
  let [value, factor] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) {
      values.push(value);
      [value, factor] = [0, 1];
    }
  }
  return values;
}

function encode(documents: readonly DecodedDocument[], fields: readonly string[]): FrozenIndexData {
  const documentCount = documents.length;
  const fieldLengths = fields.map((_, field) => {
    const lengths = documents.map((document) => document.lengths[field]);
    const maximum = Math.max(0, ...lengths);
    const array = createSmallestArray(maximum, maximum === 0 ? 0 : documentCount);
    array.set(maximum === 0 ? [] : lengths);
    return array;
  });
  const terms = [...new Set(documents.flatMap((document) => [...document.terms.keys()]))].sort();
  const postings = terms.map((term) =>
    documents.flatMap((document, number) => {
      const frequencies = document.terms.get(term);
      return frequencies === undefined ? [] : [{ number, frequencies }];
    }),
  );
  const sets = frequencySetsOf(postings.flat().map(({ frequencies }) => frequencies));
  const numberOfSet = new Map(sets.map((set, number) => [String(set), number]));
  const setNumbers = postings
    .flat()
    .map(({ frequencies }) => numberOfSet.get(String(frequencies))!);

  const byFrequency = [...terms.keys()].sort(
    (a, b) => postings[b].length - postings[a].length || a - b,
  );
  const rankOf = new Map(byFrequency.map((term, rank) => [terms[term], rank]));
  const forward = documents.map(({ tokens }) =>
    tokens.flatMap((token) =>
      varint(typeof token === 'number' ? token : fields.length + rankOf.get(token)!),
    ),
  );
  const sharedLengths = terms.map((term, i) => sharedLength(terms[i - 1] ?? '', term));
  const dense = [...terms.keys()].filter((term) => postings[term].length * 32 >= documentCount);
  const frequent = [...terms.keys()].filter((term) => postings[term].length > 16);
  const documentFrequencies = frequent.map((term) =>
    fields.flatMap((_, field) => {
      const count = postings[term].filter(({ frequencies }) =>
        frequencies.some(([one]) => one === field),
      ).length;
      return count === 0 ? [] : [[field, count] as const];
    }),
  );
  return {
    documentCount,
    fields,
    fieldLengthSums: Float64Array.from(fields, (_, field) =>
      documents.reduce((sum, document) => sum + document.lengths[field], 0),
    ),
    fieldLengths,
    termOffsets: offsetsOf(terms),
    termUnits: Uint16Array.from([...terms.join('')].flatMap(unitsOf)),
    termSharedLengths: Uint8Array.from(sharedLengths),
    termMinSharedLengths: Uint8Array.from({ length: Math.ceil(terms.length / 64) }, (_, block) =>
      Math.min(...sharedLengths.slice(64 * block, 64 * (block + 1))),
    ),
    termsBySuffix: Uint32Array.from(
      [...terms.keys()]
        .filter((term) => !/^$|[0-9]$/.test(terms[term]))
        .sort((a, b) => {
          const [left, right] = [reversed(terms[a]), reversed(terms[b])];
          return left < right ? -1 : 1;
        }),
    ),
    termsByFrequency: Uint32Array.from(byFrequency),
    termFrequencyRanks: Uint32Array.from(terms, (term) => rankOf.get(term)!),
    postingOffsets: offsetsOf(postings),
    postingDocuments: Uint32Array.from(postings.flat(), ({ number }) => number),
    postingFrequencySets: Uint16Array.from(setNumbers),
    denseTerms: Uint32Array.from(dense),
    denseBitsets: Uint32Array.from(
      dense.flatMap((term) => {
        const bitset = new Uint32Array(rankBitsetLength(documentCount));
        writeRankBitset(
          Uint32Array.from(postings[term], ({ number }) => number),
          bitset,
        );
        return [...bitset];
      }),
    ),
    frequencySetOffsets: offsetsOf(sets),
    frequencySetFields: Uint8Array.from(sets.flat(), ([field]) => field),
    frequencySetFrequencies: Uint32Array.from(sets.flat(), ([, frequency]) => frequency),
    documentFrequencyTerms: Uint32Array.from(frequent),
    documentFrequencyOffsets: offsetsOf(documentFrequencies),
    documentFrequencyFields: Uint8Array.from(documentFrequencies.flat(), ([field]) => field),
    documentFrequencies: Uint32Array.from(documentFrequencies.flat(), ([, count]) => count),
    forwardOffsets: offsetsOf(forward),
    forwardBytes: Uint8Array.from(forward.flat()),
    ...bigramsOf(
      documents,
      byFrequency
        .filter((term) => postings[term].length > Math.max(16, documentCount / 128))
        .slice(0, 64)
        .map((term) => terms[term]),
    ),
  };
}

/** Returns the distinct frequency sets: those of the most postings first, then by field, frequency, and length. */
function frequencySetsOf(all: readonly Frequencies[]): Frequencies[] {
  const counts = new Map<string, { readonly set: Frequencies; count: number }>();
  for (const set of all) {
    const counted = counts.get(String(set)) ?? { set, count: 0 };
    counts.set(String(set), counted);
    counted.count++;
  }
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, i) => value !== b[i]);
    return at < 0 || at >= b.length ? a.length - b.length : a[at] - b[at];
  };
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || compare(a.set.flat(), b.set.flat()))
    .map(({ set }) => set);
}

/** @param frequent the terms whose bigrams are indexed, the most frequent term first */
function bigramsOf(documents: readonly DecodedDocument[], frequent: readonly string[]) {
  const numbers = new Map<Token, number>(frequent.map((term, number) => [term, number]));
  const bigrams = Array.from(
    { length: frequent.length ** 2 },
    (): { document: number; mask: number }[] => [],
  );
  documents.forEach(({ tokens }, document) => {
    const masks = new Map<number, number>();
    let field = 0;
    tokens.forEach((token, i) => {
      if (typeof token === 'number') field = token;
      const [first, second] = [numbers.get(tokens[i - 1]), numbers.get(token)];
      if (first === undefined || second === undefined) return;
      const bigram = first * frequent.length + second;
      masks.set(bigram, (masks.get(bigram) ?? 0) | (1 << field));
    });
    for (const [bigram, mask] of masks) bigrams[bigram].push({ document, mask });
  });
  const fieldSets = [...new Set(bigrams.flat().map(({ mask }) => mask))].sort((a, b) => a - b);
  const fields = createSmallestArray(fieldSets.length, bigrams.flat().length);
  fields.set(bigrams.flat().map(({ mask }) => fieldSets.indexOf(mask)));
  return {
    bigramOffsets: offsetsOf(bigrams),
    bigramDocuments: Uint32Array.from(bigrams.flat(), ({ document }) => document),
    bigramFields: fields,
    bigramFieldSets: Uint32Array.from(fieldSets),
  };
}

function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, i) => {
    offsets[i + 1] = offsets[i] + length;
  });
  return offsets;
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function reversed(text: string): string {
  return String.fromCharCode(...unitsOf(text).reverse());
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length, 255) && a[length] === b[length]) length++;
  return length;
}

function varint(value: number): number[] {
  const bytes = new Uint8Array(5);
  return [...bytes.subarray(0, writeVarint(bytes, 0, value))];
}
