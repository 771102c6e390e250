import { describe, expect, it } from 'vitest';
import { createChangeChecker } from '../../src/snapshot/changes/change-checker.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { book, catalogOf, recordsOf, type SmallLibrary } from '../catalog/catalog-of.js';

const UNPAIRED_SURROGATE = '\ud83d';
const date = '2018-01-15T16:23:09Z';
const user = { id: 1, name: 'ishmael' };

describe('an unpaired surrogate', () => {
  it.each<[string, SmallLibrary, string]>([
    ['title', { titles: [book(UNPAIRED_SURROGATE, 'Emma')] }, 'titles[0]: id'],
    [
      'format',
      { titles: [{ id: '1', title: 'Emma', format: { id: UNPAIRED_SURROGATE } }] },
      'titles[0]: format.id',
    ],
    ['user', { users: [{ id: UNPAIRED_SURROGATE, name: 'jane' }] }, 'users[0]: id'],
    [
      'list',
      {
        users: [user],
        lists: [
          {
            id: UNPAIRED_SURROGATE,
            name: 'L',
            user: 1,
            created: date,
            updated: date,
            list_items: [],
          },
        ],
      },
      'lists[0]: id',
    ],
  ])('is rejected in the id of a %s, because no URL can contain it', (_kind, records, place) => {
    expect(() => createCatalog(recordsOf(records))).toThrow(
      `${place}: expected text without unpaired surrogates, other than '.' and '..', found the string "\\ud83d"`,
    );
  });

  it('is replaced in other text', () => {
    const catalog = createCatalog(recordsOf({ titles: [book('1', `Emma ${UNPAIRED_SURROGATE}`)] }));
    expect(catalog.titles.get(0).title).toBe('Emma \ufffd');
  });

  it('is replaced in a list of texts before the record is encoded', () => {
    const record = book('1', 'Emma', { subjects: ['Whales', `Sea ${UNPAIRED_SURROGATE}`] });
    const change = { op: 'put', kind: 'titles', record };
    expect(createChangeChecker(catalogOf({}).library)(change)).toMatchObject({
      status: 'valid',
      change: { record: { subjects: ['Whales', 'Sea \ufffd'] } },
    });
  });
});

describe.each(['.', '..'])('the id %s', (id) => {
  const list = { id, name: 'L', user: 1, created: date, updated: date, list_items: [] };

  it.each<[string, SmallLibrary, string]>([
    ['title', { titles: [book(id, 'Emma')] }, 'titles[0]: id'],
    ['format', { titles: [{ id: '1', title: 'Emma', format: { id } }] }, 'titles[0]: format.id'],
    ['user', { users: [{ id, name: 'jane' }] }, 'users[0]: id'],
    ['list', { users: [user], lists: [list] }, 'lists[0]: id'],
  ])('is rejected for a %s, because browsers remove it from addresses', (_kind, records, place) => {
    expect(() => createCatalog(recordsOf(records))).toThrow(
      `${place}: expected text without unpaired surrogates, other than '.' and '..', found the string "${id}"`,
    );
  });

  it('is rejected in a change', () => {
    const change = { op: 'put', kind: 'titles', record: book(id, 'Emma') };
    expect(createChangeChecker(catalogOf({}).library)(change)).toMatchObject({
      status: 'invalid',
      problem: expect.stringContaining("other than '.' and '..'"),
    });
  });
});

it('ids that only contain dots among other characters are valid', () => {
  const ids = ['...', '.a', '1.', '%2E'];
  const { titles } = createCatalog(recordsOf({ titles: ids.map((id) => book(id, id)) }));
  expect(ids.map((id) => titles.get(titles.numberOf(id)).title)).toEqual(ids);
});

describe('the ids of titles', () => {
  it('are found above U+D7FF, where code units and code points have different orders', () => {
    const ids = ['\uffff', '\u{10000}', '\u{1f40b}', '\ue000', '\ud7ff', 'z'];
    const { titles } = createCatalog(recordsOf({ titles: ids.map((id) => book(id, id)) }));
    for (const id of ids) expect(titles.get(titles.numberOf(id)).title).toBe(id);
  });
});
