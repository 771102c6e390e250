/*
 * The parameters of all operations, as tables, and their TypeScript types. The OpenAPI document and
 * the types are derived from the tables. `read-parameters.ts` reads and checks the values of a request.
 *
 * The build writes the fields of each interface into the declarations of the package, with the descriptions of the
 * table (`described-declarations.ts`).
 */

import type { FieldType } from '../../catalog/field-types.js';
import type { ContentTypeId, FormatId, ListTypeId } from '../../catalog/names/known-names.js';
import {
  type BranchId,
  mapNarrowings,
  type Narrowing,
  narrowingDescription,
} from '../../catalog/narrowings.js';
import { SORTS } from '../../catalog/sort-keys.js';
import { LOCALES } from '../../texts/locales.js';
import { LIMITS } from '../query-language/syntax-error.js';
import type { RelaxLimit } from '../search/expanded-word.js';
import type { SearchType } from '../search/field-boosts.js';

/** A query parameter: its allowed values, and its description in the OpenAPI document and in the types below. */
export type Parameter = TextParameter | NarrowingParameter | ChoiceParameter | NumberParameter;

/** A parameter whose value is any text. */
export interface TextParameter {
  readonly type: 'text';
  /** The description in the OpenAPI document. */
  readonly description: string;
  /**
   * The text after `expected` in the error message for a missing or blank value. Default: the parameter is
   * optional.
   */
  readonly expectedIfMissing?: string;
  /** Whether a required value may be blank. Default: false. */
  readonly mayBeBlank?: true;
  /** The maximum number of Unicode code points in the value. Default: no maximum. */
  readonly maxChars?: number;
}

/**
 * A parameter that narrows the results to those with a value. A request may repeat the parameter; a result
 * then needs only one of the values. An empty value does not narrow.
 */
export interface NarrowingParameter {
  readonly type: 'narrowing';
  /** The type of the extra field whose values narrow. Default: `text`. */
  readonly fieldType?: FieldType | undefined;
  /** The description in the OpenAPI document. */
  readonly description: string;
}

/** A parameter whose value is one of `values`. */
export interface ChoiceParameter {
  readonly type: 'choice';
  /** The description in the OpenAPI document. */
  readonly description: string;
  /** The allowed values. */
  readonly values: readonly string[];
  /** The value if the request does not have the parameter. Default: undefined. */
  readonly defaultValue?: string;
  /** Describes a value that is not allowed, for a message. Default: the value. */
  readonly describeUnknown?: (value: string) => string;
}

/** A parameter whose value is a positive whole number. */
export interface NumberParameter {
  readonly type: 'number';
  /** The description in the OpenAPI document. */
  readonly description: string;
  /** The value if the request does not have the parameter. */
  readonly defaultValue: number;
}

/** The values of the parameters `P` in a valid request, by name. */
export type ParameterValues<P extends Readonly<Record<string, Parameter>>> = {
  readonly [Name in keyof P]: ParameterValue<P[Name]>;
};

type ParameterValue<P extends Parameter> = P extends { readonly type: 'number' }
  ? number
  : P extends { readonly type: 'narrowing' }
    ? readonly string[]
    : P extends { readonly values: readonly (infer Value)[] }
      ? P extends { readonly defaultValue: string }
        ? Value
        : Value | undefined
      : P extends { readonly expectedIfMissing: string }
        ? string
        : string | undefined;

const SEARCH_TYPES = [
  'keyword',
  'author',
  'subject',
  'tag',
  'series',
  'custom',
] as const satisfies readonly (SearchType | 'custom')[];

const COMMON = {
  api_key: {
    type: 'text',
    description: 'The API key, which only a server checks; links in the metadata contain it',
  },
  locale: {
    type: 'choice',
    description:
      'The language of built-in names, such as Book for the format BK; other names are not translated',
    values: LOCALES,
  },
  date_format: {
    type: 'choice',
    description: 'The format of dates and times, which are in UTC',
    values: ['iso8601', 'rfc2822'],
    defaultValue: 'iso8601',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const LIBRARY = {
  type: 'text',
  description: 'The id of the library to search',
  expectedIfMissing: 'the id of the library to search',
} as const satisfies Parameter;

const PAGING = {
  metadata: {
    type: 'choice',
    description:
      '1 to include the sort orders and narrowings of the results, with counts and links',
    values: ['0', '1'],
    defaultValue: '0',
  },
  limit: {
    type: 'number',
    description: 'The maximum number of results per page; for a value above 100, 100 is used',
    defaultValue: 10,
  },
  page: {
    type: 'number',
    description:
      'The number of the page, from 1; for a number past the last page, the last page is returned',
    defaultValue: 1,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const SORT_BY_DATE = {
  sort: {
    type: 'choice',
    description: 'The order of the results',
    values: ['newest', 'oldest'],
    defaultValue: 'newest',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const NARROWINGS = mapNarrowings((narrowing) => ({
  type: 'narrowing' as const,
  description: narrowingDescription(narrowing),
}));

/** The name of the parameter that excludes values of a narrowing, such as `exclude_language`. */
export type ExclusionOf<Name extends string> = `exclude_${Name}`;

/** Returns the name of the parameter that excludes values of a narrowing. */
export function exclusionOf<Name extends string>(narrowing: Name): ExclusionOf<Name> {
  return `exclude_${narrowing}`;
}

/** Creates the parameter that excludes values of a narrowing. */
export function exclusionParameter(narrowing: string) {
  const description = `Not the titles with this value of ${narrowing}`;
  return { type: 'narrowing' as const, description };
}

const EXCLUSIONS = Object.fromEntries(
  Object.keys(NARROWINGS).map((name) => [exclusionOf(name), exclusionParameter(name)]),
) as { readonly [Name in Narrowing as ExclusionOf<Name>]: NarrowingParameter };

/** The parameters that `search`, `facetValues` and `suggest` have in common, and no operation of the API. */
const TOLERANCE = {
  relax: {
    type: 'choice',
    description:
      'How far the query may be relaxed if no title, or only a few titles match as typed: none; spelling, so that words may be misspelled, joined, split or incomplete, but a title needs every word except stop words; or all, so that some of the words are enough if nothing else is found. Inflections, synonyms and words that name a format or another value are part of the query as typed. No effect on custom searches',
    values: ['none', 'spelling', 'all'] satisfies readonly RelaxLimit[],
    defaultValue: 'all',
  },
  ...EXCLUSIONS,
} as const satisfies Readonly<Record<string, Parameter>>;

const CONTENT_TYPE = {
  content_type: {
    type: 'narrowing',
    description: 'The id of a content type; only entries with an item of this type are returned',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** The parameters of the function `suggest`, which is not an operation of the API. */
export const SUGGEST_PARAMETERS = {
  q: {
    type: 'text',
    description: 'The text typed so far; for a blank text, there are no suggestions',
    expectedIfMissing: 'the text typed so far',
    mayBeBlank: true,
  },
  library: LIBRARY,
  limit: {
    type: 'number',
    description: 'The maximum number of suggestions, up to 100',
    defaultValue: 10,
  },
  ...NARROWINGS,
  ...TOLERANCE,
  relax: {
    ...TOLERANCE.relax,
    description:
      'none to suggest nothing for other spellings of the words; spelling and all suggest the same',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/**
 * The query parameters of every operation. The parameters of a request are checked in the order of this
 * table. The OpenAPI document lists the parameters in the same order.
 */
export const PARAMETERS = {
  searchTitles: {
    ...COMMON,
    q: {
      type: 'text',
      description:
        'The words to search for, or * for every title; with search_type=custom, a query in the query language, such as title:whale AND pubyear:[1850 TO 1900]',
      expectedIfMissing: 'the words to search for, or * for every title',
      maxChars: LIMITS.maxCharacters,
    },
    library: LIBRARY,
    search_type: {
      type: 'choice',
      description: 'The fields to search; custom selects the query language',
      values: SEARCH_TYPES,
      defaultValue: 'keyword',
    },
    sort: {
      type: 'choice',
      description:
        'The order of the results: best matches first (relevancy), title or first author in alphabetical order, or the latest publication (published_date), the latest addition (newly_acquired), the highest rating (ugc_rating) or the highest popularity first',
      values: ['relevancy', ...SORTS],
      defaultValue: 'relevancy',
    },
    ...NARROWINGS,
    ...PAGING,
    facet_limit: {
      type: 'number',
      description:
        'The maximum number of values that metadata lists per narrowing; for a value above 100, 100 is used',
      defaultValue: 25,
    },
  },
  getTitle: COMMON,
  listUserContent: {
    ...COMMON,
    title: {
      type: 'text',
      description: 'The id of a title; only content about this title is returned',
    },
    library: {
      type: 'text',
      description:
        'The id of a library; only content from users with this home library is returned; ignored if the request has a title',
    },
    ...CONTENT_TYPE,
    ...SORT_BY_DATE,
    ...PAGING,
  },
  listContentOfUser: { ...COMMON, ...CONTENT_TYPE, ...SORT_BY_DATE, ...PAGING },
  getList: COMMON,
  listListsOfUser: {
    ...COMMON,
    list_type: {
      type: 'narrowing',
      description: 'The id of a list type; only lists of this type are returned',
    },
    ...SORT_BY_DATE,
    ...PAGING,
  },
  getSession: COMMON,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Parameter>>>>;

const { api_key, date_format, metadata, facet_limit, ...searched } = PARAMETERS.searchTitles;
const { locale, q, search_type, sort } = searched;

/** The pages of the functions for programs, which refuse a higher `limit`, and return an empty page past the last. */
const STRICT_PAGING = {
  limit: { ...PAGING.limit, description: 'The maximum number of results per page, up to 100' },
  page: {
    ...PAGING.page,
    description: 'The number of the page, from 1; a page past the last page is empty',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/**
 * The parameters of the function `search`: the parameters of the operation except those of links and dates, more sort orders,
 * `relax` and exclusions.
 */
export const SEARCH_PARAMETERS = {
  ...searched,
  ...STRICT_PAGING,
  ...TOLERANCE,
  sort: {
    type: 'choice',
    description: `${sort.description}. Also the family name of the first author (family_name), and the order of the volumes of a series (series), which requires exactly one value of the parameter series. Default: \`series\` with exactly one value of series, otherwise \`relevancy\``,
    values: [...sort.values, 'family_name', 'series'],
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** The orders of the values of a facet. */
export const FACET_ORDERS = ['count', 'name', 'number'] as const;

/** The parameters of the function `facetValues`, which is not an operation of the API. */
export const FACET_VALUES_PARAMETERS = {
  facet: {
    type: 'text',
    description: 'The name of a narrowing, such as author, or of an extra field with narrowing',
    expectedIfMissing: 'the name of a facet, such as author',
  },
  order: {
    type: 'choice',
    description:
      'The most frequent values first, the order of the alphabet, or numeric order: values that begin with a number first, 2 before 10',
    values: FACET_ORDERS,
    defaultValue: 'count',
  },
  prefix: {
    type: 'text',
    description: 'Only values whose names begin with this text; case and accents are ignored',
  },
  contains: {
    type: 'text',
    description:
      'Only values whose names contain these words, or words that begin with them, in any order; case and accents are ignored',
  },
  limit: {
    type: 'number',
    description: 'The maximum number of values per page, up to 100',
    defaultValue: 25,
  },
  page: STRICT_PAGING.page,
  q,
  library: LIBRARY,
  search_type,
  ...NARROWINGS,
  ...TOLERANCE,
  locale,
} as const satisfies Readonly<Record<string, Parameter>>;

/** The types of narrowings whose built-in values an editor offers. */
interface NarrowingTypes {
  readonly title_format: FormatId;
  readonly exclude_title_format: FormatId;
  readonly available_at: BranchId;
  readonly exclude_available_at: BranchId;
  readonly content_type: ContentTypeId;
  readonly list_type: ListTypeId;
}

/** The values that a program may pass for a parameter. */
type InputOf<Name, P> = P extends TextParameter
  ? string
  : P extends NumberParameter
    ? number
    : P extends NarrowingParameter
      ? OneOrMore<Name extends keyof NarrowingTypes ? NarrowingTypes[Name] : string>
      : P extends { readonly values: readonly (infer Value extends string)[] }
        ? Value | (Value extends `${infer Digits extends number}` ? Digits : never)
        : never;

type OneOrMore<Value> = Value | readonly Value[] | null;

type Required = { readonly expectedIfMissing: string };

/** The parameters that a program may pass to an operation. */
export type InputsOf<Table> = {
  readonly [Name in keyof Table as Table[Name] extends Required ? Name : never]: InputOf<
    Name,
    Table[Name]
  >;
} & {
  readonly [Name in keyof Table as Table[Name] extends Required ? never : Name]?:
    | InputOf<Name, Table[Name]>
    | undefined;
};

/**
 * The parameters of the operation `GET /v1/titles`. An empty text, null or undefined as a narrowing does
 * not narrow. A value of a narrowing that no title has matches no title. In any other parameter, an empty or invalid value
 * throws ApiError. docs/search-for-staff.md in the package describes the query language.
 */
export interface SearchTitlesParameters extends InputsOf<typeof PARAMETERS.searchTitles> {}

/**
 * The parameters of `search`: parameters of `searchTitles`, with more sort orders, `relax`, and for each narrowing the
 * values that no result has, such as `exclude_language`.
 */
export interface SearchParameters extends InputsOf<typeof SEARCH_PARAMETERS> {}

/** The parameters of `getTitle` and of `GET /v1/titles/{id}`. */
export interface GetTitleParameters extends InputsOf<typeof PARAMETERS.getTitle> {}

/** The parameters of `listUserContent` and of `GET /v1/user_content`. */
export interface ListUserContentParameters extends InputsOf<typeof PARAMETERS.listUserContent> {}

/** The parameters of `listContentOfUser` and of `GET /v1/users/{id}/user_content`. */
export interface ListContentOfUserParameters
  extends InputsOf<typeof PARAMETERS.listContentOfUser> {}

/** The parameters of `getList` and of `GET /v1/lists/{id}`. */
export interface GetListParameters extends InputsOf<typeof PARAMETERS.getList> {}

/** The parameters of `listListsOfUser` and of `GET /v1/users/{id}/lists`. */
export interface ListListsOfUserParameters extends InputsOf<typeof PARAMETERS.listListsOfUser> {}

/** The parameters of `getSession` and of `GET /v1/sessions/{id}`. */
export interface GetSessionParameters extends InputsOf<typeof PARAMETERS.getSession> {}

/**
 * The parameters of `facetValues`. The query and the narrowings are those of a search. The values of `facet` that narrow
 * the search do not change its counts.
 */
export interface FacetValuesParameters extends InputsOf<typeof FACET_VALUES_PARAMETERS> {}

/**
 * The parameters of `suggest`. With narrowings, only titles that pass them are suggested, and names of these titles, with
 * the number of these titles.
 */
export interface SuggestParameters extends InputsOf<typeof SUGGEST_PARAMETERS> {}
