/*
 * The titles of a catalog that pass narrowings, as `suggest.ts` reads them. Searches, popular titles and the counts of names
 * include only these titles. The levels of titles and names, and everything else, come from the whole catalog.
 */

import type { Titles } from '../../catalog/catalog.js';
import { NAME_KINDS, type NameKind } from '../../catalog/popularity.js';
import { intersect, type SearchIndex } from '../../search/index.js';
import type { ReadNarrowings } from '../read-parameters.js';
import { keepPerCatalog } from '../search/kept-values.js';
import { filtersOf, withoutExcluded } from '../search/run-search.js';
import { completionsOf } from './completions.js';

/** All titles of a catalog, or the titles that pass narrowings. */
export interface NarrowedTitles extends Titles {
  /** For each title, 1 if it passes the narrowings. Absent: all titles pass. */
  readonly passes?: Uint8Array;
}

/** What is kept of the titles that pass narrowings. */
interface Passing {
  readonly documents: Uint32Array;
  readonly passes: Uint8Array;
  readonly popular: Uint32Array;
  /** For each kind of name, the number of the titles with each name, by ordinal. */
  readonly counts: Readonly<Record<NameKind, Uint32Array>>;
}

/** The maximum memory of what is kept per catalog, in bytes. */
const MAX_KEPT_BYTES = 2 ** 25;

/** Keeps the titles of the last narrowings, because a reader types several letters with the same narrowings. */
const keepPassing = keepPerCatalog<Passing>(MAX_KEPT_BYTES);

/** Returns the titles that pass narrowings. The titles of the same narrowings are computed once. */
export function narrowTitles(titles: Titles, filters: ReadNarrowings): NarrowedTitles {
  const narrowings = [filters.chosen, filters.excluded].map((values) =>
    Object.entries(values).filter(([, ofNarrowing]) => ofNarrowing.length > 0),
  );
  if (narrowings.flat().length === 0) return titles;
  // All narrowings of a catalog share the completions, which are opened with the first titles that need them.
  completionsOf(titles);
  const { documents, passes, popular, counts } = keepPassing(
    titles,
    JSON.stringify(narrowings),
    () => passingOf(titles, filters),
    bytesOf,
  );
  const columns = Object.fromEntries(
    NAME_KINDS.map((kind) => {
      const column = titles.columns[kind];
      return [kind, { ...column, data: { ...column.data, counts: counts[kind] } }];
    }),
  );
  const index: SearchIndex = {
    ...titles.index,
    match(query, options) {
      const matches = titles.index.match(query, options);
      return matches.narrowed(intersect(matches.documents, documents));
    },
  };
  const changed = { passes, popular, index, columns: { ...titles.columns, ...columns } };
  return Object.assign(Object.create(titles), changed);
}

function passingOf(titles: Titles, { chosen, excluded }: ReadNarrowings): Passing {
  const all = titles.index.match({ kind: 'all' }).documents;
  const left = withoutExcluded(all, excluded, titles);
  const { documents } = titles.facets.narrow(left, filtersOf(chosen, titles));
  const passes = new Uint8Array(titles.size);
  for (const document of documents) passes[document] = 1;
  // The counts of a narrowed facet would ignore its own narrowing.
  const passing = titles.facets.narrow(documents, []);
  return {
    documents,
    passes,
    popular: titles.popular.filter((title) => passes[title] === 1),
    counts: Object.fromEntries(
      NAME_KINDS.map((kind) => [kind, passing.countAll(kind)]),
    ) as Passing['counts'],
  };
}

function bytesOf({ documents, passes, popular, counts }: Passing): number {
  return [documents, passes, popular, ...Object.values(counts)].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
}
