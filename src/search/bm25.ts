import type { FrozenIndexData } from './frozen-index-data.js';

/** The parameters of BM25+ that MiniSearch uses when it is given none. */
const K = 1.2;
const B = 0.7;
const D = 0.5;

const CACHED_FREQUENCIES = 4096;

/**
 * BM25+ as MiniSearch computes it, over the fields of one index. What depends only on a field, a
 * term frequency and a field length is a table lookup: each pair of field and frequency that occurs
 * is a cell, with a table over lengths that is made when it is first needed.
 */
export class Bm25 {
  /** Per signature, its only cell, or -1 when the term stands in several fields. */
  readonly onlyCells: Int32Array;
  /** The cells of all signatures, in the places of `signatureFields`. */
  readonly cells: Uint32Array;
  /** Per signature, its fields as bits. */
  readonly fieldMasks: Uint32Array;
  /** Per cell, its field. */
  readonly cellFields: Uint8Array;
  private readonly cellFrequencies: Uint32Array;
  private readonly tables: (Float64Array | undefined)[];
  private readonly longest: (number | undefined)[] = [];
  private readonly idfs: Float64Array;

  constructor(private readonly data: FrozenIndexData) {
    const { signatureOffsets, signatureFields, signatureFrequencies } = data;
    const signatureCount = signatureOffsets.length - 1;
    const numbers = new Map<number, number>();
    const frequencies: number[] = [];
    const fields: number[] = [];
    this.cells = new Uint32Array(signatureFields.length);
    this.onlyCells = new Int32Array(signatureCount).fill(-1);
    this.fieldMasks = new Uint32Array(signatureCount);
    for (let signature = 0; signature < signatureCount; signature++) {
      const start = signatureOffsets[signature];
      const end = signatureOffsets[signature + 1];
      for (let at = start; at < end; at++) {
        const field = signatureFields[at];
        const key = signatureFrequencies[at] * 256 + field;
        let cell = numbers.get(key);
        if (cell === undefined) {
          cell = fields.length;
          numbers.set(key, cell);
          fields.push(field);
          frequencies.push(signatureFrequencies[at]);
        }
        this.cells[at] = cell;
        this.fieldMasks[signature] |= 1 << field;
        if (end - start === 1) this.onlyCells[signature] = cell;
      }
    }
    this.cellFields = Uint8Array.from(fields);
    this.cellFrequencies = Uint32Array.from(frequencies);
    this.tables = new Array(fields.length).fill(undefined);
    this.idfs = new Float64Array(Math.min(CACHED_FREQUENCIES, data.documentCount + 1));
    for (let i = 0; i < this.idfs.length; i++) this.idfs[i] = this.computeIdf(i);
  }

  /** How telling a term is that stands in that field of `documentFrequency` documents. */
  idf(documentFrequency: number): number {
    return documentFrequency < this.idfs.length
      ? this.idfs[documentFrequency]
      : this.computeIdf(documentFrequency);
  }

  /** What `frequency` occurrences in a field of that length are worth, before the term's idf. */
  saturation(field: number, frequency: number, length: number): number {
    const average = this.data.fieldLengthSums[field] / this.data.documentCount;
    return D + (frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / average));
  }

  /** {@link saturation} for a cell, by length. */
  tableOf(cell: number): Float64Array {
    return this.tables[cell] ?? this.makeTable(cell);
  }

  private computeIdf(documentFrequency: number): number {
    const without = this.data.documentCount - documentFrequency;
    return Math.log(1 + (without + 0.5) / (documentFrequency + 0.5));
  }

  private makeTable(cell: number): Float64Array {
    const field = this.cellFields[cell];
    const table = new Float64Array(this.longestLength(field) + 1);
    for (let length = 0; length < table.length; length++) {
      table[length] = this.saturation(field, this.cellFrequencies[cell], length);
    }
    this.tables[cell] = table;
    return table;
  }

  private longestLength(field: number): number {
    let longest = this.longest[field];
    if (longest === undefined) {
      longest = 0;
      for (const length of this.data.fieldLengths[field]) {
        if (length > longest) longest = length;
      }
      this.longest[field] = longest;
    }
    return longest;
  }
}
