import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import { SourceError } from '../../src/snapshot/source/source-report.js';
import { book, recordsOf, type SmallLibrary } from '../catalog/catalog-of.js';

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
      new SourceError(
        [`${place}: expected text without unpaired surrogates, found the string "\\ud83d"`],
        1,
      ),
    );
  });

  it('is replaced in other text', () => {
    const catalog = createCatalog(recordsOf({ titles: [book('1', `Emma ${UNPAIRED_SURROGATE}`)] }));
    expect(catalog.titles.get(0).title).toBe('Emma \ufffd');
  });
});

describe('the ids of titles', () => {
  it('are found above U+D7FF, where code units and code points have different orders', () => {
    const ids = ['\uffff', '\u{10000}', '\u{1f40b}', '\ue000', '\ud7ff', 'z'];
    const { titles } = createCatalog(recordsOf({ titles: ids.map((id) => book(id, id)) }));
    for (const id of ids) expect(titles.get(titles.numberOf(id)).title).toBe(id);
  });
});
