import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import type { List } from '../../../src/catalog/records/user-records.js';
import type { Change, ChangedKind } from '../../../src/snapshot/changes/change.js';
import { changesBetween } from '../../../src/snapshot/changes/changes-between.js';
import { memorySource, SourceError } from '../../../src/snapshot/source/source.js';
import { book, recordsOf, type SmallLibrary } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';
import { arraysOf, makeBatch, type RecordArrays } from './naive-source.js';

const KINDS: readonly ChangedKind[] = ['titles', 'users', 'user_content', 'lists', 'sessions'];
const DATE = '2026-11-01T10:00:00Z';

async function between(older: SmallLibrary, newer: SmallLibrary, kinds = KINDS) {
  const [a, b] = [older, newer].map((records) => memorySource(recordsOf(records)));
  const { lines, ...rest } = await changesBetween(a, b, kinds);
  return { changes: lines.map((line): Change => JSON.parse(line)), ...rest };
}

/** Returns changes without their library and time. */
function withoutPlace(changes: readonly Change[]): object[] {
  return changes.map(({ library, at, ...change }) => change);
}

const list = (id: string, titles: readonly string[], more: Partial<List> = {}): List => ({
  id,
  name: 'Sea',
  user: 1,
  created: DATE,
  updated: DATE,
  list_items: titles.map((title) => ({ list_item_type: 'title', title })),
  ...more,
});

const titleId = fc.constantFrom('a', 'b', 'c', 'd');
const userId = fc.constantFrom<string | number>(1, 2, '3');
const item = fc.record({
  content_type: fc.constantFrom({ id: 'tag' }, { id: 'comment', name: 'Comment' }),
  content_data: fc.constantFrom('whales', 'sea'),
  updated: fc.constant(DATE),
});

const arrays = fc
  .record({
    titles: fc.uniqueArray(
      fc.record(
        {
          id: titleId,
          title: fc.constantFrom('Typee', 'Omoo'),
          format: fc.constant({ id: 'BK' }),
          availability: fc.constantFrom(null, { id: 'AVAILABLE' }),
          holdings: fc.array(
            fc.record({
              status: fc.constantFrom('AVAILABLE', 'UNAVAILABLE'),
              branch: fc.constantFrom('MAIN', 'EAST'),
            }),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: ['id', 'title', 'format'] },
      ),
      { maxLength: 4, selector: ({ id }) => id },
    ),
    users: fc.uniqueArray(fc.record({ id: userId, name: fc.constantFrom('ishmael', 'queequeg') }), {
      maxLength: 3,
      selector: ({ id }) => id,
    }),
    userContent: fc.array(
      fc.record(
        { user: userId, title: titleId, content: fc.array(item, { maxLength: 2 }) },
        { requiredKeys: ['user', 'title'] },
      ),
      { maxLength: 6 },
    ),
    lists: fc.uniqueArray(
      fc
        .record({
          id: fc.constantFrom('l', 'm'),
          user: userId,
          titles: fc.array(titleId, { maxLength: 4 }),
          anchor: fc.option(titleId, { nil: undefined }),
        })
        .map(({ id, user, titles, anchor }) =>
          list(id, titles, { user, ...(anchor !== undefined && { anchor_bib: anchor }) }),
        ),
      { maxLength: 2, selector: ({ id }) => id },
    ),
    sessions: fc.uniqueArray(fc.record({ id: fc.constantFrom('s', 't'), user: userId }), {
      maxLength: 2,
      selector: ({ id }) => id,
    }),
  })
  .map((records) => withoutDangling(arraysOf(recordsOf(records))));

/** Removes the records that refer to missing records. */
function withoutDangling(records: RecordArrays): RecordArrays {
  const hasTitle = (id: string | undefined) => records.titles.some((title) => title.id === id);
  const hasUser = ({ user }: { readonly user: string | number }) =>
    records.users.some(({ id }) => id === user);
  return {
    ...records,
    userContent: records.userContent.filter((entry) => hasUser(entry) && hasTitle(entry.title)),
    lists: records.lists.filter(hasUser).map(({ anchor_bib, ...each }) => ({
      ...each,
      ...(anchor_bib !== undefined && hasTitle(anchor_bib) && { anchor_bib }),
      list_items: each.list_items.filter(({ title }) => hasTitle(title)),
    })),
    sessions: records.sessions.filter(hasUser),
  };
}

/** Returns records in an order that does not depend on their order in a source, and merges user content. */
function normalize({ userContent, ...records }: RecordArrays): object {
  const byId = (items: readonly { readonly id: string | number }[]) =>
    items.toSorted((x, y) => (String(x.id) < String(y.id) ? -1 : 1));
  const content: Record<string, unknown[]> = {};
  for (const { user, title, content: items = [] } of userContent) {
    const key = `${user} ${title}`;
    content[key] = [...(content[key] ?? []), ...items];
  }
  return {
    content,
    titles: byId(records.titles),
    users: byId(records.users),
    lists: byId(records.lists),
    sessions: byId(records.sessions),
  };
}

/** Returns the newer records, with the older titles instead of the newer ones. Only the holdings of these titles differ. */
function withOlderTitles(older: RecordArrays, newer: RecordArrays): RecordArrays {
  const titles = older.titles.map((title, i) => {
    const { holdings = [] } = newer.titles[i] ?? {};
    return { ...title, holdings };
  });
  return withoutDangling({ ...newer, titles });
}

const sources = fc
  .tuple(arrays, arrays, fc.boolean())
  .map(([older, newer, hasOlder]) => [older, hasOlder ? withOlderTitles(older, newer) : newer]);

describe('The changes between two sources', () => {
  it('turn the older source into the newer source, in a valid order', async () => {
    let holdings = 0;
    await fc.assert(
      fc.asyncProperty(sources, async ([older, newer]) => {
        const { changes, counts } = await between(older, newer);
        holdings += counts.holdings;
        const makers = changes.map((change) => () => change);
        const { skipped, changed: applied } = makeBatch(older, makers);
        expect(skipped).toEqual([]);
        expect(normalize(applied)).toEqual(normalize(newer));
        expect((await between(applied, newer)).changes).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
    expect(holdings).toBeGreaterThan(1);
  });

  it('are changes of holdings if only holdings and the availability differ', async () => {
    const one = { branch: 'MAIN', status: 'AVAILABLE' };
    const two = { branch: 'MAIN', status: 'UNAVAILABLE' };
    const titles = (...more: Partial<Title>[]) => ({
      titles: more.map((each, index) => book(String(index), 'Typee', each)),
    });
    const available = { availability: { id: 'AVAILABLE' } };
    const { changes, counts } = await between(
      titles({ holdings: [one] }, { holdings: [one], ...available }, {}, { holdings: [one] }, {}),
      titles({ holdings: [two] }, { holdings: [one] }, { holdings: [] }, {}, available),
    );
    expect(changes[0]).toEqual({
      op: 'holdings',
      title: '0',
      holdings: [two],
      library: 'harbour',
      at: '2026-11-01T00:00:00Z',
    });
    expect(changes.map(({ op }) => op)).toEqual(['holdings', 'holdings', 'holdings', 'put', 'put']);
    expect(counts).toEqual({ holdings: 3, put: 2, delete: 0 });
  });

  it('leave to a deletion what it also deletes', async () => {
    const users = [{ id: 1, name: 'ishmael' }];
    const { changes } = await between(
      {
        titles: [book('a', 'Typee'), book('b', 'Omoo')],
        users: [...users, { id: 2, name: 'ahab' }],
        userContent: [
          { user: 1, title: 'a' },
          { user: 2, title: 'b' },
        ],
        lists: [list('l', ['a', 'b'], { anchor_bib: 'a' }), list('m', ['b'], { user: 2 })],
        sessions: [{ id: 's', user: 2 }],
      },
      { titles: [book('b', 'Omoo')], users, lists: [list('l', ['b'])] },
    );
    expect(withoutPlace(changes)).toEqual([
      { op: 'delete', kind: 'titles', id: 'a' },
      { op: 'delete', kind: 'users', id: '2' },
    ]);
  });

  it('have the later of the two snapshot dates', async () => {
    const older = { library: { snapshot_date: '2026-11-02T00:00:00Z' }, titles: [] };
    const newer = { titles: [book('a', 'Typee')] };
    expect((await between(older, newer)).changes[0].at).toBe('2026-11-02T00:00:00Z');
    expect((await between({}, { ...newer, ...older, titles: newer.titles })).changes[0].at).toBe(
      '2026-11-02T00:00:00Z',
    );
  });

  it('do not depend on the order of fields, or of records', async () => {
    const [a, b] = [book('a', 'Typee', { pages: 2 }), book('b', 'Omoo')];
    const { id, ...rest } = a;
    expect((await between({ titles: [a, b] }, { titles: [b, { ...rest, id }] })).changes).toEqual(
      [],
    );
  });

  it('are only those of the requested kinds', async () => {
    const { changes } = await between(
      { titles: [book('a', 'Typee')], users: [{ id: 1, name: 'ishmael' }] },
      { titles: [book('a', 'Omoo')] },
      ['titles'],
    );
    expect(changes.map((change) => 'kind' in change && change.kind)).toEqual(['titles']);
  });

  it('come with warnings about differences that they cannot express', async () => {
    const { warnings } = await between(
      {
        synonyms: ['sofa, couch'],
        library: { name: 'Port', formats: [{ id: 'BK', name: 'Book' }] },
      },
      { library: { snapshot_date: '2026-11-03T00:00:00Z' } },
    );
    const problem = 'expected no difference, found one; only a build applies the difference';
    expect(warnings).toEqual([
      `library.json: name: ${problem}`,
      `library.json: formats: ${problem}`,
      `synonyms.txt: ${problem}`,
    ]);
  });

  it('are refused for an invalid source, and for two libraries', async () => {
    const invalid = { titles: [], sessions: [{ id: 's', user: 1 }] };
    await expect(between({}, invalid)).rejects.toThrow(SourceError);
    await expect(between(invalid, {})).rejects.toThrow(SourceError);
    await expect(between({}, { library: { id: 'port' } })).rejects.toThrow(
      "the records: expected the library 'harbour', found 'port'",
    );
  });
});
