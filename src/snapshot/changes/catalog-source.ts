import type { Catalog, Records } from '../../catalog/catalog.js';
import { encodeCatalog } from '../encoding/encode-catalog.js';
import type { Section } from '../format/container/sections.js';
import { addSynonyms } from '../format/index/synonyms.js';
import { sectionsOf } from '../format/open-sections.js';
import { openStrings } from '../format/records.js';
import { addSessions } from '../format/sessions.js';
import { wholeTitle } from '../format/title-records.js';
import { memoryFile, type SyncSource } from '../source/source.js';

/**
 * Returns the records of an open catalog as a source, without its sessions and synonyms. A snapshot contains sessions
 * only as digests, and synonyms only together with those that are shipped with Carrel.
 */
export function catalogSource({
  source,
  library,
  titles,
  users,
  userContent,
  lists,
}: Catalog): SyncSource {
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
  };
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

function* decode<T>({ size, get }: Pick<Records<T>, 'size' | 'get'>): Generator<T> {
  for (let number = 0; number < size; number++) yield get(number);
}
