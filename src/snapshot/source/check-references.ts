import type { List } from '../../catalog/records/list.js';
import type { SessionRecord } from '../../catalog/records/session.js';
import type { UserContent } from '../../catalog/records/user-content.js';
import type { Ids, PlacedRecord } from './checked-records.js';
import type { Source } from './source.js';
import type { SourceReport } from './source-report.js';

/** The records that refer to users or titles by id. */
export interface ReferringRecords {
  readonly userContent: readonly PlacedRecord<UserContent>[];
  readonly lists: readonly PlacedRecord<List>[];
  readonly sessions: readonly PlacedRecord<SessionRecord>[];
}

/** Reports an error for every reference to a missing user or title. */
export function checkReferences(
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
