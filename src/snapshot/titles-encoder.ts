import type { Library } from '../catalog/library.js';
import { ANYWHERE, NARROWINGS, narrowingValues, valueName } from '../catalog/narrowings.js';
import { searchTextOf } from '../catalog/search-fields.js';
import type { Title } from '../catalog/title.js';
import type { FieldTexts } from '../search/building/build-segment.js';
import { mergeSegments } from '../search/building/merge-segments.js';
import type { Segment } from '../search/building/segment.js';
import { createValueColumnBuilder } from '../search/columns/build-value-column.js';
import { collationKey } from '../search/columns/collation.js';
import { compareCodePoints, openStringTable } from '../search/string-table.js';
import { addValueColumn } from './format/columns.js';
import { CompressedStringsWriter } from './format/compressed-strings.js';
import { addIndex } from './format/index-sections.js';
import { addStrings } from './format/records.js';
import type { SectionData } from './format/section.js';
import { encodeTitle } from './format/title-codec.js';
import { TITLE_SECTIONS } from './format/titles.js';
import { createQueryColumnsEncoder } from './query-columns-encoder.js';
import { createRanksEncoder } from './ranks-encoder.js';
import { createTitleKeysEncoder } from './title-keys-encoder.js';

/** What users said about a title, as far as it is searched and sorted by. */
export interface Said {
  readonly tags: readonly string[];
  readonly ratings: readonly number[];
}

/** Takes titles one after the other, in any order, and keeps of them only what a snapshot holds. */
export interface TitlesEncoder {
  /** Takes a title, and gives its texts, which are to be indexed. */
  add(title: Title): FieldTexts;
  /**
   * Writes the sections. A title's number is its place among all ids, by code point.
   *
   * @param segments the texts that {@link add} gave, indexed, in its order; the list is empty when
   *   they are merged, so that they take no more room
   */
  finish(sections: Map<string, SectionData>, segments: Segment[]): void;
}

/**
 * An encoder of titles.
 *
 * @param saidAbout what users said about a title, by its id
 */
export function createTitlesEncoder(
  library: Library,
  saidAbout: (id: string) => Said,
): TitlesEncoder {
  const ids: string[] = [];
  const records = new CompressedStringsWriter();
  const shared = new CompressedStringsWriter();
  const sharedNumbers = new Map<string, number>();
  const columns = NARROWINGS.map((narrowing) => ({
    narrowing,
    builder: createValueColumnBuilder(),
  }));
  const queryColumns = createQueryColumnsEncoder();
  const formatNames = new Map<string, string>();
  const ranks = createRanksEncoder();
  const keys = createTitleKeysEncoder();

  const share = (text: string) => {
    let number = sharedNumbers.get(text);
    if (number === undefined) {
      number = shared.add(text);
      sharedNumbers.set(text, number);
    }
    return number;
  };

  return {
    add(title) {
      const { tags, ratings } = saidAbout(title.id);
      const allTags = [...(title.tags ?? []), ...tags];
      ids.push(title.id);
      const { id: format, name: formatName } = title.format;
      if (formatName && !formatNames.has(format)) formatNames.set(format, formatName);
      records.add(encodeTitle(title, share));
      const values = narrowingValues(title, allTags);
      for (const { narrowing, builder } of columns) builder.add(values[narrowing]);
      queryColumns.add(title);
      ranks.add(title, ratings);
      keys.add(title);
      return searchTextOf(title, [...new Set(allTags)]);
    },
    finish(sections, segments) {
      const order = numbersById(ids);
      // What takes the most room while it is made comes first, what takes the most when made last.
      ranks.finish(sections, order);
      keys.finish(sections, order);
      for (const { narrowing, builder } of columns) {
        const nameOf = (id: string) => {
          const name = valueName(narrowing, id, library);
          const isUnknownFormat = narrowing === 'title_format' && name === id;
          return isUnknownFormat ? (formatNames.get(id) ?? id) : name;
        };
        const keyOf = (id: string) =>
          id === ANYWHERE ? '' : `${collationKey(nameOf(id))}\u0000${id}`;
        const column = builder.build(keyOf, order);
        const values = openStringTable(column.dictionary);
        const valueIds = Array.from({ length: values.size }, (_, value) => values.get(value));
        addValueColumn(sections, TITLE_SECTIONS.column(narrowing), column);
        if (valueIds.some((id) => nameOf(id) !== id)) {
          addStrings(sections, TITLE_SECTIONS.valueName(narrowing), valueIds.map(nameOf));
        }
      }
      queryColumns.finish(sections, order);
      addStrings(sections, TITLE_SECTIONS.id, permuted(ids, order));
      records.finish(sections, TITLE_SECTIONS.record, order);
      shared.finish(sections, TITLE_SECTIONS.shared);
      addIndex(sections, mergeSegments(taken(segments), order));
    },
  };
}

/** The segments one by one, none of which is kept in the list once it is taken. */
function* taken(segments: Segment[]): Generator<Segment> {
  for (let segment = segments.shift(); segment !== undefined; segment = segments.shift()) {
    yield segment;
  }
}

/** The final number of every title by the order of arrival: its place among the ids. */
function numbersById(ids: readonly string[]): Uint32Array {
  const arrivals = Uint32Array.from(ids, (_, arrival) => arrival);
  arrivals.sort((a, b) => compareCodePoints(ids[a], ids[b]));
  const order = new Uint32Array(ids.length);
  arrivals.forEach((arrival, number) => {
    order[arrival] = number;
  });
  return order;
}

function permuted<T>(values: readonly T[], order: Uint32Array): T[] {
  const result = new Array<T>(values.length);
  order.forEach((final, arrival) => {
    result[final] = values[arrival];
  });
  return result;
}
