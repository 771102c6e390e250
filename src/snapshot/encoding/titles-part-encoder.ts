/*
 * The interface of encoders of a part of the titles, such as their records, and the numbers of titles in the order of adding
 * and in the order of the snapshot. `titles-encoder.ts` runs these encoders.
 */

import type { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import type { Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import type { Sections, SectionWriter } from '../format/container/sections.js';

/** Titles of an open catalog that did not change. Encoders copy what they need without decoding each title. */
export interface UnchangedTitles {
  /** The sections of the catalog. */
  readonly sections: Sections;
  readonly titles: Titles;
  /** The numbers of the unchanged titles, ascending. */
  readonly numbers: Uint32Array;
  /** Returns the ratings of a title by users, by the id of the title. */
  ratingsOf(id: string): readonly number[];
}

/** The numbers of titles in the sections to write. */
export interface TitleNumbers {
  /** The number of titles. */
  readonly size: number;
  /**
   * `docIds[i]` is the doc id of the title that was added at position `i`. With unchanged titles, the titles before the
   * changes are at the first positions. A title that changed has the doc id `LEFT_OUT` there.
   */
  readonly docIds: Uint32Array;
}

/** Collects one part of the data of each title, and writes its sections. */
export interface TitlesPartEncoder {
  /** Takes over unchanged titles. Must be called before {@link add}, at most once. */
  addUnchanged(unchanged: UnchangedTitles): void;
  add(title: Title): void;
  finish(sections: SectionWriter, numbers: TitleNumbers): void;
}

/** Returns the numbers from 0 to `length - 1`. */
export function ascending(length: number): Uint32Array {
  return new Uint32Array(length).map((_, i) => i);
}

/**
 * Returns the inverse of a permutation.
 *
 * @example invert(Uint32Array.of(2, 0, 1)) // Uint32Array [1, 2, 0]
 */
export function invert(permutation: Uint32Array): Uint32Array {
  const inverse = new Uint32Array(permutation.length);
  permutation.forEach((number, i) => {
    inverse[number] = i;
  });
  return inverse;
}

/**
 * Sets the number of each title at its doc id, and returns `numbers`.
 *
 * @param added the numbers of the titles in the order of adding, which are removed from the array
 * @param docIds see `TitleNumbers`
 */
export function setByDocId<Numbers extends Uint8Array | Int32Array | Float32Array>(
  numbers: Numbers,
  added: GrowableArray<Uint32Array | Float64Array>,
  docIds: Uint32Array,
): Numbers {
  const byPosition = added.take();
  for (let position = 0; position < docIds.length; position++) {
    const docId = docIds[position];
    if (docId !== LEFT_OUT) numbers[docId] = byPosition[position];
  }
  return numbers;
}
