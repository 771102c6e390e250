import { nameKeys } from '../../catalog/name-key.js';
import { ANYWHERE, NARROWINGS, narrowingValues, valueName } from '../../catalog/narrowings.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import { type SearchField, searchTextOf } from '../../catalog/search-fields.js';
import { titleKeyHash, titleKeys } from '../../catalog/title-key.js';
import {
  collationKey,
  compareCodePoints,
  createDocValuesColumnBuilder,
  GrowableArray,
  mergeSegments,
  normalizeUnicode,
  openDocValuesColumn,
  openStringTable,
  type Segment,
} from '../../search/index.js';
import { addDocValuesColumn } from '../format/columns.js';
import { CompressedStringsWriter } from '../format/compressed-strings.js';
import type { SectionData } from '../format/container/sections.js';
import { addFacetStructures } from '../format/facet-sections.js';
import { addIndex } from '../format/index/index-sections.js';
import { addTermLanguages, languageNumber } from '../format/index/term-languages.js';
import { addTitleKeys } from '../format/index/title-keys.js';
import { addStrings } from '../format/records.js';
import { encodeTitle } from '../format/title-codec.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import { createQueryColumnsEncoder } from './query-columns-encoder.js';
import { createRanksEncoder } from './ranks-encoder.js';
import { createSharedRenumberer } from './shared-renumberer.js';
import { createSharedStringsEncoder } from './shared-strings-encoder.js';
import type { UserContentOfTitle } from './user-content-of-titles.js';
import { createWorksEncoder } from './works-encoder.js';

/**
 * Collects the hashes of title keys: normalized titles, authors' names and names of series, which are compared with
 * queries.
 */
export interface TitleKeysEncoder {
  /** Adds the keys of the next title. */
  add(title: Title): void;
  /**
   * Writes the sections.
   *
   * @param docIds `docIds[i]` is the doc id of the title that was added at position `i`
   */
  finish(sections: Map<string, SectionData>, docIds: Uint32Array): void;
}

function createTitleKeysEncoder(): TitleKeysEncoder {
  const hashes = new GrowableArray();
  /** Parallel to `hashes`: the position of the title in the order of adding. */
  const positions = new GrowableArray();
  let titleCount = 0;
  return {
    add(title) {
      for (const key of [...titleKeys(title), ...nameKeys(title)]) {
        hashes.push(titleKeyHash(key));
        positions.push(titleCount);
      }
      titleCount++;
    },
    finish(sections, docIds) {
      const docIdsOfKeys = positions.toArray().map((position) => docIds[position]);
      addTitleKeys(sections, hashes.toArray(), docIdsOfKeys);
    },
  };
}

/** Encodes titles one by one. The order of the titles does not change the sections. */
export interface TitlesEncoder {
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
 * @param userContentOf returns what users made of a title, by the id of the title
 */
export function createTitlesEncoder(
  library: Library,
  userContentOf: (id: string) => UserContentOfTitle,
): TitlesEncoder {
  const ids: string[] = [];
  const summaries = new CompressedStringsWriter();
  const details = new CompressedStringsWriter();
  const shared = createSharedStringsEncoder();
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

  return {
    add(title) {
      const { tags, ratings, listItems } = userContentOf(title.id);
      const allTags = [...(title.tags ?? []), ...tags];
      ids.push(title.id);
      formatNames.add(title);
      shared.beginTitle(title.id);
      const encoded = encodeTitle(title, shared.add);
      summaries.add(encoded.summary);
      details.add(encoded.details);
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
      const sharedNumbers = shared.finalNumbers(docIds);
      const convert = sharedNumbers && createSharedRenumberer(sharedNumbers);
      const options = { finalIndexes: docIds, convert };
      summaries.finish(sections, TITLE_SECTIONS.part('summary'), options);
      details.finish(sections, TITLE_SECTIONS.part('details'), options);
      shared.finish(sections, sharedNumbers);
      const index = mergeSegments(drain(segments), docIds);
      addIndex(sections, index);
      addTermLanguages(sections, index, permute([...languages.toArray()], docIds));
    },
  };
}

/**
 * Collects the names of formats. If several titles name a format, the format has the name in the title with
 * the lowest id.
 */
function createFormatNames() {
  /** The name of each format and the id of its title, by the id of the format in Unicode NFC. */
  const names = new Map<string, { readonly title: string; readonly name: string }>();
  return {
    add({ id: title, format: { id, name } }: Title): void {
      if (!name) return;
      const format = normalizeUnicode(id, 'NFC');
      const named = names.get(format);
      if (named === undefined || compareCodePoints(title, named.title) < 0) {
        names.set(format, { title, name });
      }
    },
    nameOf: (format: string) => names.get(format)?.name,
  };
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
