import { ANYWHERE, NARROWINGS, narrowingValues, valueName } from '../../catalog/narrowings.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import { SEARCH_FIELDS, type SearchField, searchTextOf } from '../../catalog/search-fields.js';
import {
  collationKey,
  compareCodePoints,
  createDocValuesColumnBuilder,
  GrowableArray,
  mergeSegments,
  openDocValuesColumn,
  openStringTable,
  type Segment,
  segmentOfIndex,
} from '../../search/index.js';
import { addDocValuesColumn, openDocValuesColumnOf } from '../format/columns.js';
import { getSection, type SectionData } from '../format/container/sections.js';
import { addFacetStructures } from '../format/facet-sections.js';
import { addIndex, openIndex } from '../format/index/index-sections.js';
import { addTermLanguages, languageNumber } from '../format/index/term-languages.js';
import { addStrings } from '../format/records.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import { createFormatNames } from './format-names.js';
import { createQueryColumnsEncoder } from './query-columns-encoder.js';
import { createRanksEncoder } from './ranks-encoder.js';
import { createRecordsEncoder } from './records-encoder.js';
import { createTitleKeysEncoder } from './title-keys-encoder.js';
import type { UnchangedTitles } from './unchanged-titles.js';
import type { UserContentOfTitle } from './user-content-of-titles.js';
import { createWorksEncoder } from './works-encoder.js';

/** Encodes titles one by one. The order of the titles does not change the sections. */
export interface TitlesEncoder {
  /**
   * Takes over unchanged titles of a catalog. Must be called before {@link add}, at most once. The records of these
   * titles stay encoded as they are; only the other records are written.
   */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Encodes a title, and returns the values to index, by search field. */
  add(title: Title): Record<SearchField, string[]>;
  /**
   * Writes the sections. Doc ids are in the code point order of the titles' ids.
   *
   * @param segments the segments of the texts that {@link add} returned, in the same order; `finish` removes
   *   them from the array to free memory
   */
  finish(sections: Map<string, SectionData>, segments: Segment[]): void;
}

/**
 * Creates an encoder of titles.
 *
 * @param userContentOf returns the tags, ratings and number of list items of a title, by its id
 */
export function createTitlesEncoder(
  library: Library,
  userContentOf: (id: string) => UserContentOfTitle,
): TitlesEncoder {
  const ids: string[] = [];
  const records = createRecordsEncoder();
  const columns = NARROWINGS.map((narrowing) => ({
    narrowing,
    builder: createDocValuesColumnBuilder(),
  }));
  const queryColumns = createQueryColumnsEncoder();
  const formatNames = createFormatNames();
  const ranks = createRanksEncoder();
  const works = createWorksEncoder();
  const keys = createTitleKeysEncoder();
  const languages = new GrowableArray();
  let unchanged: UnchangedTitles | undefined;

  return {
    addUnchanged(titles) {
      unchanged = titles;
      const { sections, numbers } = titles;
      for (const number of numbers) ids.push(titles.titles.id(number));
      for (const { narrowing, builder } of columns) {
        builder.addDocuments(
          openDocValuesColumnOf(sections, TITLE_SECTIONS.column(narrowing)),
          numbers,
        );
      }
      formatNames.addUnchanged(titles);
      records.addUnchanged(titles);
      queryColumns.addUnchanged(titles);
      ranks.addUnchanged(titles);
      works.addUnchanged(titles);
      keys.addUnchanged(titles);
      const before = getSection(sections, TITLE_SECTIONS.language, Uint8Array);
      for (const number of numbers) languages.push(before[number]);
    },
    add(title) {
      const { tags, ratings, listItems } = userContentOf(title.id);
      const allTags = [...(title.tags ?? []), ...tags];
      ids.push(title.id);
      formatNames.add(title);
      records.add(title);
      const values = narrowingValues(title, allTags);
      for (const { narrowing, builder } of columns) builder.add(values[narrowing]);
      queryColumns.add(title);
      ranks.add(title, ratings, listItems);
      works.add(title);
      keys.add(title);
      languages.push(languageNumber(title));
      return searchTextOf(title, [...new Set(allTags)]);
    },
    finish(sections, segments) {
      const docIds = docIdsOf(ids);
      // The index is built last, so that its sections are not in memory while the other sections are built.
      ranks.finish(sections, docIds);
      works.finish(sections, docIds);
      keys.finish(sections, docIds);
      const openColumns = columns.map(({ narrowing, builder }) => {
        const nameOf = (id: string) => {
          const name = valueName(narrowing, id, library);
          const isUnknownFormat = narrowing === 'title_format' && name === id;
          return isUnknownFormat ? (formatNames.nameOf(id) ?? id) : name;
        };
        const keyOf = (id: string) => (id === ANYWHERE ? '' : collationKey(nameOf(id)));
        const column = builder.build(keyOf, docIds);
        const values = openStringTable(column.dictionary);
        const valueIds = Array.from({ length: values.size }, (_, ord) => values.get(ord));
        addDocValuesColumn(sections, TITLE_SECTIONS.column(narrowing), column);
        if (valueIds.some((id) => nameOf(id) !== id)) {
          addStrings(sections, TITLE_SECTIONS.valueName(narrowing), valueIds.map(nameOf));
        }
        return openDocValuesColumn(column);
      });
      addFacetStructures(sections, openColumns);
      queryColumns.finish(sections, docIds);
      addStrings(sections, TITLE_SECTIONS.id, permute(ids, docIds));
      records.finish(sections, docIds);
      const languageNumbers = Uint8Array.from(permute([...languages.toArray()], docIds));
      sections.set(TITLE_SECTIONS.language, languageNumbers);
      const index = mergeSegments(allSegments(unchanged, segments), docIds);
      addIndex(sections, index);
      addTermLanguages(sections, index, languageNumbers);
    },
  };
}

/** Yields the segment of the unchanged titles, if any, and the other segments, which are removed from the array. */
function* allSegments(unchanged: UnchangedTitles | undefined, segments: Segment[]) {
  if (unchanged !== undefined) {
    const { sections, titles, numbers } = unchanged;
    yield segmentOfIndex(openIndex(sections, SEARCH_FIELDS, titles.size), numbers);
  }
  yield* drain(segments);
}

/** Removes each segment from the array, so that its memory can be freed, and yields it. */
function* drain(segments: Segment[]): Generator<Segment> {
  for (let segment = segments.shift(); segment !== undefined; segment = segments.shift()) {
    yield segment;
  }
}

/** Returns the doc id of each title: the position of its id in code point order. */
function docIdsOf(ids: readonly string[]): Uint32Array {
  const positions = Uint32Array.from(ids, (_, position) => position);
  positions.sort((a, b) => compareCodePoints(ids[a], ids[b]));
  const docIds = new Uint32Array(ids.length);
  positions.forEach((position, docId) => {
    docIds[position] = docId;
  });
  return docIds;
}

function permute<T>(values: readonly T[], docIds: Uint32Array): T[] {
  const result = new Array<T>(values.length);
  docIds.forEach((docId, position) => {
    result[docId] = values[position];
  });
  return result;
}
