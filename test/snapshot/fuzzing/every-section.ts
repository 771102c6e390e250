import type { Title } from '../../../src/catalog/records/title.js';
import type { List, UserContent } from '../../../src/catalog/records/user-records.js';
import { encodeCatalog } from '../../../src/snapshot/encoding/catalog-encoder.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { addStrings, openStrings } from '../../../src/snapshot/format/records.js';
import { memorySource } from '../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { titleWithEveryField } from '../../catalog/title-with-every-field.js';

const DATE = '2018-01-15T16:23:09Z';

/** The default number of titles. A term of more than 16 titles has stored document frequencies. */
const TITLES = 18;

/** The number of synonyms that are kept. All of them take as long to check as the rest of the snapshot. */
const SYNONYMS = 20;

/** Returns a title with a few fields. More than 16 authors, series and subjects have stored ranks. */
function shortTitle(number: number): Title {
  return book(String(number), number % 2 === 0 ? 'The sea of the whale' : `Sea ${number}`, {
    authors: [
      { name: number % 3 === 0 ? 'Herman Melville' : `Melville, H. ${number % 4}` },
      { name: `Mate ${number}` },
    ],
    series: [{ name: `Voyages ${number}` }],
    subjects: ['Whaling', `Whale ${number}`],
    publication_date: String(1851 + number),
    holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: `F ${number % 5}` }],
    added: '2026-10-01',
    rating: number % 5,
    fiction: number % 2 === 0,
    extra: { shelf: `A ${number % 3}`, price: number % 5 },
  });
}

const userContent: readonly UserContent[] = [
  {
    user: 1,
    title: '2',
    content: [
      { content_type: { id: 'tag' }, content_data: 'sea', updated: DATE },
      { content_type: { id: 'rating', name: 'Stars' }, content_data: 4, updated: DATE },
      {
        content_type: { id: 'video' },
        content_data: { url: 'https://v.example.org' },
        updated: DATE,
      },
    ],
  },
  { user: '2', title: '3', content: [] },
  {
    user: '2',
    title: '2',
    content: [{ content_type: { id: 'comment' }, content_data: 'A whale.', updated: DATE }],
  },
];

function listOf(id: string, user: number | string, items: List['list_items']): List {
  return { id, name: `Sea ${id}`, user, created: DATE, updated: DATE, list_items: items };
}

const lists: readonly List[] = [
  listOf('a', 1, [
    { list_item_type: 'title', title: '2', annotation: 'Begin here.' },
    { list_item_type: 'url', url: { title: 'Ice', url: 'https://ice.example.org' } },
  ]),
  {
    ...listOf('b', '2', [{ list_item_type: 'title', title: '3' }]),
    staff_list: true,
    list_type: { id: 'READ_A_LIKE' },
    library: { id: 1, code: 'harbour' },
    list_cover: 'https://covers.example.org/b.jpg',
    anchor_bib: '2',
  },
];

function titleOf(number: number): Title {
  if (number % 10 === 2) return titleWithEveryField(String(number));
  return number < TITLES ? shortTitle(number) : book(String(number), `Ship ${number}`);
}

/**
 * Returns the sections of a small snapshot. Its records have every field, so that every section has contents and every
 * structure is used.
 *
 * @param titles The number of titles. Most titles beyond the default number have only the required fields. Default: 18.
 * @param hasPrices whether the library has an extra field of numbers. It has the same sections as other extra fields.
 */
export function everySection(titles = TITLES, hasPrices = true): ReadonlyMap<string, SectionData> {
  const names = { en: 'Shelf' };
  const records = recordsOf({
    library: {
      catalog_url: 'https://harbour.example.org',
      branches: [
        { id: 'MAIN', name: 'Main' },
        { id: 'HILL', name: 'Hill' },
      ],
      formats: [{ id: 'BK', name: 'Book' }],
      collections: [{ id: 'AF', name: 'Fiction' }],
      statuses: [{ id: 'AVAILABLE', name: 'On the shelf' }],
      extra_fields: [
        { name: 'shelf', from: 'extra.shelf', narrowing: true, searched: true, names } as const,
        { name: 'price', from: 'extra.price', type: 'number', narrowing: true, names } as const,
      ].slice(0, hasPrices ? 2 : 1),
    },
    titles: Array.from({ length: titles }, (_, number) => titleOf(number)),
    users: [
      { id: 1, name: 'ishmael', library: { id: 1, code: 'harbour' } },
      { id: '2', name: 'queequeg', profile_url: 'https://q.example.org' },
    ],
    userContent,
    lists,
    sessions: [
      { id: 's', user: 1 },
      { id: 't', user: '2' },
    ],
  });
  const sections = new Map<string, SectionData>(encodeCatalog(memorySource(records)).sections);
  const { get } = openStrings(sections, 'synonyms');
  addStrings(
    sections,
    'synonyms',
    Array.from({ length: SYNONYMS }, (_, row) => get(row)),
  );
  return sections;
}
