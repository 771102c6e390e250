/*
 * Checks the records of a source: each against the schema of its kind, and rules that a schema cannot express, such as
 * dates and the limits of a library. Each error is described for the person who repairs the source. `checked-records.ts`
 * checks what records refer to. Records that are read from a snapshot need no description: `base/json-schema.ts` checks
 * them.
 */

import {
  FORMATS,
  type JsonSchema,
  MAX_DEPTH,
  objectSchema,
  type TypeName,
} from '../../base/json-schema.js';
import { memoizePerText } from '../../base/lazy.js';
import { describe } from '../../base/messages.js';
import { type Library, librarySchema, type RecordLimits } from '../../catalog/records/library.js';
import { dateTimeSchema, textSchema, userIdSchema } from '../../catalog/records/shared-schemas.js';
import { HOLDING_STATUSES, type Holding, type Title } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';
import {
  CONTENT_DATA_TYPES,
  type List,
  listSchema,
  sessionSchema,
  type UserContent,
  userContentSchema,
  userSchema,
} from '../../catalog/records/user-records.js';
import type { ChangedKind } from '../changes/change.js';
import type { NamedFile, Problems } from './source.js';

/** The maximum length of all texts of a title together. A longer title could exceed the memory of an indexing thread. */
const MAX_TITLE_CHARS = 16 * 1024 * 1024;

/** Returns the problem of a title whose texts are too long, or undefined. */
export function titleLengthProblem(title: Title): string | undefined {
  const characters = countCharacters(title);
  return characters <= MAX_TITLE_CHARS
    ? undefined
    : `expected a title of at most ${MAX_TITLE_CHARS} characters, found ${characters}`;
}

/** Returns the length of all texts in a value together, in UTF-16 code units. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const item of Object.values(value)) characters += countCharacters(item);
  return characters;
}

/**
 * Returns the holdings with UNAVAILABLE in place of each unknown status. Warns about unknown statuses, and about
 * branches that are not in the library record.
 *
 * @param branches the ids of the branches in the library record
 */
export function checkHoldings(
  holdings: readonly Holding[],
  branches: ReadonlySet<string>,
  { name }: Pick<NamedFile, 'name'>,
  report: Pick<Problems, 'warn'>,
): readonly Holding[] {
  for (const { branch, status } of holdings) {
    if (!branches.has(branch)) {
      report.warn(
        `${name}: unknown branch '${branch}'; its code is used as its name`,
        `${name}: other unknown branches; their codes are used as their names`,
      );
    }
    if (!isKnownStatus(status)) {
      report.warn(
        `${name}: unknown holding status '${status}' read as UNAVAILABLE; expected one of ${HOLDING_STATUSES.join(', ')}`,
        `${name}: other unknown holding statuses read as UNAVAILABLE`,
      );
    }
  }
  if (holdings.every((holding) => isKnownStatus(holding.status))) return holdings;
  return holdings.map((holding) =>
    isKnownStatus(holding.status) ? holding : { ...holding, status: 'UNAVAILABLE' },
  );
}

function isKnownStatus(status: string): boolean {
  return (HOLDING_STATUSES as readonly string[]).includes(status);
}

/** Returns a problem for each item whose data has the wrong type for its content type. */
export function contentProblems({ content = [] }: UserContent): string[] {
  return content.flatMap(({ content_type, content_data }, index) => {
    const expected = CONTENT_DATA_TYPES.get(content_type.id);
    if (expected === undefined || typeof content_data === expected) return [];
    return `content[${index}].content_data: expected ${expected === 'object' ? 'an' : 'a'} ${expected} for content of type ${content_type.id}, found ${describe(content_data)}`;
  });
}

const DEFAULT_LIMITS = { list_items: 10_000, holdings: 10_000 };

/** Returns the problem of a record with more list items or holdings than the limits of its library, or undefined. */
export function limitProblem(
  record: Partial<Pick<List, 'list_items'> & Pick<Title, 'holdings'>>,
  { limits }: Pick<Library, 'limits'>,
): string | undefined {
  const { list_items = [], holdings = [] } = record;
  for (const [name, { length }] of Object.entries({ list_items, holdings })) {
    const limit = name as keyof RecordLimits;
    const maximum = limits?.[limit] ?? DEFAULT_LIMITS[limit];
    if (length <= maximum) continue;
    return `${name}: expected at most ${maximum} items, found ${length}; raise limits.${name} of the library record to accept this ${name === 'holdings' ? 'title' : 'list'}`;
  }
  return undefined;
}

/**
 * Returns the problem of a list with too many items, or else a problem for each item without the field that its
 * `list_item_type` names.
 */
export function listProblems(list: List, library: Pick<Library, 'limits'>): string[] {
  const tooLong = limitProblem(list, library);
  if (tooLong !== undefined) return [tooLong];
  return list.list_items.flatMap((item, index) =>
    item[item.list_item_type] === undefined
      ? `list_items[${index}].${item.list_item_type}: expected a value because list_item_type is ${item.list_item_type}, found nothing`
      : [],
  );
}

/**
 * Creates a function that checks the records of one file against their schema. Each error in the report
 * names the place, the field (if any), the expected value and the value found. A value is not quoted if its
 * schema is `writeOnly`, which marks a secret. An optional field that is null counts as absent, unless
 * `onUnknown` is `'refuse'`. Unpaired surrogates in texts are replaced with U+FFFD, because UTF-8 cannot encode them, and
 * a catalog that is encoded again must have the same bytes.
 *
 * @param onUnknown How to handle an unknown field: `'leave out'` omits the field with a warning, `'refuse'`
 *   reports an error. Default: `'leave out'`.
 * @returns a function that returns the record without its unknown fields, or undefined if the record has
 *   an error
 */
export function recordChecker<T>(
  schema: JsonSchema,
  file: NamedFile,
  report: Problems,
  onUnknown: 'leave out' | 'refuse' = 'leave out',
): (value: unknown, position: number) => T | undefined {
  /** Returns a record without unpaired surrogates, or undefined if it is nested too deeply. */
  const finish = (record: unknown, position: number) => {
    try {
      return replaceSurrogates(record) as T;
    } catch (error) {
      if (!(error instanceof TooDeepError)) throw error;
      report.error(file.place(position), error.message);
      return undefined;
    }
  };
  return (received, position) => {
    if (schemaErrors(received, schema).length === 0) return finish(received, position);
    const value = onUnknown === 'leave out' ? omitNulls(received, schema) : received;
    const errors = schemaErrors(value, schema);
    const isOmitted = ({ keyword }: SchemaError) =>
      keyword === 'additionalProperties' && onUnknown === 'leave out';
    const wrong = errors.filter((error) => !isOmitted(error));
    for (const error of wrong) report.error(file.place(position), messageOf(error));
    for (const { path } of errors.filter(isOmitted)) {
      const field = propertyPath(path).replace(/\[\d+\]/g, '[]');
      report.warn(
        `${file.name}: unknown field '${field}' ignored`,
        `${file.name}: other unknown fields ignored`,
      );
    }
    if (wrong.length > 0) return undefined;
    return finish(omitUnknown(value, schema), position);
  };
}

/** A value that breaks a rule of a schema. */
export interface SchemaError {
  /** The keys and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  readonly keyword: keyof JsonSchema;
  /** The schema with the rule. */
  readonly schema: JsonSchema;
  /** The value, undefined for a missing field. */
  readonly value: unknown;
}

const expressionOf = memoizePerText(64, 256, (pattern) => new RegExp(pattern, 'u'));

/**
 * Returns the errors of a value: the errors of the value itself, then missing fields, unknown fields, and the errors in
 * fields in the order of the schema. A field that is undefined counts as absent.
 *
 * @example schemaErrors({ pages: -1 }, titleSchema)[3].path // ['pages']; `id`, `title` and `format` are missing
 */
export function schemaErrors(value: unknown, schema: JsonSchema): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  collectErrors(value, schema, [], errors);
  return errors;
}

/** @param path the keys and indexes that lead to the value; the same array after the call */
function collectErrors(
  value: unknown,
  schema: JsonSchema,
  path: (string | number)[],
  errors: SchemaError[],
): void {
  const add = (keyword: keyof JsonSchema, key?: string, found?: unknown) =>
    errors.push({
      path: key === undefined ? [...path] : [...path, key],
      keyword,
      schema,
      value: key === undefined ? value : found,
    });
  const { type, enum: values } = schema;
  if (type !== undefined) {
    const isValid =
      typeof type === 'string' ? isOfType(value, type) : type.some((name) => isOfType(value, name));
    if (!isValid) add('type');
  }
  if (values !== undefined && !values.includes(value as string)) add('enum');
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (schema.maximum !== undefined && value > schema.maximum) add('maximum');
    if (schema.minimum !== undefined && value < schema.minimum) add('minimum');
  } else if (typeof value === 'string') {
    const { minLength = 0, pattern, format } = schema;
    if (value.length < minLength) add('minLength');
    if (pattern !== undefined && !expressionOf(pattern).test(value)) add('pattern');
    if (format !== undefined && !FORMATS[format as keyof typeof FORMATS].validate(value))
      add('format');
  } else if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (let i = 0; i < value.length; i++) collectAt(i, value[i], schema.items, path, errors);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Readonly<Record<string, unknown>>;
    const { properties = {}, required = [], additionalProperties = true } = schema;
    for (const name of required) if (record[name] === undefined) add('required', name);
    if (additionalProperties !== true) {
      for (const name in record) {
        if (Object.hasOwn(properties, name)) continue;
        if (additionalProperties === false) add('additionalProperties', name, record[name]);
        else collectAt(name, record[name], additionalProperties, path, errors);
      }
    }
    for (const name in properties) {
      if (record[name] !== undefined) collectAt(name, record[name], properties[name], path, errors);
    }
  }
}

function collectAt(
  key: string | number,
  value: unknown,
  schema: JsonSchema,
  path: (string | number)[],
  errors: SchemaError[],
): void {
  path.push(key);
  collectErrors(value, schema, path, errors);
  path.pop();
}

function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function messageOf({ path, keyword, schema, value }: SchemaError): string {
  const field = path.length === 0 ? '' : `${propertyPath(path)}: `;
  if (keyword === 'additionalProperties') {
    const known = Object.keys(schema.properties ?? {});
    return `${field}expected one of the fields ${known.join(', ')}, found an unknown field`;
  }
  if (keyword === 'required') {
    const expected = describeExpected(schema.properties?.[path.at(-1) as string] ?? {});
    return `${field}expected ${expected}, found nothing`;
  }
  const found = schema.writeOnly ? 'another value' : describe(value);
  return `${field}expected ${describeExpected(schema, keyword)}, found ${found}`;
}

/**
 * Describes the value that a schema requires.
 *
 * @param keyword the keyword of the schema that the value violates
 */
function describeExpected(schema: JsonSchema, keyword?: string): string {
  const { type, format, expected, minimum, maximum } = schema;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (format !== undefined && (keyword === 'format' || format !== 'id'))
    return FORMATS[format as keyof typeof FORMATS].expected;
  if (expected !== undefined) return expected;
  const types = (typeof type === 'string' ? [type] : (type ?? [])).map((name) => TYPES[name]);
  const noun = types.join(' or ');
  if (minimum !== undefined && maximum !== undefined)
    return `${noun} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${noun} of at least ${minimum}`;
  return schema.minLength === undefined ? noun : noun.replace('a string', 'a non-empty string');
}

const TYPES = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  object: 'an object',
} as const;

/** Returns the path of a value as JavaScript: `holdings[0].status`. */
function propertyPath(path: readonly (string | number)[]): string {
  return path
    .map((key, depth) => (/^\d+$/.test(String(key)) ? `[${key}]` : depth === 0 ? key : `.${key}`))
    .join('');
}

/** A record has more than {@link MAX_DEPTH} levels of nested values, or contains itself. */
class TooDeepError extends Error {
  constructor() {
    super(`expected at most ${MAX_DEPTH} levels of nested values, found more`);
  }
}

/**
 * Returns `value`, or a copy with U+FFFD in place of each unpaired surrogate.
 *
 * @throws TooDeepError if a value is nested too deeply
 */
function replaceSurrogates<T>(value: T): T {
  return hasUnpairedSurrogate(value, 0) ? (replaceIn(value, 0) as T) : value;
}

function hasUnpairedSurrogate(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (depth === MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) return value.some((item) => hasUnpairedSurrogate(item, depth + 1));
  for (const key in value) {
    if (hasUnpairedSurrogate((value as Record<string, unknown>)[key], depth + 1)) return true;
  }
  return false;
}

function replaceIn(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceIn(item, depth + 1)]),
  );
}

/** Returns a copy of `value` without the optional fields of its schema that are null. */
function omitNulls(value: unknown, schema: JsonSchema): unknown {
  const { items, properties = {}, required = [] } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => omitNulls(item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (!Object.hasOwn(properties, key)) return [[key, item]];
      if (item === null && !required.includes(key)) return [];
      return [[key, omitNulls(item, properties[key])]];
    }),
  );
}

/** Returns a copy of `value` without the fields that its schema does not allow. */
function omitUnknown(value: unknown, schema: JsonSchema): unknown {
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => omitUnknown(item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (Object.hasOwn(properties, key)) return [[key, omitUnknown(item, properties[key])]];
      return additionalProperties === false ? [] : [[key, item]];
    }),
  );
}

/** The schema of each kind of record in a source. */
export const RECORD_SCHEMAS = {
  library: librarySchema,
  titles: titleSchema,
  users: userSchema,
  userContent: userContentSchema,
  lists: listSchema,
  sessions: sessionSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;

const deleteById = changeSchema({ id: userIdSchema });

/** The schema of each change, by its operation and kind. */
export const CHANGE_SCHEMAS = {
  holdings: changeSchema({ title: textSchema, holdings: titleSchema.properties.holdings }),
  put_titles: changeSchema({ record: titleSchema }),
  put_users: changeSchema({ record: userSchema }),
  put_user_content: changeSchema({ record: userContentSchema }),
  put_lists: changeSchema({ record: listSchema }),
  put_sessions: changeSchema({ record: sessionSchema }),
  delete_titles: deleteById,
  delete_users: deleteById,
  delete_user_content: changeSchema({ user: userIdSchema, title: textSchema }),
  delete_lists: deleteById,
  delete_sessions: changeSchema({ id: { ...textSchema, writeOnly: true } }),
} as const satisfies Readonly<
  Record<'holdings' | `${'put' | 'delete'}_${ChangedKind}`, JsonSchema>
>;

/** Returns the schema of a change of a kind with the additional fields, all of which are required. */
function changeSchema(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectSchema<typeof fields, string>(Object.keys(fields), {
    op: { type: 'string' },
    kind: { type: 'string' },
    library: textSchema,
    at: dateTimeSchema,
    ...fields,
  });
}
