import fc from 'fast-check';
import type { Holding, KeptMarcRecord, Title } from '../../../src/catalog/records/title.js';
import type { ContentItem } from '../../../src/catalog/records/user-records.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import type { RecordArrays } from './naive-source.js';

/** Returns a change of the records that exist at the time. */
export type ChangeMaker = (records: RecordArrays) => Change;

const TIMES = ['2019-03-01T10:00:00Z', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00+01:00'];
const TEXTS = [
  'sea',
  'the white whale',
  'Élan vital',
  '東京',
  'moby',
  'Emma',
  'crime',
  '𐐷',
  'a\ud800',
  'a\udfff',
];

/** A number that selects a record or a value, modulo their number. */
const pick = fc.nat();

/** Returns the item of a list at a position modulo its length. */
function at<T>(items: readonly T[], position: number): T {
  return items[position % items.length];
}

/** Returns the id of a record that exists, or in one of nine cases the id of no record. */
function idOf<Id>(records: readonly { readonly id: Id }[], position: number, unknown: Id): Id {
  return records.length === 0 || position % 9 === 8 ? unknown : at(records, position).id;
}

function titleId({ titles }: RecordArrays, position: number): string {
  return idOf(titles, position, `unknown ${position % 3}`);
}

function userId({ users }: RecordArrays, position: number): string | number {
  const id = idOf(users, position, `nobody ${position % 3}`);
  return position % 2 === 0 ? id : String(id);
}

/** Generates an id that may be new. */
const newId = fc.constantFrom('0', '00000011010', 'a', 'A', 'n1', 'n2', 'ﬀ', '𐐷', 'é', 'zz', '9');

/** Generates holdings of the branches and call numbers of the library. */
const holdings: fc.Arbitrary<(records: RecordArrays) => Holding[]> = fc
  .array(fc.record({ other: pick, position: pick, status: pick, change: fc.nat(9) }), {
    maxLength: 4,
  })
  .map((picked) => (records) => {
    const statuses = ['AVAILABLE', 'UNAVAILABLE', 'LIBRARY_USE_ONLY', 'ON_ORDER'];
    return picked.map(({ other, position, status, change }): Holding => {
      const known = records.titles.length === 0 ? [] : (at(records.titles, other).holdings ?? []);
      const holding = known.length === 0 ? { branch: 'MAIN' } : at(known, position);
      const { call_number, ...shelf } = { call_number: undefined, ...holding };
      const branch = change === 0 ? 'NEW BRANCH' : shelf.branch;
      const number = change === 1 ? 'Q 1' : call_number;
      return {
        ...shelf,
        branch,
        status: at(statuses, status),
        ...(number !== undefined && { call_number: number }),
      };
    });
  });

/** Generates changes of the holdings of a title. Often only the statuses of its holdings change. */
const holdingsChange: fc.Arbitrary<ChangeMaker> = fc
  .record({ title: pick, any: holdings, isAny: fc.nat(3), status: pick })
  .map(({ title, any, isAny, status }) => (records) => {
    const id = titleId(records, title);
    const statuses = ['AVAILABLE', 'UNAVAILABLE', 'LIBRARY_USE_ONLY', 'ON_ORDER'];
    const own = records.titles.find((record) => record.id === id)?.holdings;
    const changed = own?.map((holding, i) => ({ ...holding, status: at(statuses, status + i) }));
    return {
      op: 'holdings',
      title: id,
      holdings: isAny === 0 || changed === undefined ? any(records) : changed,
    };
  });

/** Returns a MARC record with a text. */
function marcOf(text: string): KeptMarcRecord {
  const subfields = [{ code: 'a', value: text }];
  return {
    leader: '00000nam a2200000 i 4500',
    fields: [
      { tag: '001', value: text },
      { tag: '245', indicator1: '0', indicator2: ' ', subfields },
    ],
  };
}

/** Generates puts of new and replaced titles, with texts of other titles. */
const putTitle: fc.Arbitrary<ChangeMaker> = fc
  .record({
    id: newId,
    isNew: fc.boolean(),
    replaced: pick,
    texts: pick,
    facts: pick,
    dropped: fc.array(
      fc.constantFrom('popularity', 'holdings', 'subjects', 'rating', 'extra', 'boost', 'marc'),
      {
        maxLength: 2,
      },
    ),
    text: fc.constantFrom(...TEXTS),
    tags: fc.array(fc.constantFrom(...TEXTS), { maxLength: 2 }),
    any: holdings,
  })
  .map(({ id, isNew, replaced, texts, facts, dropped, text, tags, any }) => (records) => {
    const { titles } = records;
    const empty: Title = { id, title: text, format: { id: 'BK' } };
    const [described, shelved] =
      titles.length === 0 ? [empty, empty] : [at(titles, texts), at(titles, facts)];
    const record: Record<string, unknown> = {
      ...shelved,
      ...described,
      id: isNew || titles.length === 0 ? id : at(titles, replaced).id,
      ...(texts % 3 === 0 && { title: text, tags }),
      ...(facts % 3 === 0 && { format: { id: 'ZINE', name: text }, holdings: any(records) }),
      ...(facts % 4 === 0 && { availability: { id: 'AVAILABLE' } }),
      ...(facts % 4 === 1 && {
        format: { id: 'EBOOK' },
        links: [{ url: 'https://books.example.org/1', kind: 'resource', text }],
        holdings_statements: [{ branch: 'MAIN', text }],
        related: [{ relation: 'contains', title: text }],
        identifiers: [{ type: 'lccn', value: text }],
      }),
      ...(facts % 5 === 0 && { popularity: facts % 1000 }),
      ...(facts % 7 === 0 && {
        extra: {
          shelf: [text, facts % 3],
          place: { room: text },
          price: [(facts % 50) - 7.5, facts % 5],
          lent: `20${10 + (facts % 20)}-05-31`,
          signed: facts % 2 === 0,
        },
      }),
      ...(texts % 5 === 0 && { boost: (texts % 9) + 1 }),
      ...(texts % 5 === 1 && { marc: marcOf(text) }),
    };
    for (const field of dropped) delete record[field];
    return { op: 'put', kind: 'titles', record: record as unknown as Title };
  });

const contentItem: fc.Arbitrary<ContentItem> = fc.oneof(
  fc.record({
    content_type: fc.constantFrom({ id: 'tag' }, { id: 'comment' }, { id: 'own', name: 'Own' }),
    content_data: fc.constantFrom(...TEXTS),
    updated: fc.constantFrom(...TIMES),
  }),
  fc.record({
    content_type: fc.constant({ id: 'rating' }),
    content_data: fc.constantFrom(1, 2.5, 5),
    updated: fc.constantFrom(...TIMES),
  }),
);

const putOther: fc.Arbitrary<ChangeMaker> = fc.oneof(
  fc
    .record({ user: pick, isNew: fc.boolean(), id: newId, name: fc.constantFrom(...TEXTS) })
    .map(({ user, isNew, id, name }): ChangeMaker => {
      const library = { id: user % 3, code: at(['alderwick', 'meridian', 'hill'], user) };
      return ({ users }) => ({
        op: 'put',
        kind: 'users',
        record: {
          id: isNew || users.length === 0 ? id : at(users, user).id,
          name,
          ...(user % 4 > 0 && { library }),
        },
      });
    }),
  fc
    .record({ user: pick, title: pick, content: fc.array(contentItem, { maxLength: 3 }) })
    .map(({ user, title, content }): ChangeMaker => {
      return (records) => ({
        op: 'put',
        kind: 'user_content',
        record: {
          user: userId(records, user),
          title: titleId(records, title),
          ...(user % 5 > 0 && { content }),
        },
      });
    }),
  fc
    .record({
      id: newId,
      list: pick,
      user: pick,
      titles: fc.array(pick, { maxLength: 4 }),
      anchor: fc.option(pick, { nil: undefined }),
      updated: fc.constantFrom(...TIMES),
    })
    .map(({ id, list, user, titles, anchor, updated }): ChangeMaker => {
      return (records) => ({
        op: 'put',
        kind: 'lists',
        record: {
          id: list % 2 === 0 ? idOf(records.lists, list, id) : id,
          name: `List ${list % 7}`,
          user: userId(records, user),
          created: TIMES[0],
          ...(anchor !== undefined && { anchor_bib: titleId(records, anchor) }),
          updated,
          list_items: titles.map((title) => ({
            list_item_type: 'title',
            title: titleId(records, title),
          })),
        },
      });
    }),
  fc.record({ id: newId, user: pick, expires: fc.constantFrom(...TIMES) }).map(
    ({ id, user, expires }): ChangeMaker =>
      (records) => ({
        op: 'put',
        kind: 'sessions',
        record: { id: `session ${id}`, user: userId(records, user), expires },
      }),
  ),
);

const deletion: fc.Arbitrary<ChangeMaker> = fc
  .record({
    kind: fc.constantFrom('titles', 'titles', 'users', 'user_content', 'lists', 'sessions'),
    position: pick,
  })
  .map(({ kind, position }): ChangeMaker => {
    return (records) => {
      switch (kind) {
        case 'titles':
          return { op: 'delete', kind, id: titleId(records, position) };
        case 'users':
          return { op: 'delete', kind, id: userId(records, position) };
        case 'lists':
          return { op: 'delete', kind, id: idOf(records.lists, position, 'unknown') };
        case 'sessions':
          return { op: 'delete', kind, id: idOf(records.sessions, position, 'unknown') };
        default: {
          const { userContent } = records;
          const { user, title } =
            userContent.length === 0 || position % 9 === 8
              ? { user: 'nobody', title: 'unknown' }
              : at(userContent, position);
          return { op: 'delete', kind: 'user_content', user, title };
        }
      }
    };
  });

/** Generates changes of all kinds and operations. */
export const anyChange: fc.Arbitrary<ChangeMaker> = fc.oneof(
  { weight: 3, arbitrary: holdingsChange },
  { weight: 3, arbitrary: putTitle },
  { weight: 4, arbitrary: putOther },
  { weight: 2, arbitrary: deletion },
);

/** Generates batches of changes. Half of the batches have only changes of holdings. */
export const batch: fc.Arbitrary<ChangeMaker[]> = fc.oneof(
  fc.array(holdingsChange, { minLength: 1, maxLength: 8 }),
  fc.array(anyChange, { maxLength: 8 }),
  fc.array(putOther, { minLength: 1, maxLength: 2 }),
);
