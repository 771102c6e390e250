import type { Title } from '../../catalog/records/title.js';
import { GrowableArray } from '../../search/index.js';
import {
  addJoinedCompressedStrings,
  CompressedStringsWriter,
  copyCompressedStrings,
  openCompressedStrings,
  symbolsOf,
} from '../format/compressed-strings.js';
import type { SectionData, SectionWriter } from '../format/container/sections.js';
import type { ByteStorage } from '../format/string-writer.js';
import {
  addJoinedTextBlocks,
  addTextBlocks,
  copyTextBlocks,
  hasTextBlocks,
} from '../format/text-blocks.js';
import { EMPTY_PART, encodeTitle, RECORD_PARTS, type RecordPart } from '../format/title-codec.js';
import { placesOfRecords, RECORD_SECTIONS, wholeTitle } from '../format/title-records.js';
import { createSharedRenumberer } from './shared-renumberer.js';
import { createSharedStringsEncoder } from './shared-strings-encoder.js';
import type { TitlesPartEncoder } from './titles-part-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';

/**
 * Creates an encoder of the records of titles, each in three parts, and their MARC records, if any. Unchanged records
 * stay encoded. With unchanged titles, the added records are at the end of the second set. If most records of the second set
 * are of no title, its other records are added again.
 *
 * @param storage Stores records until the end. Default: they are in memory.
 */
export function createRecordsEncoder(storage?: ByteStorage): TitlesPartEncoder {
  const parts = {
    summary: new CompressedStringsWriter(storage),
    holdings: new CompressedStringsWriter(storage),
    details: new CompressedStringsWriter(storage),
  } satisfies Record<RecordPart, CompressedStringsWriter>;
  const marc = new CompressedStringsWriter(storage);
  let hasMarc = false;
  const shared = createSharedStringsEncoder();
  let unchanged: UnchangedTitles | undefined;
  let titleCount = 0;
  /** With unchanged titles: for each added record, the position of its title in the order of adding. */
  const positions = new GrowableArray();
  /** The numbers of records and of shared strings of the second set that stay encoded. */
  let kept = { records: 0, shared: 0 };

  function addRecord(title: Title): void {
    shared.beginTitle(title.id);
    const encoded = encodeTitle(title, (text) => kept.shared + shared.add(text));
    for (const part of RECORD_PARTS) parts[part].add(encoded[part]);
    marc.add(encoded.marc);
    hasMarc ||= encoded.marc !== EMPTY_PART;
  }

  /** Writes the added records, without those that stay encoded, as the second set. */
  function finishAdded(sections: SectionWriter, { sections: from }: UnchangedTitles): void {
    const { first, second } = RECORD_SECTIONS;
    // The symbols of the first set also suit the second set, and need not be trained.
    for (const part of RECORD_PARTS) {
      const symbols = symbolsOf(from, first.part(part));
      parts[part].finish(sections, second.part(part), { symbols });
    }
    shared.finish(sections, second.shared, undefined, symbolsOf(from, first.shared));
    const hasMarcBefore = kept.records > 0 && hasTextBlocks(from, second.marc);
    if (hasMarc || hasMarcBefore) addTextBlocks(sections, second.marc, marc.inOrder());
  }

  return {
    addUnchanged(titles) {
      unchanged = titles;
      titleCount = titles.numbers.length;
      const { places, firstSize } = placesOfRecords(titles.sections);
      if (places === undefined) return;
      const { part, shared: sharedName } = RECORD_SECTIONS.second;
      const records = openCompressedStrings(titles.sections, part('summary')).size;
      const positionsInSecond = [...titles.numbers.keys()].filter(
        (position) => places[titles.numbers[position]] >= firstSize,
      );
      if (2 * positionsInSecond.length >= records) {
        const { size } = openCompressedStrings(titles.sections, sharedName);
        kept = { records, shared: size };
        return;
      }
      for (const position of positionsInSecond) {
        addRecord(wholeTitle(titles.titles, titles.numbers[position]));
        positions.push(position);
      }
    },
    add(title) {
      addRecord(title);
      if (unchanged !== undefined) positions.push(titleCount++);
    },
    finish(sections, docIds) {
      if (unchanged !== undefined) {
        const added = new Map<string, SectionData>();
        finishAdded(added, unchanged);
        takeOverFirst(unchanged, sections);
        if (kept.records > 0) joinSecond(unchanged, added, sections, kept.records);
        else for (const [name, data] of added) sections.set(name, data);
        const { places: before, firstSize } = placesOfRecords(unchanged.sections);
        const places = new Uint32Array(docIds.length);
        unchanged.numbers.forEach((number, position) => {
          places[docIds[position]] = before?.[number] ?? number;
        });
        positions.toArray().forEach((position, i) => {
          places[docIds[position]] = firstSize + kept.records + i;
        });
        sections.set(RECORD_SECTIONS.places, places);
        return;
      }
      const names = RECORD_SECTIONS.first;
      const sharedNumbers = shared.finalNumbers(docIds);
      const convert = sharedNumbers && createSharedRenumberer(sharedNumbers);
      for (const part of RECORD_PARTS) {
        parts[part].finish(sections, names.part(part), { finalIndexes: docIds, convert });
      }
      shared.finish(sections, names.shared, sharedNumbers);
      if (hasMarc) addTextBlocks(sections, names.marc, marc.inOrder(docIds));
    },
  };
}

/** Copies the first set of records. */
function takeOverFirst({ sections: from }: UnchangedTitles, sections: SectionWriter): void {
  const { part, shared, marc } = RECORD_SECTIONS.first;
  for (const name of [...RECORD_PARTS.map(part), shared]) {
    copyCompressedStrings(from, sections, name);
  }
  if (hasTextBlocks(from, marc)) copyTextBlocks(from, sections, marc);
}

/**
 * Writes the second set of records before the changes, and then the added records.
 *
 * @param size the number of records before the changes
 */
function joinSecond(
  { sections: from }: UnchangedTitles,
  added: ReadonlyMap<string, SectionData>,
  sections: SectionWriter,
  size: number,
): void {
  const { part, shared, marc } = RECORD_SECTIONS.second;
  for (const name of [...RECORD_PARTS.map(part), shared]) {
    addJoinedCompressedStrings(from, added, sections, name);
  }
  if (!hasTextBlocks(added, marc)) return;
  const before = new Map<string, SectionData>();
  if (!hasTextBlocks(from, marc)) {
    const empty = new TextEncoder().encode(EMPTY_PART);
    addTextBlocks(
      before,
      marc,
      Array.from({ length: size }, () => empty),
    );
  }
  addJoinedTextBlocks(before.size > 0 ? before : from, added, sections, marc);
}
