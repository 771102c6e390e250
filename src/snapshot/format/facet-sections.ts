import {
  buildFacetStructures,
  type DocValuesColumn,
  type FacetStructuresData,
} from '../../search/index.js';
import {
  assertSection,
  copySection,
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
 * Returns the name of the section of a structure that `checkFacetStructures` names.
 *
 * @param narrowings the narrowings of the library
 */
export function facetSectionOf(structure: string, narrowings: readonly string[]): string {
  const [name, column] = structure.split('.');
  if (name === 'postingWords') return FACET_SECTIONS.postings(narrowings[Number(column)]);
  return FACET_SECTIONS[name as 'rowOffsets' | 'rowCounters'];
}

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
 * Checks that the sections exist that {@link addFacetStructures} wrote. Returns a function that decodes them.
 *
 * @param narrowings the narrowings of the library
 * @throws MissingSectionError if a section is missing
 */
export function facetStructuresReader(
  sections: Sections,
  narrowings: readonly string[],
): () => FacetStructuresData {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  for (const name of [...narrowings.map(postings), rowOffsets, rowCounters]) {
    assertSection(sections, name);
  }
  return () => ({
    postingWords: narrowings.map((narrowing) =>
      getSection(sections, postings(narrowing), Uint32Array),
    ),
    rowOffsets: getSection(sections, rowOffsets, Uint32Array),
    rowCounters: unsignedSection(sections, rowCounters),
  });
}
