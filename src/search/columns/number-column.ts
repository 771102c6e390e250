/** One number per document. */
export interface NumberColumnData {
  /**
   * The number of each document. A missing number is NaN in a Float64Array and -2,147,483,648 in an
   * Int32Array.
   */
  readonly numbers: Float64Array | Int32Array;
}

/** An open number column. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly data: NumberColumnData;
  readonly documentCount: number;
  /** Returns the number that a document has, or undefined when the document has no number. */
  get(document: number): number | undefined;
  /**
   * Returns the documents of `candidates` (ascending) whose number is from `from` to `to`, inclusive.
   * Documents without a number are never selected.
   */
  select(candidates: Uint32Array, from: number, to: number): Uint32Array;
}

/** The element of an Int32Array for a document without a number. */
export const NO_INTEGER = -(2 ** 31);

/**
 * Builds a column from the number of every document, in document order. `undefined` or NaN means that a
 * document has no number. Uses 4 bytes per document when every element is `undefined` or an integer from
 * -2,147,483,647 to 2,147,483,647, otherwise 8.
 *
 * @example openNumberColumn(buildNumberColumn([1984, undefined])).get(0); // 1984
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

/** Opens a number column. Copies nothing. */
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
