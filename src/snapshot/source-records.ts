import type { Library } from '../catalog/library.js';
import type { List } from '../catalog/list.js';
import type { SessionRecord } from '../catalog/session.js';
import type { Title } from '../catalog/title.js';
import type { User } from '../catalog/user.js';
import type { UserContent } from '../catalog/user-content.js';

/**
 * The records of one library, as objects: what a source directory holds in its files. Only
 * `library` and `titles` are required.
 *
 * @example
 * const records: SourceRecords = {
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * };
 */
export interface SourceRecords {
  readonly library: Library;
  readonly titles: Iterable<Title>;
  readonly users?: Iterable<User>;
  readonly userContent?: Iterable<UserContent>;
  readonly lists?: Iterable<List>;
  readonly sessions?: Iterable<SessionRecord>;
}
