import type { Catalog } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/library.js';
import { encodeSections } from './encode-sections.js';
import { fingerprintOf } from './fingerprint.js';
import type { TableEntry } from './layout.js';
import { openLists } from './lists.js';
import { sectionOf } from './records.js';
import type { Sections } from './section.js';
import { openSessions } from './sessions.js';
import { openTitles } from './titles.js';
import { openUserContents } from './user-contents.js';
import { openUsers } from './users.js';

/**
 * The catalog that the sections of a snapshot hold.
 *
 * @param source what messages call it
 * @param table the section table of the file that they come from; without one they are encoded as
 *   for a file when the fingerprint is asked for
 */
export function openSections(
  source: string,
  sections: Sections,
  table?: readonly Readonly<TableEntry>[],
): Catalog {
  const library = sectionOf(sections, 'library', Uint8Array);
  let fingerprint: string | undefined;
  return {
    source,
    get fingerprint() {
      fingerprint ??= fingerprintOf(table ?? encodeSections(sections));
      return fingerprint;
    },
    library: JSON.parse(new TextDecoder().decode(library)) as Library,
    titles: openTitles(sections),
    users: openUsers(sections),
    userContent: openUserContents(sections),
    lists: openLists(sections),
    sessions: openSessions(sections),
  };
}
