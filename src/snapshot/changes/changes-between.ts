/*
 * Finds the changes between two sources, for `carrel changes`. Reads records in the order of their ids, so that two sources
 * of any size are compared in little memory.
 */

import { createHash } from 'node:crypto';
import { compareCodePoints } from '../../base/collation.js';
import { parseInstant } from '../../base/instant.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import type { List, SessionRecord, User, UserContent } from '../../catalog/records/user-records.js';
import { mergeUserContent } from '../format/user-records.js';
import { createSourceChecker } from '../source/checked-records.js';
import { memoryFile, type Source, SourceReport } from '../source/source.js';
import type { Change, ChangedKind } from './change.js';

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
 * @throws SourceError if the source is invalid
 */
async function readSource(
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
  const checker = createSourceChecker(read, report);
  for await (const record of read.titles.records()) {
    const title = checker.titles.check(record);
    if (title !== undefined) onTitle(title);
  }
  checker.finish();
  return {
    library: checker.library,
    synonyms:
      source.synonyms &&
      [...source.synonyms.records()].map((line) => 'value' in line && line.value),
    users: byKey(checker.users, ({ id }) => String(id)),
    userContent: mergeUserContent(checker.userContent),
    lists: byKey(checker.lists, ({ id }) => id),
    sessions: byKey(checker.sessions, ({ id }) => id),
    warnings: report.warnings(),
  };
}

function byKey<T>(records: readonly T[], keyOf: (record: T) => string): Map<string, T> {
  return new Map(records.map((record) => [keyOf(record), record]));
}

/** The changes between two sources. */
export interface SourceChanges {
  /**
   * The changes as lines of a changes file. Text takes less memory than objects, and no line may be published before
   * the newer source has been read to its end.
   */
  readonly lines: readonly string[];
  /** The number of changes of each operation. */
  readonly counts: { readonly [Operation in Change['op']]: number };
  /** The id of the library. */
  readonly library: string;
  /** The number of titles in the older and in the newer source. */
  readonly titles: { readonly older: number; readonly newer: number };
  /** Warnings about the newer source, and about differences that changes cannot express. */
  readonly warnings: readonly string[];
}

/**
 * Returns the changes that turn one source into another: applied in order to the older source, they give the newer
 * source. A deletion of a title or user also deletes what belongs to the title or user, which needs no other changes.
 * The time of all changes is the later of the two snapshot dates.
 *
 * If only one source contains MARC records of titles, the MARC records are not compared, and a warning says so.
 *
 * @param kinds the kinds of records to compare; the other kinds are not read
 * @throws SourceError if one of the sources is invalid
 * @throws Error if the sources belong to different libraries
 */
export async function changesBetween(
  older: Source,
  newer: Source,
  kinds: readonly ChangedKind[],
): Promise<SourceChanges> {
  const olderTitles = new Map<string, TitleDigests>();
  const before = await readSource(older, kinds, (title) => {
    olderTitles.set(title.id, digestsOf(title));
  });
  const deletedTitles = new Set(olderTitles.keys());
  const titleChanges = new TitleChanges(olderTitles);
  const after = await readSource(newer, kinds, (title) => {
    deletedTitles.delete(title.id);
    titleChanges.compare(title);
  });
  const { library } = after;
  if (library.id !== before.library.id) {
    throw new Error(
      `${newer.name}: expected the library '${before.library.id}', found '${library.id}'`,
    );
  }
  const changes = new ChangeLines();
  for (const line of titleChanges.lines()) changes.addLine(line);
  const deletedUsers = missing(before.users, after.users);
  for (const id of [...deletedTitles].sort(compareCodePoints)) {
    changes.add({ op: 'delete', kind: 'titles', id });
  }
  changes.addRecords('users', before.users, after.users);
  const remaining = withoutDeleted(before, deletedTitles, new Set(deletedUsers));
  changes.addRecords('user_content', remaining.userContent, after.userContent);
  changes.addRecords('lists', remaining.lists, after.lists);
  changes.addRecords('sessions', remaining.sessions, after.sessions);
  return {
    lines: changes.lines({ library: library.id, at: laterDate(before.library, library) }),
    counts: changes.counts,
    library: library.id,
    titles: { older: olderTitles.size, newer: titleChanges.count },
    warnings: [
      ...after.warnings,
      ...inexpressible(before, after),
      ...ignoredMarc(older, newer, titleChanges),
    ],
  };
}

/** A change without the library and the time. */
type Difference = Change extends infer Each
  ? Each extends Change
    ? Omit<Each, 'library' | 'at'>
    : never
  : never;

/** The records of each kind, except titles. */
type Referring = Omit<SourceContents, 'library' | 'synonyms' | 'warnings'>;

/** A change as a line without the library and the time. */
interface Line {
  readonly op: Change['op'];
  readonly text: string;
}

function lineOf(difference: Difference): Line {
  return { op: difference.op, text: JSON.stringify(difference) };
}

/** The changes of titles, which are known when the newer source has been read to its end. */
class TitleChanges {
  /** The number of titles in the newer source. */
  count = 0;
  readonly #older: ReadonlyMap<string, TitleDigests>;
  readonly #hadMarc: boolean;
  #hasMarc = false;
  #hasOtherMarc = false;
  /** The change of each title that differs, with and without its MARC record. */
  readonly #changes: { readonly full: Line | undefined; readonly bare: Line | undefined }[] = [];

  constructor(older: ReadonlyMap<string, TitleDigests>) {
    this.#older = older;
    this.#hadMarc = [...older.values()].some(({ marc }) => marc !== undefined);
  }

  /** Compares a title of the newer source with the older source. */
  compare(title: Title): void {
    this.count++;
    const older = this.#older.get(title.id);
    const digests = digestsOf(title);
    this.#hasMarc ||= digests.marc !== undefined;
    const hasOtherMarc = older !== undefined && older.marc !== digests.marc;
    this.#hasOtherMarc ||= hasOtherMarc;
    const bare = changeOf(title, digests, older);
    // Without MARC records in the older source, the MARC record is not compared.
    const isFull = hasOtherMarc && this.#hadMarc;
    const full = isFull ? lineOf({ op: 'put', kind: 'titles', record: title }) : bare;
    if (full !== undefined) this.#changes.push({ full, bare });
  }

  /** Whether MARC records differ, but are not compared, because only one source contains any. */
  get ignoresMarc(): boolean {
    return this.#hasOtherMarc && this.#hadMarc !== this.#hasMarc;
  }

  /** Whether only the older source contains MARC records. */
  get lacksMarc(): boolean {
    return this.#hadMarc && !this.#hasMarc;
  }

  lines(): Line[] {
    const { ignoresMarc } = this;
    return this.#changes.flatMap(({ full, bare }) => (ignoresMarc ? bare : full) ?? []);
  }
}

/** Returns the change of a title if anything but its MARC record differs. */
function changeOf(
  title: Title,
  { description, holdings }: TitleDigests,
  older: TitleDigests | undefined,
): Line | undefined {
  if (older?.description === description && older.holdings === holdings) return undefined;
  // A change of holdings removes a stored availability.
  const isOfHoldings =
    older?.description === description &&
    title.holdings !== undefined &&
    title.availability === undefined;
  return lineOf(
    isOfHoldings
      ? { op: 'holdings', title: title.id, holdings: title.holdings }
      : { op: 'put', kind: 'titles', record: title },
  );
}

/** Returns a warning if the MARC records of one source are not compared. */
function ignoredMarc(
  older: Source,
  newer: Source,
  { ignoresMarc, lacksMarc }: TitleChanges,
): string[] {
  if (!ignoresMarc) return [];
  const { name } = lacksMarc ? older : newer;
  return [`${name}: MARC records: not compared, because the other side does not contain them`];
}

class ChangeLines {
  readonly #lines: string[] = [];
  readonly counts = { holdings: 0, put: 0, delete: 0 };

  add(difference: Difference): void {
    this.addLine(lineOf(difference));
  }

  addLine({ op, text }: Line): void {
    this.counts[op]++;
    this.#lines.push(text);
  }

  /** Returns the lines, with the same library and time in each. */
  lines(fields: { readonly library: string; readonly at: string }): string[] {
    const end = `,${JSON.stringify(fields).slice(1)}`;
    return this.#lines.map((line) => line.slice(0, -1) + end);
  }

  /** Adds the changes of records of one kind, deletions first. */
  addRecords<Kind extends keyof typeof DELETIONS>(
    kind: Kind,
    older: ReadonlyMap<string, unknown>,
    newer: ReadonlyMap<string, unknown>,
  ): void {
    for (const key of missing(older, newer)) this.add(DELETIONS[kind](key));
    for (const key of [...newer.keys()].sort(compareCodePoints)) {
      const record = newer.get(key);
      if (canonicalJson(record) !== canonicalJson(older.get(key))) {
        this.add({ op: 'put', kind, record } as Difference);
      }
    }
  }
}

/** Returns the deletion of a record of each kind, by the key of the record in {@link Referring}. */
const DELETIONS = {
  users: (id: string): Difference => ({ op: 'delete', kind: 'users', id }),
  user_content: (key: string): Difference => {
    const [user, title]: [string, string] = JSON.parse(key);
    return { op: 'delete', kind: 'user_content', user, title };
  },
  lists: (id: string): Difference => ({ op: 'delete', kind: 'lists', id }),
  sessions: (id: string): Difference => ({ op: 'delete', kind: 'sessions', id }),
};

/** Returns the keys of the older records that the newer records lack, in code point order. */
function missing(
  older: ReadonlyMap<string, unknown>,
  newer: ReadonlyMap<string, unknown>,
): string[] {
  return [...older.keys()].filter((key) => !newer.has(key)).sort(compareCodePoints);
}

/** Returns the records that remain when titles and users are deleted with what belongs to them. */
function withoutDeleted(
  { users, userContent, lists, sessions }: Referring,
  titles: ReadonlySet<string>,
  deletedUsers: ReadonlySet<string>,
): Referring {
  const isKept = ({ user }: { readonly user: string | number }) => !deletedUsers.has(String(user));
  const filter = <T>(records: ReadonlyMap<string, T>, keep: (record: T) => boolean) =>
    new Map([...records].filter(([, record]) => keep(record)));
  const keptLists = filter(lists, isKept);
  return {
    users,
    userContent: filter(userContent, (entry) => isKept(entry) && !titles.has(entry.title)),
    lists: new Map([...keptLists].map(([id, list]) => [id, withoutTitles(list, titles)])),
    sessions: filter(sessions, isKept),
  };
}

function withoutTitles({ anchor_bib, ...list }: List, titles: ReadonlySet<string>): List {
  const isKept = (id: string | undefined) => id === undefined || !titles.has(id);
  return {
    ...list,
    ...(anchor_bib !== undefined && isKept(anchor_bib) && { anchor_bib }),
    list_items: list.list_items.filter(({ title }) => isKept(title)),
  };
}

function laterDate({ snapshot_date: a }: Library, { snapshot_date: b }: Library): string {
  return parseInstant(a) > parseInstant(b) ? a : b;
}

/** Returns warnings about differences that changes cannot express. */
function inexpressible(before: SourceContents, after: SourceContents): string[] {
  const names = new Set([...Object.keys(before.library), ...Object.keys(after.library)]);
  const different = [...names].filter((name) => {
    const [a, b] = [before, after].map(({ library }) => library[name as keyof Library]);
    return name !== 'snapshot_date' && canonicalJson(a) !== canonicalJson(b);
  });
  const files = different.map((name) => `library.json: ${name}`);
  const areSynonymsKnown = before.synonyms !== undefined && after.synonyms !== undefined;
  if (areSynonymsKnown && canonicalJson(before.synonyms) !== canonicalJson(after.synonyms)) {
    files.push('synonyms.txt');
  }
  return files.map(
    (name) => `${name}: expected no difference, found one; only a build applies the difference`,
  );
}

/** Digests of a title: of its holdings and its stored availability, of its MARC record, and of its other fields. */
interface TitleDigests {
  readonly description: string;
  readonly holdings: string;
  /** Undefined without a MARC record. */
  readonly marc: string | undefined;
}

function digestsOf({ holdings, availability, marc, ...description }: Title): TitleDigests {
  return {
    description: digest(description),
    holdings: digest({ holdings, availability }),
    marc: marc && digest(marc),
  };
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64').slice(0, 22);
}

/** Returns the same text for equal JSON values, whatever the order of their fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
