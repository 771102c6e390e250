import type { Holding, Title } from '../../catalog/records/title.js';
import type { List, SessionRecord, User, UserContent } from '../../catalog/records/user-records.js';

/** The records of each kind that changes can replace or delete, as in the source format. */
export interface ChangedRecords {
  /** A title. */
  readonly titles: Title;
  /** A user. */
  readonly users: User;
  /** The items of one user about one title. */
  readonly user_content: UserContent;
  /** A list. */
  readonly lists: List;
  /** A session. */
  readonly sessions: SessionRecord;
}

/** A kind of records that can change. */
export type ChangedKind = keyof ChangedRecords;

/** The fields that every change can have. */
interface ChangeOptions {
  /** The id of the library. Required when several libraries are open. */
  readonly library?: string | undefined;
  /**
   * The time of the change, in ISO 8601. A change that is older than the `snapshot_date` of the library is left out, because
   * the snapshot contains it. A change without a time is always applied, also to later snapshots. `append` of a catalog set
   * adds the current time.
   */
  readonly at?: string | undefined;
}

/** Replaces all holdings of a title, and removes a stored `availability`. */
export interface HoldingsChange extends ChangeOptions {
  readonly op: 'holdings';
  /** The id of the title. */
  readonly title: string;
  /** All holdings of the title from now on. */
  readonly holdings: readonly Holding[];
}

/**
 * Adds a record, or replaces the record with the same id. A put of user content replaces all items of its user and
 * title.
 */
export type PutChange = {
  [Kind in ChangedKind]: ChangeOptions & {
    readonly op: 'put';
    readonly kind: Kind;
    readonly record: ChangedRecords[Kind];
  };
}[ChangedKind];

/**
 * Deletes a record. Deleting a title also deletes its user content, its list items and the references to it as
 * `anchor_bib`. Deleting a user also deletes the content, lists and sessions of the user.
 */
export type DeleteChange = ChangeOptions & { readonly op: 'delete' } & (
    | { readonly kind: Exclude<ChangedKind, 'user_content'>; readonly id: string | number }
    | { readonly kind: 'user_content'; readonly user: string | number; readonly title: string }
  );

/**
 * A change of one record of a catalog: one line of a changes file. The line is the change in JSON and a line break, as
 * `append` of a `CatalogSet` writes it. A last line is read only when its line break is written. `append` and
 * `applyChanges` check each change, so that its origin need not be trusted.
 *
 * @example
 * const change: Change = {
 *   op: 'holdings',
 *   title: '0000001101',
 *   holdings: [{ branch: 'MAIN', status: 'UNAVAILABLE' }],
 * };
 */
export type Change = HoldingsChange | PutChange | DeleteChange;
