import { HOLDING_STATUSES } from '../catalog/availability.js';
import type { JsonSchema } from '../catalog/json-schema.js';
import { type Library, librarySchema } from '../catalog/library.js';
import { type List, listSchema } from '../catalog/list.js';
import { type SessionRecord, sessionSchema } from '../catalog/session.js';
import { type Title, titleSchema } from '../catalog/title.js';
import { type User, userSchema } from '../catalog/user.js';
import {
  CONTENT_DATA_TYPES,
  type UserContent,
  userContentSchema,
} from '../catalog/user-content.js';
import { describe, recordChecker } from './record-checker.js';
import type { NamedFile, Source, SourceFile, SourceRecord } from './source.js';
import type { SourceReport } from './source-report.js';

/** The ids of records of one kind. */
export type Ids = Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>;

/** A record with the place to name when something is wrong with it. */
export interface Placed<T> {
  readonly record: T;
  readonly position: number;
  readonly place: () => string;
}

/**
 * The library record. When it is wrong, errors are noted and another stands in for it, so that the
 * rest can be checked all the same.
 */
export function checkedLibrary(source: Source, report: SourceReport): Library {
  const [library] = checked<Library>(source.library, librarySchema, report);
  return library?.record ?? { id: '', name: '', snapshot_date: '' };
}

/** Checks titles, given one after the other, each id once. */
export interface TitleChecker {
  /** The ids of the titles so far. */
  readonly ids: Ids;
  /** The title, or undefined when it had an error. */
  check(record: SourceRecord): Title | undefined;
}

/**
 * A checker of titles. A holding at a branch that the library does not name is a warning, and so is
 * a status of no known meaning, which counts as UNAVAILABLE.
 */
export function createTitleChecker(
  { titles }: Source,
  library: Library,
  report: SourceReport,
): TitleChecker {
  const branches = new Set(library.branches?.map((branch) => branch.id));
  const checkRecord = placedRecordChecker<Title>(titles, titleSchema, report);
  const { ids, isNew } = uniqueIds('title', titles, report);
  const check = (source: SourceRecord) => {
    const placed = checkRecord(source);
    if (placed === undefined || !isNew(placed.record.id, placed)) return undefined;
    const { record } = placed;
    for (const { branch, status } of record.holdings ?? []) {
      if (!branches.has(branch)) {
        report.warn(
          `${titles.name}: the library names no branch '${branch}'; its code stands as its name`,
          `${titles.name}: the library names no branch of yet other codes; they stand as names`,
        );
      }
      if (!isKnownStatus(status)) {
        report.warn(
          `${titles.name}: holdings of the status '${status}' count as UNAVAILABLE; known are ${HOLDING_STATUSES.join(', ')}`,
          `${titles.name}: holdings of yet other statuses count as UNAVAILABLE`,
        );
      }
    }
    return withKnownStatuses(record);
  };
  return { ids, check };
}

/** The users, each id once: 7 and "7" are the same id. */
export function checkedUsers(source: Source, report: SourceReport): User[] {
  const { isNew } = uniqueIds('user', source.users, report);
  return [...checked<User>(source.users, userSchema, report)]
    .filter((placed) => isNew(String(placed.record.id), placed))
    .map(({ record }) => record);
}

/** The entries of user content, their data of the type that their content type asks for. */
export function checkedUserContent(source: Source, report: SourceReport): Placed<UserContent>[] {
  const entries = [...checked<UserContent>(source.userContent, userContentSchema, report)];
  for (const { record, place } of entries) {
    record.content?.forEach(({ content_type, content_data }, index) => {
      const wanted = CONTENT_DATA_TYPES.get(content_type.id);
      if (wanted !== undefined && typeof content_data !== wanted) {
        report.error(
          place(),
          `content[${index}].content_data: found ${describe(content_data)}, wanted ${wanted === 'object' ? 'an' : 'a'} ${wanted}, as content of type ${content_type.id} has.`,
        );
      }
    });
  }
  return entries;
}

/** The lists, each id once, every item with what its type says it has. */
export function checkedLists(source: Source, report: SourceReport): Placed<List>[] {
  const { isNew } = uniqueIds('list', source.lists, report);
  return [...checked<List>(source.lists, listSchema, report)].filter((placed) => {
    const { record, place } = placed;
    record.list_items.forEach((item, index) => {
      if (item[item.list_item_type] === undefined) {
        report.error(
          place(),
          `list_items[${index}].${item.list_item_type}: missing, wanted because list_item_type is ${item.list_item_type}.`,
        );
      }
    });
    return isNew(record.id, placed);
  });
}

/** The sessions, each id once. Messages do not tell a session's id. */
export function checkedSessions(source: Source, report: SourceReport): Placed<SessionRecord>[] {
  const seen = new Set<string>();
  return [...checked<SessionRecord>(source.sessions, sessionSchema, report)].filter(
    ({ record, place }) => {
      if (seen.has(record.id)) {
        report.error(place(), 'id: found the id of an earlier session, wanted each id once.');
        return false;
      }
      seen.add(record.id);
      return true;
    },
  );
}

function* checked<T>(
  file: SourceFile,
  schema: JsonSchema,
  report: SourceReport,
): Generator<Placed<T>> {
  const check = placedRecordChecker<T>(file, schema, report);
  for (const source of file.records()) {
    const placed = check(source);
    if (placed !== undefined) yield placed;
  }
}

function placedRecordChecker<T>(
  file: NamedFile,
  schema: JsonSchema,
  report: SourceReport,
): (source: SourceRecord) => Placed<T> | undefined {
  const check = recordChecker<T>(schema, file, report);
  return (source) => {
    const { position } = source;
    if ('problem' in source) {
      report.error(file.place(position), source.problem);
      return undefined;
    }
    const record = check(source.value, position);
    if (record === undefined) return undefined;
    return { record, position, place: () => file.place(position) };
  };
}

/** Notes every id after its first time as an error that tells where the first one is. */
function uniqueIds(
  kind: string,
  file: NamedFile,
  report: SourceReport,
): { readonly ids: Ids; isNew(id: string, placed: Placed<unknown>): boolean } {
  const positions = new Map<string, number>();
  const isNew = (id: string, { position, place }: Placed<unknown>) => {
    const first = positions.get(id);
    if (first === undefined) {
      positions.set(id, position);
      return true;
    }
    report.error(
      place(),
      `id: found '${id}', the id of the ${kind} at ${file.place(first)}, wanted each id once.`,
    );
    return false;
  };
  return { ids: positions, isNew };
}

function isKnownStatus(status: string): boolean {
  return (HOLDING_STATUSES as readonly string[]).includes(status);
}

function withKnownStatuses(title: Title): Title {
  if (title.holdings === undefined) return title;
  if (title.holdings.every((holding) => isKnownStatus(holding.status))) return title;
  const holdings = title.holdings.map((holding) =>
    isKnownStatus(holding.status) ? holding : { ...holding, status: 'UNAVAILABLE' },
  );
  return { ...title, holdings };
}
