import type { Catalog } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/library.js';
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
 */
export function openSections(source: string, sections: Sections): Catalog {
  const library = sectionOf(sections, 'library', Uint8Array);
  return {
    source,
    library: JSON.parse(new TextDecoder().decode(library)) as Library,
    titles: openTitles(sections),
    users: openUsers(sections),
    userContent: openUserContents(sections),
    lists: openLists(sections),
    sessions: openSessions(sections),
  };
}
