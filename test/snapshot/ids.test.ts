import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import { SourceError } from '../../src/snapshot/source-report.js';
import { book, recordsOf, type SmallLibrary } from '../catalog/catalog-of.js';

const HALF = '\ud83d';
const written = '2018-01-15T16:23:09Z';
const user = { id: 1, name: 'ishmael' };

describe('an id with half of a surrogate pair', () => {
  it.each<[string, SmallLibrary, string]>([
    ['title', { titles: [book(HALF, 'Emma')] }, 'titles[0]: id'],
    [
      'format',
      { titles: [{ id: '1', title: 'Emma', format: { id: HALF } }] },
      'titles[0]: format.id',
    ],
    ['user', { users: [{ id: HALF, name: 'jane' }] }, 'users[0]: id'],
    [
      'list',
      {
        users: [user],
        lists: [
          { id: HALF, name: 'L', user: 1, created: written, updated: written, list_items: [] },
        ],
      },
      'lists[0]: id',
    ],
  ])('of a %s is refused: no address could hold it', (_kind, records, field) => {
    expect(() => createCatalog(recordsOf(records))).toThrow(
      new SourceError(
        [
          `${field}: found the string "\\ud83d", wanted whole characters, not half of a surrogate pair.`,
        ],
        1,
      ),
    );
  });

  it('is no trouble in other text', () => {
    const catalog = createCatalog(recordsOf({ titles: [book('1', `Emma ${HALF}`)] }));
    expect(catalog.titles.get(0).title).toBe(`Emma ${HALF}`);
  });
});

it('ids that differ in the higher half of Unicode are found each', () => {
  const ids = ['\uffff', '\u{10000}', '\u{1f40b}', '\ue000', '\ud7ff', 'z'];
  const { titles } = createCatalog(recordsOf({ titles: ids.map((id) => book(id, id)) }));
  for (const id of ids) expect(titles.get(titles.numberOf(id)).title).toBe(id);
});
