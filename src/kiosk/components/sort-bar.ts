import type { Catalog } from '../../catalog/catalog.js';
import type { Sort } from '../../catalog/sort-keys.js';
import { memoizePerObject } from '../../search/index.js';
import type { TitlesResponse } from '../../v1/schema/responses.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import type { Language } from '../language.js';
import { COMPACT_VIEW } from '../page-view.js';
import type { SearchState } from '../search-state.js';

/** The sort order of a search without the parameter `sort`. */
export const DEFAULT_SORT = 'relevancy';

/**
 * Renders links to the other sort orders, and a link to the compact or the detailed list of the results. On a narrow screen,
 * the links are folded. A sort order is left out if no title of the catalog has a value for it. The link to the other list loads a page, because the
 * search form of that page also keeps the list.
 */
export function sortBar(
  { count, metadata }: TitlesResponse,
  catalog: Catalog,
  state: SearchState,
  { texts }: Language,
): Html {
  if (count < 2) return NOTHING;
  const { results } = texts;
  const current = state.request.get('sort') ?? DEFAULT_SORT;
  const withoutValues = sortsWithoutValues(catalog);
  const sorts = (metadata?.sort_bys ?? []).filter(
    ({ id }) => id === current || !withoutValues.has(id),
  );
  const other = state.isCompact ? undefined : COMPACT_VIEW;
  return html`<details class="sorts"><summary class="button plain">${ICONS.sort}<span class="visually-hidden">${results.sort}${texts.layout.colon}</span><span>${sorts.find(({ id }) => id === current)?.name}</span></summary>
<nav aria-labelledby="sorts"><h2 id="sorts">${results.sort}</h2><ul>
${sorts.map(
  ({ id, name }) =>
    html`<li><a href="${state.hrefWith({ sort: id === DEFAULT_SORT ? undefined : id })}" data-key="sort:${id}"${id === current && html` aria-current="true"`}>${name}</a></li>`,
)}</ul><a class="view" href="${state.hrefWith({ ...pageOf(state), view: other })}">${ICONS[state.isCompact ? 'detailed' : 'compact']}${state.isCompact ? results.detailed : results.compact}</a></nav></details>`;
}

/** Returns the parameter of the current page. The compact and the detailed list have the same titles on a page. */
function pageOf({ request }: SearchState): { page: string | undefined } {
  return { page: request.get('page') ?? undefined };
}

/** Returns the sort orders without a value in any title of a catalog. Titles without a value are last in each order. */
const sortsWithoutValues = memoizePerObject(
  ({ titles, userContent }: Catalog): ReadonlySet<string> => {
    const firstOf = (sort: Sort) => {
      const first = titles.ranks[sort].indexOf(0);
      return first < 0 ? {} : titles.pick(first, ['added', 'rating', 'popularity']);
    };
    const hasRatings =
      userContent.contentTypeOrd('rating') >= 0 || firstOf('ugc_rating').rating !== undefined;
    const hasValues: readonly (readonly [Sort, boolean])[] = [
      ['newly_acquired', firstOf('newly_acquired').added !== undefined],
      ['ugc_rating', hasRatings],
      ['popularity', firstOf('popularity').popularity !== undefined],
    ];
    return new Set(hasValues.flatMap(([sort, isUsed]) => (isUsed ? [] : [sort])));
  },
);
