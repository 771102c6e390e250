import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import {
  buildFacetStructures,
  type DocValuesColumn,
  type FacetStructuresData,
} from '../../search/index.js';
import {
  assertSection,
  getSection,
  type SectionData,
  type Sections,
  unsignedSection,
} from './container/sections.js';

/** The names of the sections of the facet structures. */
const FACET_SECTIONS = {
  postings: (narrowing: Narrowing) => `titles.facets.postings.${narrowing}`,
  rowOffsets: 'titles.facets.rows.offsets',
  rowCounters: 'titles.facets.rows.counters',
} as const;

/** Returns the name of the section of a structure that `checkFacetStructures` names. */
export function facetSectionOf(structure: string): string {
  const [name, column] = structure.split('.');
  if (name === 'postingWords') return FACET_SECTIONS.postings(NARROWINGS[Number(column)]);
  return FACET_SECTIONS[name as 'rowOffsets' | 'rowCounters'];
}

/**
 * Builds facet structures and writes them.
 *
 * @param columns the columns of all narrowings, in the order of {@link NARROWINGS}
 */
export function addFacetStructures(
  sections: Map<string, SectionData>,
  columns: readonly DocValuesColumn[],
): void {
  const { postingWords, rowOffsets, rowCounters } = buildFacetStructures(columns);
  NARROWINGS.forEach((narrowing, i) => {
    sections.set(FACET_SECTIONS.postings(narrowing), postingWords[i]);
  });
  sections.set(FACET_SECTIONS.rowOffsets, rowOffsets);
  sections.set(FACET_SECTIONS.rowCounters, rowCounters);
}

/**
 * Checks that the sections exist that {@link addFacetStructures} wrote. Returns a function that decodes them.
 *
 * @throws MissingSectionError if a section is missing
 */
export function facetStructuresReader(sections: Sections): () => FacetStructuresData {
  const { postings, rowOffsets, rowCounters } = FACET_SECTIONS;
  for (const name of [...NARROWINGS.map(postings), rowOffsets, rowCounters]) {
    assertSection(sections, name);
  }
  return () => ({
    postingWords: NARROWINGS.map((narrowing) =>
      getSection(sections, postings(narrowing), Uint32Array),
    ),
    rowOffsets: getSection(sections, rowOffsets, Uint32Array),
    rowCounters: unsignedSection(sections, rowCounters),
  });
}
