import type { Change } from '../../../src/catalog/changes/change.js';
import type { SourceRecords } from '../../../src/snapshot/source/source.js';

/** The records of a library as arrays, without its synonyms. */
export type SourceArrays = {
  readonly [Kind in Exclude<keyof SourceRecords, 'library' | 'synonyms'>]-?: readonly (NonNullable<
    SourceRecords[Kind]
  > extends Iterable<infer Each>
    ? Each
    : never)[];
};

const KEYS = {
  titles: 'titles',
  users: 'users',
  user_content: 'userContent',
  lists: 'lists',
  sessions: 'sessions',
} as const;

type AnyRecord = Record<string, unknown>;

/** Applies one change to records, in the plainest way. Throws for a change that refers to a missing record. */
export function applyNaively(records: SourceArrays, change: Change): SourceArrays {
  if (change.op === 'holdings') {
    const title = records.titles.find(({ id }) => id === change.title);
    if (title === undefined) throw new Error(`no title ${change.title}`);
    const { availability, ...rest } = title;
    const changed = { ...rest, holdings: change.holdings };
    return { ...records, titles: records.titles.map((each) => (each === title ? changed : each)) };
  }
  const key = KEYS[change.kind];
  const target = (change.op === 'put' ? change.record : change) as unknown as AnyRecord;
  const isTarget = (record: AnyRecord) =>
    change.kind === 'user_content'
      ? String(record.user) === String(target.user) && record.title === target.title
      : String(record.id) === String(target.id);
  const others = (records[key] as readonly AnyRecord[]).filter((record) => !isTarget(record));
  if (change.op === 'put') {
    const put = { ...records, [key]: [...others, change.record] };
    refuseDangling(put);
    return put;
  }
  if (others.length === records[key].length) throw new Error('nothing to delete');
  const rest: SourceArrays = { ...records, [key]: others };
  if (change.kind === 'titles') return withoutTitle(rest, String(change.id));
  return change.kind === 'users' ? withoutUser(rest, String(change.id)) : rest;
}

function withoutTitle(records: SourceArrays, id: string): SourceArrays {
  return {
    ...records,
    userContent: records.userContent.filter(({ title }) => title !== id),
    lists: records.lists.map(({ anchor_bib, ...list }) => ({
      ...list,
      ...(anchor_bib !== undefined && anchor_bib !== id && { anchor_bib }),
      list_items: list.list_items.filter(({ title }) => title !== id),
    })),
  };
}

function withoutUser(records: SourceArrays, id: string): SourceArrays {
  const isOther = ({ user }: { readonly user: string | number }) => String(user) !== id;
  return {
    ...records,
    userContent: records.userContent.filter(isOther),
    lists: records.lists.filter(isOther),
    sessions: records.sessions.filter(isOther),
  };
}

function refuseDangling({ titles, users, userContent, lists, sessions }: SourceArrays): void {
  const titleIds = new Set(titles.map(({ id }) => id));
  const userIds = new Set(users.map(({ id }) => String(id)));
  const usedTitles = [
    ...userContent.map(({ title }) => title),
    ...lists.flatMap(({ anchor_bib, list_items }) => [
      anchor_bib,
      ...list_items.map(({ title }) => title),
    ]),
  ];
  for (const id of usedTitles) {
    if (id !== undefined && !titleIds.has(id)) throw new Error(`no title ${id}`);
  }
  for (const { user } of [...userContent, ...lists, ...sessions]) {
    if (!userIds.has(String(user))) throw new Error(`no user ${user}`);
  }
}
