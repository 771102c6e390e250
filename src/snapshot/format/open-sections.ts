/*
 * Opens a catalog and its titles from sections, and divides sections into the groups that a change replaces together. The
 * lengths of sections are checked here. `container/read-sections.ts` has verified their checksums.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lazy, memoizePerIndex, memoizePerText, withGetters } from '../../base/lazy.js';
import {
  type Catalog,
  type CatalogRecords,
  countRecords,
  type NarrowingValue,
  type Titles,
} from '../../catalog/catalog.js';
import { openExtraColumn } from '../../catalog/extra-columns.js';
import { extraNarrowings } from '../../catalog/extra-fields.js';
import { idOfNumber, numberOfId } from '../../catalog/field-types.js';
import { encodeParameter, narrowingsOf, valueFormsOf } from '../../catalog/narrowings.js';
import {
  QUERY_NUMBERS,
  QUERY_VALUES,
  type QueryNumber,
  type QueryValues,
} from '../../catalog/query-columns.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import { type Sort, STORED_SORTS } from '../../catalog/sort-keys.js';
import {
  createFacetCounter,
  type DocValuesColumn,
  type NumberColumn,
  openFrozenIndex,
  openNumberColumn,
} from '../../search/index.js';
import {
  facetStructures,
  openDocValuesColumnOf,
  openOrdFinder,
  QUERY_SECTIONS,
  TITLE_SECTIONS,
} from './columns.js';
import { type ByteSource, readSections, readTable } from './container/read-sections.js';
import {
  type Checksum,
  checkLength,
  getParallel,
  getSection,
  type Section,
  type Sections,
  type TableEntry,
} from './container/sections.js';
import { toSnapshotError } from './container/snapshot-error.js';
import { tableEntriesOf } from './container/write-sections.js';
import { openIndex, openInflections, openSynonymsOf, openTitleKeys } from './index-sections.js';
import { openLookups } from './lookup-sections.js';
import { openIds, openStrings, readLibrary } from './records.js';
import { openTitleRecords } from './title-records.js';
import { openLists, openSessions, openUserContents, openUsers } from './user-records.js';

/** The groups of sections, in the order of the file. The sections of a group are encoded together. */
export const SECTION_GROUPS = [
  'library',
  'titles',
  'synonyms',
  'users',
  'user_content',
  'lists',
  'sessions',
] as const;

export type SectionGroup = (typeof SECTION_GROUPS)[number];

/** The groups of sections that the titles of a catalog are opened from. */
export const TITLE_GROUPS: readonly SectionGroup[] = ['library', 'titles', 'synonyms'];

/** All sections of some groups. */
export type GroupedSections = ReadonlyMap<SectionGroup, ReadonlyMap<string, Section>>;

/** Returns the group of a section. The index is part of the titles. */
export const groupOf = memoizePerText(256, 64, (section): SectionGroup => {
  const [prefix] = section.split('.', 1);
  return prefix === 'index' ? 'titles' : (prefix as SectionGroup);
});

/** Returns all sections by their groups. */
export function groupSections(sections: Iterable<readonly [string, Section]>): GroupedSections {
  const groups = new Map<SectionGroup, Map<string, Section>>();
  for (const [name, data] of sections) {
    const group = groups.get(groupOf(name)) ?? new Map<string, Section>();
    groups.set(groupOf(name), group.set(name, data));
  }
  return groups;
}

/** Returns only the sections of some groups. The result does not refer to the other sections. */
export function selectGroups(
  sections: Sections,
  groups: readonly SectionGroup[],
): Map<string, Section> {
  return new Map([...sections].filter(([name]) => groups.includes(groupOf(name))));
}

/**
 * Returns sections in which some groups are replaced. The other sections are shared. The result does not refer to
 * `sections`, so that replaced sections can be freed.
 */
function withReplacedGroups(sections: Sections, replaced: GroupedSections): Sections {
  return new Map(
    SECTION_GROUPS.flatMap((group) => [
      ...(replaced.get(group) ?? selectGroups(sections, [group])),
    ]),
  );
}

const FINGERPRINT_DIGITS = 16;

/** Returns a hash of the names, types, lengths and checksums of sections, as 16 hexadecimal digits. */
function fingerprintOf(sections: readonly Omit<TableEntry, 'offset'>[]): string {
  const lines = sections.map(
    ({ name, type, length, checksum }) => `${name} ${type} ${length} ${checksum}\n`,
  );
  return bytesToHex(sha256(utf8ToBytes(lines.join('')))).slice(0, FINGERPRINT_DIGITS);
}

/** Options of {@link openSections}: data that the caller has already computed from the sections. */
export interface OpenSectionsOptions {
  /**
   * The section table, from which `Catalog.fingerprint` is computed. Default: computed when the fingerprint is
   * first read.
   */
  readonly table?: readonly Readonly<Omit<TableEntry, 'offset'>>[] | undefined;
}

/**
 * Opens the catalog in the sections of a snapshot.
 *
 * @param name the name of the catalog in messages, such as the path of its file
 * @throws SnapshotError if a section is missing, or if a section that is decoded at once has another type
 */
export function openSections(
  name: string,
  sections: Sections,
  options?: OpenSectionsOptions,
): Catalog {
  try {
    return openCatalogIn(name, sections, options);
  } catch (error) {
    throw toSnapshotError(name, error);
  }
}

function openCatalogIn(
  name: string,
  sections: Sections,
  { table }: OpenSectionsOptions = {},
): Catalog {
  const catalog = {
    source: name,
    library: readLibrary(sections),
    ...mapParts((part) => openPart(part, sections)),
  };
  const entries = mapGroups((group) =>
    table === undefined ? computedEntries(sections, group) : tableEntries(table, group),
  );
  return registerCatalog(catalog, { sections, entries });
}

/**
 * The groups that each part of a catalog is opened from, and the function that opens it. A part refers only to the
 * sections of its groups, so that the other sections can be freed when they are replaced.
 */
const PARTS = {
  titles: { groups: TITLE_GROUPS, open: openTitles },
  users: { groups: ['users'], open: openUsers },
  userContent: { groups: ['user_content'], open: openUserContents },
  lists: { groups: ['lists'], open: openLists },
  sessions: { groups: ['sessions'], open: openSessions },
} as const satisfies Record<keyof CatalogRecords, unknown>;

type PartName = keyof typeof PARTS;

function openPart<Name extends PartName>(name: Name, sections: Sections): Catalog[Name] {
  const { groups, open } = PARTS[name];
  return open(selectGroups(sections, groups)) as Catalog[Name];
}

function mapParts(create: <Name extends PartName>(name: Name) => Catalog[Name]): CatalogRecords {
  return {
    titles: create('titles'),
    users: create('users'),
    userContent: create('userContent'),
    lists: create('lists'),
    sessions: create('sessions'),
  };
}

interface OpenedSections {
  readonly sections: Sections;
  /** For each group, a function that returns the entries of the group in the section table. */
  readonly entries: ReadonlyMap<SectionGroup, () => readonly Entry[]>;
}

type Entry = Omit<TableEntry, 'offset'>;

const openedSections = new WeakMap<Catalog, OpenedSections>();

/** Adds the fingerprint and the counts to a catalog, and stores the sections of the catalog for {@link sectionsOf}. */
function registerCatalog(
  catalog: Pick<Catalog, 'source' | 'library'> & CatalogRecords,
  { sections, entries }: OpenedSections,
): Catalog {
  const fingerprint = lazy(() =>
    fingerprintOf(SECTION_GROUPS.flatMap((group) => entries.get(group)?.() ?? [])),
  );
  const counts = () => countRecords(catalog);
  const registered = withGetters(catalog, { fingerprint, counts }) as Catalog;
  openedSections.set(registered, { sections, entries });
  return registered;
}

function mapGroups<T>(create: (group: SectionGroup) => T): Map<SectionGroup, T> {
  return new Map(SECTION_GROUPS.map((group) => [group, create(group)]));
}

function tableEntries(table: readonly Readonly<Entry>[], group: SectionGroup) {
  return lazy(() => table.filter(({ name }) => groupOf(name) === group));
}

/**
 * Returns a function that computes the entries of the sections of a group in the section table. The function refers to
 * no other sections.
 */
function computedEntries(all: Sections, group: SectionGroup): () => readonly Entry[] {
  const sections = selectGroups(all, [group]);
  return lazy(() => tableEntriesOf(sections));
}

/**
 * Returns the section table of a catalog, without the offsets.
 *
 * @throws TypeError if neither {@link openSections} nor {@link replaceSections} returned the catalog
 */
export function sectionTableOf(catalog: Catalog): Entry[] {
  const { entries } = openedSectionsOf(catalog);
  return SECTION_GROUPS.flatMap((group) => entries.get(group)?.() ?? []);
}

/**
 * Returns the sections of a catalog that {@link openSections} or {@link replaceSections} returned.
 *
 * @throws TypeError if the catalog is another object
 */
export function sectionsOf(catalog: Catalog): Sections {
  return openedSectionsOf(catalog).sections;
}

function openedSectionsOf(catalog: Catalog): OpenedSections {
  const opened = openedSections.get(catalog);
  if (opened !== undefined) return opened;
  throw new TypeError('catalog: expected a catalog that Carrel opened, found another object');
}

/** Returns a catalog that differs from another catalog only in the time of the latest change. */
export function withChangeTime(catalog: Catalog, changed: string): Catalog {
  // Copying the values of the properties would compute the fingerprint.
  const properties = Object.getOwnPropertyDescriptors(catalog);
  const copy: Catalog = Object.create(Object.prototype, {
    ...properties,
    changed: { value: changed, enumerable: true },
  });
  const opened = openedSections.get(catalog);
  if (opened !== undefined) openedSections.set(copy, opened);
  return copy;
}

/**
 * Opens a catalog in which some groups of sections are replaced. The new catalog shares everything else with the given
 * catalog, which stays valid. The caller must also replace groups that refer to the records of a replaced group by
 * number.
 */
export function replaceSections(catalog: Catalog, replaced: GroupedSections): Catalog {
  const opened = openedSectionsOf(catalog);
  const sections = withReplacedGroups(opened.sections, replaced);
  const entries = mapGroups((group) =>
    replaced.has(group) ? computedEntries(sections, group) : opened.entries.get(group)!,
  );
  const { source, library } = catalog;
  const isReplaced = (part: PartName) => PARTS[part].groups.some((group) => replaced.has(group));
  const changed = {
    source,
    library,
    ...mapParts((part) => (isReplaced(part) ? openPart(part, sections) : catalog[part])),
  };
  return registerCatalog(changed, { sections, entries });
}

/**
 * Opens a catalog from the bytes of a snapshot, in a browser or in Node. Verifies the checksums and the lengths of all
 * sections.
 *
 * @param checksum The CRC-32 function, for example `zlib.crc32` in Node. Null if the caller has verified the bytes, for
 *   example with a digest. Default: a function in JavaScript.
 * @throws SnapshotError if the bytes are damaged or not a snapshot of this format version, or if a section
 *   is missing or has another length
 *
 * @example
 * const buffer = await (await fetch('branch.snapshot')).arrayBuffer();
 * const catalog = openSnapshot(memoryBytes('branch.snapshot', buffer));
 */
export function openSnapshot(bytes: ByteSource, checksum?: Checksum | null): Catalog {
  const sections = readSections(bytes, checksum);
  return openSections(bytes.name, sections, { table: readTable(bytes, checksum ?? undefined) });
}

/** The columns of the query language that are not narrowings. */
export interface QueryColumns {
  readonly values: Readonly<Record<QueryValues, DocValuesColumn>>;
  readonly numbers: Readonly<Record<QueryNumber, NumberColumn>>;
}

function openQueryColumns(sections: Sections, titleCount: number): QueryColumns {
  const values = QUERY_VALUES.map((name) => [
    name,
    openDocValuesColumnOf(sections, QUERY_SECTIONS.values(name), titleCount),
  ]);
  const numbers = QUERY_NUMBERS.map((name) => {
    const section = QUERY_SECTIONS.numbers(name);
    const ofTitles = getSection(sections, section, Int32Array);
    // The column is empty if no title has a number.
    if (ofTitles.length > 0) checkLength(section, ofTitles, titleCount);
    return [name, openNumberColumn({ numbers: ofTitles })];
  });
  return { values: Object.fromEntries(values), numbers: Object.fromEntries(numbers) };
}

/** Opens the titles of a snapshot. */
function openTitles(sections: Sections): Titles {
  const ids = openIds(sections, TITLE_SECTIONS.id);
  const library = readLibrary(sections);
  const columns = Object.fromEntries(
    narrowingsOf(library).map((narrowing) => [
      narrowing,
      openDocValuesColumnOf(sections, TITLE_SECTIONS.column(narrowing), ids.size),
    ]),
  );
  const extraColumns = new Map(
    extraNarrowings(library).map((field) => [
      field.name,
      openExtraColumn(field, columns[field.name]),
    ]),
  );
  const { values: queryColumns, numbers: queryNumbers } = openQueryColumns(sections, ids.size);
  const ranks = Object.fromEntries(
    STORED_SORTS.map((sort) => [
      sort,
      getParallel(sections, TITLE_SECTIONS.rank(sort), Uint32Array, ids.size),
    ]),
  ) as Record<Sort, Uint32Array>;
  const byTitle = getParallel(sections, TITLE_SECTIONS.byTitle, Uint32Array, ids.size);
  const structures = facetStructures(sections, Object.keys(columns), ids.size);
  const index = openFrozenIndex(openIndex(sections, searchFieldsOf(library), ids.size), {
    ...queryNumbers,
    ...queryColumns,
    ...columns,
  });
  return {
    size: ids.size,
    id: ids.get,
    numberOf: ids.indexOf,
    ...openTitleRecords(sections, ids.get),
    index,
    inflections: openInflections(sections, index),
    synonyms: openSynonymsOf(sections),
    withTitleKey: openTitleKeys(sections),
    recordBoosts: sections.has(TITLE_SECTIONS.boost)
      ? getParallel(sections, TITLE_SECTIONS.boost, Float32Array, ids.size)
      : undefined,
    extraColumns,
    columns: columns as typeof columns & Titles['columns'],
    queryColumns,
    queryNumbers,
    facets: createFacetCounter(columns, structures),
    valueOrd: valueOrds(sections, columns, extraColumns),
    value: openNarrowingValues(sections, columns),
    ranks,
    works: getParallel(sections, TITLE_SECTIONS.work, Uint32Array, ids.size),
    byTitle,
    ...openLookups(sections, ids.size),
  };
}

/** The maximum length in UTF-16 code units of a value that stays decoded. */
const MAX_CACHED_CHARS = 200;

/**
 * Returns a function that returns the ordinal of a value by its id or another form of it, or -1 for an unknown id. A
 * narrowing is a facet, such as the format or the language.
 */
function valueOrds(
  sections: Sections,
  columns: Readonly<Record<string, DocValuesColumn>>,
  extraColumns: Titles['extraColumns'],
): Titles['valueOrd'] {
  const finders = new Map(
    Object.entries(columns).map(([narrowing, column]) => [
      narrowing,
      openOrdFinder(
        sections,
        TITLE_SECTIONS.column(narrowing),
        column,
        valueFormsOf(narrowing)?.keyOf,
      ),
    ]),
  );
  return (narrowing, id) => {
    const typed = extraColumns.get(narrowing)?.typed;
    const number = typed && numberOfId(typed, id);
    const found = typed === undefined || number === undefined ? id : idOfNumber(typed, number);
    return finders.get(narrowing)?.(found) ?? -1;
  };
}

/** The maximum number of values of a narrowing that stay decoded. */
const CACHED_VALUES = 4096;

/**
 * Returns a function that returns a value of a narrowing by its ordinal. Names are stored only for a narrowing
 * in which a name differs from its id. In other narrowings, the id of a value is its name.
 */
function openNarrowingValues(
  sections: Sections,
  columns: Readonly<Record<string, DocValuesColumn>>,
): Titles['value'] {
  const valuesOf = (narrowing: string, { dictionary }: DocValuesColumn) => {
    const section = TITLE_SECTIONS.valueName(narrowing);
    const names = sections.has(`${section}.offsets`) ? openStrings(sections, section) : undefined;
    return memoizePerIndex<NarrowingValue>(
      Math.min(CACHED_VALUES, dictionary.size),
      (ord) => {
        const id = dictionary.get(ord);
        return { id, name: names?.get(ord) ?? id, encodedId: encodeParameter(id) };
      },
      ({ id, name }) => id.length + name.length <= MAX_CACHED_CHARS,
    );
  };
  const values = Object.fromEntries(
    Object.entries(columns).map(([narrowing, column]) => [narrowing, valuesOf(narrowing, column)]),
  );
  return (narrowing, ord) => values[narrowing](ord);
}
