import { describe, expect, it } from 'vitest';
import type { List } from '../../src/catalog/records/user-records.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { getList, getTitle } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

function listOf(more: Partial<List>) {
  const catalog = catalogOf({
    titles: [book('moby', 'Moby-Dick', { pages: 720 }), book('typee', 'Typee')],
    users: [
      { id: 1, name: 'ishmael', library: { id: 101, code: 'harbour' } },
      { id: '2', name: 'ahab' },
    ],
    lists: [
      {
        id: 'l',
        name: 'Sea',
        user: 1,
        created: '2018-01-15T16:23:09Z',
        updated: '2019-01-15T16:23:09Z',
        list_items: [],
        ...more,
      },
    ],
  });
  return { list: getList([catalog], 'l', {}, context).list, catalog };
}

describe('getList', () => {
  it('counts titles and web pages as items', () => {
    const { list } = listOf({
      list_items: [
        { list_item_type: 'title', title: 'moby' },
        { list_item_type: 'url', url: { title: 'Whaling', url: 'https://example.org/whaling' } },
        { list_item_type: 'title', title: 'moby', annotation: 'Again.' },
      ],
    });
    expect(list.item_count).toBe(3);
    expect(list.list_items.map((item) => [item.list_item_type, item.annotation])).toEqual([
      ['title', undefined],
      ['url', undefined],
      ['title', 'Again.'],
    ]);
  });

  it('returns only the title of a title item, and only the url of a url item', () => {
    const url = { title: 'Whaling', url: 'https://example.org/whaling' };
    const { list } = listOf({
      list_items: [
        { list_item_type: 'title', title: 'moby', url },
        { list_item_type: 'url', title: 'moby', url },
      ],
    });
    expect(Object.keys(list.list_items[0])).toEqual(['list_item_type', 'title']);
    expect(list.list_items[1]).toEqual({ list_item_type: 'url', url });
  });

  it('returns the anchor_bib of a READ_A_LIKE list in detail form', () => {
    const { list, catalog } = listOf({ list_type: { id: 'READ_A_LIKE' }, anchor_bib: 'moby' });
    expect(list.anchor_bib).toEqual(getTitle([catalog], 'moby', {}, context).title);
  });

  it('returns no anchor_bib for a list of another type or without a type', () => {
    expect(listOf({ list_type: { id: 'OTHER' }, anchor_bib: 'moby' }).list).not.toHaveProperty(
      'anchor_bib',
    );
    expect(listOf({ anchor_bib: 'moby' }).list).not.toHaveProperty('anchor_bib');
  });

  it('returns no anchor_bib for a READ_A_LIKE list whose record has none', () => {
    expect(listOf({ list_type: { id: 'READ_A_LIKE' } }).list).not.toHaveProperty('anchor_bib');
  });

  it("returns the library in the list record, otherwise the user's home library if there is one", () => {
    const library = { id: 300, code: 'nantucket' };
    expect(listOf({ library }).list.library).toEqual(library);
    expect(listOf({}).list.library).toEqual({ id: 101, code: 'harbour' });
    expect(listOf({ user: 2 }).list).not.toHaveProperty('library');
  });

  it('returns staff_list: false if the record has no staff_list', () => {
    expect(listOf({}).list.staff_list).toBe(false);
    expect(listOf({ staff_list: true }).list.staff_list).toBe(true);
  });

  it.each([
    ['TOPIC_GUIDE', 'Topic Guide'],
    ['TOP_10', 'Top 10 List'],
    ['READ_A_LIKE', 'If You Liked...'],
    ['PERSONAL', 'Personal Recommendation'],
    ['BEST_OF', 'Best Of'],
    ['OTHER', 'Other'],
    ['SEASONAL', 'SEASONAL'],
  ])('returns the list type %s with the name %s', (id, name) => {
    expect(listOf({ list_type: { id } }).list.list_type).toEqual({ id, name });
  });

  it("returns the user's id as a number or a string, as in the user's record", () => {
    expect(listOf({ user: '1' }).list.user.id).toBe(1);
    expect(listOf({ user: 2 }).list.user.id).toBe('2');
  });

  it.each(['m', '', '__proto__', 'constructor'])("throws 404 for the unknown id '%s'", (id) => {
    const { catalog } = listOf({});
    expect(refused(() => getList([catalog], id, {}, context))).toEqual({
      status: 404,
      message: `No list '${id}' found.`,
    });
  });
});
