import { createValueColumnBuilder } from '../../../src/search/columns/build-value-column.js';
import type { ValueColumnData } from '../../../src/search/columns/value-column.js';

/** A column from the values of every document, numbered in the order of `keyOf`. */
export function valueColumnOf(
  valuesOfDocuments: readonly (readonly string[])[],
  keyOf: (value: string) => string = (value) => value,
  order?: Uint32Array,
): ValueColumnData {
  const builder = createValueColumnBuilder();
  for (const values of valuesOfDocuments) builder.add(values);
  return builder.build(keyOf, order);
}
