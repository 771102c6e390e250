import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '../../../src/catalog/records/library.js';
import type { Title } from '../../../src/catalog/records/title.js';
import type {
  List,
  SessionRecord,
  User,
  UserContent,
} from '../../../src/catalog/records/user-records.js';
import type { SourceRecords } from '../../../src/index.js';
import type { Change } from '../../../src/snapshot/changes/change.js';

/** The records of a library in arrays. */
export interface RecordArrays extends SourceRecords {
  readonly library: Library;
  readonly titles: readonly Title[];
  readonly users: readonly User[];
  readonly userContent: readonly UserContent[];
  readonly lists: readonly List[];
  readonly sessions: readonly SessionRecord[];
}

/** Converts the records of a source to arrays. */
export function arraysOf(records: SourceRecords): RecordArrays {
  return {
    ...records,
    titles: [...records.titles],
    users: [...(records.users ?? [])],
    userContent: [...(records.userContent ?? [])],
    lists: [...(records.lists ?? [])],
    sessions: [...(records.sessions ?? [])],
  };
}

type Id = string | number;

function isSame(a: Id, b: Id): boolean {
  return String(a) === String(b);
}

/** Returns the records without the record with an id. */
function without<T extends { readonly id: Id }>(records: readonly T[], id: Id): T[] {
  return records.filter((record) => !isSame(record.id, id));
}

function hasId(records: readonly { readonly id: Id }[], id: Id): boolean {
  return records.some((record) => isSame(record.id, id));
}

/**
 * Applies a valid change to records, one array after the other.
 *
 * @returns the changed records, or undefined if the change refers to an unknown record
 */
export function changeRecords(records: RecordArrays, change: Change): RecordArrays | undefined {
  if (change.op === 'holdings') {
    const title = records.titles.find(({ id }) => id === change.title);
    if (title === undefined) return undefined;
    const changed = { ...title, holdings: change.holdings };
    delete changed.availability;
    return {
      ...records,
      titles: records.titles.map((record) => (record === title ? changed : record)),
    };
  }
  return change.op === 'put' ? put(records, change) : remove(records, change);
}

function put(
  records: RecordArrays,
  change: Extract<Change, { readonly op: 'put' }>,
): RecordArrays | undefined {
  const { titles, users, userContent, lists, sessions } = records;
  const hasTitle = (id: string | undefined) => id === undefined || hasId(titles, id);
  switch (change.kind) {
    case 'titles':
      return { ...records, titles: [...without(titles, change.record.id), change.record] };
    case 'users':
      return { ...records, users: [...without(users, change.record.id), change.record] };
    case 'user_content': {
      const { user, title } = change.record;
      if (!hasId(users, user) || !hasTitle(title)) return undefined;
      const others = userContent.filter(
        (entry) => !(isSame(entry.user, user) && entry.title === title),
      );
      return { ...records, userContent: [...others, change.record] };
    }
    case 'lists': {
      const { id, user, anchor_bib, list_items } = change.record;
      const named = list_items.filter(({ list_item_type }) => list_item_type === 'title');
      if (!hasId(users, user) || !hasTitle(anchor_bib)) return undefined;
      if (!named.every(({ title }) => hasTitle(title))) return undefined;
      return { ...records, lists: [...without(lists, id), change.record] };
    }
    case 'sessions':
      if (!hasId(users, change.record.user)) return undefined;
      return { ...records, sessions: [...without(sessions, change.record.id), change.record] };
  }
}

function remove(
  records: RecordArrays,
  change: Extract<Change, { readonly op: 'delete' }>,
): RecordArrays | undefined {
  const { titles, users, userContent, lists, sessions } = records;
  if (change.kind === 'user_content') {
    const kept = userContent.filter(
      ({ user, title }) => !(isSame(user, change.user) && title === change.title),
    );
    return kept.length === userContent.length ? undefined : { ...records, userContent: kept };
  }
  const { kind, id } = change;
  if (!hasId(records[kind], id)) return undefined;
  switch (kind) {
    case 'titles':
      return {
        ...records,
        titles: without(titles, id),
        userContent: userContent.filter(({ title }) => title !== id),
        lists: lists.map((list) => {
          const list_items = list.list_items.filter(({ title }) => title !== id);
          const changed = { ...list, list_items };
          if (changed.anchor_bib === id) delete changed.anchor_bib;
          return changed;
        }),
      };
    case 'users': {
      const isOfOther = ({ user }: { readonly user: Id }) => !isSame(user, id);
      return {
        ...records,
        users: without(users, id),
        userContent: userContent.filter(isOfOther),
        lists: lists.filter(isOfOther),
        sessions: sessions.filter(isOfOther),
      };
    }
    case 'lists':
      return { ...records, lists: without(lists, id) };
    case 'sessions':
      return { ...records, sessions: without(sessions, id) };
  }
}

/** Reads the records of a source directory. A missing file has no records. */
export function readRecords(directory: string): RecordArrays {
  const linesOf = (file: string) =>
    (existsSync(join(directory, file)) ? readFileSync(join(directory, file), 'utf8') : '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  const library = JSON.parse(readFileSync(join(directory, 'library.json'), 'utf8'));
  const logo: string | undefined = library.logo;
  if (logo?.endsWith('.svg')) {
    const bytes = readFileSync(join(directory, logo));
    library.logo = `data:image/svg+xml;base64,${bytes.toString('base64')}`;
  }
  return {
    library,
    titles: linesOf('titles.jsonl'),
    users: linesOf('users.jsonl'),
    userContent: linesOf('user_content.jsonl'),
    lists: linesOf('lists.jsonl'),
    sessions: linesOf('sessions.jsonl'),
  };
}

/**
 * Makes and applies a batch of changes to records one by one.
 *
 * @returns the changes, the indexes of the changes that refer to an unknown record, and the changed records
 */
export function makeBatch(
  records: RecordArrays,
  makers: readonly ((records: RecordArrays) => Change)[],
) {
  const changes: Change[] = [];
  const skipped: number[] = [];
  let changed = records;
  for (const make of makers) {
    const change = make(changed);
    const next = changeRecords(changed, change);
    if (next === undefined) skipped.push(changes.length);
    changed = next ?? changed;
    changes.push(change);
  }
  return { changes, skipped, changed };
}
