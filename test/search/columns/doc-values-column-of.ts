import type { DocValuesColumnData } from '../../../src/search/columns/doc-values-column.js';
import { createDocValuesColumnBuilder } from '../../../src/search/columns/doc-values-column-builder.js';

/** Builds a column from the values of every document, with ordinals in the order of `keyOf`. */
export function docValuesColumnOf(
  valuesOfDocuments: readonly (readonly string[])[],
  keyOf: (value: string) => string = (value) => value,
  newDocIds?: Uint32Array,
): DocValuesColumnData {
  const builder = createDocValuesColumnBuilder();
  for (const values of valuesOfDocuments) builder.add(values);
  return builder.build(keyOf, newDocIds);
}
