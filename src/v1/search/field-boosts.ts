/*
 * The fields that each search type searches, and their boosts: of built-in fields, of extra fields, and as a program
 * sets them. Boosts of titles are in `title-boosts.ts`.
 */

import { didYouMean } from '../../base/edit-distance.js';
import { memoizePerObject } from '../../base/lazy.js';
import { describe } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import { describeUnknownField, extraSearchFields } from '../../catalog/extra-fields.js';
import type { Library } from '../../catalog/records/library.js';
import { SEARCH_FIELDS, type SearchField, searchFieldsOf } from '../../catalog/search-fields.js';
import type { FieldBoosts } from '../../search/index.js';

/** The fields of a search, each with a factor on the scores of its matches (boost). */
export type SearchFields = Readonly<Partial<Record<SearchField, number>>>;

/**
 * The searched fields and their boosts, for each `search_type` except `custom`. For `keyword`, a
 * match in the title counts most, followed by the author, the subject, the series and the other fields.
 */
export const SEARCH_TYPES = {
  keyword: {
    title: 8,
    author: 5,
    subject: 3,
    series: 2,
    genre: 1,
    tag: 1,
    publisher: 1,
    contents: 1,
    notes: 1,
    summary: 1,
    edition: 1,
    identifier: 1,
    call_number: 1,
    other: 1,
  },
  author: { author: 1 },
  subject: { subject: 2, genre: 1 },
  tag: { tag: 1 },
  series: { series: 1 },
} as const satisfies Readonly<Record<string, SearchFields>>;

/** The searched fields of a search by title on the pages. The API has no such `search_type`. */
export const TITLE_SEARCH: SearchFields = { title: 1 };

/** A value of `search_type` other than `custom`. */
export type SearchType = keyof typeof SEARCH_TYPES;

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
      const known = [...new Set(libraries.flatMap(searchFieldsOf))];
      const found = describeUnknownField(field, 'searched', libraries) + didYouMean(field, known);
      throw boostsError(`the names of fields, which are ${known.join(', ')}`, found);
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
