import { type JsonSchema, objectSchema } from '../../base/json-schema.js';
import type { LanguageCode } from '../../texts/locales.js';
import type { CodedName } from './names.js';
import { codedNameSchema, dateTimeSchema, textSchema } from './shared-schemas.js';

/** The JSON schema of the name of an extra field, by the code of a language. A missing name is the English name. */
const namesSchema = objectSchema(['en'], {
  en: textSchema,
  es: textSchema,
  fr: textSchema,
  ru: textSchema,
  zh: textSchema,
  de: textSchema,
} satisfies Record<LanguageCode, JsonSchema>);

const extraFieldSchema = objectSchema(['name', 'from', 'names'], {
  name: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{1,39}$',
    expected: 'a string of 2 to 40 characters a-z, 0-9 and _ that begins with a letter',
  },
  from: {
    type: 'string',
    pattern: '^extra(?:\\.[^.]+)+$',
    expected: 'the path of a field of extra, such as extra.shelf',
  },
  narrowing: { type: 'boolean' },
  searched: { type: 'boolean' },
  names: namesSchema,
});

/** The JSON schema of the library record, which is the content of `library.json`. */
export const librarySchema = objectSchema(['id', 'name', 'snapshot_date'], {
  id: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9_-]*$',
    expected: 'a string of a-z, 0-9, _ and - that begins with a letter or a digit',
  },
  name: textSchema,
  snapshot_date: dateTimeSchema,
  catalog_url: { type: 'string', format: 'web-address' },
  branches: { type: 'array', items: codedNameSchema },
  formats: { type: 'array', items: codedNameSchema },
  collections: { type: 'array', items: codedNameSchema },
  statuses: { type: 'array', items: codedNameSchema },
  extra_fields: { type: 'array', items: extraFieldSchema },
  limits: objectSchema([], {
    list_items: { type: 'integer', minimum: 1 },
    holdings: { type: 'integer', minimum: 1 },
  }),
});

/** The library that a catalog belongs to: the content of `library.json`. */
export interface Library {
  /** Id of the library, the value of the parameter `library`: `a-z`, `0-9`, `_` and `-`, not beginning with `_` or `-`. */
  readonly id: string;
  /** Name of the library. */
  readonly name: string;
  /**
   * Date and time of the records, such as `2026-11-01T00:00:00Z`. Days are counted from it, such as the days since a title
   * was added.
   */
  readonly snapshot_date: string;
  /**
   * Address that the addresses of pages (`details_url`, which is `/item/show/ID`) and generated covers begin with in
   * responses of the API. Titles whose pages have another address have a `details_url` of their own. Default: the address
   * under which the API is served, where a site such as `createKiosk` has these pages.
   */
  readonly catalog_url?: string;
  /** The branches, in the order in which they are displayed. The id of any other branch is also its name. */
  readonly branches?: readonly CodedName[];
  /** Names of formats that have no built-in name, or another name in this library. */
  readonly formats?: readonly CodedName[];
  /** Names of the collections of holdings, on pages. */
  readonly collections?: readonly CodedName[];
  /** Names of the statuses of holdings, on pages. */
  readonly statuses?: readonly CodedName[];
  /** Fields of your own that are searched, or that results can be narrowed to. Up to 16. */
  readonly extra_fields?: readonly ExtraField[];
  /** Limits on single records of a source and of changes, because a response contains a whole list or title. */
  readonly limits?: RecordLimits;
}

/** Limits on the records of a library. */
export interface RecordLimits {
  /** The maximum number of items of a list. Default: 10,000. */
  readonly list_items?: number;
  /** The maximum number of holdings of a title. Default: 10,000. */
  readonly holdings?: number;
}

/** The declaration of a field that an application adds to titles. The values come from `extra` of a title. */
export interface ExtraField {
  /**
   * Name of the field in queries, parameters and facets: 2 to 40 characters `a-z`, `0-9` and `_`, beginning with a letter.
   * Not a name that the API or the query language uses, such as `author`.
   */
  readonly name: string;
  /** Path of the values in a title: `extra`, and then the names of nested objects, such as `extra.location.shelf`. */
  readonly from: string;
  /** Whether results can be narrowed to the values, and the field is a facet. Default: false. */
  readonly narrowing?: boolean;
  /** Whether a keyword search includes the values, and `name:` searches them in a custom search. Default: false. */
  readonly searched?: boolean;
  /** Name of the field on pages and in metadata, by language. A missing name is the English name. */
  readonly names: ExtraFieldNames;
}

/** The name of an extra field, by the code of a language. A missing name is the English name. */
export interface ExtraFieldNames extends Readonly<Partial<Record<LanguageCode, string>>> {
  /** English name, and the name in languages without a name. */
  readonly en: string;
  /** Spanish name. */
  readonly es?: string;
  /** French name. */
  readonly fr?: string;
  /** Russian name. */
  readonly ru?: string;
  /** Chinese name. */
  readonly zh?: string;
  /** German name. */
  readonly de?: string;
}
