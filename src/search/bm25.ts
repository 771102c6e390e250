import type { FrozenIndexData } from './frozen-index-data.js';

/** The parameters of BM25+ that MiniSearch uses when it is given none. */
const K = 1.2;
const B = 0.7;
const D = 0.5;

/** Lengths up to this one have their saturation in the table; longer ones are computed. */
const TABLE_LENGTHS = 64;
const CACHED_FREQUENCIES = 4096;

/**
 * BM25+ as MiniSearch computes it, over the fields of one index. Each pair of field and term
 * frequency that occurs is a cell, of which there are some hundreds; what a cell is worth at the
 * usual lengths of its field is looked up.
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
  /**
   * Per field and signature, {@link mostSaturation} of its cell there; 0 where it has none. What is
   * looked up stands together: few fields, and of their signatures the first.
   */
  readonly mostByField: readonly Float32Array[];
  private readonly cellFrequencies: Uint32Array;
  private readonly table: Float64Array;
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
    this.table = new Float64Array(fields.length * TABLE_LENGTHS);
    fields.forEach((field, cell) => {
      for (let length = 0; length < TABLE_LENGTHS; length++) {
        const saturation = this.saturation(field, frequencies[cell], length);
        this.table[cell * TABLE_LENGTHS + length] = saturation;
      }
    });
    this.mostByField = data.fields.map(() => new Float32Array(signatureCount));
    for (let signature = 0; signature < signatureCount; signature++) {
      for (let at = signatureOffsets[signature]; at < signatureOffsets[signature + 1]; at++) {
        const most = this.mostSaturation(this.cells[at]);
        this.mostByField[signatureFields[at]][signature] = most;
      }
    }
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

  /** {@link saturation} for the frequency of a cell, in its field. */
  cellSaturation(cell: number, length: number): number {
    return length < TABLE_LENGTHS
      ? this.table[cell * TABLE_LENGTHS + length]
      : this.saturation(this.cellFields[cell], this.cellFrequencies[cell], length);
  }

  /**
   * Per signature, the most that a posting of it can score: that of a document whose fields hold
   * nothing else. O(cells of all signatures).
   *
   * @param weights per field, what is multiplied with its saturation
   */
  signatureBounds(weights: Float64Array): Float32Array {
    const bounds = new Float32Array(this.onlyCells.length);
    for (let signature = 0; signature < bounds.length; signature++) {
      bounds[signature] = this.signatureBound(signature, weights);
    }
    return bounds;
  }

  /** The same for one signature. */
  signatureBound(signature: number, weights: Float64Array): number {
    const only = this.onlyCells[signature];
    if (only >= 0) return Math.max(0, weights[this.cellFields[only]]) * this.mostSaturation(only);
    const { signatureOffsets } = this.data;
    const end = signatureOffsets[signature + 1];
    let bound = 0;
    for (let at = signatureOffsets[signature]; at < end; at++) {
      const cell = this.cells[at];
      bound += Math.max(0, weights[this.cellFields[cell]]) * this.mostSaturation(cell);
    }
    return bound;
  }

  /** {@link cellSaturation} in a field that holds nothing else. */
  mostSaturation(cell: number): number {
    return this.table[cell * TABLE_LENGTHS + 1];
  }

  private computeIdf(documentFrequency: number): number {
    const without = this.data.documentCount - documentFrequency;
    return Math.log(1 + (without + 0.5) / (documentFrequency + 0.5));
  }
}
