/*
 * Arrays that are computed from the other sections of titles. A snapshot stores them, so that the first request after
 * opening takes no longer than later requests.
 */

import { collationKey } from '../../base/collation.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import {
  type Editions,
  editionFactors,
  findEditions,
  STORED_LANGUAGE,
} from '../../catalog/editions.js';
import { filedName } from '../../catalog/person-name.js';
import {
  NAME_KINDS,
  type NameKind,
  nameLevels,
  popularityFactors,
  titleWeights,
} from '../../catalog/popularity.js';
import { type Shelf, shelveTitles, sortCallNumbers } from '../../catalog/shelf.js';
import { createScoreBoosts, type DocValuesColumn, openNumberColumn } from '../../search/index.js';
import { openDocValuesColumnOf, openOrdFinder, QUERY_SECTIONS, TITLE_SECTIONS } from './columns.js';
import {
  getOffsets,
  getParallel,
  getSection,
  type Section,
  type Sections,
  type SectionWriter,
} from './container/sections.js';

const LOOKUPS = {
  popularityFactors: 'titles.popularity.factors',
  popular: 'titles.popular',
  editions: 'titles.editions.numbers',
  newestEditions: 'titles.editions.newest',
  editionFactors: 'titles.editions.factors',
  levels: (kind: NameKind) => `titles.names.${kind}.levels`,
  byFamily: 'titles.names.author.by_family',
  byGiven: 'titles.names.author.by_given',
  callNumbers: 'titles.shelf.call_numbers',
  shelfStarts: 'titles.shelf.starts',
  shelfTitles: 'titles.shelf.titles',
} as const;

const POPULAR_TITLES = 2048;

const CALL_NUMBER = QUERY_SECTIONS.values('call_number');
const AUTHOR = TITLE_SECTIONS.column('author');
const PUBLICATION_YEAR = QUERY_SECTIONS.numbers('publication_year');

const SOURCES: readonly string[] = [
  TITLE_SECTIONS.rank('author'),
  TITLE_SECTIONS.rank('popularity'),
  TITLE_SECTIONS.popularity,
  TITLE_SECTIONS.boost,
  TITLE_SECTIONS.work,
  PUBLICATION_YEAR,
];
const SOURCE_COLUMNS: readonly string[] = [
  ...[...NAME_KINDS, 'available_at', 'language'].map(TITLE_SECTIONS.column),
  CALL_NUMBER,
];

/** Returns a writer that passes sections on, and keeps those that {@link addLookups} reads in `kept`. */
export function keepLookupSources(
  sections: SectionWriter,
  kept: Map<string, Section>,
): SectionWriter {
  return {
    set(name, data) {
      sections.set(name, data);
      const isSource =
        SOURCES.includes(name) || SOURCE_COLUMNS.some((column) => name.startsWith(`${column}.`));
      if (isSource) kept.set(name, data);
    },
  };
}

/**
 * Writes the lookups.
 *
 * @param from the sections that the lookups follow from: see {@link keepLookupSources}
 * @param before The sections of the titles before a change. Default: the titles are not changed.
 */
export function addLookups(
  sections: SectionWriter,
  from: Sections,
  titleCount: number,
  before?: Sections,
): void {
  const numbersOf = (name: string) => getSection(from, name, Uint32Array);
  const columnOf = (name: string) => openDocValuesColumnOf(from, name, titleCount);
  const factors = popularityFactors(getSection(from, TITLE_SECTIONS.popularity, Float32Array));
  sections.set(LOOKUPS.popularityFactors, factors);
  const byPopularity = numbersOf(TITLE_SECTIONS.rank('popularity'));
  const popular = new Uint32Array(Math.min(POPULAR_TITLES, titleCount));
  byPopularity.forEach((rank, title) => {
    if (rank < popular.length) popular[rank] = title;
  });
  sections.set(LOOKUPS.popular, popular);

  const years = openNumberColumn({ numbers: getSection(from, PUBLICATION_YEAR, Int32Array) });
  const editions = findEditions(numbersOf(TITLE_SECTIONS.work), years);
  sections.set(LOOKUPS.editions, editions.numbers);
  sections.set(LOOKUPS.newestEditions, editions.isNewest);
  const columns = {
    available_at: columnOf(TITLE_SECTIONS.column('available_at')),
    language: columnOf(TITLE_SECTIONS.column('language')),
  };
  const ranked = {
    editions,
    popularityBoosts: createScoreBoosts(factors),
    recordBoosts: from.has(TITLE_SECTIONS.boost)
      ? getSection(from, TITLE_SECTIONS.boost, Float32Array)
      : undefined,
    columns,
    valueOrd: (narrowing: keyof typeof columns, id: string) =>
      openOrdFinder(from, TITLE_SECTIONS.column(narrowing), columns[narrowing])(id),
  };
  sections.set(LOOKUPS.editionFactors, editionFactors(ranked, STORED_LANGUAGE));

  const weights = titleWeights(factors);
  for (const kind of NAME_KINDS) {
    const levels = nameLevels(columnOf(TITLE_SECTIONS.column(kind)).data, weights);
    sections.set(LOOKUPS.levels(kind), levels);
  }
  addAuthorOrders(sections, columnOf(AUTHOR), from, before);
  addShelf(sections, from, titleCount, before);
}

/** Writes the ordinals of authors in the order of each form of their names. Unchanged authors are not sorted again. */
function addAuthorOrders(
  sections: SectionWriter,
  { dictionary: { size, get } }: DocValuesColumn,
  from: Sections,
  before: Sections | undefined,
): void {
  const bytes = `${AUTHOR}.value.bytes`;
  const isUnchanged = before?.get(bytes) === from.get(bytes);
  for (const form of ['byFamily', 'byGiven'] as const) {
    const formOf = (ord: number) => filedName(get(ord))[form];
    const sorted = () =>
      sortByKeys(
        Uint32Array.from({ length: size }, (_, ord) => ord).filter((ord) => formOf(ord)),
        (ord) => collationKey(formOf(ord)),
      );
    const order = before && isUnchanged ? getSection(before, LOOKUPS[form], Uint32Array) : sorted();
    sections.set(LOOKUPS[form], order);
  }
}

function addShelf(
  sections: SectionWriter,
  from: Sections,
  titleCount: number,
  before: Sections | undefined,
): void {
  const column = openDocValuesColumnOf(from, CALL_NUMBER, titleCount);
  const byAuthor = new Uint32Array(titleCount);
  getSection(from, TITLE_SECTIONS.rank('author'), Uint32Array).forEach((rank, title) => {
    byAuthor[rank] = title;
  });
  const shelf = shelveTitles(column, callNumbersOf(), byAuthor);
  sections.set(LOOKUPS.callNumbers, shelf.callNumbers);
  sections.set(LOOKUPS.shelfStarts, shelf.starts);
  sections.set(LOOKUPS.shelfTitles, shelf.titles);

  function callNumbersOf(): Uint32Array {
    if (before === undefined) return sortCallNumbers(column);
    const callNumbers = getSection(before, LOOKUPS.callNumbers, Uint32Array);
    const offsets = `${CALL_NUMBER}.value.offsets`;
    if (from.get(offsets) === before.get(offsets)) return callNumbers;
    const titlesBefore = getSection(before, TITLE_SECTIONS.work, Uint32Array).length;
    const columnBefore = openDocValuesColumnOf(before, CALL_NUMBER, titlesBefore);
    return sortCallNumbers(column, { column: columnBefore, callNumbers });
  }
}

/** Opens the lookups that {@link addLookups} wrote. */
export function openLookups(sections: Sections, titleCount: number) {
  const factorsOf = (name: string) => getParallel(sections, name, Float32Array, titleCount);
  const levelsOf = (kind: NameKind) => getSection(sections, LOOKUPS.levels(kind), Float32Array);
  return {
    popularityBoosts: createScoreBoosts(factorsOf(LOOKUPS.popularityFactors)),
    popular: getSection(sections, LOOKUPS.popular, Uint32Array),
    editions: openEditions(sections),
    storedFactors: factorsOf(LOOKUPS.editionFactors),
    nameLevels: {
      author: levelsOf('author'),
      series: levelsOf('series'),
      subject: levelsOf('subject'),
    },
    authorOrders: {
      byFamily: getSection(sections, LOOKUPS.byFamily, Uint32Array),
      byGiven: getSection(sections, LOOKUPS.byGiven, Uint32Array),
    },
    shelf: openShelf(sections),
  };
}

function openEditions(sections: Sections): Editions {
  const numbers = getSection(sections, LOOKUPS.editions, Uint32Array);
  const isNewest = getParallel(sections, LOOKUPS.newestEditions, Uint8Array, numbers.length);
  return { numbers, isNewest };
}

function openShelf(sections: Sections): Shelf {
  const callNumbers = getSection(sections, LOOKUPS.callNumbers, Uint32Array);
  const titles = getSection(sections, LOOKUPS.shelfTitles, Uint32Array);
  const starts = getOffsets(sections, LOOKUPS.shelfStarts, titles.length, callNumbers.length);
  return { callNumbers, starts, titles };
}
