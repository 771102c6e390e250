/*
 * An open catalog as the source of a build, and its sections as a snapshot contains them. `carrel compact`, `carrel site`
 * and `inspect --verify` write or compare these sections.
 */

import type { Catalog, Records, Titles } from '../../catalog/catalog.js';
import { encodeCatalog } from '../encoding/catalog-encoder.js';
import { ascending } from '../encoding/columns-encoder.js';
import { createRecordsEncoder } from '../encoding/titles-encoder.js';
import type { NamedSection, Section } from '../format/container/sections.js';
import { addSynonyms } from '../format/index-sections.js';
import { replaceSections, sectionsOf } from '../format/open-sections.js';
import { openHoldingsProfile, openStrings } from '../format/records.js';
import { isRecordSection, placesOfRecords, wholeTitle } from '../format/title-records.js';
import { addSessions } from '../format/user-records.js';
import { memoryFile, type SyncSource } from '../source/source.js';
import { encodeChanges } from './apply-changes.js';
import { changedHoldingsOf, withoutChangedHoldings } from './change-holdings.js';
import { ChangedSource } from './changed-source.js';

/**
 * Returns the records of an open catalog as a source, without its sessions and synonyms. A snapshot contains sessions
 * only as digests, and synonyms only together with the synonyms that are shipped with Carrel.
 */
export function catalogSource(catalog: Catalog): SyncSource {
  const { source, library, titles, users, userContent, lists } = catalog;
  const profile = holdingsProfileOf(catalog);
  return {
    name: source,
    library: memoryFile('library', [library]),
    titles: memoryFile(
      'titles',
      decode({ size: titles.size, get: (number) => wholeTitle(titles, number) }),
    ),
    users: memoryFile('users', decode(users)),
    userContent: memoryFile('user_content', decode(userContent)),
    lists: memoryFile('lists', decode(lists)),
    sessions: memoryFile('sessions'),
    holdings: memoryFile('holdings', profile === undefined ? [] : [profile]),
  };
}

/** Returns the name of the holdings profile that the titles of a catalog were imported with; undefined if there is none. */
export function holdingsProfileOf(catalog: Catalog): string | undefined {
  return openHoldingsProfile(sectionsOf(catalog));
}

/**
 * Builds the sections of an open catalog again from its records.
 *
 * @throws SourceError if a record is invalid
 */
export function rebuildSections(catalog: Catalog): Map<string, Section> {
  const { digests } = catalog.sessions;
  const { sections }: { sections: Map<string, Section> } = encodeCatalog(catalogSource(catalog));
  const sessions = Array.from({ length: digests.size }, (_, number) => ({
    digest: digests.id(number),
    session: digests.get(number),
  }));
  addSessions(sections, sessions);
  const rows = openStrings(sectionsOf(catalog), 'synonyms');
  addSynonyms(
    sections,
    Array.from({ length: rows.size }, (_, row) => rows.get(row)),
  );
  return sections;
}

/** Returns the records of one kind. Each iteration begins with the first record. */
function decode<T>({ size, get }: Pick<Records<T>, 'size' | 'get'>): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (let number = 0; number < size; number++) yield get(number);
    },
  };
}

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
