import type { Titles } from '../../catalog/catalog.js';
import { SEARCH_FIELDS } from '../../catalog/search-fields.js';
import type { Title } from '../../catalog/title.js';
import { loadMiniSearch, miniSearchIndex } from '../../search/mini-search-index.js';
import { addRecords, openRecords, sectionOf } from './records.js';
import type { SectionData, Sections } from './section.js';

/** Writes titles, which must ascend by id, and the JSON of the index over them. */
export function addTitles(
  sections: Map<string, SectionData>,
  titles: readonly Title[],
  index: string,
): void {
  addRecords(
    sections,
    'titles',
    titles.map((title) => title.id),
    titles,
  );
  sections.set('titles.popularity_factor', popularityFactors(titles));
  sections.set('titles.index', new TextEncoder().encode(index));
}

/** The titles that {@link addTitles} wrote. */
export function openTitles(sections: Sections): Titles {
  const index = new TextDecoder().decode(sectionOf(sections, 'titles.index', Uint8Array));
  return {
    ...openRecords<Title>(sections, 'titles'),
    index: miniSearchIndex(loadMiniSearch(SEARCH_FIELDS, index)),
    popularityFactors: sectionOf(sections, 'titles.popularity_factor', Float32Array),
  };
}

function popularityFactors(titles: readonly Title[]): Float32Array {
  const highest = titles.reduce((most, title) => Math.max(most, title.popularity ?? 0), 0);
  return Float32Array.from(titles, ({ popularity = 0 }) =>
    highest === 0 ? 1 : 1 + (0.05 * Math.log1p(popularity)) / Math.log1p(highest),
  );
}
