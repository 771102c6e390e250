import type { Title } from '../../catalog/records/title.js';
import { CompressedStringsWriter, copyCompressedStrings } from '../format/compressed-strings.js';
import type { SectionData } from '../format/container/sections.js';
import { encodeTitle, PARTS, type Part } from '../format/title-codec.js';
import { placesOfRecords, RECORD_SECTIONS } from '../format/title-records.js';
import { createSharedRenumberer } from './shared-renumberer.js';
import { createSharedStringsEncoder } from './shared-strings-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/** Encodes the records of titles, each in two parts. */
export interface RecordsEncoder {
  /** Takes over the encoded records of unchanged titles, which must be in the first set of records. */
  addUnchanged(unchanged: UnchangedTitles): void;
  add(title: Title): void;
  /**
   * Writes the sections. With unchanged titles, the added records become the second set of records.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

/** Creates the encoder. */
export function createRecordsEncoder(): RecordsEncoder {
  const parts = {
    summary: new CompressedStringsWriter(),
    details: new CompressedStringsWriter(),
  } satisfies Record<Part, CompressedStringsWriter>;
  const shared = createSharedStringsEncoder();
  let unchanged: UnchangedTitles | undefined;
  return {
    addUnchanged(titles) {
      unchanged = titles;
    },
    add(title) {
      shared.beginTitle(title.id);
      const encoded = encodeTitle(title, shared.add);
      for (const part of PARTS) parts[part].add(encoded[part]);
    },
    finish(sections, docIds) {
      const names = RECORD_SECTIONS[unchanged === undefined ? 'first' : 'second'];
      const finalIndexes =
        unchanged === undefined ? docIds : ranksOf(docIds.subarray(unchanged.numbers.length));
      const sharedNumbers = shared.finalNumbers(finalIndexes);
      const convert = sharedNumbers && createSharedRenumberer(sharedNumbers);
      for (const part of PARTS) {
        parts[part].finish(sections, names.part(part), { finalIndexes, convert });
      }
      shared.finish(sections, names.shared, sharedNumbers);
      if (unchanged !== undefined) takeOver(unchanged, sections, docIds, finalIndexes);
    },
  };
}

/**
 * Copies the first set of records, and writes the place of each title's record.
 *
 * @param indexes the indexes of the added records in the second set
 */
function takeOver(
  { sections: from, numbers }: UnchangedTitles,
  sections: Map<string, SectionData>,
  docIds: Uint32Array,
  indexes: Uint32Array,
): void {
  const { part, shared } = RECORD_SECTIONS.first;
  for (const name of [...PARTS.map(part), shared]) copyCompressedStrings(from, sections, name);
  const { places: before, firstSize } = placesOfRecords(from);
  const places = new Uint32Array(docIds.length);
  numbers.forEach((number, position) => {
    places[docIds[position]] = before?.[number] ?? number;
  });
  indexes.forEach((index, i) => {
    places[docIds[numbers.length + i]] = firstSize + index;
  });
  sections.set(RECORD_SECTIONS.places, places);
}

/** Returns the rank of each number among all numbers, which are distinct. */
function ranksOf(numbers: Uint32Array): Uint32Array {
  const sorted = numbers.slice().sort();
  const rankOf = new Map(Array.from(sorted, (number, rank) => [number, rank]));
  return numbers.map((number) => rankOf.get(number) ?? 0);
}
