/*
 * The library record, which is the content of `library.json`: its type and its JSON schema. `extra-field-problems.ts`
 * checks what the schema cannot express.
 */

import { type JsonSchema, objectSchema } from '../../base/json-schema.js';
import type { LanguageCode } from '../../texts/locales.js';
import { FIELD_TYPES } from '../field-types.js';
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
  type: { type: 'string', enum: FIELD_TYPES },
  narrowing: { type: 'boolean' },
  searched: { type: 'boolean' },
  names: namesSchema,
});

const webAddressSchema = { type: 'string', format: 'web-address' } as const satisfies JsonSchema;

const branchSchema = objectSchema(['id', 'name'], {
  id: textSchema,
  name: textSchema,
  hours: textSchema,
  address: textSchema,
  map_url: webAddressSchema,
});

const colorSchema = {
  type: 'string',
  pattern: '^#[0-9a-fA-F]{6}$',
  expected: 'a color such as #1a5276',
} as const satisfies JsonSchema;

/** The maximum size of a logo in bytes. */
export const MAX_LOGO_BYTES = 64 * 1024;

/** The number of characters of `MAX_LOGO_BYTES` in base64, without padding. */
const MAX_LOGO_CHARS = Math.ceil((MAX_LOGO_BYTES * 4) / 3);

/** The JSON schema of the library record, which is the content of `library.json`. */
export const librarySchema = objectSchema(['id', 'name', 'snapshot_date'], {
  id: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9_-]*$',
    expected: 'a string of a-z, 0-9, _ and - that begins with a letter or a digit',
  },
  name: textSchema,
  snapshot_date: dateTimeSchema,
  catalog_url: webAddressSchema,
  logo: {
    type: 'string',
    pattern: `^data:image/(?:svg\\+xml|png);base64,[A-Za-z0-9+/]{1,${MAX_LOGO_CHARS}}={0,2}$`,
    expected: `an SVG or PNG image of at most ${MAX_LOGO_BYTES} bytes as a data: address in base64`,
  },
  colors: objectSchema([], { primary: colorSchema, accent: colorSchema }),
  website: webAddressSchema,
  account_url: webAddressSchema,
  request_url: {
    type: 'string',
    pattern: '^https?://[^\\s{}]+\\{id\\}\\S*$',
    expected: 'an address with {id} such as https://www.example.org/request?title={id}',
  },
  branches: { type: 'array', items: branchSchema },
  formats: { type: 'array', items: codedNameSchema },
  collections: { type: 'array', items: codedNameSchema },
  statuses: { type: 'array', items: codedNameSchema },
  subject_vocabularies: { type: 'array', items: textSchema },
  languages: {
    type: 'array',
    items: { type: 'string', pattern: '^[a-z]{2}$', expected: 'a code of two letters such as fr' },
  },
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
   * Address of the site with the pages of the library. In responses of the API, the links to pages (`/item/show/ID`)
   * and to generated covers begin with this address. A title with a page elsewhere has its own `details_url`. Default:
   * the address under which the API is served, where a site such as `createKiosk` has these pages.
   */
  readonly catalog_url?: string | undefined;
  /**
   * The logo on pages: an SVG or PNG image of at most 64 KiB as a `data:` address in base64. In `library.json`, the value
   * can also be the name of a file in the same folder. A build then stores the contents of the file in the snapshot.
   * Default: a drawing of a book.
   */
  readonly logo?: string | undefined;
  /** The colors of pages. */
  readonly colors?: LibraryColors | undefined;
  /** The address of the library's website. Pages link to the website. */
  readonly website?: string | undefined;
  /** The address of the page with a reader's loans. Pages link to this page. */
  readonly account_url?: string | undefined;
  /**
   * The address of the page where readers request a title. Pages replace `{id}` with the percent-encoded id of the title.
   */
  readonly request_url?: string | undefined;
  /** The branches, in the order in which they are displayed. The id of any other branch is also its name. */
  readonly branches?: readonly Branch[] | undefined;
  /** Names of formats that have no built-in name, or another name in this library. */
  readonly formats?: readonly CodedName[] | undefined;
  /** Names of the collections of holdings, on pages and in the data of titles for programs. */
  readonly collections?: readonly CodedName[] | undefined;
  /** Names of the statuses of holdings, which are also the names of availabilities, on pages and in responses. */
  readonly statuses?: readonly CodedName[] | undefined;
  /**
   * The vocabularies whose headings an import makes subjects and genres, by their codes in MARC, such as `rvm`. `local` is
   * headings without a vocabulary. Other headings are only searched. Default: `lcsh`, `lcshac`, `fast`, `local`, genres, and
   * the vocabularies of {@link languages}; all headings of a record that has only others.
   */
  readonly subject_vocabularies?: readonly string[] | undefined;
  /** The languages of the subjects, by their codes of two letters, such as `fr`. Default: none. */
  readonly languages?: readonly string[] | undefined;
  /** Fields of your own that are searched, or that results can be narrowed to. Up to 16. */
  readonly extra_fields?: readonly ExtraField[] | undefined;
  /** Limits on single records of a source and of changes, because a response contains a whole list or title. */
  readonly limits?: RecordLimits | undefined;
}

/** A branch of a library. */
export interface Branch extends CodedName {
  /** Opening hours, such as `Mon–Fri 10–18, Sat 10–14`. Each line is shown on a line of its own. */
  readonly hours?: string | undefined;
  /** Postal address. Each line is shown on a line of its own. */
  readonly address?: string | undefined;
  /** Address of a map that shows where the branch is. */
  readonly map_url?: string | undefined;
}

/**
 * Colors of the pages of a library, as six hexadecimal digits such as `#1a5276`. A build darkens a color whose
 * contrast with the text or the background of pages is below 4.5 to 1.
 */
export interface LibraryColors {
  /** Background of the header. Its text is nearly white. */
  readonly primary?: string | undefined;
  /** Links and buttons on a nearly white background. In dark mode, pages lighten it. */
  readonly accent?: string | undefined;
}

/** Limits on the records of a library. */
export interface RecordLimits {
  /** The maximum number of items of a list. Default: 10,000. */
  readonly list_items?: number | undefined;
  /** The maximum number of holdings of a title. Default: 10,000. */
  readonly holdings?: number | undefined;
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
  /**
   * The type of the values. With `number` or `date` and `narrowing`, a search narrows by ranges such as `5-9`
   * or `2024-01..2024-06`, and facets have statistics. A title with a value of another type is invalid. A number may also
   * be a text such as `"12.50"`. A date is a day such as `2024-05-31`, or a date and time with a time zone, which counts as
   * its day in UTC. Default: `text`, in which `12` and `"12"` are the same value.
   */
  readonly type?: 'text' | 'number' | 'date' | 'boolean' | undefined;
  /** Whether results can be narrowed to the values and sorted by them, and the field is a facet. Default: false. */
  readonly narrowing?: boolean | undefined;
  /** Whether a keyword search includes the values, and `name:` searches them in a custom search. Default: false. */
  readonly searched?: boolean | undefined;
  /** Name of the field on pages and in metadata, by language. A missing name is the English name. */
  readonly names: ExtraFieldNames;
}

/** The name of an extra field, by the code of a language. A missing name is the English name. */
export interface ExtraFieldNames
  extends Readonly<Partial<Record<LanguageCode, string | undefined>>> {
  /** English name, also used for each language without a name. */
  readonly en: string;
  /** Spanish name. */
  readonly es?: string | undefined;
  /** French name. */
  readonly fr?: string | undefined;
  /** Russian name. */
  readonly ru?: string | undefined;
  /** Chinese name. */
  readonly zh?: string | undefined;
  /** German name. */
  readonly de?: string | undefined;
}
