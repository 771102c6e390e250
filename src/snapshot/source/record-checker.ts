import type { ErrorObject } from 'ajv';
import { FORMATS, type JsonSchema, MAX_DEPTH } from '../../base/json-schema.js';
import { describe } from '../../base/messages.js';
import type { Library, RecordLimits } from '../../catalog/records/library.js';
import type { List } from '../../catalog/records/list.js';
import { HOLDING_STATUSES, type Holding, type Title } from '../../catalog/records/title.js';
import { CONTENT_DATA_TYPES, type UserContent } from '../../catalog/records/user-content.js';
import type { NamedFile } from './source.js';
import type { Problems } from './source-report.js';

/*
 * Checks the records of a source: each against its schema, and rules that a schema cannot express, such as dates and the
 * limits of a library. `checked-records.ts` checks what records refer to.
 */

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

/** The limits of a library without `limits`. */
const DEFAULT_LIMITS: Required<RecordLimits> = { list_items: 10_000, holdings: 10_000 };

/** Returns the problem of a record with more list items or holdings than the limits of its library, or undefined. */
export function limitProblem(
  record: Partial<Pick<List, 'list_items'> & Pick<Title, 'holdings'>>,
  { limits }: Pick<Library, 'limits'>,
): string | undefined {
  const { list_items = [], holdings = [] } = record;
  for (const [name, { length }] of Object.entries({ list_items, holdings })) {
    const maximum = { ...DEFAULT_LIMITS, ...limits }[name as keyof RecordLimits];
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

/** A compiled schema. After a call that returns false, `errors` contains the errors of the value. */
export interface Validator {
  (value: unknown): boolean;
  readonly schema: JsonSchema;
  readonly errors?: readonly ErrorObject[] | null;
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
  isValid: Validator,
  file: NamedFile,
  report: Problems,
  onUnknown: 'leave out' | 'refuse' = 'leave out',
): (value: unknown, position: number) => T | undefined {
  /** Returns a record without unknown fields and unpaired surrogates, or undefined if it is nested too deeply. */
  const finish = (value: T, position: number, unknown: readonly string[] = []) => {
    try {
      const known = unknown.length === 0 ? value : omitFields(value, new Set(unknown));
      return replaceSurrogates(known as T);
    } catch (error) {
      if (!(error instanceof TooDeepError)) throw error;
      report.error(file.place(position), error.message);
      return undefined;
    }
  };
  return (received, position) => {
    if (isValid(received)) return finish(received as T, position);
    const value = onUnknown === 'leave out' ? omitNulls(received, isValid.schema) : received;
    if (isValid(value)) return finish(value as T, position);
    const errors = isValid.errors ?? [];
    const isOmitted = ({ keyword }: ErrorObject) =>
      keyword === 'additionalProperties' && onUnknown === 'leave out';
    const unknown = errors.filter(isOmitted).map(unknownPointer);
    const wrong = errors.filter((error) => !isOmitted(error));
    for (const error of wrong) report.error(file.place(position), messageOf(error, value));
    for (const pointer of unknown) {
      const field = propertyPath(pointer).replace(/\[\d+\]/g, '[]');
      report.warn(
        `${file.name}: unknown field '${field}' ignored`,
        `${file.name}: other unknown fields ignored`,
      );
    }
    if (wrong.length > 0) return undefined;
    return finish(value as T, position, unknown);
  };
}

/** Returns the JSON pointer to a field that is not in the schema. */
function unknownPointer({ instancePath, params }: ErrorObject): string {
  return `${instancePath}/${escapeKey(String(params.additionalProperty))}`;
}

function messageOf(error: ErrorObject, record: unknown): string {
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as JsonSchema).properties ?? {});
    return `${propertyPath(unknownPointer(error))}: expected one of the fields ${known.join(', ')}, found an unknown field`;
  }
  const isMissing = error.keyword === 'required';
  const path = isMissing
    ? `${error.instancePath}/${error.params.missingProperty}`
    : error.instancePath;
  const schema = error.parentSchema as JsonSchema;
  if (isMissing) {
    const expected = describeExpected(schema.properties?.[error.params.missingProperty] ?? {});
    return `${propertyPath(path)}: expected ${expected}, found nothing`;
  }
  const field = path === '' ? '' : `${propertyPath(path)}: `;
  const found = schema.writeOnly ? 'another value' : describe(valueAt(record, path));
  return `${field}expected ${describeExpected(schema, error.keyword)}, found ${found}`;
}

/**
 * Describes the value that a schema requires.
 *
 * @param keyword the keyword of the schema that the value violates
 */
function describeExpected(schema: JsonSchema, keyword?: string): string {
  const { type, format, expected, minimum, maximum } = schema;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (format !== undefined && (keyword === 'format' || format !== 'whole-characters'))
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

/** Converts a JSON pointer to a JavaScript property path: `/holdings/0/status` to `holdings[0].status`. */
function propertyPath(pointer: string): string {
  return keysOf(pointer)
    .map((key, depth) => (/^\d+$/.test(key) ? `[${key}]` : depth === 0 ? key : `.${key}`))
    .join('');
}

/** Escapes a key for a JSON pointer. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(record: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    record,
  );
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

/**
 * Returns a copy of `value` without the fields at these JSON pointers.
 *
 * @throws TooDeepError if a value is nested too deeply
 */
function omitFields(value: unknown, pointers: ReadonlySet<string>, at = '', depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) {
    return value.map((item, index) => omitFields(item, pointers, `${at}/${index}`, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const pointer = `${at}/${escapeKey(key)}`;
      return pointers.has(pointer) ? [] : [[key, omitFields(item, pointers, pointer, depth + 1)]];
    }),
  );
}
