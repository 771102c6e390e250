import { NARROWINGS } from '../../../catalog/narrowings.js';
import { QUERY_NUMBERS, QUERY_VALUES } from '../../../catalog/query-columns.js';
import { SEARCH_FIELDS } from '../../../catalog/search-fields.js';
import { SORTS } from '../../../catalog/sort-keys.js';
import {
  checkBelow,
  checkEqual,
  checkFacetStructures,
  checkLength,
  checkRangeTopK,
  checkRanks,
  StructureError,
} from '../../../search/index.js';
import { checkDocValuesColumnOf, openDocValuesColumnOf } from '../columns.js';
import { checkCompressedStrings, openCompressedStrings } from '../compressed-strings.js';
import { getSection, type Sections, withSectionNames } from '../container/sections.js';
import { facetSectionOf, facetStructuresReader } from '../facet-sections.js';
import { checkIndex } from '../index/index-sections.js';
import { checkTermLanguages, LANGUAGE_NUMBERS } from '../index/term-languages.js';
import { checkTitleKeys } from '../index/title-keys.js';
import { openStrings } from '../records.js';
import { PARTS } from '../title-codec.js';
import { RECORD_SECTIONS } from '../title-records.js';
import { QUERY_SECTIONS, TITLE_SECTIONS } from '../titles.js';
import { checkSortedStrings, openCheckedStrings } from './record-checks.js';
import { TitlePartCheck } from './title-part-check.js';

/** The maximum size in bytes of a title whose shared strings are repeated. A title has at most 16 Mi characters. */
const MAX_TITLE_BYTES = 1 << 27;

/** Checks the ids of the titles. */
export function checkTitleIds(sections: Sections): void {
  checkSortedStrings(sections, TITLE_SECTIONS.id);
}

/** Checks that every title can be decoded. */
export function checkTitles(sections: Sections): void {
  const size = titleCount(sections);
  const { first, places } = RECORD_SECTIONS;
  if (sections.has(places)) {
    throw new StructureError(places, 'no section, because only changed catalogs have it', 'one');
  }
  const check = new TitlePartCheck(checkCompressedStrings(sections, first.shared));
  for (const part of PARTS) {
    const name = first.part(part);
    const lengths = checkCompressedStrings(sections, name, size);
    const { bytes } = openCompressedStrings(sections, name);
    for (let number = 0; number < size; number++) {
      if (!check.isValid(part, bytes(number))) {
        throw new StructureError(`${name}.bytes`, `a title at ${number}`, 'other data');
      }
      const length = lengths[number] + check.sharedBytes;
      if (length <= MAX_TITLE_BYTES) continue;
      const expected = `at most ${MAX_TITLE_BYTES} bytes in title ${number}`;
      throw new StructureError(`${name}.bytes`, expected, length);
    }
  }
}

/** Checks the narrowings, the columns of the query language, and the copies of columns for counting. */
export function checkColumns(sections: Sections): void {
  const size = titleCount(sections);
  for (const narrowing of NARROWINGS) {
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
  const columns = NARROWINGS.map((name) =>
    openDocValuesColumnOf(sections, TITLE_SECTIONS.column(name)),
  );
  const structures = facetStructuresReader(sections)();
  withSectionNames(facetSectionOf, () => checkFacetStructures(columns, structures));
}

/** Checks the sort orders, the editions and the popularity of the titles. */
export function checkOrders(sections: Sections): void {
  const size = titleCount(sections);
  const ranks = (name: (typeof SORTS)[number]) =>
    getSection(sections, TITLE_SECTIONS.rank(name), Uint32Array);
  for (const sort of SORTS) checkRanks(TITLE_SECTIONS.rank(sort), ranks(sort), size);
  const byTitle = getSection(sections, TITLE_SECTIONS.byTitle, Uint32Array);
  checkRanks(TITLE_SECTIONS.byTitle, byTitle, size);
  const titleRanks = ranks('title');
  checkEqual(
    TITLE_SECTIONS.byTitle,
    byTitle.map((title) => titleRanks[title]),
    byTitle.map((_, rank) => rank),
  );
  const popularityRanks = ranks('popularity');
  const blocks = getSection(sections, TITLE_SECTIONS.titleRangeTopK, Uint32Array);
  checkRangeTopK(TITLE_SECTIONS.titleRangeTopK, blocks, size, (i) => popularityRanks[byTitle[i]]);
  const works = getSection(sections, TITLE_SECTIONS.work, Uint32Array);
  checkLength(TITLE_SECTIONS.work, works, size);
  works.forEach((work, title) => {
    if (work <= title && works[work] === work) return;
    throw new StructureError(TITLE_SECTIONS.work, `the first edition of title ${title}`, work);
  });
  const levels = getSection(sections, TITLE_SECTIONS.popularity, Float32Array);
  checkLength(TITLE_SECTIONS.popularity, levels, size);
  levels.forEach((level, title) => {
    if (level >= -1 && level < Number.POSITIVE_INFINITY) return;
    const expected = `a finite number of at least -1 for title ${title}`;
    throw new StructureError(TITLE_SECTIONS.popularity, expected, level);
  });
}

/** Checks the search index, the languages of its terms, and the hashes of titles and names. */
export function checkSearchIndex(sections: Sections): void {
  const size = titleCount(sections);
  checkIndex(sections, SEARCH_FIELDS, size);
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
