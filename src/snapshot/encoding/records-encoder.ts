import { GrowableArray } from '../../base/growable-array.js';
import type { Title } from '../../catalog/records/title.js';
import type { SectionData, SectionWriter } from '../format/container/sections.js';
import { type ByteStorage, StringWriter } from '../format/string-writer.js';
import {
  addJoinedRecordPart,
  addRecordPart,
  addVerifiableRecordPart,
  copyRecordPart,
  EMPTY_PART,
  encodeTitle,
  PARTS,
  type Part,
  placesOfRecords,
  RECORD_SECTIONS,
  recordCount,
  wholeTitle,
} from '../format/title-records.js';
import type { TitleNumbers, TitlesPartEncoder, UnchangedTitles } from './titles-part-encoder.js';

/**
 * Creates an encoder of the records of titles. Unchanged records stay encoded. With unchanged titles, the added records
 * are at the end of the second set. If most records of the second set belong to no title any more, the set is written
 * again without them.
 *
 * @param storage Stores records until the end. Default: they are in memory.
 */
export function createRecordsEncoder(storage?: ByteStorage): TitlesPartEncoder {
  const texts: Readonly<Record<Part, StringWriter>> = {
    summary: new StringWriter(storage),
    listing: new StringWriter(storage),
    holdings: new StringWriter(storage),
    details: new StringWriter(storage),
    marc: new StringWriter(storage),
  };
  let unchanged: UnchangedTitles | undefined;
  let titleCount = 0;
  /** With unchanged titles: for each added record, the position of its title in the order of adding. */
  const positions = new GrowableArray();
  /** The number of records of the second set that stay encoded. */
  let kept = 0;

  let hasMarc = false;

  function addRecord(title: Title): void {
    const encoded = encodeTitle(title);
    hasMarc ||= encoded.marc !== EMPTY_PART;
    for (const part of PARTS) texts[part].add(encoded[part]);
  }

  /** Writes the first set, a second set that ends with the added records, and the places of all records. */
  function finishChanged(
    { sections: from, numbers }: UnchangedTitles,
    to: SectionWriter,
    { size, docIds }: TitleNumbers,
  ): void {
    const { first, second } = RECORD_SECTIONS;
    for (const part of PARTS) copyRecordPart(from, to, first(part));
    for (const part of PARTS) {
      const added = new Map<string, SectionData>();
      addRecordPart(added, second(part), part, texts[part]);
      if (kept > 0) addJoinedRecordPart(from, added, to, second(part), part);
      else for (const [name, data] of added) to.set(name, data);
    }
    const { places: before, firstSize } = placesOfRecords(from);
    const places = new Uint32Array(size);
    for (const number of numbers) places[docIds[number]] = before?.[number] ?? number;
    positions.toArray().forEach((position, i) => {
      places[docIds[position]] = firstSize + kept + i;
    });
    to.set(RECORD_SECTIONS.places, places);
  }

  return {
    addUnchanged(titles) {
      unchanged = titles;
      titleCount = titles.titles.size;
      const { places, firstSize } = placesOfRecords(titles.sections);
      if (places === undefined) return;
      const records = recordCount(titles.sections, RECORD_SECTIONS.second);
      const inSecond = titles.numbers.filter((number) => places[number] >= firstSize);
      if (2 * inSecond.length >= records) {
        kept = records;
        return;
      }
      for (const number of inSecond) {
        addRecord(wholeTitle(titles.titles, number));
        positions.push(number);
      }
    },
    add(title) {
      addRecord(title);
      if (unchanged !== undefined) positions.push(titleCount++);
    },
    finish(sections, titles) {
      if (unchanged === undefined) {
        for (const part of PARTS) {
          const written = part === 'marc' && !hasMarc ? new StringWriter() : texts[part];
          addVerifiableRecordPart(
            sections,
            RECORD_SECTIONS.first(part),
            part,
            written,
            titles.docIds,
          );
        }
      } else finishChanged(unchanged, sections, titles);
    },
  };
}
