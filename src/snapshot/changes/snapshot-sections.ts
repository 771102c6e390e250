import type { Catalog, Titles } from '../../catalog/catalog.js';
import { ascending } from '../encoding/permutations.js';
import { createRecordsEncoder } from '../encoding/records-encoder.js';
import type { NamedSection, Section } from '../format/container/sections.js';
import { replaceSections, sectionsOf } from '../format/open-sections.js';
import { isRecordSection, placesOfRecords, wholeTitle } from '../format/title-records.js';
import { changedHoldingsOf, withoutChangedHoldings } from './change-holdings.js';
import { ChangedSource } from './changed-source.js';
import { encodeChanges } from './encode-changes.js';

/** Returns the sections of a changed catalog with the same bytes as in a snapshot that is built from its records. */
export function snapshotSections(catalog: Catalog): Iterable<NamedSection> {
  const { titles } = catalog;
  const sections = sectionsOf(withHoldingsEncoded(catalog));
  if (placesOfRecords(sections).places === undefined) return sections;
  const records = encodeRecords(titles);
  const replaced = new Map<string, Section>();
  for (const [name, data] of sections) {
    if (!isRecordSection(name)) replaced.set(name, data);
    else for (const [recordName, record] of records) replaced.set(recordName, record);
  }
  return replaced;
}

/** Returns a catalog in which changed holdings are encoded in the sections. */
function withHoldingsEncoded(catalog: Catalog): Catalog {
  const base = withoutChangedHoldings(catalog);
  if (base === catalog) return catalog;
  const source = new ChangedSource(base);
  const { titles } = catalog;
  for (const [number] of changedHoldingsOf(catalog)) {
    const { holdings = [] } = titles.pick(number, ['holdings']);
    source.apply({ op: 'holdings', title: titles.id(number), holdings });
  }
  return replaceSections(base, encodeChanges(base, source, () => false).groups);
}

function encodeRecords(titles: Titles): Map<string, Section> {
  const encoder = createRecordsEncoder();
  for (let number = 0; number < titles.size; number++) {
    encoder.add(wholeTitle(titles, number));
  }
  const sections = new Map<string, Section>();
  encoder.finish(sections, { size: titles.size, docIds: ascending(titles.size) });
  return sections;
}
