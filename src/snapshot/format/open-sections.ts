import type { Catalog } from '../../catalog/catalog.js';
import type { Library } from '../../catalog/library.js';
import type { FacetRows } from '../../search/collectors/facet-rows.js';
import { encodeSections } from './encode-sections.js';
import { fingerprintOf } from './fingerprint.js';
import type { TableEntry } from './layout.js';
import { openLists } from './lists.js';
import { MissingSectionError } from './missing-section-error.js';
import type { Sections } from './section.js';
import { sectionOf } from './section-of.js';
import { openSessions } from './sessions.js';
import { SnapshotError } from './snapshot-error.js';
import { openTitles } from './titles.js';
import { openUserContents } from './user-contents.js';
import { openUsers } from './users.js';

/** What is known of sections besides what stands in them. */
export interface KnownOfSections {
  /** As a snapshot file has them; without it they are encoded when the fingerprint is asked for. */
  readonly table?: readonly Readonly<Omit<TableEntry, 'offset'>>[] | undefined;
  /** The columns of the titles laid out; without it that is done when facets were counted for a while. */
  readonly facetRows?: FacetRows | undefined;
}

/**
 * The catalog that the sections of a snapshot hold.
 *
 * @param source what messages call it
 * @throws SnapshotError when a section is missing
 */
export function openSections(source: string, sections: Sections, known?: KnownOfSections): Catalog {
  try {
    return catalogIn(source, sections, known);
  } catch (error) {
    if (!(error instanceof MissingSectionError)) throw error;
    throw new SnapshotError(
      source,
      `was written by another Carrel: its section '${error.section}' is missing. Build it again from its source.`,
    );
  }
}

function catalogIn(
  source: string,
  sections: Sections,
  { table, facetRows }: KnownOfSections = {},
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
    titles: openTitles(sections, facetRows),
    users: openUsers(sections),
    userContent: openUserContents(sections),
    lists: openLists(sections),
    sessions: openSessions(sections),
  };
}
