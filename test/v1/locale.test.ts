import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../src/texts/locales.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import {
  getList,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from './validated-operations.js';

const TIME = '2018-01-15T16:23:09Z';
const catalogs = [
  catalogOf({
    library: {
      branches: [{ id: 'MAIN', name: 'Main Library' }],
      formats: [{ id: 'MAP', name: 'Sea Chart' }],
    },
    titles: [
      book('1', 'Moby-Dick', {
        holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }],
        languages: [{ name: 'English' }],
      }),
      book('2', 'Nantucket', { format: { id: 'MAP' } }),
      book('3', 'Typee', { format: { id: 'PAPERBACK', name: 'Pocket Book' } }),
      book('4', 'Omoo', { format: { id: 'SCROLL' }, publication_date: '-20' }),
      book('5', 'Mardi', { availability: { id: 'AVAILABLE', name: 'Available' } }),
    ],
    users: [{ id: 1, name: 'inkwell' }],
    userContent: [
      {
        user: 1,
        title: '1',
        content: [
          { content_type: { id: 'rating' }, content_data: 5, updated: TIME },
          { content_type: { id: 'bookplate' }, content_data: 'Ex libris', updated: TIME },
        ],
      },
    ],
    lists: [
      {
        id: 'l',
        name: 'Sea',
        user: 1,
        created: TIME,
        updated: TIME,
        list_type: { id: 'TOP_10' },
        list_items: [{ list_item_type: 'title', title: '1' }],
      },
    ],
  }),
];
const context = { baseUrl: 'http://localhost:8080' };
const inFrench = { locale: 'fr-CA' } as const;
const search = (more: { readonly locale?: Locale }) =>
  searchTitles(catalogs, { q: '*', library: 'harbour', metadata: 1, ...more }, context);

const formatName = (id: string, locale: Locale) =>
  getTitle(catalogs, id, { locale }, context).title.format.name;

it('locale translates the built-in names of formats', () => {
  const names = LOCALES.map((locale) => formatName('1', locale));
  expect(names).toEqual(['Book', 'Book', 'Libro', 'Livre', 'Книга', '图书', 'Buch']);
});

it('locale does not translate format names from the library or a record, or format ids without built-in names', () => {
  expect(formatName('2', 'fr-CA')).toBe('Sea Chart');
  expect(formatName('3', 'fr-CA')).toBe('Pocket Book');
  expect(formatName('4', 'fr-CA')).toBe('SCROLL');
});

it('locale translates the name of an availability, even if the record has the built-in English name', () => {
  const availability = (id: string) => getTitle(catalogs, id, inFrench, context).title.availability;
  expect(availability('1')).toEqual({ id: 'AVAILABLE', name: 'Disponible' });
  expect(availability('5')).toEqual({ id: 'AVAILABLE', name: 'Disponible' });
});

it('locale translates the names of sorts and narrowings, and the built-in names of their values', () => {
  const { metadata } = search(inFrench);
  expect(metadata?.sort_bys.map(({ name }) => name).slice(0, 3)).toEqual([
    'Pertinence',
    'Titre',
    'Auteur',
  ]);
  const narrowings = Object.fromEntries(
    (metadata?.narrow_bys ?? []).map(({ id, name, narrow_tos }) => [
      id,
      [name, ...narrow_tos.map((value) => value.name)],
    ]),
  );
  expect(narrowings).toEqual({
    title_format: ['Format', 'Livre', 'Livre de poche', 'SCROLL', 'Sea Chart'],
    available_at: ['Disponible à', 'N’importe quelle bibliothèque', 'Main Library'],
    language: ['Langue', 'English'],
    publication_date: ['Date de publication', 'Avant l’an 1'],
  });
});

it('locale translates the names of list types and content types', () => {
  expect(getList(catalogs, 'l', inFrench, context).list.list_type?.name).toBe(
    'Palmarès des 10 meilleurs',
  );
  const lists = listListsOfUser(catalogs, '1', { ...inFrench, metadata: 1 }, context);
  expect(lists.lists[0].list_type?.name).toBe('Palmarès des 10 meilleurs');
  expect(lists.metadata?.narrow_bys[0].narrow_tos[0].name).toBe('Palmarès des 10 meilleurs');
  expect(lists.metadata?.sort_bys[0].name).toBe('Du plus récent au plus ancien');
  for (const content of [
    listUserContent(catalogs, { ...inFrench, metadata: 1 }, context),
    listContentOfUser(catalogs, '1', { ...inFrench, metadata: 1 }, context),
  ]) {
    expect(content.user_content[0].content?.map((item) => item.content_type.name)).toEqual([
      'Évaluation',
      'bookplate',
    ]);
    const [narrowing] = content.metadata?.narrow_bys ?? [];
    expect(narrowing.name).toBe('Type de contenu');
    expect(narrowing.narrow_tos.map(({ name }) => name)).toEqual(['bookplate', 'Évaluation']);
  }
});
