/*
 * Encodes the titles of a source, or the changed titles of a catalog: their records, and with further encoders their
 * columns, ranks, works and the search index. `format/` defines the sections, and `indexing/` runs the threads that index
 * texts.
 */

import { codePointKey, collationKey, compareCodePoints } from '../../base/collation.js';
import { LEFT_OUT, mergeStringTables } from '../../base/merge-strings.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import { StringList, type StringTable, type StringTableData } from '../../base/string-table.js';
import { type Allocate, GrowableArray } from '../../base/typed-arrays.js';
import { numberOfId } from '../../catalog/field-types.js';
import {
  ANYWHERE,
  narrowingsOf,
  narrowingValues,
  typedValuesIn,
  valueFormsOf,
  valueName,
} from '../../catalog/narrowings.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import type { List, UserContent } from '../../catalog/records/user-records.js';
import { searchFieldsOf, searchTextOf } from '../../catalog/search-fields.js';
import {
  type FrozenIndexData,
  haveSameOrdinals,
  mergeSegments,
  type Segment,
} from '../../search/index.js';
import {
  addFacetStructures,
  copyFacetStructures,
  openDocValuesColumnOf,
  openOrdFinder,
  TITLE_SECTIONS,
} from '../format/columns.js';
import {
  getParallel,
  type Section,
  type SectionData,
  type Sections,
  type SectionWriter,
} from '../format/container/sections.js';
import { addIndex, addTermLanguages, languageNumber, openIndex } from '../format/index-sections.js';
import { addLookups, keepLookupSources } from '../format/lookup-sections.js';
import { addStringTable, copyStringTable, stringTableData } from '../format/records.js';
import { type ByteStorage, StringWriter } from '../format/string-writer.js';
import {
  addJoinedRecordPart,
  addRecordPart,
  addVerifiableRecordPart,
  copyRecordPart,
  EMPTY_PART,
  encodeTitle,
  FIELD_NAMES,
  PARTS,
  type Part,
  placesOfRecords,
  RECORD_SECTIONS,
  recordCount,
  wholeTitle,
} from '../format/title-records.js';
import type { Indexer } from '../indexing/indexer.js';
import {
  ascending,
  ColumnEncoder,
  createQueryColumnsEncoder,
  createRanksEncoder,
  invert,
  setByDocId,
  type TitleNumbers,
  type TitlesPartEncoder,
  type UnchangedTitles,
} from './columns-encoder.js';
import { createTitleKeysEncoder, createWorksEncoder } from './works-encoder.js';

/** Encodes titles one by one. The order of the titles does not change the sections. */
export interface TitlesEncoder {
  /**
   * Takes over unchanged titles of a catalog. Must be called before {@link add}, at most once. The records of these
   * titles stay encoded as they are; only the other records are written.
   */
  addUnchanged(unchanged: UnchangedTitles): void;
  /** Encodes a title, and adds its texts to the index. */
  add(title: Title): void;
  /**
   * Writes the sections. Doc ids are in the code point order of the titles' ids. Frees the memory of the encoder, which
   * cannot be used again.
   *
   * @param progress called with the share of the work that is done, from 0 to 1. Default: does nothing.
   */
  finish(sections: SectionWriter, progress?: (share: number) => void): EncodedTitles;
}

/** The numbers and ids of encoded titles. */
export interface EncodedTitles extends TitleNumbers {
  /** The ids of the titles, by doc id. */
  readonly ids: StringTableData;
}

/** The share of the work of {@link TitlesEncoder.finish} that is done after each part, measured at 100,000 titles. */
const DONE_AFTER = { columns: 0.2, records: 0.5, index: 0.9 };

/** Options of {@link createTitlesEncoder}. */
export interface TitlesEncoderOptions {
  /** Stores records until the end. Default: they are in memory. */
  readonly storage?: ByteStorage | undefined;
  /**
   * Allocates the memory of the largest sections if unchanged titles are taken over. Default: memory of the calling
   * thread.
   */
  readonly allocate?: Allocate | undefined;
}

/**
 * Creates an encoder of titles.
 *
 * @param userContentOf returns the tags, ratings and number of list items of a title, by its id
 */
export function createTitlesEncoder(
  library: Library,
  userContentOf: (id: string) => UserContentOfTitle,
  indexer: Indexer,
  { storage, allocate }: TitlesEncoderOptions = {},
): TitlesEncoder {
  let ids = new StringList();
  const records = createRecordsEncoder(storage);
  const narrowings = narrowingsOf(library);
  const columns = narrowings.map((narrowing) => ({
    narrowing,
    encoder: new ColumnEncoder(TITLE_SECTIONS.column(narrowing), valueFormsOf(narrowing)),
  }));
  const queryColumns = createQueryColumnsEncoder();
  const formatNames = createFormatNames();
  const ranks = createRanksEncoder();
  const works = createWorksEncoder();
  const keys = createTitleKeysEncoder();
  const languages = new GrowableArray();
  const boosts = new GrowableArray(Float64Array);
  let hasBoost = false;
  /**
   * The encoders of parts of a title. A loop calls them, because V8 takes less time to compile several small functions.
   */
  const parts = [formatNames, records, queryColumns, works, keys];
  let unchanged: UnchangedTitles | undefined;
  const addBoost = (boost = 1) => {
    boosts.push(boost);
    hasBoost ||= boost !== 1;
  };

  /** Adds the columns of the narrowings. A function of its own, so that the columns are freed before the index is built. */
  function addColumns(sections: SectionWriter, numbers: TitleNumbers): void {
    let hasSameColumns = unchanged !== undefined;
    const openColumns = columns.map(({ narrowing, encoder }) => {
      const nameOf = (id: string) => {
        const name = valueName(narrowing, id, library);
        const isUnknownFormat = narrowing === 'title_format' && name === id;
        return isUnknownFormat ? (formatNames.nameOf(id) ?? id) : name;
      };
      // The name of an unknown format can change together with the titles.
      const hasNewKeys = narrowing === 'title_format';
      const typed = typedValuesIn(narrowing, library);
      const keyOf = (id: string) => {
        if (typed !== undefined) return typed.orderKey(numberOfId(typed, id) ?? 0);
        return id === ANYWHERE ? '' : collationKey(nameOf(id));
      };
      const { column, before } = encoder.finish(sections, numbers, { keyOf, hasNewKeys });
      hasSameColumns &&= before !== undefined && haveSameOrdinals(column.data, before.data);
      const names = TITLE_SECTIONS.valueName(narrowing);
      if (unchanged !== undefined && column === before && !hasNewKeys) {
        copyValueNames(unchanged.sections, sections, names);
      } else {
        addValueNames(sections, names, column.dictionary, nameOf);
      }
      return column;
    });
    if (unchanged !== undefined && hasSameColumns) {
      copyFacetStructures(unchanged.sections, sections, narrowings);
    } else {
      addFacetStructures(sections, narrowings, openColumns);
    }
  }

  /** Adds the sort orders, works, keys and columns of the titles, and the lookups that are computed from them. */
  function addOrdersAndColumns(sections: SectionWriter, numbers: TitleNumbers): void {
    const kept = new Map<string, Section>();
    const keeping = keepLookupSources(sections, kept);
    ranks.finish(keeping, numbers);
    works.finish(keeping, numbers);
    keys.finish(sections, numbers);
    addColumns(keeping, numbers);
    queryColumns.finish(keeping, numbers);
    if (hasBoost) {
      const byTitle = setByDocId(new Float32Array(numbers.size), boosts, numbers.docIds);
      keeping.set(TITLE_SECTIONS.boost, byTitle);
    }
    addLookups(sections, kept, numbers.size, unchanged?.sections);
  }

  return {
    addUnchanged(titles) {
      unchanged = titles;
      for (const { encoder } of columns) encoder.addUnchanged(titles);
      for (const part of parts) part.addUnchanged(titles);
      ranks.addUnchanged(titles);
      const { size, recordBoosts } = titles.titles;
      const { language } = TITLE_SECTIONS;
      languages.extend(size).set(getParallel(titles.sections, language, Uint8Array, size));
      if (recordBoosts === undefined) boosts.extend(size).fill(1);
      else {
        boosts.extend(size).set(recordBoosts);
        hasBoost = titles.numbers.some((number) => recordBoosts[number] !== 1);
      }
    },
    add(record) {
      const title = withAllFields(record);
      const { tags, ratings, listItems } = userContentOf(title.id);
      const allTags = [...(title.tags ?? []), ...tags];
      ids.add(title.id);
      for (const part of parts) part.add(title);
      const values: Readonly<Record<string, readonly string[]>> = narrowingValues(
        title,
        allTags,
        library,
      );
      for (const { narrowing, encoder } of columns) encoder.add(values[narrowing]);
      ranks.add(title, ratings, listItems);
      languages.push(languageNumber(title));
      addBoost(title.boost);
      indexer.add(searchTextOf(title, [...new Set(allTags)], library));
    },
    finish(sections, progress = () => {}) {
      progress(0);
      const segments = indexer.finish();
      const encoded = numberTitles(ids, unchanged);
      const { size, docIds } = encoded;
      ids = new StringList();
      // The index is built last, so that its sections are not in memory while the other sections are built.
      addOrdersAndColumns(sections, encoded);
      addStringTable(sections, TITLE_SECTIONS.id, encoded.ids);
      progress(DONE_AFTER.columns);
      records.finish(sections, encoded);
      progress(DONE_AFTER.records);
      const languageNumbers = setByDocId(new Uint8Array(size), languages, docIds);
      sections.set(TITLE_SECTIONS.language, languageNumbers);
      const index = buildIndex(unchanged, segments, searchFieldsOf(library), docIds, allocate);
      addIndex(sections, index);
      progress(DONE_AFTER.index);
      addTermLanguages(sections, index, languageNumbers);
      return encoded;
    },
  };
}

/** An object with all fields of a title. JSON.parse creates objects with fast access to many fields. */
const NO_FIELDS = JSON.parse(`{${['id', ...FIELD_NAMES].map((name) => `"${name}":null`).join()}}`);
for (const name of FIELD_NAMES) NO_FIELDS[name] = undefined;

/**
 * Returns a copy of a title whose missing fields are undefined. Titles with the same fields in the same order are encoded
 * faster, because V8 compiles code for each combination of fields.
 */
function withAllFields(title: Title): Title {
  return { ...NO_FIELDS, ...title };
}

/** Writes the names of the values of a narrowing, unless each value is its own name. */
function addValueNames(
  sections: SectionWriter,
  name: string,
  { size, get }: StringTable,
  nameOf: (id: string) => string,
): void {
  const ords = ascending(size);
  if (ords.every((ord) => nameOf(get(ord)) === get(ord))) return;
  const names = new StringList();
  for (const ord of ords) names.add(nameOf(get(ord)));
  addStringTable(sections, name, names.toTable());
}

/** Copies the names that {@link addValueNames} wrote, if any. */
function copyValueNames(from: Sections, to: SectionWriter, name: string): void {
  if (from.has(`${name}.offsets`)) copyStringTable(from, to, name);
}

/** Builds the index of the unchanged titles, if any, and of the segments. */
function buildIndex(
  unchanged: UnchangedTitles | undefined,
  segments: Iterable<Segment>,
  fields: readonly string[],
  docIds: Uint32Array,
  allocate: Allocate | undefined,
): FrozenIndexData {
  if (unchanged === undefined) return mergeSegments(segments, docIds);
  const before = openIndex(unchanged.sections, fields, unchanged.titles.size);
  return mergeSegments([before, ...segments], docIds, allocate);
}

/**
 * Numbers the unchanged titles, if any, and then the added titles, in the code point order of their ids.
 *
 * @param added the ids of the added titles
 */
function numberTitles(added: StringList, unchanged: UnchangedTitles | undefined): EncodedTitles {
  const keyOf = (position: number) => codePointKey(added.get(position));
  const order = sortByKeys(ascending(added.size), keyOf);
  const ids = added.toTable(order);
  if (unchanged === undefined) return { size: added.size, docIds: invert(order), ids };
  const { numbers, sections, titles } = unchanged;
  const isKept = new Uint8Array(titles.size);
  for (const number of numbers) isKept[number] = 1;
  const { table, numbers: merged } = mergeStringTables(
    [stringTableData(sections, TITLE_SECTIONS.id), ids],
    (list, number) => list === 1 || isKept[number] === 1,
  );
  const docIds = new Uint32Array(titles.size + added.size).fill(LEFT_OUT);
  for (const number of numbers) docIds[number] = merged[0][number];
  for (let i = 0; i < order.length; i++) docIds[titles.size + order[i]] = merged[1][i];
  return { size: numbers.length + added.size, docIds, ids: table };
}

interface NamedFormat {
  readonly title: string;
  readonly name: string;
}

/**
 * Collects the names of formats. If several titles name a format, the format has the name in the title with
 * the lowest id.
 */
function createFormatNames() {
  /** The name of each format in the added titles, by the id of the format in Unicode NFC. */
  const names = new Map<string, NamedFormat>();
  const namedByUnchanged = new Map<string, NamedFormat | undefined>();
  let unchanged: UnchangedTitles | undefined;
  const findUnchanged = (format: string) => {
    if (unchanged === undefined || namedByUnchanged.has(format))
      return namedByUnchanged.get(format);
    const found = findNamedFormat(unchanged, format);
    namedByUnchanged.set(format, found);
    return found;
  };
  return {
    addUnchanged(titles: UnchangedTitles): void {
      unchanged = titles;
    },
    add({ id: title, format: { id, name } }: Title): void {
      if (!name) return;
      const format = normalizeUnicode(id, 'NFC');
      const named = names.get(format);
      if (named === undefined || compareCodePoints(title, named.title) < 0) {
        names.set(format, { title, name });
      }
    },
    nameOf(format: string): string | undefined {
      const added = names.get(format);
      const kept = findUnchanged(format);
      if (added === undefined || kept === undefined) return (added ?? kept)?.name;
      return compareCodePoints(added.title, kept.title) < 0 ? added.name : kept.name;
    },
  };
}

/** Returns the name of a format in the unchanged title with the lowest id that names the format. */
function findNamedFormat(
  { sections, titles, numbers }: UnchangedTitles,
  format: string,
): NamedFormat | undefined {
  const section = TITLE_SECTIONS.column('title_format');
  const column = openDocValuesColumnOf(sections, section, titles.size);
  const ord = openOrdFinder(sections, section, column)(format);
  for (const number of column.select(numbers, [ord])) {
    const { name } = titles.pick(number, ['format']).format;
    if (name) return { title: titles.id(number), name };
  }
  return undefined;
}

/** The tags and ratings that users gave to a title, and the number of list items with the title. */
export interface UserContentOfTitle {
  readonly tags: readonly string[];
  readonly ratings: readonly number[];
  readonly listItems: number;
}

/** The value for a title that no user content and no list refers to. */
export const NO_USER_CONTENT: UserContentOfTitle = { tags: [], ratings: [], listItems: 0 };

/**
 * Returns the tags, ratings and numbers of list items of titles, by the title's id. The tags and ratings are in the
 * code point order of the ids of the users. Titles without tags, ratings and list items are absent.
 */
export function collectUserContent(
  userContent: readonly UserContent[],
  lists: readonly List[],
): ReadonlyMap<string, UserContentOfTitle> {
  const byTitle = new Map<string, { tags: string[]; ratings: number[]; listItems: number }>();
  const ofTitle = (title: string) => {
    const known = byTitle.get(title) ?? { tags: [], ratings: [], listItems: 0 };
    byTitle.set(title, known);
    return known;
  };
  const byUser = userContent.toSorted((a, b) => compareCodePoints(String(a.user), String(b.user)));
  for (const { title, content = [] } of byUser) {
    for (const { content_type, content_data } of content) {
      if (content_type.id === 'tag') ofTitle(title).tags.push(content_data as string);
      else if (content_type.id === 'rating') ofTitle(title).ratings.push(content_data as number);
    }
  }
  for (const { title } of lists.flatMap(({ list_items }) => list_items)) {
    if (title !== undefined) ofTitle(title).listItems++;
  }
  return byTitle;
}

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
