/*
 * The records of titles. A record is stored as JSON in five parts, so that a response reads only what it contains. The
 * parts that most requests read are string tables. The other parts are blocks of texts, compressed with deflate. A
 * block is decompressed when one of its texts is read. `titles-encoder.ts` encodes the titles of a source, and
 * `columns.ts` has the columns by which titles are found.
 */

// The entry for Node loads `worker_threads`, which only the asynchronous functions use.
import { deflateSync, inflateSync } from 'fflate/browser';
import { partitionPoint } from '../../base/binary-search.js';
import {
  type JsonSchema,
  objectSchema,
  type SchemaCheck,
  schemaCheck,
} from '../../base/json-schema.js';
import { memoizePerIndex } from '../../base/lazy.js';
import { StructureError } from '../../base/messages.js';
import type { StringTable } from '../../base/string-table.js';
import type { TitleSummaryFields, Titles } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import {
  align,
  BLOCK_BYTES,
  blockChecksumsOf,
  blockCountOf,
  crc32,
  getBytes,
  getOffsets,
  getParallel,
  getSection,
  readRange,
  type SectionData,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import {
  addStringTable,
  joinNumbers,
  joinStringTables,
  parseRecord,
  stringTableData,
} from './records.js';
import { StringWriter } from './string-writer.js';

/** The fields of a title, except its id, which is stored separately. */
export type Field = Exclude<keyof Title, 'id'>;

/** The names of all fields, in the order in which a part contains them. */
export const FIELD_NAMES = Object.keys(titleSchema.properties).filter(
  (name) => name !== 'id',
) as readonly Field[];

/**
 * The parts of a record. The part `holdings` contains the holdings and their statements, and the part `marc` only the MARC
 * record. The part `summary` also has the {@link CountedHoldings} of the title.
 */
export const PARTS = ['summary', 'listing', 'holdings', 'details', 'marc'] as const;

export type Part = (typeof PARTS)[number];

/** The fields that a response of `searchTitles` contains, and rare fields that searches compare. */
const SUMMARY_FIELDS: ReadonlySet<Field> = new Set([
  'title',
  'sub_title',
  'format',
  'details_url',
  'availability',
  'authors',
  'isbns',
  'upcs',
  'sort_title',
  'alternate_titles',
  'links',
]);

/** The fields that lists of titles on pages also show, or that titles are compared by. They are all short. */
const LISTING_FIELDS: ReadonlySet<Field> = new Set([
  'jacket_cover',
  'call_number',
  'series',
  'edition',
  'primary_language',
  'languages',
  'publication_date',
  'added',
  'popularity',
  'rating',
  'fiction',
]);

function partOf(field: Field): Part {
  if (field === 'holdings' || field === 'holdings_statements') return 'holdings';
  if (field === 'marc') return 'marc';
  if (SUMMARY_FIELDS.has(field)) return 'summary';
  return LISTING_FIELDS.has(field) ? 'listing' : 'details';
}

const PART_OF: Readonly<Record<Field, Part>> = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, partOf(field)]),
) as Record<Field, Part>;

/**
 * The number of holdings of a title, and their statuses, each once. The part `summary` contains this instead of the
 * holdings, so that a summary is as quick to read for a title with many holdings.
 */
interface CountedHoldings {
  readonly count: number;
  readonly statuses: readonly string[];
}

const countedHoldingsSchema = objectSchema('all', {
  count: { type: 'integer', minimum: 1 },
  statuses: { type: 'array', items: { type: 'string' } },
});

/** Returns whether a parsed part contains the fields of the part, with values as in the schema. */
const IS_PART: Readonly<Record<Part, SchemaCheck>> = {
  summary: schemaCheck(schemaOfPart('summary', { copies: countedHoldingsSchema })),
  listing: schemaCheck(schemaOfPart('listing')),
  holdings: schemaCheck(schemaOfPart('holdings')),
  details: schemaCheck(schemaOfPart('details')),
  marc: schemaCheck(schemaOfPart('marc')),
};

function schemaOfPart(part: Part, others: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const isInPart = (field: string) => PART_OF[field as Field] === part;
  const properties = Object.entries(titleSchema.properties).filter(([field]) => isInPart(field));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...others },
    required: titleSchema.required.filter(isInPart),
  };
}

/** A part that has no field. */
export const EMPTY_PART = '{}';

/** Returns an equal JSON value whose objects have their keys in a fixed order. */
type SortKeys = (value: unknown) => unknown;

const FIELDS = FIELD_NAMES.map((field) => ({
  field,
  part: PART_OF[field],
  sort: sortOf(titleSchema.properties[field]),
}));

/**
 * Divides a title into its parts. Equal titles have equal parts, whatever the order of the keys in their objects. Fields
 * that are missing or null are omitted.
 */
export function encodeTitle(title: Title): Readonly<Record<Part, string>> {
  const parts: Record<Part, Record<string, unknown>> = {
    summary: {},
    listing: {},
    holdings: {},
    details: {},
    marc: {},
  };
  for (const { field, part, sort } of FIELDS) {
    const value = title[field];
    if (value !== undefined && value !== null) parts[part][field] = sort(value);
  }
  if (title.holdings?.length) parts.summary.copies = countHoldings(title.holdings);
  return {
    summary: JSON.stringify(parts.summary),
    listing: JSON.stringify(parts.listing),
    holdings: JSON.stringify(parts.holdings),
    details: JSON.stringify(parts.details),
    marc: JSON.stringify(parts.marc),
  };
}

function countHoldings(holdings: NonNullable<Title['holdings']>): CountedHoldings {
  return { count: holdings.length, statuses: [...new Set(holdings.map(({ status }) => status))] };
}

/** Returns a function that sorts the keys of objects as in their schema, or as texts if the schema has no keys. */
function sortOf({ items, properties, type }: JsonSchema): SortKeys {
  if (items !== undefined) {
    if (items.properties === undefined) return (value) => value;
    const sort = sortOf(items);
    return (value) => (value as readonly unknown[]).map(sort);
  }
  if (properties === undefined) return type === 'object' ? sortKeys : (value) => value;
  const keys = Object.entries(properties).map(([key, schema]) => ({ key, sort: sortOf(schema) }));
  return (value) => {
    const record = value as Readonly<Record<string, unknown>>;
    const sorted: Record<string, unknown> = {};
    for (const { key, sort } of keys) {
      if (record[key] !== undefined) sorted[key] = sort(record[key]);
    }
    return sorted;
  };
}

/** Returns a copy of a JSON value in which the keys of all objects are sorted as texts. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item)]));
}

/** Reads one part of a title, as parsed JSON. */
export type ReadPart = (part: Part) => Readonly<Record<string, unknown>>;

/** Joins the parts of a title, without its MARC record. */
export function decodeTitle(id: string, readPart: ReadPart): Title {
  const title = Object.assign(
    { id },
    readPart('summary'),
    readPart('listing'),
    readPart('holdings'),
    readPart('details'),
    { id }, // A damaged part could have another id.
  );
  const { copies: _, ...fields } = title as unknown as Title & {
    readonly copies?: CountedHoldings;
  };
  return fields;
}

/** Returns only some fields of a title. Reads only the parts that contain them. */
export function decodeFields<F extends Field>(
  readPart: ReadPart,
  fields: readonly F[],
): Pick<Title, F> {
  const picked: Record<string, unknown> = {};
  for (const part of PARTS) {
    if (!fields.some((field) => PART_OF[field] === part)) continue;
    const decoded = readPart(part);
    for (const field of fields) {
      if (decoded[field] !== undefined) picked[field] = decoded[field];
    }
  }
  return picked as Pick<Title, F>;
}

/**
 * Returns the fields of a summary. Reads only the part `summary`.
 *
 * @param readPart returns a new object, which this function changes
 */
export function decodeSummary(readPart: ReadPart): TitleSummaryFields {
  const summary = readPart('summary') as unknown as Mutable<TitleSummaryFields>;
  const copies = summary.copies as unknown as CountedHoldings | undefined;
  if (copies !== undefined) {
    summary.copies = copies.count;
    summary.holdings = copies.statuses.map((status) => ({ status }));
  }
  return summary;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The character after each text in a block. JSON texts do not contain it. */
const SEPARATOR = '\n';
const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);

/**
 * The maximum ratio of the size of a block to its compressed size. A block that would compress better is stored as
 * deflate data without compression, so that damaged sizes cannot make a reader allocate much memory.
 */
const MAX_RATIO = 32;

/** The number of blocks that stay decompressed after they were read. */
const CACHED_BLOCKS = 16;

/** The names of the sections of texts in blocks, in addition to the string table of the compressed blocks. */
const sectionsOf = (name: string) => ({
  /** The index of the first text of each block, and the number of all texts. */
  first: `${name}.first`,
  /** The decompressed size of each block in bytes. */
  size: `${name}.size`,
});

/**
 * Writes JSON texts in blocks.
 *
 * @param texts the texts in UTF-8; each is copied before the next one is read
 * @param minBytes the size of the texts in bytes at which a block is complete
 */
export function addTextBlocks(
  sections: SectionWriter,
  name: string,
  texts: Iterable<Uint8Array>,
  minBytes: number,
): void {
  const blocks = new StringWriter();
  const first = [0];
  const sizes: number[] = [];
  let block = new Uint8Array(2 * minBytes);
  let [size, count] = [0, 0];
  const endBlock = () => {
    const bytes = block.subarray(0, size);
    const deflated = deflateSync(bytes);
    const isStored = deflated.length * MAX_RATIO < size;
    blocks.addBytes(isStored ? deflateSync(bytes, { level: 0 }) : deflated);
    first.push(count);
    sizes.push(size);
    size = 0;
  };
  for (const text of texts) {
    const end = size + text.length + 1;
    if (end > block.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(block.subarray(0, size));
      block = larger;
    }
    block.set(text, size);
    block[end - 1] = SEPARATOR_BYTE;
    [size, count] = [end, count + 1];
    if (size >= minBytes) endBlock();
  }
  if (size > 0) endBlock();
  sections.set(sectionsOf(name).first, Uint32Array.from(first));
  sections.set(sectionsOf(name).size, Uint32Array.from(sizes));
  addStringTable(sections, name, blocks.finish());
}

/** Writes the texts of `before`, and then the texts of `added`. {@link addTextBlocks} wrote both. */
function addJoinedTextBlocks(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
): void {
  const { first, size } = sectionsOf(name);
  const numbersOf = (section: string) =>
    [before, added].map((from) => getSection(from, section, Uint32Array));
  const [firstBefore, firstAdded] = numbersOf(first);
  const [sizesBefore, sizesAdded] = numbersOf(size);
  const count = firstBefore[firstBefore.length - 1];
  to.set(first, joinNumbers(firstBefore.subarray(0, -1), firstAdded, count));
  to.set(size, joinNumbers(sizesBefore, sizesAdded));
  addStringTable(
    to,
    name,
    joinStringTables(stringTableData(before, name), stringTableData(added, name)),
  );
}

/**
 * Opens texts that {@link addTextBlocks} wrote. The blocks that were read last stay decompressed.
 *
 * @returns a reader whose `get` throws a StructureError if a block cannot be decompressed
 */
export function openTextBlocks(
  sections: Sections,
  name: string,
): Pick<StringTable, 'size' | 'get'> {
  const sizes = getSection(sections, sectionsOf(name).size, Uint32Array);
  const first = getParallel(sections, sectionsOf(name).first, Uint32Array, sizes.length + 1);
  const bytes = getBytes(sections, `${name}.bytes`);
  const offsets = getOffsets(sections, `${name}.offsets`, bytes.length, sizes.length);
  const { inflate = (deflated, size) => inflateSync(deflated, { out: new Uint8Array(size) }) } =
    bytes;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const damaged = (block: number) =>
    new StructureError(`${name}.bytes`, `a compressed block at ${block}`, 'other data');

  function textsOf(block: number): string[] {
    const compressed = readRange(`${name}.offsets`, bytes, offsets, block);
    if (sizes[block] > MAX_RATIO * compressed.length) throw damaged(block);
    let texts: string[];
    try {
      texts = decoder.decode(inflate(compressed, sizes[block])).slice(0, -1).split(SEPARATOR);
    } catch {
      throw damaged(block);
    }
    if (texts.length === first[block + 1] - first[block]) return texts;
    throw damaged(block);
  }

  const slots = Math.max(1, Math.min(CACHED_BLOCKS, sizes.length));
  const readBlock = memoizePerIndex(slots, textsOf, () => true);
  return {
    size: first[first.length - 1],
    get(index) {
      const block = partitionPoint(1, first.length, (next) => first[next] <= index) - 1;
      return readBlock(block)[index - first[block]];
    },
  };
}

/**
 * The names of the sections with the records of titles. A snapshot file has only the first set of records, in the order
 * of the titles. In a changed catalog, the records of added and replaced titles are in the second set, and `places`
 * contains the place of each title's record: its index in the first set, or the size of the first set plus its index in
 * the second set.
 */
export const RECORD_SECTIONS = {
  first: (part: Part) => `titles.${part}`,
  second: (part: Part) => `titles.changed.${part}`,
  places: 'titles.places',
} as const;

/** The sections of a snapshot file that are read only to decode the record of a title. */
export const RECORD_BYTES: readonly string[] = PARTS.map(
  (part) => `${RECORD_SECTIONS.first(part)}.bytes`,
);

export function isRecordSection(name: string): boolean {
  const { first, second, places } = RECORD_SECTIONS;
  return (
    name === places ||
    PARTS.some((part) => [first, second].some((set) => name.startsWith(`${set(part)}.`)))
  );
}

/** The places of the records; see {@link RECORD_SECTIONS}. */
export interface RecordPlaces {
  /** By number of the title. Undefined if all records are in the first set. */
  readonly places: Uint32Array | undefined;
  readonly firstSize: number;
}

export function placesOfRecords(sections: Sections): RecordPlaces {
  const { places, first } = RECORD_SECTIONS;
  return {
    places: sections.has(places) ? getSection(sections, places, Uint32Array) : undefined,
    firstSize: recordCount(sections, first),
  };
}

/**
 * Returns the number of records in a set.
 *
 * @param nameOf `first` or `second` of {@link RECORD_SECTIONS}
 */
export function recordCount(sections: Sections, nameOf: (part: Part) => string): number {
  return getSection(sections, `${nameOf('summary')}.offsets`, Uint32Array).length - 1;
}

/** The size in bytes of the texts that are compressed together, in the parts that few requests read. */
const COMPRESSED_BYTES: Readonly<Partial<Record<Part, number>>> = {
  details: 1 << 13,
  marc: 1 << 15,
};

/**
 * Writes a part of the records of titles.
 *
 * @param name the name of the sections: see {@link RECORD_SECTIONS}
 * @param texts the part of each record
 * @param finalIndexes A permutation: the final index of each text, by its position in the order of adding. Default: the
 *   texts keep the order of adding.
 */
export function addRecordPart(
  sections: SectionWriter,
  name: string,
  part: Part,
  texts: StringWriter,
  finalIndexes?: Uint32Array,
): void {
  const blockBytes = COMPRESSED_BYTES[part];
  if (blockBytes === undefined) addStringTable(sections, name, texts.finish(finalIndexes));
  else addTextBlocks(sections, name, texts.inOrder(finalIndexes), blockBytes);
}

/**
 * Writes a part of the records of all titles, and a checksum of each block of its bytes, so that a reader can verify
 * only the blocks that it reads. For the parameters, see {@link addRecordPart}.
 */
export function addVerifiableRecordPart(
  sections: SectionWriter,
  name: string,
  part: Part,
  texts: StringWriter,
  finalIndexes?: Uint32Array,
): void {
  const written = new Map<string, SectionData>();
  addRecordPart(written, name, part, texts, finalIndexes);
  for (const [section, data] of written) sections.set(section, data);
  const section = `${name}.bytes`;
  const bytes = getSection(written, section, Uint8Array);
  const checksums = new Uint32Array(blockCountOf(bytes.length));
  for (let i = 0; i < checksums.length; i++) {
    const [start, end] = [i * BLOCK_BYTES, Math.min((i + 1) * BLOCK_BYTES, align(bytes.length))];
    const block = bytes.subarray(start, end);
    checksums[i] = crc32(new Uint8Array(end - start - block.length), crc32(block));
  }
  sections.set(blockChecksumsOf(section), checksums);
}

/** Copies a part of records to other sections. */
export function copyRecordPart(from: Sections, to: SectionWriter, name: string): void {
  for (const [section, data] of from) if (section.startsWith(`${name}.`)) to.set(section, data);
}

/** Writes the records of `before`, and then the records of `added`. {@link addRecordPart} wrote both. */
export function addJoinedRecordPart(
  before: Sections,
  added: Sections,
  to: SectionWriter,
  name: string,
  part: Part,
): void {
  if (COMPRESSED_BYTES[part] === undefined) {
    const [first, second] = [before, added].map((from) => stringTableData(from, name));
    addStringTable(to, name, joinStringTables(first, second));
  } else addJoinedTextBlocks(before, added, to, name);
}

/** Opens the records of titles. */
export function openTitleRecords(
  sections: Sections,
  idOf: (number: number) => string,
): Pick<Titles, 'get' | 'pick' | 'summary'> {
  const first = openSet(sections, RECORD_SECTIONS.first);
  const { places, firstSize } = placesOfRecords(sections);
  const second = places && openSet(sections, RECORD_SECTIONS.second);
  const readerOf = (number: number): ReadPart => {
    const place = places === undefined ? number : places[number];
    return second === undefined || place < firstSize
      ? (part) => first[part](place)
      : (part) => second[part](place - firstSize);
  };
  return {
    get: (number) => decodeTitle(idOf(number), readerOf(number)),
    pick: (number, fields) => decodeFields(readerOf(number), fields),
    summary: (number) => decodeSummary(readerOf(number)),
  };
}

/** Returns the parsed part of a record by its index in a set. */
type ReadByIndex = (index: number) => Readonly<Record<string, unknown>>;

function openSet(sections: Sections, nameOf: (part: Part) => string): Record<Part, ReadByIndex> {
  const marc = openTextBlocks(sections, nameOf('marc'));
  const parsed = (part: Part, { get }: Pick<StringTable, 'get'>): ReadByIndex => {
    return (index) => parseRecord(`${nameOf(part)}.bytes`, get(index), IS_PART[part]);
  };
  return {
    summary: parsed('summary', openTexts(sections, nameOf('summary'))),
    listing: parsed('listing', openTexts(sections, nameOf('listing'))),
    holdings: parsed('holdings', openTexts(sections, nameOf('holdings'))),
    details: parsed('details', openTextBlocks(sections, nameOf('details'))),
    // Without any MARC record, the part has no texts.
    marc: marc.size === 0 ? () => ({}) : parsed('marc', marc),
  };
}

/** Opens a string table whose bytes can be in a file. */
function openTexts(sections: Sections, name: string): Pick<StringTable, 'get'> {
  const bytes = getBytes(sections, `${name}.bytes`);
  const offsets = getOffsets(sections, `${name}.offsets`, bytes.length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { get: (index) => decoder.decode(readRange(`${name}.offsets`, bytes, offsets, index)) };
}

/** Returns a title with its MARC record, if it has one. */
export function wholeTitle(titles: Pick<Titles, 'get' | 'pick'>, number: number): Title {
  return { ...titles.get(number), ...titles.pick(number, ['marc']) };
}
