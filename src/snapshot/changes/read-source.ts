import type { ChangedKind } from '../../catalog/changes/change.js';
import type { Library } from '../../catalog/records/library.js';
import type { List } from '../../catalog/records/list.js';
import type { SessionRecord } from '../../catalog/records/session.js';
import type { Title } from '../../catalog/records/title.js';
import type { User } from '../../catalog/records/user.js';
import type { UserContent } from '../../catalog/records/user-content.js';
import { checkReferences } from '../source/check-references.js';
import {
  checkLibrary,
  checkLists,
  checkSessions,
  checkUserContent,
  checkUsers,
  createTitleChecker,
} from '../source/checked-records.js';
import { memoryFile, type Source } from '../source/source.js';
import { SourceReport } from '../source/source-report.js';
import { userContentKey } from './changed-source.js';

/** The checked records of a source, except its titles. */
export interface SourceContents {
  readonly library: Library;
  /** The lines of synonyms; undefined if they are unknown. */
  readonly synonyms: readonly unknown[] | undefined;
  readonly users: ReadonlyMap<string, User>;
  /** One record per user and title, by {@link userContentKey}. */
  readonly userContent: ReadonlyMap<string, UserContent>;
  readonly lists: ReadonlyMap<string, List>;
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly warnings: readonly string[];
}

/**
 * Reads and checks a source.
 *
 * @param kinds the kinds of records to read; the other kinds are empty
 * @param onTitle called with each title
 * @throws SourceError if the source is invalid
 */
export async function readSource(
  source: Source,
  kinds: readonly ChangedKind[],
  onTitle: (title: Title) => void,
): Promise<SourceContents> {
  const none = memoryFile('nothing');
  const read: Source = {
    ...source,
    users: kinds.includes('users') ? source.users : none,
    userContent: kinds.includes('user_content') ? source.userContent : none,
    lists: kinds.includes('lists') ? source.lists : none,
    sessions: kinds.includes('sessions') ? source.sessions : none,
  };
  const report = new SourceReport();
  const library = checkLibrary(read, report);
  const users = byKey(checkUsers(read, report), ({ id }) => String(id));
  const referring = {
    userContent: checkUserContent(read, report),
    lists: checkLists(read, library, report),
    sessions: checkSessions(read, report),
  };
  const titles = createTitleChecker(read, library, report);
  for await (const record of read.titles.records()) {
    const title = titles.check(record);
    if (title !== undefined) onTitle(title);
  }
  checkReferences(referring, users, titles.ids, read, report);
  report.refuseErrors();
  const recordOf = <T>({ record }: { readonly record: T }) => record;
  return {
    library,
    synonyms:
      source.synonyms &&
      [...source.synonyms.records()].map((line) => 'value' in line && line.value),
    users,
    userContent: mergeUserContent(referring.userContent.map(recordOf)),
    lists: byKey(referring.lists.map(recordOf), ({ id }) => id),
    sessions: byKey(referring.sessions.map(recordOf), ({ id }) => id),
    warnings: report.warnings(),
  };
}

function byKey<T>(records: readonly T[], keyOf: (record: T) => string): Map<string, T> {
  return new Map(records.map((record) => [keyOf(record), record]));
}

/** Merges the records of the same user and title into one record with all items. */
function mergeUserContent(records: readonly UserContent[]): Map<string, UserContent> {
  const merged = new Map<string, UserContent>();
  for (const record of records) {
    const key = userContentKey(record);
    const { content: earlier = [], ...rest } = merged.get(key) ?? record;
    const items = merged.has(key) ? [...earlier, ...(record.content ?? [])] : earlier;
    merged.set(key, { ...rest, content: items });
  }
  return merged;
}
