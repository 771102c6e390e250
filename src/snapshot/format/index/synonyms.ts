import { lazy } from '../../../base/lazy.js';
import type { StringTable } from '../../../base/string-table.js';
import { openSynonyms, type Synonyms } from '../../../catalog/synonyms/synonym-table.js';
import type { SectionData, Sections, SectionWriter } from '../container/sections.js';
import { addStrings, openStrings, stringTableData } from '../records.js';

const SECTION = 'synonyms';

/** Writes the rows of a table of synonyms. */
export function addSynonyms(sections: SectionWriter, rows: readonly string[]): void {
  addStrings(sections, SECTION, rows);
}

/** The open synonyms by the array of their offsets. Catalogs that differ only in titles share their synonyms. */
const openedSynonyms = new WeakMap<SectionData, Synonyms>();

/** Opens the synonyms that {@link addSynonyms} wrote. The rows are decoded at the first lookup. */
export function openSynonymsOf(sections: Sections): Synonyms {
  const { offsets } = stringTableData(sections, SECTION);
  const opened = openedSynonyms.get(offsets) ?? openSynonymStrings(openStrings(sections, SECTION));
  openedSynonyms.set(offsets, opened);
  return opened;
}

function openSynonymStrings({ size, get }: StringTable): Synonyms {
  const synonyms = lazy(() => openSynonyms(Array.from({ length: size }, (_, row) => get(row))));
  return { size, lookup: (terms, at) => synonyms().lookup(terms, at) };
}
