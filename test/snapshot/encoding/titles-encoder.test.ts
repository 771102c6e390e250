import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '../../../src/base/merge-strings.js';
import { openStringTable } from '../../../src/base/string-table.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { searchFieldsOf } from '../../../src/catalog/search-fields.js';
import {
  createTitlesEncoder,
  NO_USER_CONTENT,
} from '../../../src/snapshot/encoding/titles-encoder.js';
import { sectionsOf } from '../../../src/snapshot/format/open-sections.js';
import { createIndexer } from '../../../src/snapshot/indexing/indexer.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

describe('createTitlesEncoder', () => {
  it('finds the name of a format by its id in any Unicode normalization', () => {
    const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
    const nameOfFormat = (formats: { id: string; name: string }[], format: Title['format']) =>
      catalogOf({
        library: { formats },
        titles: [{ ...book('b1', 'Omoo'), format }],
      }).titles.value('title_format', 0).name;
    for (const id of [composed, decomposed]) {
      expect(nameOfFormat([], { id, name: 'Coffee' })).toBe('Coffee');
      for (const idInLibrary of [composed, decomposed]) {
        expect(nameOfFormat([{ id: idInLibrary, name: 'Coffee' }], { id })).toBe('Coffee');
      }
    }
  });

  it('names a format as the title with the lowest id that names the format', () => {
    const titles = [
      { ...book('b', 'Omoo'), format: { id: 'ZINE', name: 'Zine' } },
      { ...book('c', 'Typee'), format: { id: 'ZINE', name: 'Leaflet' } },
      { ...book('a', 'Mardi'), format: { id: 'ZINE', name: '' } },
    ];
    for (const ordered of [titles, titles.toReversed()]) {
      expect(catalogOf({ titles: ordered }).titles.value('title_format', 0).name).toBe('Zine');
    }
  });

  it('has one author for the forms of a name, in the form of the title with the lowest id', () => {
    const forms: readonly [id: string, ...names: string[]][] = [
      ['c', 'Melville, Herman', 'Dumas, Alexandre, 1802-1870'],
      ['a', 'MELVILLE, HERMAN.', 'Melville Herman'],
      ['b', 'melville, herman', 'Dumas, Alexandre, 1824-1895'],
    ];
    const titles = forms.map(([id, ...names]) =>
      book(id, 'Omoo', { authors: names.map((name) => ({ name })) }),
    );
    for (const ordered of [titles, titles.toReversed()]) {
      const { columns, value, valueOrd } = catalogOf({ titles: ordered }).titles;
      const { counts } = columns.author.data;
      expect(Array.from(counts, (count, ord) => [value('author', ord).id, count])).toEqual([
        ['Dumas, Alexandre, 1802-1870', 1],
        ['Dumas, Alexandre, 1824-1895', 1],
        ['Melville Herman', 3],
      ]);
      for (const [, ...names] of forms) {
        for (const name of names)
          expect(valueOrd('author', name)).toBe(
            /dumas/i.test(name) ? (name.includes('1802') ? 0 : 1) : 2,
          );
      }
      expect(valueOrd('author', 'Melville')).toBe(-1);
    }
  });

  it('numbers unchanged titles and titles in any order by their ids', () => {
    const catalog = catalogOf({ titles: ['1', '3', '5'].map((id) => book(id, 'Emma')) });
    const { library, titles } = catalog;
    const indexer = createIndexer(searchFieldsOf(library));
    const encoder = createTitlesEncoder(library, () => NO_USER_CONTENT, indexer);
    encoder.addUnchanged({
      sections: sectionsOf(catalog),
      titles,
      numbers: Uint32Array.of(0, 2),
      ratingsOf: () => [],
    });
    for (const id of ['4', '2', '6']) encoder.add(book(id, 'Emma'));
    const { docIds, ids } = encoder.finish(new Map());
    expect([...docIds]).toEqual([0, LEFT_OUT, 3, 2, 1, 4]);
    const { size, get } = openStringTable(ids);
    expect(Array.from({ length: size }, (_, docId) => get(docId))).toEqual([
      '1',
      '2',
      '4',
      '5',
      '6',
    ]);
  });
});
