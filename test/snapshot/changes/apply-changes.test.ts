import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import {
  applyChanges,
  type Change,
  createCatalog,
  type SourceRecords,
} from '../../../src/index.js';
import { snapshotSections } from '../../../src/snapshot/changes/catalog-source.js';
import { sectionsOf } from '../../../src/snapshot/format/open-sections.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { isLong } from '../../long-tests.js';
import { runs } from '../../random-seed.js';
import { DEMO, REAL, realCatalogs, skippedCatalog } from '../../shared-data.js';
import { EXTRA_FIELDS, randomTitles } from '../../v1/random-searches.js';
import { dataOfSections } from '../data-of-sections.js';
import { bodyOf, requestsFor } from './all-bodies.js';
import { arraysOf, makeBatch, type RecordArrays, readRecords } from './naive-source.js';
import { batch, type ChangeMaker } from './random-changes.js';

const TIME = '2018-01-15T16:23:09Z';

function expectSameBodies(
  changed: Catalog,
  rebuilt: Catalog,
  records: RecordArrays,
  count: number,
) {
  for (const request of fc.sample(requestsFor(records), count)) {
    expect(bodyOf(request, changed), request.name).toBe(bodyOf(request, rebuilt));
  }
}

function expectSameBytes(changed: Catalog, rebuilt: Catalog): void {
  const actual = dataOfSections(snapshotSections(changed));
  const expected = dataOfSections(sectionsOf(rebuilt));
  expect([...actual.keys()]).toEqual([...expected.keys()]);
  for (const [name, data] of actual) {
    const other = expected.get(name);
    const isSame =
      data.constructor === other?.constructor &&
      Buffer.from(data.buffer, data.byteOffset, data.byteLength).equals(
        Buffer.from(other.buffer, other.byteOffset, other.byteLength),
      );
    if (!isSame) expect({ name, data }).toEqual({ name, data: other });
  }
}

/** The comparisons of these tests so far. */
const compared = { batches: 0, answers: 0 };

afterAll(() => {
  if (isLong)
    process.stdout.write(`compared with a rebuilt catalog: ${JSON.stringify(compared)}\n`);
});

/**
 * Applies batches of changes to a catalog one after the other. After each batch, expects the changed catalog to be equal
 * to a catalog that is built from the changed records.
 *
 * @param requestCount the number of compared requests after each batch
 */
function expectSameAsRebuilt(
  records: SourceRecords,
  batches: readonly (readonly ChangeMaker[])[],
  requestCount: number,
): void {
  let current = arraysOf(records);
  let catalog = createCatalog(current);
  for (const makers of batches) {
    const { changes, skipped, changed } = makeBatch(current, makers);
    const reported: number[] = [];
    catalog = applyChanges(catalog, changes, { onSkipped: ({ index }) => reported.push(index) });
    expect(reported).toEqual(skipped);
    const rebuilt = createCatalog(changed);
    expectSameBodies(catalog, rebuilt, changed, requestCount);
    expectSameBytes(catalog, rebuilt);
    compared.batches++;
    compared.answers += requestCount;
    current = changed;
  }
}

/** A factor on the number of random sequences of changes. `npm run test:longest` sets `CARREL_TIMES`. */
const TIMES = Number(process.env.CARREL_TIMES ?? (isLong ? 2 : 1));

/** A library in which most changes concern records that refer to each other. */
const SMALL = recordsOf({
  library: { extra_fields: EXTRA_FIELDS },
  titles: ['Moby-Dick', 'Emma', 'The Sea', 'Typee', 'Crime', 'Omoo'].map((title, i) =>
    book(`${i}`, title, {
      authors: [{ name: i % 2 === 0 ? 'Herman Melville' : 'Jane Austen' }],
      subjects: ['Whales', 'Ships'].slice(i % 3),
      holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: `F ${i}` }],
      ...(i % 2 === 0 && { availability: { id: 'UNAVAILABLE' } }),
      ...(i % 3 === 0 && { popularity: i, boost: 1 + i }),
      ...(i % 3 === 1 && {
        marc: { leader: '', fields: [{ tag: '001', value: 'sea '.repeat(20_000 * (i % 2)) }] },
      }),
      ...(i % 2 === 0 && { extra: { remark: `sea ${i}`, shelf: ['sea', `Shelf ${i % 4}`] } }),
    }),
  ),
  users: [1, 'q', 2].map((id) => ({ id, name: `user ${id}` })),
  userContent: ['0', '1', '2', '3', '0'].map((title, i) => ({
    user: [1, 'q', '2'][i % 3],
    title,
    content: [
      { content_type: { id: 'tag' }, content_data: `tag ${i}`, updated: TIME },
      { content_type: { id: 'rating' }, content_data: i, updated: TIME },
    ],
  })),
  lists: ['0', '1', '2', '3'].map((title, i) => ({
    id: `list ${i}`,
    name: `List ${i}`,
    user: ['1', 'q', 2][i % 3],
    created: TIME,
    updated: TIME,
    anchor_bib: title,
    list_items: [title, '4', '5'].map((id) => ({ list_item_type: 'title', title: id })),
  })),
  sessions: [1, '1', 'q', 2].map((user, i) => ({ id: `session ${i}`, user })),
});

describe('a changed catalog answers like a catalog that is built from the changed source', () => {
  it('for a small catalog', () => {
    const batches = fc.array(batch, { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(batches, (sampled) => expectSameAsRebuilt(SMALL, sampled, 20)),
      { numRuns: runs(6 * TIMES) },
    );
  });

  it('for records that are deleted and added again, and for new records before all others', () => {
    const list = { id: 'new', name: 'New', user: 1, created: TIME, updated: TIME };
    const batches: Change[][] = [
      [
        { op: 'delete', kind: 'titles', id: '0' },
        { op: 'put', kind: 'titles', record: book('0', 'Mardi') },
        { op: 'delete', kind: 'users', id: 1 },
        { op: 'put', kind: 'users', record: { id: '1', name: 'ahab' } },
        { op: 'put', kind: 'user_content', record: { user: 1, title: '0' } },
        {
          op: 'put',
          kind: 'lists',
          record: {
            ...list,
            anchor_bib: '0',
            list_items: [{ list_item_type: 'title', title: '0' }],
          },
        },
        { op: 'put', kind: 'sessions', record: { id: 'session 0', user: 1 } },
      ],
      [{ op: 'put', kind: 'titles', record: book('!', 'Redburn') }],
      [{ op: 'put', kind: 'users', record: { id: '!', name: 'pip' } }],
    ];
    const makers = batches.map((changes) => changes.map((change) => () => change));
    expectSameAsRebuilt(SMALL, makers, 100);
  });

  it('for titles that give an unknown format another name, at the same place and at other places', () => {
    const zine = (id: string, name: string) => book(id, 'Mardi', { format: { id: 'ZINE', name } });
    const batches = [
      [zine('9', 'Zine')],
      [zine('9', 'Zines')],
      [zine('9', 'Anzeiger')],
      [zine('8', 'Blatt'), zine('10', 'Zine')],
    ];
    const makers = batches.map((titles) =>
      titles.map((record) => (): Change => ({ op: 'put', kind: 'titles', record })),
    );
    expectSameAsRebuilt(SMALL, makers, 20);
  });

  it('for titles with different forms of the names of authors', () => {
    const forms = ['Homer', 'HOMER.', 'Ho-mer', 'Dumas, A., 1802-1870', 'Dumas A. 1802-1870', 'Li'];
    const title = fc
      .record({
        id: fc.constantFrom('1', '2', '3', '4', '5', 'a'),
        authors: fc.array(fc.constantFrom(...forms), { maxLength: 3 }),
      })
      .map(({ id, authors }) => book(id, 'Emma', { authors: authors.map((name) => ({ name })) }));
    const put = title.map((record) => (): Change => ({ op: 'put', kind: 'titles', record }));
    const remove = title.map(
      ({ id }) =>
        (): Change => ({ op: 'delete', kind: 'titles', id }),
    );
    const batches = fc.array(fc.array(fc.oneof(put, put, remove), { minLength: 1, maxLength: 3 }), {
      maxLength: 4,
    });
    const titles = fc.uniqueArray(title, { selector: ({ id }) => id });
    fc.assert(
      fc.property(titles, batches, (before, sampled) =>
        expectSameAsRebuilt(recordsOf({ titles: before }), sampled, 3),
      ),
      { numRuns: runs(100 * TIMES) },
    );
  });

  it('for random catalogs', () => {
    fc.assert(
      fc.property(randomTitles, fc.array(batch, { maxLength: 4 }), (titles, batches) => {
        const records = recordsOf({
          library: { extra_fields: EXTRA_FIELDS },
          titles,
          users: [
            { id: 1, name: 'ishmael' },
            { id: 'q', name: 'queequeg', library: { id: 1, code: 'harbour' } },
          ],
        });
        expectSameAsRebuilt(records, batches, 20);
      }),
      { numRuns: runs(2 * TIMES) },
    );
  });

  it('for records with unpaired surrogates, which UTF-8 cannot encode', () => {
    const records = recordsOf({
      titles: [
        book('1', 'a\ud800', { subjects: ['b\udfff', 'b\ud800'] }),
        book('2', 'a\udfff', { subjects: ['b\ud800'] }),
      ],
    });
    const put: Change = { op: 'put', kind: 'titles', record: book('3', 'a\ufffd') };
    expectSameAsRebuilt(records, [[() => put]], 20);
  });

  it('for the library alderwick', () => {
    const length = isLong ? 3 : 1;
    const batches = fc.array(batch, { minLength: length, maxLength: length });
    const records = readRecords(join(DEMO, 'alderwick'));
    fc.assert(
      fc.property(batches, (sampled) => expectSameAsRebuilt(records, sampled, isLong ? 60 : 15)),
      { numRuns: runs(TIMES) },
    );
  });

  it.for(['goodbooks', 'gutenberg'])('for the real catalog %s', (name, { skip }) => {
    if (!realCatalogs.includes(name)) skip(skippedCatalog(name));
    const length = Math.ceil(TIMES / 2);
    const [batches] = fc.sample(fc.array(batch, { minLength: length, maxLength: length }), 1);
    expectSameAsRebuilt(readRecords(join(REAL, name)), batches, 150);
  });
});

describe('applyChanges', () => {
  const records = recordsOf({
    titles: [book('1', 'Moby-Dick'), book('2', 'Emma')],
    users: [{ id: 1, name: 'ishmael' }],
    sessions: [{ id: 'secret', user: 1 }],
  });
  const catalog = createCatalog(records);

  /** Applies changes, and returns the problems of skipped changes by index. */
  function problemsOf(changes: readonly unknown[]): Record<number, string> {
    const problems: Record<number, string> = {};
    applyChanges(catalog, changes as Change[], {
      onSkipped: ({ index, problem }) => {
        problems[index] = problem;
      },
    });
    return problems;
  }

  it('returns the given catalog if no change applies', () => {
    const late = { op: 'delete', kind: 'titles', id: '1', at: '2026-10-31T00:00:00Z' } as const;
    const elsewhere = { op: 'delete', kind: 'titles', id: '1', library: 'hill' } as const;
    expect(applyChanges(catalog, [late, elsewhere])).toBe(catalog);
    expect(problemsOf([late, elsewhere])).toEqual({});
  });

  it('keeps the given catalog valid and unchanged', () => {
    const { fingerprint } = catalog;
    const changed = applyChanges(catalog, [{ op: 'delete', kind: 'titles', id: '1' }]);
    expect([changed.titles.size, catalog.titles.size]).toEqual([1, 2]);
    expect(catalog.titles.get(0).title).toBe('Moby-Dick');
    expect(createCatalog(records).fingerprint).toBe(fingerprint);
  });

  it('shares the titles if only users and sessions change', () => {
    const changed = applyChanges(catalog, [
      { op: 'put', kind: 'users', record: { id: 2, name: 'queequeg' } },
      { op: 'delete', kind: 'sessions', id: 'secret' },
    ]);
    expect(changed.titles).toBe(catalog.titles);
    expect([changed.users.size, changed.sessions.digests.size]).toEqual([2, 0]);
  });

  it('skips invalid changes and changes that refer to unknown records, and applies the others', () => {
    const list = { id: 'l', name: 'Sea', user: 1, created: TIME, updated: TIME };
    const item = { list_item_type: 'title', title: 'x' };
    expect(
      problemsOf([
        { op: 'rename' },
        { op: 'holdings', title: 'x', holdings: [] },
        { op: 'put', kind: 'user_content', record: { user: 7, title: '1' } },
        { op: 'put', kind: 'user_content', record: { user: 1, title: 'x' } },
        { op: 'put', kind: 'lists', record: { ...list, list_items: [item] } },
        { op: 'put', kind: 'lists', record: { ...list, list_items: [], anchor_bib: 'x' } },
        { op: 'put', kind: 'sessions', record: { id: 's', user: 7 } },
        { op: 'delete', kind: 'titles', id: 'x' },
        { op: 'delete', kind: 'users', id: 7 },
        { op: 'delete', kind: 'user_content', user: 1, title: '1' },
        { op: 'delete', kind: 'lists', id: 'l' },
        { op: 'delete', kind: 'sessions', id: 's' },
        { op: 'delete', kind: 'users', id: '1' },
        { op: 'delete', kind: 'sessions', id: 'secret' },
      ]),
    ).toEqual({
      0: 'op: expected one of holdings, put, delete, found the string "rename"',
      1: "title: expected the id of a title, found 'x'",
      2: "record.user: expected the id of a user, found '7'",
      3: "record.title: expected the id of a title, found 'x'",
      4: "record.list_items[0].title: expected the id of a title, found 'x'",
      5: "record.anchor_bib: expected the id of a title, found 'x'",
      6: "record.user: expected the id of a user, found '7'",
      7: "id: expected the id of a title, found 'x'",
      8: "id: expected the id of a user, found '7'",
      9: "user_content: expected content of user '1' about title '1', found nothing",
      10: "id: expected the id of a list, found 'l'",
      11: 'id: expected the id of a session, found another value',
      13: 'id: expected the id of a session, found another value',
    });
  });

  const CATALOG = 'applyChanges: catalog: expected a catalog that Carrel opened';
  it.each<[string, unknown, unknown]>([
    [
      'catalog: expected a catalog that Carrel opened, found another object',
      { ...catalog },
      [{ op: 'delete', kind: 'titles', id: '1' }],
    ],
    [`${CATALOG}, found nothing`, undefined, []],
    [
      'applyChanges: changes: expected an iterable of changes, such as an array, found nothing',
      catalog,
      undefined,
    ],
  ])('throws the TypeError %s', (message, notCatalog, changes) => {
    const apply = () => applyChanges(notCatalog as Catalog, changes as Change[]);
    expect(apply).toThrow(new TypeError(message));
  });
});
