/*
 * A second reader of snapshot files, written only from `docs/snapshot-format.md`. It imports nothing of Carrel and
 * checks nothing but the checksums, so that a difference between the document and the code fails a test.
 */
import { inflateRawSync } from 'node:zlib';

/** The decoded numbers of a section, and the type of the numbers, such as `u32`. */
export interface ReadSection {
  readonly type: string;
  readonly numbers: readonly number[];
}

/** The sections of a file by name. */
export type ReadSections = ReadonlyMap<string, ReadSection>;

/** Reads all sections of a file. */
export function readFile(file: Buffer): ReadSections {
  if (file.toString('hex', 0, 8) !== '8943415252454c0a') throw new Error('magic');
  if (file.readUInt32LE(28) !== checksum(file.subarray(0, 28))) throw new Error('header');
  if (file.readBigUInt64LE(16) !== BigInt(file.length)) throw new Error('length');
  let next = 32 + file.readUInt32LE(12);
  const table = file.subarray(32, next);
  if (file.readUInt32LE(24) !== checksum(table)) throw new Error('table');
  const sections = new Map<string, ReadSection>();
  for (const { name, type, length, checksum: expected, offset } of JSON.parse(`${table}`)) {
    if (offset !== next || offset % 64 !== 0) throw new Error(`offset of ${name}`);
    next += 64 * Math.ceil(length / 64);
    if (checksum(file.subarray(offset, next)) !== expected) throw new Error(`bytes of ${name}`);
    sections.set(name, numbersIn(type, file.subarray(offset, offset + length)));
  }
  if (next !== file.length) throw new Error('end');
  return sections;
}

/** Returns the format version in the header. */
export function versionOf(file: Buffer): number {
  return file.readUInt32LE(8);
}

/** Returns the CRC-32 of bytes. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Returns the hash of a title key. */
export function keyHash(key: string): number {
  let hash = 0x811c9dc5n;
  for (let i = 0; i < key.length; i++) {
    hash = ((hash ^ BigInt(key.charCodeAt(i))) * 0x01000193n) % 2n ** 32n;
  }
  return Number(hash);
}

function numbersIn(type: string, bytes: Buffer): ReadSection {
  const readers: Readonly<Record<string, (offset: number) => number>> = {
    u8: (offset) => bytes.readUInt8(offset),
    u16: (offset) => bytes.readUInt16LE(offset),
    u32: (offset) => bytes.readUInt32LE(offset),
    i32: (offset) => bytes.readInt32LE(offset),
    f32: (offset) => bytes.readFloatLE(offset),
    f64: (offset) => bytes.readDoubleLE(offset),
  };
  const size = Number(type.slice(1)) / 8;
  const numbers = Array.from({ length: bytes.length / size }, (_, i) => readers[type](i * size));
  return { type, numbers };
}

/** Returns the numbers of a section. */
export function numbersOf(sections: ReadSections, name: string): readonly number[] {
  const section = sections.get(name);
  if (section === undefined) throw new Error(name);
  return section.numbers;
}

/** Returns the range of each item in an array that offsets divide. */
export function rangesOf(sections: ReadSections, offsets: string, divided: string): number[][] {
  const starts = numbersOf(sections, offsets);
  const numbers = numbersOf(sections, divided);
  return starts.slice(1).map((end, i) => numbers.slice(starts[i], end));
}

/** Returns the strings of a string table. */
export function readStrings(sections: ReadSections, name: string): string[] {
  return rangesOf(sections, `${name}.offsets`, `${name}.bytes`).map(textOf);
}

/** Returns the ordinals of each document's values in a column. */
export function readColumn(sections: ReadSections, name: string): number[][] {
  if (sections.has(`${name}.offsets`))
    return rangesOf(sections, `${name}.offsets`, `${name}.values`);
  const { length } = numbersOf(sections, `${name}.counts`);
  return numbersOf(sections, `${name}.values`).map((ord) => (ord === length ? [] : [ord]));
}

/** Returns the texts in text blocks. */
function readTextBlocks(sections: ReadSections, name: string): string[] {
  return rangesOf(sections, `${name}.offsets`, `${name}.bytes`).flatMap((block) =>
    inflateRawSync(Uint8Array.from(block)).toString('utf8').split('\n').slice(0, -1),
  );
}

function textOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('utf8');
}

/**
 * Returns the records of all titles.
 *
 * @param fields the fields of each part, in order
 */
export function readTitles(
  sections: ReadSections,
  fields: ReadonlyMap<string, readonly string[]>,
): unknown[] {
  const parts = {
    summary: readStrings(sections, 'titles.summary'),
    listing: readStrings(sections, 'titles.listing'),
    holdings: readStrings(sections, 'titles.holdings'),
    details: readTextBlocks(sections, 'titles.details'),
    marc: readTextBlocks(sections, 'titles.marc'),
  };
  return readStrings(sections, 'titles.id').map((id, title) => {
    const record: Record<string, unknown> = { id };
    for (const [part, texts] of Object.entries(parts)) {
      const values: Record<string, unknown> = JSON.parse(texts[title]);
      const expected = fields.get(part)?.filter((field) => field in values);
      if (`${Object.keys(values)}` !== `${expected}`) throw new Error(`fields of ${part}`);
      Object.assign(record, values);
    }
    return record;
  });
}

/** Returns the checksums of the blocks of a section. */
export function blockChecksums(sections: ReadSections, name: string): number[] {
  const numbers = numbersOf(sections, name);
  const padded = Uint8Array.from(
    { length: 64 * Math.ceil(numbers.length / 64) },
    (_, i) => numbers[i] ?? 0,
  );
  const count = Math.ceil(padded.length / 1024);
  return Array.from({ length: count }, (_, i) =>
    checksum(padded.subarray(1024 * i, 1024 * (i + 1))),
  );
}

/** A document that has a term, and the number of occurrences in each field, by the number of the field. */
export interface Posting {
  readonly document: number;
  readonly frequencies: ReadonlyMap<number, number>;
}

/** Returns the terms of the index. */
export function readTerms(sections: ReadSections): string[] {
  return rangesOf(sections, 'index.term.offsets', 'index.term.units').map((units) =>
    String.fromCharCode(...units),
  );
}

/** Returns the postings of each term. */
export function readPostings(sections: ReadSections): Posting[][] {
  const offsets = 'index.posting.offsets';
  const documents = rangesOf(sections, offsets, 'index.posting.documents');
  const sets = rangesOf(sections, offsets, 'index.posting.frequency_sets');
  const setOffsets = 'index.frequency_set.offsets';
  const fields = rangesOf(sections, setOffsets, 'index.frequency_set.fields');
  const frequencies = rangesOf(sections, setOffsets, 'index.frequency_set.frequencies');
  return documents.map((ofTerm, term) =>
    ofTerm.map((document, i) => {
      const set = sets[term][i];
      const entries = fields[set].map((field, at) => [field, frequencies[set][at]] as const);
      return { document, frequencies: new Map(entries) };
    }),
  );
}

/** Returns the terms by rank: by descending number of postings, and then by number. */
export function rankedTerms(sections: ReadSections): number[] {
  const starts = numbersOf(sections, 'index.posting.offsets');
  const lengthOf = (term: number) => starts[term + 1] - starts[term];
  const terms = starts.slice(1).map((_, term) => term);
  return terms.sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
}

/** Returns the runs of each document in the forward index: the field, and the terms by number. */
export function readRuns(
  sections: ReadSections,
  fieldCount: number,
): { readonly field: number; readonly terms: number[] }[][] {
  const ranked = rankedTerms(sections);
  return rangesOf(sections, 'index.forward.offsets', 'index.forward.bytes').map((bytes) => {
    const runs: { readonly field: number; readonly terms: number[] }[] = [];
    for (let i = 0; i < bytes.length; i++) {
      let id = bytes[i] & 0x7f;
      for (let factor = 128; bytes[i] > 127; factor *= 128) id += (bytes[++i] & 0x7f) * factor;
      if (id < fieldCount) runs.push({ field: id, terms: [] });
      else runs.at(-1)?.terms.push(ranked[id - fieldCount]);
    }
    return runs;
  });
}
