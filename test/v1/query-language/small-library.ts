import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { createCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { searchTitles } from '../../../src/v1/search-titles.js';

const eng = { primary_language: { name: 'English' } };

const TITLES: Title[] = [
  {
    id: 'b1',
    title: 'Strangers at Our Gates',
    sub_title: 'Canadian Immigration and Immigration Policy',
    format: { id: 'BK' },
    authors: [{ name: 'Valerie Knowles' }],
    ...eng,
  },
  {
    id: 'b2',
    title: 'Census of Canadian Immigration',
    format: { id: 'BK' },
    publishers: [{ name: "Queen's Printer" }],
    edition: 'Second edition',
    ...eng,
  },
  {
    id: 'b3',
    title: 'Canadian Immigration on Film',
    format: { id: 'DVD' },
    performers: [{ name: 'Ada Lund' }],
    ...eng,
  },
  {
    id: 'b4',
    title: 'Don Quixote',
    format: { id: 'PAPERBACK' },
    authors: [{ name: 'Miguel de Cervantes' }],
    additional_contributors: [{ name: 'John Rutherford' }],
    isbns: ['9780142437230'],
    upcs: ['012345678905'],
    primary_language: { name: 'English' },
    languages: [{ name: 'English' }, { name: 'Spanish' }],
    holdings: [
      { branch: 'MAIN', status: 'AVAILABLE', call_number: 'F CER' },
      { branch: 'EAST', status: 'UNAVAILABLE', call_number: 'LIT Cervantes' },
    ],
    fiction: true,
    rating: 4.34,
  },
  {
    id: 'b5',
    title: 'The Amulet of Samarkand',
    format: { id: 'BK' },
    authors: [{ name: 'Jonathan Stroud' }],
    series: [{ name: 'The Bartimaeus Trilogy', number: '1' }],
    suitabilities: [{ name: 'Young Adult' }],
    added: '2026-10-25',
    publication_date: 'London, c2003',
    fiction: true,
    holdings: [{ branch: 'EAST', status: 'ON_ORDER', call_number: 'J F STR' }],
  },
  {
    id: 'b6',
    title: 'The Road to Samarkand',
    format: { id: 'BK' },
    subjects: ['Samarkand (Uzbekistan) -- Description and travel'],
    publication_date: '1925',
    added: '2026-10-24',
    fiction: false,
    call_number: 'R 915.8 ROA',
  },
  {
    id: 'b7',
    title: 'Samarkand Today',
    format: { id: 'BK' },
    subjects: ['Samarkand (Uzbekistan)'],
    publication_date: '1964',
    fiction: false,
  },
  {
    id: 'b8',
    title: 'Greek Myths for the Young',
    format: { id: 'BK' },
    genres: ['Folk tales'],
    contents: ['The Minotaur'],
    notes: ['Illustrated by a leprechaun.'],
    description: 'Monsters and heroes.',
    tags: ['bedtime'],
    suitabilities: [{ name: 'Juvenile' }],
    call_number: 'J 637.4 GREEK',
    primary_language: { name: 'Greek' },
  },
  {
    id: 'b9',
    title: 'Women and Woodmen',
    format: { id: 'EBOOK' },
    series: [{ name: 'The Private Eye Casebooks' }],
    primary_language: { name: 'French' },
    availability: { id: 'AVAILABLE' },
    publication_date: '-44',
    rating: 5,
  },
];

/**
 * A small catalog with data for every field of the query language except fields such as `award`, for which
 * no catalog has data. The date of the snapshot is 1 November 2026.
 */
export const smallLibrary: Catalog = createCatalog({
  library: {
    id: 'small',
    name: 'Small Library',
    snapshot_date: '2026-11-01T00:00:00Z',
    branches: [
      { id: 'MAIN', name: 'Main Library' },
      { id: 'EAST', name: 'East Side' },
    ],
  },
  titles: TITLES,
});

/** Returns the ids of up to 100 titles that a query in the query language finds, the best first. */
export function idsFor(query: string, catalog: Catalog = smallLibrary): string[] {
  return search(query, catalog).titles.map(({ id }) => id);
}

/** Returns the response to a query in the query language, with up to 100 titles. */
export function search(query: string, catalog: Catalog) {
  const { id: library } = catalog.library;
  const params = { q: query, library, search_type: 'custom', limit: 100 } as const;
  return searchTitles([catalog], params, { baseUrl: 'https://api.example.org' });
}
