/** One number per document. */
export interface NumberColumnData {
  /** By document. In 64-bit floats NaN stands for none; in 32-bit integers -2,147,483,648 does. */
  readonly numbers: Float64Array | Int32Array;
}

/** An open column of numbers. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly data: NumberColumnData;
  readonly documentCount: number;
  /** The number of one document, or undefined. */
  get(document: number): number | undefined;
  /** The documents of `candidates` (ascending) whose number is from `from` to `to`, both included. */
  select(candidates: Uint32Array, from: number, to: number): Uint32Array;
}

const NO_INTEGER = -(2 ** 31);

/**
 * A column from the number of every document, in document order. Whole numbers that fit take 4
 * bytes each, any others 8.
 */
export function buildNumberColumn(
  numbersOfDocuments: readonly (number | undefined)[],
): NumberColumnData {
  const isIntegral = numbersOfDocuments.every(
    (number) => number === undefined || ((number | 0) === number && number !== NO_INTEGER),
  );
  return {
    numbers: isIntegral
      ? Int32Array.from(numbersOfDocuments, (number) => number ?? NO_INTEGER)
      : Float64Array.from(numbersOfDocuments, (number) => number ?? Number.NaN),
  };
}

/** Opens a column; nothing is copied. */
export function openNumberColumn(data: NumberColumnData): NumberColumn {
  const { numbers } = data;
  const none = numbers instanceof Int32Array ? NO_INTEGER : Number.NaN;
  return {
    kind: 'numbers',
    data,
    documentCount: numbers.length,
    get(document) {
      const number = numbers[document];
      return Object.is(number, none) || Number.isNaN(number) ? undefined : number;
    },
    select(candidates, from, to) {
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        const number = numbers[candidates[i]];
        kept[count] = candidates[i];
        if (number >= from && number <= to && number !== none) count++;
      }
      return kept.subarray(0, count);
    },
  };
}
