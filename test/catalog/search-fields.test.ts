import { expect, it } from 'vitest';
import { searchTextOf } from '../../src/catalog/search-fields.js';
import { book } from './catalog-of.js';

it('searchTextOf adds contained works to the contents, and other works, links and statements to the notes', () => {
  const title = book('1', 'Moby-Dick', {
    contents: ['Extracts'],
    notes: ['Includes index.'],
    related: [
      { relation: 'contains', title: 'Loomings' },
      { relation: 'Sequel to', title: 'Mardi' },
    ],
    links: [
      {
        url: 'https://books.example.org/1',
        kind: 'resource',
        text: 'Scan',
        note: 'Readers only',
        part: 'v.1',
      },
    ],
    holdings_statements: [{ branch: 'MAIN', text: 't.5-6 (1988)', note: 'Damaged' }],
  });
  const { title: titles, contents, notes } = searchTextOf(title, []);
  expect(titles).toEqual(['Moby-Dick']);
  expect(contents).toEqual(['Extracts', 'Loomings']);
  expect(notes.join('; ')).toBe(
    'Includes index.; Mardi; Scan; Readers only; v.1; t.5-6 (1988); Damaged',
  );
});

it('searchTextOf finds series by their names as traced and as printed', () => {
  const title = book('1', 'Figaro', {
    series: [{ name: 'Works', number: '03' }],
    alternate_series: ['Neue Mozart-Ausgabe'],
  });
  expect(searchTextOf(title, []).series).toEqual(['Works 3', 'Neue Mozart-Ausgabe']);
});

it.each([
  ['786936735390', ['786936735390', '0786936735390']],
  ['0786936735397', ['0786936735397', '786936735397']],
  ['012345678905', ['012345678905', '12345678905', '0012345678905']],
  ['4006381333931', ['4006381333931']],
])('searchTextOf finds the product code %s with and without zeros', (code, forms) => {
  const { identifier } = searchTextOf(book('1', 'Figaro', { upcs: [code] }), []);
  expect(identifier).toEqual(['1', ...forms]);
});
