/*
 * The records of a catalog after changes. A changed catalog equals a catalog that is built from these records.
 * `change-checker.ts` has checked the changes, and `apply-changes.ts` encodes the records.
 */

import type { Catalog, Records, Titles } from '../../catalog/catalog.js';
import type { Holding, Title } from '../../catalog/records/title.js';
import type { List, Session, User, UserContent } from '../../catalog/records/user-records.js';
import { StringWriter } from '../format/string-writer.js';
import {
  type DigestedSession,
  digestOf,
  digestSession,
  userContentKey,
} from '../format/user-records.js';
import type { Change, DeleteChange, HoldingsChange, PutChange } from './change.js';

const decoder = new TextDecoder();

/**
 * The titles of a catalog that were added, replaced or deleted. The titles are JSON outside V8's heap, because
 * the garbage collections of all threads take longer if one thread has many objects.
 */
export class ChangedTitles {
  readonly #before: Pick<Titles, 'numberOf'>;
  readonly #texts = new StringWriter();
  /** By id: the position of the title in the texts. Undefined for a deleted title. */
  readonly #changed = new Map<string, number | undefined>();

  /** @param before the titles of the catalog before the changes */
  constructor(before: Pick<Titles, 'numberOf'>) {
    this.#before = before;
  }

  /** Returns whether there is a title with this id after the changes. */
  has(id: string): boolean {
    return this.hasChange(id)
      ? this.#changed.get(id) !== undefined
      : this.#before.numberOf(id) >= 0;
  }

  /** Returns whether the title with this id was added, replaced or deleted. */
  hasChange(id: string): boolean {
    return this.#changed.has(id);
  }

  /** Returns an added or replaced title, or undefined if there is none with this id. */
  get(id: string): Title | undefined {
    const position = this.#changed.get(id);
    return position === undefined
      ? undefined
      : JSON.parse(decoder.decode(this.#texts.get(position)));
  }

  /** Adds or replaces a title, or deletes the title if `title` is undefined. */
  set(id: string, title: Title | undefined): void {
    this.#changed.set(id, title && this.#texts.add(JSON.stringify(title)));
  }

  /** Returns the ids of added, replaced and deleted titles. */
  ids(): Iterable<string> {
    return this.#changed.keys();
  }
}

/**
 * The position of a change among all changes that are applied together, from 1. A record of the catalog that no change
 * replaced has the position 0.
 */
export type Position = number;

/** A record with its key and the position of the change that added or replaced it. */
export interface PositionedRecord<T> {
  readonly key: string;
  readonly record: T;
  readonly position: Position;
}

/** The records of one kind in a catalog, with the changes of these records. */
export class ChangedKind<T> {
  readonly #base: Records<T>;
  readonly #isDeletedLater: ((record: T, position: Position) => boolean) | undefined;
  /** The changed records by key. A deleted record is undefined. */
  readonly #changed = new Map<
    string,
    { readonly record: T | undefined; readonly position: Position }
  >();

  /**
   * @param base the records of the catalog; the ids are the keys
   * @param isDeletedLater Whether a record was deleted together with its user or title after a position. Default:
   *   never.
   */
  constructor(base: Records<T>, isDeletedLater?: (record: T, position: Position) => boolean) {
    this.#base = base;
    this.#isDeletedLater = isDeletedLater;
  }

  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  has(key: string): boolean {
    const changed = this.#changed.get(key);
    // A record of the catalog is decoded only if it can have been deleted with its user or title.
    if (changed === undefined && this.#isDeletedLater === undefined) {
      return this.#base.numberOf(key) >= 0;
    }
    const { record, position } = changed ?? { record: this.#baseRecord(key), position: 0 };
    return record !== undefined && !this.#isDeletedLater?.(record, position);
  }

  /** Adds or replaces a record, or deletes the record if `record` is undefined. */
  set(key: string, record: T | undefined, position: Position): void {
    this.#changed.set(key, { record, position });
  }

  /** Yields all records, in any order. */
  *all(): Generator<PositionedRecord<T>> {
    for (let number = 0; number < this.#base.size; number++) {
      const key = this.#base.id(number);
      if (this.#changed.has(key)) continue;
      const record = this.#base.get(number);
      if (!this.#isDeletedLater?.(record, 0)) yield { key, record, position: 0 };
    }
    for (const [key, { record, position }] of this.#changed) {
      if (record === undefined || this.#isDeletedLater?.(record, position)) continue;
      yield { key, record, position };
    }
  }

  #baseRecord(key: string): T | undefined {
    const number = this.#base.numberOf(key);
    return number < 0 ? undefined : this.#base.get(number);
  }
}

/**
 * The records of a catalog after changes, which together are the changed source. A deletion of a title also deletes its
 * user content, the list items with it and the references to it as `anchor_bib`. A deletion of a user also deletes the
 * content, lists and sessions of the user.
 *
 * A deletion takes O(1): the records that refer to a deleted title or user are found when they are read. Such a record
 * is deleted if it is older than the deletion.
 */
export class ChangedSource {
  /** The position of the latest deletion of each deleted title. */
  readonly #deletedTitles = new Map<string, Position>();
  /** The position of the latest deletion of each deleted user. */
  readonly #deletedUsers = new Map<string, Position>();
  readonly #titles: ChangedTitles;
  /** The holdings of titles whose other fields did not change, by the id of the title. */
  readonly #holdings = new Map<string, readonly Holding[]>();
  readonly #users: ChangedKind<User>;
  readonly #userContent: ChangedKind<UserContent>;
  readonly #lists: ChangedKind<List>;
  /** The sessions by the digests of their ids. */
  readonly #sessions: ChangedKind<Session>;
  #position: Position = 0;

  constructor(catalog: Catalog) {
    const isOfDeletedUser = ({ user }: RecordOfUser, position: Position) =>
      isDeletedAfter(this.#deletedUsers, String(user), position);
    this.#titles = new ChangedTitles(catalog.titles);
    this.#users = new ChangedKind(catalog.users);
    this.#userContent = new ChangedKind(
      userContentByKey(catalog),
      (record, position) =>
        isOfDeletedUser(record, position) ||
        isDeletedAfter(this.#deletedTitles, record.title, position),
    );
    this.#lists = new ChangedKind(catalog.lists, isOfDeletedUser);
    this.#sessions = new ChangedKind(catalog.sessions.digests, isOfDeletedUser);
  }

  /**
   * Applies a change that a change checker returned.
   *
   * @returns The problem of a change that refers to an unknown record, which is not applied. Undefined for an applied
   *   change.
   */
  apply(change: Change): string | undefined {
    this.#position++;
    if (change.op === 'holdings') return this.#changeHoldings(change);
    return change.op === 'put' ? this.#put(change) : this.#delete(change);
  }

  /**
   * Returns, by id, a function that returns the added or replaced title. Undefined for a deleted title. Leaves out titles
   * with {@link changedHoldings}.
   */
  changedTitles(): Map<string, (() => Title) | undefined> {
    const titles = this.#titles;
    return new Map(
      Array.from(titles.ids(), (id) => [id, titles.has(id) ? () => titles.get(id)! : undefined]),
    );
  }

  /** Returns the holdings of the titles of which only the holdings changed, by the id of the title. */
  changedHoldings(): ReadonlyMap<string, readonly Holding[]> {
    return this.#holdings;
  }

  get areUsersChanged(): boolean {
    return this.#users.isChanged;
  }

  get isUserContentChanged(): boolean {
    return this.#userContent.isChanged || this.#deletedTitles.size + this.#deletedUsers.size > 0;
  }

  get areListsChanged(): boolean {
    return this.#lists.isChanged || this.#deletedTitles.size + this.#deletedUsers.size > 0;
  }

  get areSessionsChanged(): boolean {
    return this.#sessions.isChanged || this.#deletedUsers.size > 0;
  }

  users(): User[] {
    return Array.from(this.#users.all(), ({ record }) => record);
  }

  /** Returns one record per user and title with content, in any order. */
  userContent(): UserContent[] {
    return Array.from(this.#userContent.all(), ({ record }) => record);
  }

  lists(): List[] {
    return Array.from(this.#lists.all(), ({ record, position }) =>
      this.#withoutDeletedTitles(record, position),
    );
  }

  sessions(): DigestedSession[] {
    return Array.from(this.#sessions.all(), ({ key, record }) => ({
      digest: key,
      session: record,
    }));
  }

  #withoutDeletedTitles(list: List, position: Position): List {
    const isDeleted = (title: string | undefined) =>
      title !== undefined && isDeletedAfter(this.#deletedTitles, title, position);
    const list_items = list.list_items.filter(({ title }) => !isDeleted(title));
    if (!isDeleted(list.anchor_bib)) {
      return list_items.length === list.list_items.length ? list : { ...list, list_items };
    }
    const { anchor_bib, ...rest } = list;
    return { ...rest, list_items };
  }

  #changeHoldings({ title: id, holdings }: HoldingsChange): string | undefined {
    if (this.#titles.hasChange(id)) {
      const title = this.#titles.get(id);
      if (title === undefined) return unknownTitle(id);
      this.#titles.set(id, withHoldings(title, holdings));
    } else {
      if (!this.#titles.has(id)) return unknownTitle(id);
      this.#holdings.set(id, holdings);
    }
    return undefined;
  }

  #put(change: PutChange): string | undefined {
    const position = this.#position;
    switch (change.kind) {
      case 'titles':
        this.#holdings.delete(change.record.id);
        this.#titles.set(change.record.id, change.record);
        return undefined;
      case 'users':
        this.#users.set(String(change.record.id), change.record, position);
        return undefined;
      case 'user_content': {
        const { record } = change;
        const problem =
          this.#userProblem(record) ?? this.#titleProblem('record.title', record.title);
        if (problem === undefined) this.#userContent.set(userContentKey(record), record, position);
        return problem;
      }
      case 'lists': {
        const { record } = change;
        const problem = this.#userProblem(record) ?? this.#listProblem(record);
        if (problem === undefined) this.#lists.set(record.id, record, position);
        return problem;
      }
      case 'sessions': {
        const problem = this.#userProblem(change.record);
        if (problem !== undefined) return problem;
        const { digest, session } = digestSession(change.record);
        this.#sessions.set(digest, session, position);
        return undefined;
      }
    }
  }

  #delete(change: DeleteChange): string | undefined {
    const position = this.#position;
    switch (change.kind) {
      case 'titles': {
        const id = String(change.id);
        if (!this.#titles.has(id)) return unknownId('id', 'title', id);
        this.#holdings.delete(id);
        this.#titles.set(id, undefined);
        this.#deletedTitles.set(id, position);
        return undefined;
      }
      case 'users': {
        const id = String(change.id);
        if (!this.#users.has(id)) return unknownId('id', 'user', id);
        this.#users.set(id, undefined, position);
        this.#deletedUsers.set(id, position);
        return undefined;
      }
      case 'user_content': {
        const key = userContentKey(change);
        if (!this.#userContent.has(key)) {
          return `user_content: expected content of user '${change.user}' about title '${change.title}', found nothing`;
        }
        this.#userContent.set(key, undefined, position);
        return undefined;
      }
      case 'lists': {
        const id = String(change.id);
        if (!this.#lists.has(id)) return unknownId('id', 'list', id);
        this.#lists.set(id, undefined, position);
        return undefined;
      }
      case 'sessions': {
        const digest = digestOf(String(change.id));
        if (!this.#sessions.has(digest)) {
          return 'id: expected the id of a session, found another value';
        }
        this.#sessions.set(digest, undefined, position);
        return undefined;
      }
    }
  }

  #userProblem({ user }: RecordOfUser): string | undefined {
    return this.#users.has(String(user))
      ? undefined
      : unknownId('record.user', 'user', String(user));
  }

  #titleProblem(field: string, id: string | undefined): string | undefined {
    return id === undefined || this.#titles.has(id) ? undefined : unknownId(field, 'title', id);
  }

  #listProblem({ anchor_bib, list_items }: List): string | undefined {
    const problem = this.#titleProblem('record.anchor_bib', anchor_bib);
    if (problem !== undefined) return problem;
    for (const [index, item] of list_items.entries()) {
      if (item.list_item_type !== 'title') continue;
      const itemProblem = this.#titleProblem(`record.list_items[${index}].title`, item.title);
      if (itemProblem !== undefined) return itemProblem;
    }
    return undefined;
  }
}

/** Returns the problem of a change of the holdings of an unknown title. */
export function unknownTitle(id: string): string {
  return unknownId('title', 'title', id);
}

/** Returns a title with other holdings, and without a stored availability. */
export function withHoldings(title: Title, holdings: readonly Holding[]): Title {
  const { availability, ...rest } = title;
  return { ...rest, holdings };
}

interface RecordOfUser {
  readonly user: string | number;
}

function isDeletedAfter(
  deletions: ReadonlyMap<string, Position>,
  id: string,
  position: Position,
): boolean {
  const deletion = deletions.get(id);
  return deletion !== undefined && deletion > position;
}

function unknownId(field: string, kind: string, id: string): string {
  return `${field}: expected the id of a ${kind}, found '${id}'`;
}

/** Returns the user content of a catalog with {@link userContentKey} as the id. */
function userContentByKey({ userContent, users, titles }: Catalog): Records<UserContent> {
  return {
    size: userContent.size,
    get: userContent.get,
    id: (number) =>
      userContentKey({
        user: users.id(userContent.users[number]),
        title: titles.id(userContent.titles[number]),
      }),
    numberOf(key) {
      const [user, title]: [string, string] = JSON.parse(key);
      const titleNumber = titles.numberOf(title);
      const entries = userContent.ofUser(users.numberOf(user));
      return entries.find((number) => userContent.titles[number] === titleNumber) ?? -1;
    },
  };
}
