import type { Library } from '../catalog/library.js';
import { SEARCH_FIELDS, searchTextOf } from '../catalog/search-fields.js';
import type { Title } from '../catalog/title.js';
import type { UserContent } from '../catalog/user-content.js';
import { buildMiniSearch } from '../search/mini-search-index.js';
import { compareCodePoints } from '../search/string-table.js';
import { checkReferences } from './check-references.js';
import {
  checkedLibrary,
  checkedLists,
  checkedSessions,
  checkedTitles,
  checkedUserContent,
  checkedUsers,
} from './checked-records.js';
import { addLists } from './format/lists.js';
import type { SectionData, Sections } from './format/section.js';
import { addSessions } from './format/sessions.js';
import { addTitles } from './format/titles.js';
import { addUserContents } from './format/user-contents.js';
import { addUsers } from './format/users.js';
import type { Source } from './source.js';
import { SourceReport } from './source-report.js';

/** Told how many titles have come through a step of an encoding. */
export type EncodingProgress = (step: 'reading' | 'indexing', titles: number) => void;

/** A catalog as the sections of a snapshot, and what was noticed about its source. */
export interface EncodedCatalog {
  readonly sections: Sections;
  readonly library: Library;
  /** How many source records of each kind it was made from. */
  readonly counts: RecordCounts;
  /** A sentence for each kind of thing that was left out or read otherwise than it stands. */
  readonly warnings: readonly string[];
}

/** How many records of each kind there are. */
export interface RecordCounts {
  readonly titles: number;
  readonly users: number;
  readonly userContent: number;
  readonly lists: number;
  readonly sessions: number;
}

/**
 * Checks the records of a source and encodes them.
 *
 * @throws SourceError telling everything that is wrong with the source, if anything is
 */
export function encodeCatalog(
  source: Source,
  progress: EncodingProgress = () => {},
): EncodedCatalog {
  const report = new SourceReport();
  const library = checkedLibrary(source, report);
  const users = checkedUsers(source, report).sort(byId);
  const titles: Title[] = [];
  for (const title of checkedTitles(source, library, report)) {
    titles.push(title);
    progress('reading', titles.length);
  }
  titles.sort(byId);
  const userNumbers = numbersById(users);
  const titleNumbers = numbersById(titles);
  const referring = {
    userContent: checkedUserContent(source, report),
    lists: checkedLists(source, report),
    sessions: checkedSessions(source, report),
  };
  checkReferences(referring, userNumbers, titleNumbers, source, report);
  report.refuseErrors();
  if (library === undefined) throw new Error(`${source.name}: the library record is missing.`);

  const userContent = referring.userContent.map(({ record }) => record);
  const lists = referring.lists.map(({ record }) => record).sort(byId);
  const sessions = referring.sessions.map(({ record }) => record);
  const sections = new Map<string, SectionData>();
  sections.set('library', new TextEncoder().encode(JSON.stringify(library)));
  addTitles(sections, titles, JSON.stringify(indexOf(titles, userContent, progress)));
  addUsers(sections, users);
  addUserContents(sections, userContent, userNumbers, titleNumbers);
  addLists(sections, lists, userNumbers);
  addSessions(sections, sessions);
  return {
    sections,
    library,
    counts: {
      titles: titles.length,
      users: users.length,
      userContent: userContent.length,
      lists: lists.length,
      sessions: sessions.length,
    },
    warnings: report.warnings(),
  };
}

interface Identified {
  readonly id: string | number;
}

function byId(a: Identified, b: Identified): number {
  return compareCodePoints(String(a.id), String(b.id));
}

function numbersById(records: readonly Identified[]): ReadonlyMap<string, number> {
  return new Map(records.map((record, number) => [String(record.id), number]));
}

function indexOf(
  titles: readonly Title[],
  userContent: readonly UserContent[],
  progress: EncodingProgress,
) {
  const tagsOf = tagsByTitle(userContent);
  function* texts() {
    for (const [number, title] of titles.entries()) {
      const tags = new Set([...(title.tags ?? []), ...(tagsOf.get(title.id) ?? [])]);
      yield searchTextOf(title, [...tags]);
      progress('indexing', number + 1);
    }
  }
  return buildMiniSearch(SEARCH_FIELDS, texts());
}

/** The tags that users gave to titles, by title id. */
function tagsByTitle(userContent: readonly UserContent[]): ReadonlyMap<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const { title, content = [] } of userContent) {
    for (const { content_type, content_data } of content) {
      if (content_type.id !== 'tag' || typeof content_data !== 'string') continue;
      const known = tags.get(title);
      if (known === undefined) tags.set(title, [content_data]);
      else known.push(content_data);
    }
  }
  return tags;
}
