import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../../src/v1/api-error.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from './validated-operations.js';

const TIME = '2018-01-15T16:23:09Z';
const context = { baseUrl: 'https://api.example.org' };
const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('__proto__', 'Emma')],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [{ user: 1, title: '1' }],
    lists: [{ id: '1', name: 'L', user: 1, created: TIME, updated: TIME, list_items: [] }],
    sessions: [{ id: '1', user: 1 }],
  }),
  catalogOf({ library: { id: 'hill' } }),
];

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\u0000', '%', '*', '"', 'a', ' ') }),
  fc.constantFrom('1', '', '*', 'harbour', 'hill', '__proto__', 'constructor', 'iso8601', '1e3'),
);
const name = fc.oneof(
  fc.constantFrom('q', 'library', 'search_type', 'limit', 'page', 'locale', 'title', 'date_format'),
  value,
);

it('every operation returns a valid response or throws an ApiError with status 400 or 404', () => {
  const anything = fc.tuple(value, fc.array(fc.tuple(name, value), { maxLength: 6 }));
  fc.assert(
    fc.property(anything, ([id, pairs]) => {
      const search = new URLSearchParams(pairs);
      const plain = Object.fromEntries(pairs) as unknown as URLSearchParams;
      for (const params of [search, plain]) {
        for (const call of [
          () => searchTitles(catalogs, params, context),
          () => getTitle(catalogs, id, params, context),
          () => listUserContent(catalogs, params, context),
          () => listContentOfUser(catalogs, id, params, context),
          () => getList(catalogs, id, params, context),
          () => listListsOfUser(catalogs, id, params, context),
          () => getSession(catalogs, id, params, context),
        ]) {
          try {
            call();
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect([400, 404]).toContain(error.status);
            expect(error.message).toMatch(/^(?:No \w+ '.*' found\.|parameter '.*[^.])$/s);
          }
        }
      }
    }),
    { numRuns: runs(500) },
  );
});
