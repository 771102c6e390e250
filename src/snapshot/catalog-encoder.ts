import type { Library } from '../catalog/library.js';
import type { Title } from '../catalog/title.js';
import type { UserContent } from '../catalog/user-content.js';
import type { FieldTexts } from '../search/building/build-segment.js';
import type { Segment } from '../search/building/segment.js';
import { compareCodePoints } from '../search/string-table.js';
import { checkReferences } from './check-references.js';
import {
  checkedLibrary,
  checkedLists,
  checkedSessions,
  checkedUserContent,
  checkedUsers,
  createTitleChecker,
} from './checked-records.js';
import { addLists } from './format/lists.js';
import { openStrings } from './format/records.js';
import type { SectionData } from './format/section.js';
import { addSessions } from './format/sessions.js';
import { TITLE_SECTIONS } from './format/titles.js';
import { addUserContents } from './format/user-contents.js';
import { addUsers } from './format/users.js';
import { SEGMENT_CHARACTERS, SEGMENT_SIZE } from './index-texts.js';
import type { Source, SourceRecord } from './source.js';
import { SourceReport } from './source-report.js';
import { createTitlesEncoder, type Said } from './titles-encoder.js';

/** How a catalog is to be encoded. */
export interface EncodingOptions {
  /** Told how many titles have been read so far. */
  readonly progress?: ((titles: number) => void) | undefined;
  /** How many titles make a segment of the index; the result does not depend on it. */
  readonly segmentSize?: number | undefined;
}

/** A catalog as the sections of a snapshot, and what was noticed about its source. */
export interface EncodedCatalog {
  readonly sections: Map<string, SectionData>;
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

/** Takes the titles of a source one after the other; all else it has read by itself. */
export interface CatalogEncoder {
  /**
   * Checks a record and encodes it. Anything wrong with it is told by {@link finish}.
   *
   * @returns the texts of titles that are to be indexed as the next segment, when there are enough
   */
  addTitle(record: SourceRecord): FieldTexts[] | undefined;
  /** The texts of the last titles, when all were added: those of the last segment, perhaps none. */
  lastTexts(): FieldTexts[];
  /**
   * The catalog, when all titles were added.
   *
   * @param segments what {@link indexTexts} made of the texts, in the order in which they were
   *   given; the list is empty when they are merged, so that they take no more room
   * @throws SourceError telling everything that is wrong with the source, if anything is
   */
  finish(segments: Segment[]): EncodedCatalog;
}

/**
 * An encoder of a source, whose records it checks. It reads everything but the titles at once.
 *
 * @throws RangeError when `segmentSize` is no whole number from 1
 */
export function createCatalogEncoder(
  source: Source,
  { progress = () => {}, segmentSize = SEGMENT_SIZE }: EncodingOptions = {},
): CatalogEncoder {
  if (!Number.isInteger(segmentSize) || segmentSize < 1) {
    throw new RangeError(`segmentSize is ${segmentSize}; wanted a whole number of at least 1.`);
  }
  const report = new SourceReport();
  const library = checkedLibrary(source, report);
  const users = checkedUsers(source, report).sort(byId);
  const referring = {
    userContent: checkedUserContent(source, report),
    lists: checkedLists(source, report),
    sessions: checkedSessions(source, report),
  };
  const userContent = referring.userContent.map(({ record }) => record);
  const titles = createTitleChecker(source, library, report);
  const encoder = createTitlesEncoder(library, whatUsersSaid(userContent));
  let texts: FieldTexts[] = [];
  let characters = 0;
  const takeTexts = () => {
    const taken = texts;
    texts = [];
    characters = 0;
    return taken;
  };
  const encode = (title: Title) => {
    const ofTitle = encoder.add(title);
    texts.push(ofTitle);
    for (const field in ofTitle) characters += ofTitle[field]?.length ?? 0;
  };
  return {
    addTitle(record) {
      const title = titles.check(record);
      if (title === undefined) return undefined;
      if (!report.hasErrors) encode(title);
      progress(titles.ids.size);
      const isFull = texts.length >= segmentSize || characters >= SEGMENT_CHARACTERS;
      return isFull ? takeTexts() : undefined;
    },
    lastTexts: takeTexts,
    finish(segments) {
      const userNumbers = numbered(users.map((user) => String(user.id)));
      checkReferences(referring, userNumbers, titles.ids, source, report);
      report.refuseErrors();

      const lists = referring.lists.map(({ record }) => record).sort(byId);
      const sessions = referring.sessions.map(({ record }) => record);
      const sections = new Map<string, SectionData>();
      sections.set('library', new TextEncoder().encode(JSON.stringify(library)));
      encoder.finish(sections, segments);
      addUsers(sections, users);
      const titleNumber = openStrings(sections, TITLE_SECTIONS.id).indexOf;
      addUserContents(sections, userContent, userNumbers, titleNumber, library);
      addLists(sections, lists, userNumbers);
      addSessions(sections, sessions);
      return {
        sections,
        library,
        counts: {
          titles: titles.ids.size,
          users: users.length,
          userContent: userContent.length,
          lists: lists.length,
          sessions: sessions.length,
        },
        warnings: report.warnings(),
      };
    },
  };
}

interface Identified {
  readonly id: string | number;
}

function byId(a: Identified, b: Identified): number {
  return compareCodePoints(String(a.id), String(b.id));
}

function numbered(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, number) => [id, number]));
}

const NOTHING_SAID: Said = { tags: [], ratings: [] };

/** The tags and ratings that users gave to titles, by title id. */
function whatUsersSaid(userContent: readonly UserContent[]): (id: string) => Said {
  const said = new Map<string, { tags: string[]; ratings: number[] }>();
  for (const { title, content = [] } of userContent) {
    for (const { content_type, content_data } of content) {
      const ofTitle = said.get(title) ?? { tags: [], ratings: [] };
      if (content_type.id === 'tag') ofTitle.tags.push(content_data as string);
      else if (content_type.id === 'rating') ofTitle.ratings.push(content_data as number);
      else continue;
      said.set(title, ofTitle);
    }
  }
  return (id) => said.get(id) ?? NOTHING_SAID;
}
