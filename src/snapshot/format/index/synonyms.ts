import { openSynonyms, type Synonyms } from '../../../catalog/synonyms/synonym-table.js';
import { lazy } from '../../../search/index.js';
import type { SectionData, Sections } from '../container/sections.js';
import { addStrings, openStrings } from '../records.js';

const SECTION = 'synonyms';

/** Writes the rows of a table of synonyms. */
export function addSynonyms(sections: Map<string, SectionData>, rows: readonly string[]): void {
  addStrings(sections, SECTION, rows);
}

/** Opens the synonyms that {@link addSynonyms} wrote. The rows are decoded at the first lookup. */
export function openSynonymsOf(sections: Sections): Synonyms {
  const { size, get } = openStrings(sections, SECTION);
  const synonyms = lazy(() => openSynonyms(Array.from({ length: size }, (_, row) => get(row))));
  return { size, lookup: (terms, at) => synonyms().lookup(terms, at) };
}
