/*
 * Checks all records of a source: schema, rules, unique ids, references, and synonyms. `record-checker.ts` checks one
 * record.
 */

import { DistinctStrings } from '../../base/distinct-values.js';
import type { JsonSchema } from '../../base/json-schema.js';
import { lazy } from '../../base/lazy.js';
import { describe } from '../../base/messages.js';
import { GrowableArray } from '../../base/typed-arrays.js';
import { extraFieldProblems, extraProblems } from '../../catalog/extra-field-problems.js';
import { extraValues } from '../../catalog/extra-fields.js';
import type { Library } from '../../catalog/records/library.js';
import { MIN_CONTRAST, readableColors } from '../../catalog/records/library-colors.js';
import type { Title } from '../../catalog/records/title.js';
import type { List, SessionRecord, User, UserContent } from '../../catalog/records/user-records.js';
import {
  parseSynonyms,
  SynonymLineError,
  type SynonymRule,
} from '../../catalog/synonyms/parse-synonyms.js';
import SHIPPED_SYNONYMS from '../../catalog/synonyms/shipped-synonyms.json' with { type: 'json' };
import { SynonymTableBuilder } from '../../catalog/synonyms/synonym-table.js';
import {
  checkHoldings,
  contentProblems,
  limitProblem,
  listProblems,
  RECORD_SCHEMAS,
  recordChecker,
  titleLengthProblem,
} from './record-checker.js';
import {
  memoryFile,
  type NamedFile,
  type Source,
  type SourceFile,
  type SourceRecord,
  type SourceReport,
} from './source.js';

/** The ids of records of one kind. */
type Ids = Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>;

/** A checked record, and its position in its file. */
interface PlacedRecord<T> {
  readonly record: T;
  /** The position of the record in its file, such as a line number or an array index. */
  readonly position: number;
  /** Returns the place of the record in messages, such as `titles.jsonl:12`. */
  readonly place: () => string;
}

/** The checked records of a source, except its titles, and the checker of its titles. */
export interface SourceChecker {
  readonly library: Library;
  readonly users: readonly User[];
  readonly userContent: readonly UserContent[];
  readonly lists: readonly List[];
  readonly sessions: readonly SessionRecord[];
  readonly titles: TitleChecker;
  /**
   * Checks the references of all records. Must be called after all titles are checked.
   *
   * @throws SourceError if a record had an error
   */
  finish(): void;
}

/** Checks all records of a source except its titles, which the caller then checks one by one. */
export function createSourceChecker(source: Source, report: SourceReport): SourceChecker {
  const library = checkLibrary(source, report);
  const users = checkUsers(source, report);
  const userContent = checkUserContent(source, report);
  const lists = checkLists(source, library, report);
  const sessions = checkSessions(source, report);
  const titles = createTitleChecker(source, library, report);
  const recordsOf = <T>(placed: readonly PlacedRecord<T>[]) => placed.map(({ record }) => record);
  return {
    library,
    users,
    userContent: recordsOf(userContent),
    lists: recordsOf(lists),
    sessions: recordsOf(sessions),
    titles,
    finish() {
      const userIds = new Set(users.map(({ id }) => String(id)));
      checkReferences({ userContent, lists, sessions }, userIds, titles.ids, source, report);
      report.refuseErrors();
    },
  };
}

/** Returns the name of the holdings profile of the titles, if the source has one. */
export function checkHoldingsProfile(
  { holdings }: Pick<Source, 'holdings'>,
  report: SourceReport,
): string | undefined {
  if (holdings === undefined) return undefined;
  for (const record of holdings.records()) {
    const found = 'value' in record ? record.value : record.problem;
    if (typeof found === 'string' && 'value' in record) return found;
    report.error(
      holdings.place(record.position),
      `expected the name of a holdings profile, found ${describe(found)}`,
    );
  }
  return undefined;
}

/** Combines the synonyms of a source with the shipped synonyms, and returns their rows. Reports invalid lines. */
export function checkSynonyms(source: Source, report: SourceReport): readonly string[] {
  const builder = new SynonymTableBuilder();
  const file = source.synonyms ?? memoryFile('synonyms');
  for (const record of file.records()) {
    const problem = problemOf(record, builder);
    if (problem !== undefined) report.error(file.place(record.position), problem);
  }
  return builder.rows(shippedSynonyms());
}

/** Adds a line to a table. Returns the problem of a line that cannot be added. */
function problemOf(record: SourceRecord, builder: SynonymTableBuilder): string | undefined {
  if ('problem' in record) return record.problem;
  if (typeof record.value !== 'string') return `expected a string, found ${describe(record.value)}`;
  try {
    const rule = parseSynonyms(record.value);
    if (rule !== undefined) builder.add(rule);
    return undefined;
  } catch (error) {
    if (error instanceof SynonymLineError) return error.message;
    throw error;
  }
}

/** Returns the rules that every catalog has, in addition to the rules of its library: lines in Solr's format. */
export const shippedSynonyms = lazy((): readonly SynonymRule[] =>
  Object.values(SHIPPED_SYNONYMS)
    .flat()
    .map(parseSynonyms)
    .filter((rule) => rule !== undefined),
);

/**
 * Returns the library record. If the record is invalid, reports errors and returns an empty library, so
 * that the other records can still be checked.
 */
export function checkLibrary(source: Pick<Source, 'library'>, report: SourceReport): Library {
  const [library] = checkRecords<Library>(source.library, RECORD_SCHEMAS.library, report);
  if (library === undefined) return { id: '', name: '', snapshot_date: '' };
  const { place } = library;
  const record = withReadableColors(library.record, source.library.name, report);
  for (const { name, narrowing, searched } of record.extra_fields ?? []) {
    if (narrowing || searched) continue;
    const file = source.library.name;
    report.warn(
      `${file}: extra field '${name}' ignored; expected narrowing or searched to be true`,
      `${file}: other extra fields ignored; expected narrowing or searched to be true`,
    );
  }
  const problems = extraFieldProblems(record);
  for (const problem of problems) report.error(place(), problem);
  if (problems.length === 0) return record;
  const { extra_fields, ...others } = record;
  return others;
}

/** Returns a library whose colors have the contrast that text needs. Warns about each color that is changed. */
function withReadableColors(library: Library, file: string, report: SourceReport): Library {
  if (library.colors === undefined) return library;
  const colors = readableColors(library.colors);
  for (const name of ['primary', 'accent'] as const) {
    const [before, after] = [library.colors[name], colors[name]];
    if (before === undefined || before === after) continue;
    const message = `${file}: colors.${name}: expected a contrast of ${MIN_CONTRAST} to 1 with text, found less; changed from ${before} to ${after}`;
    report.warn(message, message);
  }
  return { ...library, colors };
}

/** Checks titles one by one, including that each id is unique. */
interface TitleChecker {
  /** The ids of the valid titles so far. */
  readonly ids: Ids;
  /** Returns the title, or reports an error and returns undefined if the title is invalid or its id is repeated. */
  check(record: SourceRecord): Title | undefined;
  /** Warns about extra fields of the library without a value in any of the titles so far. */
  checkExtraFields(): void;
}

/**
 * Creates a checker of titles. The checker warns about holdings at a branch that is not in the library
 * record, and about unknown holding statuses. It replaces an unknown status with UNAVAILABLE.
 */
function createTitleChecker(
  { titles, library: { name: libraryName } }: Source,
  library: Library,
  report: SourceReport,
): TitleChecker {
  const branches = new Set(library.branches?.map((branch) => branch.id));
  const checkRecord = createRecordCheck<Title>(titles, RECORD_SCHEMAS.titles, report);
  const { ids, isNew } = createIdCheck('title', titles, report);
  const withoutValues = new Set(library.extra_fields);
  const check = (source: SourceRecord) => {
    const placed = checkRecord(source);
    if (placed === undefined || !isNew(placed.record.id, placed)) return undefined;
    const { record, place } = placed;
    const problems = extraProblems(record, library);
    const tooLong =
      problems.length > 0
        ? undefined
        : (limitProblem(record, library) ?? titleLengthProblem(record));
    if (tooLong !== undefined) problems.push(tooLong);
    for (const problem of problems) report.error(place(), problem);
    if (problems.length > 0) return undefined;
    for (const field of withoutValues) {
      if (extraValues(record, field).length > 0) withoutValues.delete(field);
    }
    if (record.holdings === undefined) return record;
    const holdings = checkHoldings(record.holdings, branches, titles, report);
    return holdings === record.holdings ? record : { ...record, holdings };
  };
  const checkExtraFields = () => {
    if (ids.size === 0) return;
    for (const { name, from } of withoutValues) {
      report.warn(
        `${libraryName}: extra field '${name}': expected a title with a value at ${from}, found none`,
        `${libraryName}: other extra fields: expected titles with values, found none`,
      );
    }
  };
  return { ids, check, checkExtraFields };
}

/** Returns the valid users. Reports invalid users and repeated ids. The ids `7` and `"7"` are equal. */
function checkUsers(source: Source, report: SourceReport): User[] {
  const { isNew } = createIdCheck('user', source.users, report);
  return [...checkRecords<User>(source.users, RECORD_SCHEMAS.users, report)]
    .filter((placed) => isNew(String(placed.record.id), placed))
    .map(({ record }) => record);
}

/** Returns the user content. Reports invalid records, and content data of the wrong type for its content type. */
function checkUserContent(source: Source, report: SourceReport): PlacedRecord<UserContent>[] {
  const entries = [
    ...checkRecords<UserContent>(source.userContent, RECORD_SCHEMAS.userContent, report),
  ];
  for (const { record, place } of entries) {
    for (const problem of contentProblems(record)) report.error(place(), problem);
  }
  return entries;
}

/**
 * Returns the lists. Reports invalid lists, repeated ids, and items without the field that their
 * `list_item_type` names. Warns about lists of the type READ_A_LIKE without a title to start from.
 */
function checkLists(source: Source, library: Library, report: SourceReport): PlacedRecord<List>[] {
  const { isNew } = createIdCheck('list', source.lists, report);
  return [...checkRecords<List>(source.lists, RECORD_SCHEMAS.lists, report)].filter((placed) => {
    const { record, place } = placed;
    if (record.list_type?.id === 'READ_A_LIKE' && record.anchor_bib === undefined) {
      report.warn(
        `${source.lists.name}: list '${record.id}' of the type READ_A_LIKE without anchor_bib`,
        `${source.lists.name}: other lists of the type READ_A_LIKE without anchor_bib`,
      );
    }
    for (const problem of listProblems(record, library)) report.error(place(), problem);
    return isNew(record.id, placed);
  });
}

/** Returns the valid sessions. Reports invalid sessions and repeated ids, but never quotes the secret ids. */
function checkSessions(source: Source, report: SourceReport): PlacedRecord<SessionRecord>[] {
  const seen = new Set<string>();
  return [...checkRecords<SessionRecord>(source.sessions, RECORD_SCHEMAS.sessions, report)].filter(
    ({ record, place }) => {
      if (seen.has(record.id)) {
        report.error(place(), 'id: expected a unique id, found the id of an earlier session');
        return false;
      }
      seen.add(record.id);
      return true;
    },
  );
}

function* checkRecords<T>(
  file: SourceFile,
  schema: JsonSchema,
  report: SourceReport,
): Generator<PlacedRecord<T>> {
  const check = createRecordCheck<T>(file, schema, report);
  for (const source of file.records()) {
    const placed = check(source);
    if (placed !== undefined) yield placed;
  }
}

function createRecordCheck<T>(
  file: NamedFile,
  schema: JsonSchema,
  report: SourceReport,
): (source: SourceRecord) => PlacedRecord<T> | undefined {
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

/**
 * Creates a check for unique ids. If an id is repeated, `isNew` returns false and reports an error with the
 * place of the first record that has the id.
 */
function createIdCheck(
  kind: string,
  file: NamedFile,
  report: SourceReport,
): { readonly ids: Ids; isNew(id: string, placed: PlacedRecord<unknown>): boolean } {
  const ids = new DistinctStrings();
  const positions = new GrowableArray(Float64Array);
  const isNew = (id: string, { position, place }: PlacedRecord<unknown>) => {
    const number = ids.add(id);
    if (number === positions.length) {
      positions.push(position);
      return true;
    }
    report.error(
      place(),
      `id: expected a unique id, found '${id}', the id of the ${kind} at ${file.place(positions.get(number))}`,
    );
    return false;
  };
  return {
    ids: {
      has: (id) => ids.find(id) >= 0,
      get size() {
        return ids.size;
      },
    },
    isNew,
  };
}

/** The records that refer to users or titles by id. */
interface ReferringRecords {
  readonly userContent: readonly PlacedRecord<UserContent>[];
  readonly lists: readonly PlacedRecord<List>[];
  readonly sessions: readonly PlacedRecord<SessionRecord>[];
}

/** Reports an error for every reference to a missing user or title. */
function checkReferences(
  { userContent, lists, sessions }: ReferringRecords,
  userIds: Ids,
  titleIds: Ids,
  source: Source,
  report: SourceReport,
): void {
  const checkUser = ({ place, record }: PlacedRecord<{ readonly user: string | number }>) => {
    if (userIds.has(String(record.user))) return;
    report.error(
      place(),
      `user: expected the id of a user in ${source.users.name}, found '${record.user}'`,
    );
  };
  const checkTitle = ({ place }: PlacedRecord<unknown>, field: string, id: string | undefined) => {
    if (id === undefined || titleIds.has(id)) return;
    report.error(
      place(),
      `${field}: expected the id of a title in ${source.titles.name}, found '${id}'`,
    );
  };
  for (const entry of userContent) {
    checkUser(entry);
    checkTitle(entry, 'title', entry.record.title);
  }
  for (const list of lists) {
    checkUser(list);
    checkTitle(list, 'anchor_bib', list.record.anchor_bib);
    list.record.list_items.forEach((item, index) => {
      if (item.list_item_type === 'title')
        checkTitle(list, `list_items[${index}].title`, item.title);
    });
  }
  for (const session of sessions) checkUser(session);
}
