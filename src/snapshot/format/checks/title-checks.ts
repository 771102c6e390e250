import { narrowingsOf } from '../../../catalog/narrowings.js';
import { QUERY_NUMBERS, QUERY_VALUES } from '../../../catalog/query-columns.js';
import { searchFieldsOf } from '../../../catalog/search-fields.js';
import { SORTS } from '../../../catalog/sort-keys.js';
import {
  checkBelow,
  checkFacetStructures,
  checkLength,
  checkRangeTopK,
  checkRanks,
  StructureError,
} from '../../../search/index.js';
import { checkDocValuesColumnOf, openDocValuesColumnOf } from '../columns.js';
import { checkCompressedStrings, openCompressedStrings } from '../compressed-strings.js';
import { getBytes, getSection, type Sections, withSectionNames } from '../container/sections.js';
import { facetSectionOf, facetStructuresReader } from '../facet-sections.js';
import { checkIndex } from '../index/index-sections.js';
import { checkTermLanguages, LANGUAGE_NUMBERS } from '../index/term-languages.js';
import { checkTitleKeys } from '../index/title-keys.js';
import { openStrings, readLibrary, stringTableData } from '../records.js';
import { checkTextBlocks, hasTextBlocks } from '../text-blocks.js';
import { RECORD_PARTS } from '../title-codec.js';
import { RECORD_SECTIONS } from '../title-records.js';
import { QUERY_SECTIONS, TITLE_SECTIONS } from '../titles.js';
import { checkSortedStrings, openCheckedStrings } from './record-checks.js';
import { TitleAutomaton } from './title-automaton.js';
import { checkTitlePart } from './title-part-check.js';

/** The maximum size in bytes of a title whose shared strings are repeated. A title has at most 16 Mi characters. */
const MAX_TITLE_BYTES = 1 << 27;

/** The number of titles whose bytes are read at once. */
const TITLES_PER_BLOCK = 256;

export function checkTitleIds(sections: Sections): void {
  const { size, get } = checkSortedStrings(sections, TITLE_SECTIONS.id);
  if (size === 0 || get(0) !== '') return;
  throw new StructureError(`${TITLE_SECTIONS.id}.bytes`, 'a non-empty id at 0', 'an empty string');
}

/** Checks that every title and every MARC record can be decoded. */
export function checkTitles(sections: Sections): void {
  const size = titleCount(sections);
  const { first, places } = RECORD_SECTIONS;
  if (sections.has(places)) {
    throw new StructureError(places, 'no section, because only changed catalogs have it', 'one');
  }
  const sizeOfShared = checkCompressedStrings(sections, first.shared);
  const { size: sharedCount } = openCompressedStrings(sections, first.shared);
  const sharedSizes = new Uint32Array(sharedCount);
  let maxSharedSize = 0;
  for (let index = 0; index < sharedCount; index++) {
    sharedSizes[index] = sizeOfShared(index);
    maxSharedSize = Math.max(maxSharedSize, sharedSizes[index]);
  }
  for (const part of RECORD_PARTS) {
    const name = first.part(part);
    const sizeOf = checkCompressedStrings(sections, name, size);
    const offsets = getSection(sections, `${name}.offsets`, Uint32Array);
    const bytes = getBytes(sections, `${name}.bytes`);
    const symbols = stringTableData(sections, `${name}.symbols`);
    const automaton = new TitleAutomaton(part, symbols, sharedSizes);
    const { get } = openCompressedStrings(sections, name);
    let block = bytes.read(0, 0);
    let [blockStart, blockEnd] = [0, 0];
    for (let number = 0; number < size; number++) {
      const start = offsets[number];
      const end = offsets[number + 1];
      if (end > blockEnd) {
        blockStart = start;
        blockEnd = offsets[Math.min(number + TITLES_PER_BLOCK, size)];
        block = bytes.read(blockStart, blockEnd);
      }
      const recognized = automaton.sizeOf(block, start - blockStart, end - blockStart);
      // Every byte of a part could be the index of a shared string.
      if (recognized >= 0 && recognized * (1 + maxSharedSize) <= MAX_TITLE_BYTES) continue;
      const decompressed = sizeOf(number);
      const shared = checkTitlePart(part, get(number), sharedSizes);
      if (shared === undefined) {
        throw new StructureError(`${name}.bytes`, `a title at ${number}`, 'other data');
      }
      if (decompressed + shared <= MAX_TITLE_BYTES) continue;
      const expected = `at most ${MAX_TITLE_BYTES} bytes in title ${number}`;
      throw new StructureError(`${name}.bytes`, expected, decompressed + shared);
    }
  }
  if (!hasTextBlocks(sections, first.marc)) return;
  const isMarc = (text: string) => checkTitlePart('marc', text, sharedSizes) !== undefined;
  checkTextBlocks(sections, first.marc, size, isMarc);
}

/** Checks the narrowings, the columns of the query language, and the copies of columns for counting. */
export function checkColumns(sections: Sections): void {
  const size = titleCount(sections);
  for (const narrowing of narrowingsOf(readLibrary(sections))) {
    const name = TITLE_SECTIONS.column(narrowing);
    checkDocValuesColumnOf(sections, name, size);
    const names = TITLE_SECTIONS.valueName(narrowing);
    const { size: values } = openStrings(sections, `${name}.value`);
    if (sections.has(`${names}.offsets`)) openCheckedStrings(sections, names, values);
  }
  for (const name of QUERY_VALUES) {
    checkDocValuesColumnOf(sections, QUERY_SECTIONS.values(name), size);
  }
  for (const name of QUERY_NUMBERS) {
    const section = QUERY_SECTIONS.numbers(name);
    const numbers = getSection(sections, section, Int32Array);
    // The column is empty if no title has a number.
    if (numbers.length > 0) checkLength(section, numbers, size);
  }
}

/** Checks the copies of the narrowings that facets are counted from. The narrowings must have been checked. */
export function checkFacets(sections: Sections): void {
  const narrowings = narrowingsOf(readLibrary(sections));
  const columns = narrowings.map((name) =>
    openDocValuesColumnOf(sections, TITLE_SECTIONS.column(name)),
  );
  const structures = facetStructuresReader(sections, narrowings)();
  const sectionOf = (structure: string) => facetSectionOf(structure, narrowings);
  withSectionNames(sectionOf, () => checkFacetStructures(columns, structures));
}

/** Checks the sort orders, the editions, the popularity and the boosts of the titles. */
export function checkOrders(sections: Sections): void {
  const size = titleCount(sections);
  const ranks = (name: (typeof SORTS)[number]) =>
    getSection(sections, TITLE_SECTIONS.rank(name), Uint32Array);
  for (const sort of SORTS) checkRanks(TITLE_SECTIONS.rank(sort), ranks(sort), size);
  const byTitle = getSection(sections, TITLE_SECTIONS.byTitle, Uint32Array);
  checkRanks(TITLE_SECTIONS.byTitle, byTitle, size);
  const titleRanks = ranks('title');
  for (let rank = 0; rank < size; rank++) {
    if (titleRanks[byTitle[rank]] === rank) continue;
    throw new StructureError(TITLE_SECTIONS.byTitle, `the title of rank ${rank}`, byTitle[rank]);
  }
  const popularityRanks = ranks('popularity');
  const blocks = getSection(sections, TITLE_SECTIONS.titleRangeTopK, Uint32Array);
  checkRangeTopK(TITLE_SECTIONS.titleRangeTopK, blocks, size, (i) => popularityRanks[byTitle[i]]);
  const works = getSection(sections, TITLE_SECTIONS.work, Uint32Array);
  checkLength(TITLE_SECTIONS.work, works, size);
  for (let title = 0; title < size; title++) {
    const work = works[title];
    if (work <= title && works[work] === work) continue;
    throw new StructureError(TITLE_SECTIONS.work, `the first edition of title ${title}`, work);
  }
  const levels = getSection(sections, TITLE_SECTIONS.popularity, Float32Array);
  checkLength(TITLE_SECTIONS.popularity, levels, size);
  for (let title = 0; title < size; title++) {
    if (levels[title] >= -1 && levels[title] < Number.POSITIVE_INFINITY) continue;
    const expected = `a finite number of at least -1 for title ${title}`;
    throw new StructureError(TITLE_SECTIONS.popularity, expected, levels[title]);
  }
  if (!sections.has(TITLE_SECTIONS.boost)) return;
  const boosts = getSection(sections, TITLE_SECTIONS.boost, Float32Array);
  checkLength(TITLE_SECTIONS.boost, boosts, size);
  for (let title = 0; title < size; title++) {
    // 32-bit numbers are rounded.
    if (boosts[title] > 0.0999 && boosts[title] <= 10) continue;
    const expected = `a number from 0.1 to 10 for title ${title}`;
    throw new StructureError(TITLE_SECTIONS.boost, expected, boosts[title]);
  }
}

/** Checks the search index, the languages of its terms, and the hashes of titles and names. */
export function checkSearchIndex(sections: Sections): void {
  const size = titleCount(sections);
  checkIndex(sections, searchFieldsOf(readLibrary(sections)), size);
  const terms = getSection(sections, 'index.term.offsets', Uint32Array).length - 1;
  checkTermLanguages(sections, terms);
  const languages = getSection(sections, TITLE_SECTIONS.language, Uint8Array);
  checkLength(TITLE_SECTIONS.language, languages, size);
  checkBelow(TITLE_SECTIONS.language, languages, LANGUAGE_NUMBERS);
  checkTitleKeys(sections, size);
}

function titleCount(sections: Sections): number {
  return openStrings(sections, TITLE_SECTIONS.id).size;
}
