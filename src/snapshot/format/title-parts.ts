import {
  type JsonSchema,
  objectSchema,
  type SchemaCheck,
  schemaCheck,
} from '../../base/json-schema.js';
import type { TitleSummaryFields } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';

/*
 * The record of a title is stored as JSON in five parts, so that a response reads only what it contains. This module
 * divides a record into its parts and joins them again. `title-records.ts` stores the parts.
 */

/** The fields of a title, except its id, which is stored separately. */
export type Field = Exclude<keyof Title, 'id'>;

/** The names of all fields, in the order in which a part contains them. */
export const FIELD_NAMES = Object.keys(titleSchema.properties).filter(
  (name) => name !== 'id',
) as readonly Field[];

/**
 * The parts of a record. The part `holdings` contains the holdings and their statements, and the part `marc` only the MARC
 * record. The part `summary` also has the {@link Copies} of the title.
 */
export const PARTS = ['summary', 'listing', 'holdings', 'details', 'marc'] as const;

export type Part = (typeof PARTS)[number];

/** The fields that a response of `searchTitles` contains, and rare fields that searches compare. */
const SUMMARY_FIELDS: ReadonlySet<Field> = new Set([
  'title',
  'sub_title',
  'format',
  'details_url',
  'availability',
  'authors',
  'isbns',
  'upcs',
  'sort_title',
  'alternate_titles',
  'links',
]);

/** The fields that lists of titles on pages also show, or that titles are compared by. They are all short. */
const LISTING_FIELDS: ReadonlySet<Field> = new Set([
  'jacket_cover',
  'call_number',
  'series',
  'edition',
  'primary_language',
  'languages',
  'publication_date',
  'added',
  'popularity',
  'rating',
  'fiction',
]);

function partOf(field: Field): Part {
  if (field === 'holdings' || field === 'holdings_statements') return 'holdings';
  if (field === 'marc') return 'marc';
  if (SUMMARY_FIELDS.has(field)) return 'summary';
  return LISTING_FIELDS.has(field) ? 'listing' : 'details';
}

/** The part that contains each field, by the name of the field. */
const PART_OF: Readonly<Record<Field, Part>> = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, partOf(field)]),
) as Record<Field, Part>;

/**
 * The number of holdings of a title, and their statuses, each once. A summary has them in place of the holdings, so that
 * reading it takes no longer if the title has many holdings.
 */
interface Copies {
  readonly count: number;
  readonly statuses: readonly string[];
}

const copiesSchema = objectSchema('all', {
  count: { type: 'integer', minimum: 1 },
  statuses: { type: 'array', items: { type: 'string' } },
});

/** Returns whether a parsed part contains the fields of the part, with values as in the schema. */
export const IS_PART: Readonly<Record<Part, SchemaCheck>> = {
  summary: schemaCheck(schemaOfPart('summary', { copies: copiesSchema })),
  listing: schemaCheck(schemaOfPart('listing')),
  holdings: schemaCheck(schemaOfPart('holdings')),
  details: schemaCheck(schemaOfPart('details')),
  marc: schemaCheck(schemaOfPart('marc')),
};

function schemaOfPart(part: Part, others: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const isInPart = (field: string) => PART_OF[field as Field] === part;
  const properties = Object.entries(titleSchema.properties).filter(([field]) => isInPart(field));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...others },
    required: titleSchema.required.filter(isInPart),
  };
}

/** A part that has no field. */
export const EMPTY_PART = '{}';

/** Returns an equal JSON value whose objects have their keys in a fixed order. */
type SortKeys = (value: unknown) => unknown;

const FIELDS = FIELD_NAMES.map((field) => ({
  field,
  part: PART_OF[field],
  sort: sortOf(titleSchema.properties[field]),
}));

/**
 * Divides a title into its parts. Equal titles have equal parts, whatever the order of the keys in their objects. Fields
 * that are missing or null are omitted.
 */
export function encodeTitle(title: Title): Readonly<Record<Part, string>> {
  const parts: Record<Part, Record<string, unknown>> = {
    summary: {},
    listing: {},
    holdings: {},
    details: {},
    marc: {},
  };
  for (const { field, part, sort } of FIELDS) {
    const value = title[field];
    if (value !== undefined && value !== null) parts[part][field] = sort(value);
  }
  if (title.holdings?.length) parts.summary.copies = copiesOf(title.holdings);
  return {
    summary: JSON.stringify(parts.summary),
    listing: JSON.stringify(parts.listing),
    holdings: JSON.stringify(parts.holdings),
    details: JSON.stringify(parts.details),
    marc: JSON.stringify(parts.marc),
  };
}

function copiesOf(holdings: NonNullable<Title['holdings']>): Copies {
  return { count: holdings.length, statuses: [...new Set(holdings.map(({ status }) => status))] };
}

/** Returns a function that sorts the keys of objects as in their schema, or as texts if the schema has no keys. */
function sortOf({ items, properties, type }: JsonSchema): SortKeys {
  if (items !== undefined) {
    if (items.properties === undefined) return (value) => value;
    const sort = sortOf(items);
    return (value) => (value as readonly unknown[]).map(sort);
  }
  if (properties === undefined) return type === 'object' ? sortKeys : (value) => value;
  const keys = Object.entries(properties).map(([key, schema]) => ({ key, sort: sortOf(schema) }));
  return (value) => {
    const record = value as Readonly<Record<string, unknown>>;
    const sorted: Record<string, unknown> = {};
    for (const { key, sort } of keys) {
      if (record[key] !== undefined) sorted[key] = sort(record[key]);
    }
    return sorted;
  };
}

/** Returns a copy of a JSON value in which the keys of all objects are sorted as texts. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item)]));
}

/** Returns a part of a title that {@link encodeTitle} returned, after `JSON.parse`. */
export type ReadPart = (part: Part) => Readonly<Record<string, unknown>>;

/** Joins the parts of a title, without its MARC record. */
export function decodeTitle(id: string, readPart: ReadPart): Title {
  const title = Object.assign(
    { id },
    readPart('summary'),
    readPart('listing'),
    readPart('holdings'),
    readPart('details'),
    { id }, // A damaged part could have another id.
  );
  const { copies: _, ...fields } = title as unknown as Title & { readonly copies?: Copies };
  return fields;
}

/** Returns only some fields of a title. Reads only the parts that contain them. */
export function decodeFields<F extends Field>(
  readPart: ReadPart,
  fields: readonly F[],
): Pick<Title, F> {
  const picked: Record<string, unknown> = {};
  for (const part of PARTS) {
    if (!fields.some((field) => PART_OF[field] === part)) continue;
    const decoded = readPart(part);
    for (const field of fields) {
      if (decoded[field] !== undefined) picked[field] = decoded[field];
    }
  }
  return picked as Pick<Title, F>;
}

/**
 * Returns the fields of a summary. Reads only the part `summary`.
 *
 * @param readPart returns a new object, which this function changes
 */
export function decodeSummary(readPart: ReadPart): TitleSummaryFields {
  const summary = readPart('summary') as unknown as Mutable<TitleSummaryFields>;
  const copies = summary.copies as unknown as Copies | undefined;
  if (copies !== undefined) {
    summary.copies = copies.count;
    summary.holdings = copies.statuses.map((status) => ({ status }));
  }
  return summary;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
