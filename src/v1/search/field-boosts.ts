import { memoizePerObject } from '../../base/lazy.js';
import { describe } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import { describeUnknownField, extraSearchFields } from '../../catalog/extra-fields.js';
import type { Library } from '../../catalog/records/library.js';
import { SEARCH_FIELDS, searchFieldsOf } from '../../catalog/search-fields.js';
import type { FieldBoosts } from '../../search/index.js';
import { SEARCH_TYPES, type SearchFields, type SearchType } from './search-types.js';

/** Options of a search for programs that call it as a function. Requests over HTTP have no such options. */
export interface RankingOptions {
  /**
   * By field: a factor on the scores of matches in the field, from 0.001 to 1000. The fields are `title`, `author`,
   * `subject`, `genre`, `series`, `tag`, `publisher`, `contents`, `notes`, `summary`, `edition`, `identifier`,
   * `call_number`, `other`, and the searched extra fields of the libraries. A search type searches the same fields as
   * without boosts. Default of a field: title 8, author 5, subject 3, series 2, and 1 for any other field. With the
   * search type `subject`, `subject` has 2.
   *
   * @example { title: 3, author: 1, shelf: 0.5 }
   */
  readonly boosts?: FieldBoosts | undefined;
}

const MIN_BOOST = 0.001;
const MAX_BOOST = 1000;

/** The boost of a searched extra field in searches for keywords. */
const EXTRA_FIELD_BOOST = 1;

/**
 * Checks the boosts of a search.
 *
 * @throws TypeError if `boosts` is not an object, a field is unknown in all catalogs, or a boost is not a number from
 *   0.001 to 1000
 */
export function checkBoosts(boosts: FieldBoosts, catalogs: readonly Catalog[]): void {
  const isKnown = (field: string) =>
    (SEARCH_FIELDS as readonly string[]).includes(field) ||
    catalogs.some(({ library }) => extraSearchFields(library).some(({ name }) => name === field));
  if (typeof boosts !== 'object' || boosts === null || Array.isArray(boosts)) {
    throw boostsError('an object with boosts by field', describe(boosts));
  }
  for (const [field, boost] of Object.entries(boosts)) {
    if (!isKnown(field)) {
      const libraries = catalogs.map(({ library }) => library);
      const known = new Set(libraries.flatMap(searchFieldsOf));
      const found = describeUnknownField(field, 'searched', libraries);
      throw boostsError(`the names of fields, which are ${[...known].join(', ')}`, found);
    }
    if (typeof boost === 'number' && boost >= MIN_BOOST && boost <= MAX_BOOST) continue;
    const expected = `a number from ${MIN_BOOST} to ${MAX_BOOST} as the boost of ${field}`;
    throw boostsError(expected, describe(boost));
  }
}

function boostsError(expected: string, found: string): TypeError {
  return new TypeError(`boosts: expected ${expected}, found ${found}`);
}

/** The searched fields and their boosts, for each search type. */
type SearchTypes = Readonly<Record<SearchType, SearchFields>>;

/**
 * Returns the searched fields and their boosts, for each search type.
 *
 * @param boosts Boosts of some fields, checked by {@link checkBoosts}. Default: none.
 */
export function searchTypesOf(library: Library, boosts?: FieldBoosts): SearchTypes {
  const types = withExtraFields(library);
  if (boosts === undefined) return types;
  const entries = Object.entries<FieldBoosts>(types).map(([type, fields]) => {
    const replaced = Object.entries(fields).map(([name, boost]) => [name, boosts[name] ?? boost]);
    return [type, Object.fromEntries(replaced)];
  });
  return Object.fromEntries(entries);
}

const withExtraFields = memoizePerObject((library: Library): SearchTypes => {
  const extra = extraSearchFields(library).map(({ name }) => [name, EXTRA_FIELD_BOOST]);
  if (extra.length === 0) return SEARCH_TYPES;
  const keyword = { ...SEARCH_TYPES.keyword, ...Object.fromEntries(extra) };
  return { ...SEARCH_TYPES, keyword };
});
