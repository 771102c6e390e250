import type { Catalog, ListHeader } from '../catalog/catalog.js';
import { sampleCatalog } from '../http/warm-up/catalog-sample.js';
import { queryString } from './links.js';

/** The number of words that are searched for, and the number of titles whose pages are requested. */
const WORDS = 2;
const TITLES = 1;

/** Returns paths of one page of each kind that a catalog has, of results pages and of suggestions, with queries. */
export function warmUpPaths(catalog: Catalog): string[] {
  const { words, titles, values } = sampleCatalog(catalog);
  const { library, lists, users } = catalog;
  const pathOf = (path: string, params: Record<string, string>) =>
    path + queryString({ ...params, library: library.id });
  return [
    pathOf('/', {}),
    pathOf('/help', {}),
    pathOf('/advanced', {}),
    ...words
      .slice(-WORDS)
      .flatMap((q) => [
        pathOf('/search', { q }),
        pathOf('/search', { q, ...values }),
        pathOf('/suggest', { q: q.slice(0, 2) }),
      ]),
    ...titles.slice(0, TITLES).map(({ id }) => `/item/show/${encodeURIComponent(id)}`),
    ...(users.size === 0 ? [] : [`/collection/show/${encodeURIComponent(users.id(0))}`]),
    ...(lists.size === 0 ? [] : [listPath(lists.header(0))]),
  ];
}

function listPath({ id, user }: ListHeader): string {
  return `/list/show/${encodeURIComponent(String(user))}/${encodeURIComponent(id)}`;
}
