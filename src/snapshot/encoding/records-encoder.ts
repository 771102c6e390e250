import type { Title } from '../../catalog/records/title.js';
import { GrowableArray } from '../../search/index.js';
import {
  CompressedStringsWriter,
  copyCompressedStrings,
  symbolsOf,
} from '../format/compressed-strings.js';
import type { SectionWriter } from '../format/container/sections.js';
import type { ByteStorage } from '../format/string-writer.js';
import { addTextBlocks, copyTextBlocks, hasTextBlocks } from '../format/text-blocks.js';
import { EMPTY_PART, encodeTitle, RECORD_PARTS, type RecordPart } from '../format/title-codec.js';
import { placesOfRecords, RECORD_SECTIONS, wholeTitle } from '../format/title-records.js';
import { createSharedRenumberer } from './shared-renumberer.js';
import { createSharedStringsEncoder } from './shared-strings-encoder.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/**
 * Creates an encoder of the records of titles, each in two parts, and their MARC records, if any. Unchanged records of the
 * first set stay encoded, and the others are added again. With unchanged titles, the added records become the second set.
 *
 * @param storage Stores records until the end. Default: they are in memory.
 */
export function createRecordsEncoder(storage?: ByteStorage): TitlesPartEncoder {
  const parts = {
    summary: new CompressedStringsWriter(storage),
    details: new CompressedStringsWriter(storage),
  } satisfies Record<RecordPart, CompressedStringsWriter>;
  const marc = new CompressedStringsWriter(storage);
  let hasMarc = false;
  const shared = createSharedStringsEncoder();
  let unchanged: UnchangedTitles | undefined;
  let titleCount = 0;
  /** With unchanged titles: for each added record, the position of its title in the order of adding. */
  const positions = new GrowableArray();

  function addRecord(title: Title): void {
    shared.beginTitle(title.id);
    const encoded = encodeTitle(title, shared.add);
    for (const part of RECORD_PARTS) parts[part].add(encoded[part]);
    marc.add(encoded.marc);
    hasMarc ||= encoded.marc !== EMPTY_PART;
  }

  return {
    addUnchanged(titles) {
      unchanged = titles;
      const { places, firstSize } = placesOfRecords(titles.sections);
      for (const number of titles.numbers) {
        if (places !== undefined && places[number] >= firstSize) {
          addRecord(wholeTitle(titles.titles, number));
          positions.push(titleCount);
        }
        titleCount++;
      }
    },
    add(title) {
      addRecord(title);
      if (unchanged !== undefined) positions.push(titleCount++);
    },
    finish(sections, docIds) {
      const names = RECORD_SECTIONS[unchanged === undefined ? 'first' : 'second'];
      const docIdsOfAdded = positions.toArray().map((position) => docIds[position]);
      const finalIndexes = unchanged === undefined ? docIds : ranksOf(docIdsOfAdded);
      const sharedNumbers = shared.finalNumbers(finalIndexes);
      const convert = sharedNumbers && createSharedRenumberer(sharedNumbers);
      // The symbols of the first set also suit the second set, and need not be trained.
      const symbols = (name: string) => unchanged && symbolsOf(unchanged.sections, name);
      for (const part of RECORD_PARTS) {
        const options = {
          finalIndexes,
          convert,
          symbols: symbols(RECORD_SECTIONS.first.part(part)),
        };
        parts[part].finish(sections, names.part(part), options);
      }
      const symbolsOfShared = symbols(RECORD_SECTIONS.first.shared);
      shared.finish(sections, names.shared, sharedNumbers, symbolsOfShared);
      if (hasMarc) addTextBlocks(sections, names.marc, marc.inOrder(finalIndexes));
      if (unchanged === undefined) return;
      const places = takeOver(unchanged, sections, docIds);
      const { firstSize } = placesOfRecords(unchanged.sections);
      docIdsOfAdded.forEach((docId, i) => {
        places[docId] = firstSize + finalIndexes[i];
      });
      sections.set(RECORD_SECTIONS.places, places);
    },
  };
}

/** Copies the first set of records. Returns the places of unchanged titles. */
function takeOver(
  { sections: from, numbers }: UnchangedTitles,
  sections: SectionWriter,
  docIds: Uint32Array,
): Uint32Array {
  const { part, shared, marc } = RECORD_SECTIONS.first;
  for (const name of [...RECORD_PARTS.map(part), shared]) {
    copyCompressedStrings(from, sections, name);
  }
  if (hasTextBlocks(from, marc)) copyTextBlocks(from, sections, marc);
  const { places: before } = placesOfRecords(from);
  const places = new Uint32Array(docIds.length);
  numbers.forEach((number, position) => {
    places[docIds[position]] = before?.[number] ?? number;
  });
  return places;
}

/** Returns the rank of each number among all numbers, which are distinct. */
function ranksOf(numbers: Uint32Array): Uint32Array {
  const sorted = numbers.slice().sort();
  const rankOf = new Map(Array.from(sorted, (number, rank) => [number, rank]));
  return numbers.map((number) => rankOf.get(number) ?? 0);
}
