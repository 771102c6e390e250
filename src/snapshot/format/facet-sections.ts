import {
  buildFacetStructures,
  type DocValuesColumn,
  type FacetStructuresData,
} from '../../search/index.js';
import {
  copySection,
  getOffsets,
  getSection,
  type Sections,
  type SectionWriter,
  unsignedSection,
} from './container/sections.js';

/** The names of the sections of the facet structures. */
const FACET_SECTIONS = {
  postings: (narrowing: string) => `titles.facets.postings.${narrowing}`,
  rowOffsets: 'titles.facets.rows.offsets',
  rowCounters: 'titles.facets.rows.counters',
} as const;

/**
 * Builds facet structures and writes them.
 *
 * @param narrowings the narrowings of the library
 * @param columns parallel to `narrowings`: their columns
 */
export function addFacetStructures(
  sections: SectionWriter,
  narrowings: readonly string[],
  columns: readonly DocValuesColumn[],
): void {
  const { postingWords, rowOffsets, rowCounters } = buildFacetStructures(columns);
  narrowings.forEach((narrowing, i) => {
    sections.set(FACET_SECTIONS.postings(narrowing), postingWords[i]);
  });
  sections.set(FACET_SECTIONS.rowOffsets, rowOffsets);
  sections.set(FACET_SECTIONS.rowCounters, rowCounters);
}

/**
 * Copies facet structures that {@link addFacetStructures} wrote to other sections.
 *
 * @param narrowings the narrowings of the library
 */
export function copyFacetStructures(
  from: Sections,
  to: SectionWriter,
  narrowings: readonly string[],
): void {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  for (const name of [...narrowings.map(postings), rowOffsets, rowCounters]) {
    copySection(from, to, name);
  }
}

/**
 * Returns the facet structures that {@link addFacetStructures} wrote.
 *
 * @param narrowings the narrowings of the library
 * @throws MissingSectionError if a section is missing
 */
export function facetStructures(
  sections: Sections,
  narrowings: readonly string[],
  documentCount: number,
): FacetStructuresData {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  const counters = unsignedSection(sections, rowCounters);
  return {
    postingWords: narrowings.map((narrowing) =>
      getSection(sections, postings(narrowing), Uint32Array),
    ),
    // One counter follows the last row.
    rowOffsets: getOffsets(sections, rowOffsets, counters.length - 1, documentCount),
    rowCounters: counters,
  };
}
