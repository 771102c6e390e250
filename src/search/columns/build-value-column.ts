import { NumberList } from '../building/number-list.js';
import { encodeStringTable } from '../string-table.js';
import { createUnsignedArray } from '../unsigned-array.js';
import type { ValueColumnData } from './value-column.js';

/** Takes the values of one document after the other and makes a column of them. */
export interface ValueColumnBuilder {
  /** The values of the next document. One that it names twice counts once. */
  add(values: readonly string[]): void;
  /**
   * The column.
   *
   * @param keyOf what numbers the values: their keys in the order of code units, so that values of
   *   equal count come in it; different values must have different keys
   * @param order the final number of every document by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  build(keyOf: (value: string) => string, order?: Uint32Array): ValueColumnData;
}

/**
 * A builder that holds 4 bytes a value and document, and each different value once.
 *
 * @example
 * const builder = createValueColumnBuilder();
 * for (const values of [['Book'], [], ['DVD', 'Book']]) builder.add(values);
 * builder.build(collationKey).counts; // Uint32Array [2, 1]
 */
export function createValueColumnBuilder(): ValueColumnBuilder {
  const met = new Map<string, number>();
  const ends = new NumberList();
  const added = new NumberList();
  return {
    add(values) {
      for (const value of values) {
        let number = met.get(value);
        if (number === undefined) {
          number = met.size;
          met.set(value, number);
        }
        added.push(number);
      }
      ends.push(added.length);
    },
    build(keyOf, order) {
      const { dictionary, numbers } = sortValues([...met.keys()], keyOf);
      const { offsets, values } = arrange(ends.toArray(), added.toArray(), numbers, order);
      const counts = new Uint32Array(dictionary.length);
      for (const value of values) counts[value]++;
      return {
        ...compact(offsets, values, dictionary.length),
        counts,
        dictionary: encodeStringTable(dictionary),
      };
    },
  };
}

/** The values in the order of their keys, and the number of each by the order in which it was met. */
function sortValues(values: readonly string[], keyOf: (value: string) => string) {
  const keys = values.map(keyOf);
  const sorted = Uint32Array.from(values, (_, number) => number);
  sorted.sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
  const numbers = new Uint32Array(values.length);
  sorted.forEach((met, number) => {
    numbers[met] = number;
  });
  return { dictionary: Array.from(sorted, (met) => values[met]), numbers };
}

/** The values of every document by their final numbers: ascending, each once. */
function arrange(
  ends: Uint32Array,
  added: Uint32Array,
  numbers: Uint32Array,
  order: Uint32Array | undefined,
) {
  const documentCount = ends.length;
  const arrivals = new Uint32Array(documentCount);
  for (let arrival = 0; arrival < documentCount; arrival++) {
    arrivals[order === undefined ? arrival : order[arrival]] = arrival;
  }
  const offsets = new Uint32Array(documentCount + 1);
  const values = new Uint32Array(added.length);
  let length = 0;
  for (let document = 0; document < documentCount; document++) {
    const arrival = arrivals[document];
    const start = length;
    for (let at = arrival === 0 ? 0 : ends[arrival - 1]; at < ends[arrival]; at++) {
      values[length++] = numbers[added[at]];
    }
    values.subarray(start, length).sort();
    let kept = start;
    for (let at = start; at < length; at++) {
      if (at === start || values[at] !== values[kept - 1]) values[kept++] = values[at];
    }
    length = kept;
    offsets[document + 1] = length;
  }
  return { offsets, values: values.subarray(0, length) };
}

/** Without offsets where no document has more than one value, and in the smallest type. */
function compact(offsets: Uint32Array, values: Uint32Array, size: number) {
  const documentCount = offsets.length - 1;
  for (let document = 0; document < documentCount; document++) {
    if (offsets[document + 1] - offsets[document] > 1) {
      const narrow = createUnsignedArray(size, values.length);
      narrow.set(values);
      return { offsets, values: narrow };
    }
  }
  const single = createUnsignedArray(size, documentCount);
  for (let document = 0; document < documentCount; document++) {
    const at = offsets[document];
    single[document] = at < offsets[document + 1] ? values[at] : size;
  }
  return { values: single };
}
