import type { List } from '../catalog/list.js';
import type { SessionRecord } from '../catalog/session.js';
import type { UserContent } from '../catalog/user-content.js';
import type { Ids, Placed } from './checked-records.js';
import type { Source } from './source.js';
import type { SourceReport } from './source-report.js';

/** The records that name others by their ids. */
export interface ReferringRecords {
  readonly userContent: readonly Placed<UserContent>[];
  readonly lists: readonly Placed<List>[];
  readonly sessions: readonly Placed<SessionRecord>[];
}

/** Notes every reference to a user or a title that is not there as an error. */
export function checkReferences(
  { userContent, lists, sessions }: ReferringRecords,
  userIds: Ids,
  titleIds: Ids,
  source: Source,
  report: SourceReport,
): void {
  const user = ({ place, record }: Placed<{ readonly user: string | number }>) => {
    if (userIds.has(String(record.user))) return;
    report.error(
      place(),
      `user: found '${record.user}', wanted the id of a user in ${source.users.name}.`,
    );
  };
  const title = ({ place }: Placed<unknown>, field: string, id: string | undefined) => {
    if (id === undefined || titleIds.has(id)) return;
    report.error(
      place(),
      `${field}: found '${id}', wanted the id of a title in ${source.titles.name}.`,
    );
  };
  for (const entry of userContent) {
    user(entry);
    title(entry, 'title', entry.record.title);
  }
  for (const list of lists) {
    user(list);
    title(list, 'anchor_bib', list.record.anchor_bib);
    list.record.list_items.forEach((item, index) => {
      if (item.list_item_type === 'title') title(list, `list_items[${index}].title`, item.title);
    });
  }
  for (const session of sessions) user(session);
}
