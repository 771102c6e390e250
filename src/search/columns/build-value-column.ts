import { encodeStringTable } from '../string-table.js';
import { createUnsignedArray } from '../unsigned-array.js';
import type { ValueColumnData } from './value-column.js';

/**
 * A column from the values of every document, in document order. A value that a document names
 * twice counts once.
 *
 * @param compare the order that numbers the values, so that values of equal count come in it; total,
 *   or the numbers would depend on the order of the documents
 * @example buildValueColumn([['Book'], [], ['DVD', 'Book']], compareCodePoints)
 */
export function buildValueColumn(
  valuesOfDocuments: readonly (readonly string[])[],
  compare: (a: string, b: string) => number,
): ValueColumnData {
  const numbers = new Map<string, number>();
  for (const values of valuesOfDocuments) for (const value of values) numbers.set(value, 0);
  const sorted = [...numbers.keys()].sort(compare);
  sorted.forEach((value, number) => {
    numbers.set(value, number);
  });

  const numbersOfDocuments = valuesOfDocuments.map((values) =>
    [...new Set(values)].map((value) => numbers.get(value) ?? 0).sort((a, b) => a - b),
  );
  const counts = new Uint32Array(sorted.length);
  for (const ofDocument of numbersOfDocuments) for (const value of ofDocument) counts[value]++;
  const shared = { counts, dictionary: encodeStringTable(sorted) };

  if (numbersOfDocuments.every((ofDocument) => ofDocument.length <= 1)) {
    const values = createUnsignedArray(sorted.length, numbersOfDocuments.length);
    numbersOfDocuments.forEach(([value = sorted.length], document) => {
      values[document] = value;
    });
    return { values, ...shared };
  }
  const offsets = new Uint32Array(numbersOfDocuments.length + 1);
  numbersOfDocuments.forEach((ofDocument, document) => {
    offsets[document + 1] = offsets[document] + ofDocument.length;
  });
  const values = createUnsignedArray(sorted.length, offsets[numbersOfDocuments.length]);
  numbersOfDocuments.forEach((ofDocument, document) => {
    values.set(ofDocument, offsets[document]);
  });
  return { offsets, values, ...shared };
}
