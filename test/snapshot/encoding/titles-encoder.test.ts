import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
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
});
