import { createRequire } from 'node:module';
import type { Ajv, ErrorObject } from 'ajv';
import { instantOf, instantOfDate } from '../catalog/instant.js';
import type { JsonSchema } from '../catalog/json-schema.js';
import type { NamedFile } from './source.js';
import type { SourceReport } from './source-report.js';

const FORMATS = {
  'web-address': {
    validate: isWebAddress,
    wanted: 'an absolute address that begins with http:// or https://',
  },
  'utc-date-time': {
    validate: (text: string) => !Number.isNaN(instantOf(text)),
    wanted: 'an ISO 8601 date and time such as 2011-10-12T17:23:09Z',
  },
  'utc-date': {
    validate: (text: string) => !Number.isNaN(instantOfDate(text)),
    wanted: 'an ISO 8601 date, with or without a time, such as 2011-10-12T17:23:09Z',
  },
  'whole-characters': {
    validate: (text: string) => !/\p{Surrogate}/u.test(text),
    wanted: 'whole characters, not half of a surrogate pair',
  },
};

let ajv: Ajv | undefined;

/** Loads Ajv's seventy modules when there is something to check: opening a snapshot never needs them. */
function loadAjv(): Ajv {
  if (ajv === undefined) {
    const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
    ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
    for (const [name, { validate }] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
  }
  return ajv;
}

/**
 * Checks the records of one file against their schema: what is wrong becomes an error with place,
 * field, what was found and what was wanted.
 *
 * @param onUnknown what an unknown field is: one to leave out with a warning, or an error
 * @returns gives the record as its type, or undefined when it had an error
 */
export function recordChecker<T>(
  schema: JsonSchema,
  file: NamedFile,
  report: SourceReport,
  onUnknown: 'leave out' | 'refuse' = 'leave out',
): (value: unknown, position: number) => T | undefined {
  const isValid = loadAjv().compile<T>(schema);
  return (value, position) => {
    if (isValid(value)) return value;
    const errors = isValid.errors ?? [];
    const isLeftOut = ({ keyword }: ErrorObject) =>
      keyword === 'additionalProperties' && onUnknown === 'leave out';
    const unknown = errors.filter(isLeftOut).map(unknownPointer);
    const wrong = errors.filter((error) => !isLeftOut(error));
    for (const error of wrong) report.error(file.place(position), sentence(error, value));
    for (const pointer of unknown) {
      const field = fieldName(pointer).replace(/\[\d+\]/g, '[]');
      report.warn(
        `${file.name}: unknown field '${field}', left out`,
        `${file.name}: yet other unknown fields, left out`,
      );
    }
    return wrong.length === 0 ? (without(value, new Set(unknown)) as T) : undefined;
  };
}

/** Where a field stands that the schema does not have. */
function unknownPointer({ instancePath, params }: ErrorObject): string {
  return `${instancePath}/${asPointer(String(params.additionalProperty))}`;
}

function sentence(error: ErrorObject, record: unknown): string {
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as JsonSchema).properties ?? {});
    return `${fieldName(unknownPointer(error))}: there is no such field, wanted one of ${known.join(', ')}.`;
  }
  const isMissing = error.keyword === 'required';
  const path = isMissing
    ? `${error.instancePath}/${error.params.missingProperty}`
    : error.instancePath;
  const schema = error.parentSchema as JsonSchema;
  if (isMissing) {
    const wanted = wantedBy(schema.properties?.[error.params.missingProperty] ?? {});
    return `${fieldName(path)}: missing, wanted ${wanted}.`;
  }
  const field = path === '' ? '' : `${fieldName(path)}: `;
  const found = schema.writeOnly ? 'something else' : describe(valueAt(record, path));
  return `${field}found ${found}, wanted ${wantedBy(schema, error.keyword)}.`;
}

/** What a schema asks for, above all by the keyword that was not satisfied. */
function wantedBy(schema: JsonSchema, keyword?: string): string {
  const { type, format, pattern, minimum, maximum } = schema;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (format !== undefined && (keyword === 'format' || format !== 'whole-characters'))
    return FORMATS[format as keyof typeof FORMATS].wanted;
  if (pattern !== undefined) return schema.description ?? `a string of the form ${pattern}`;
  const types = (typeof type === 'string' ? [type] : (type ?? [])).map((name) => TYPES[name]);
  const noun = types.join(' or ');
  if (minimum !== undefined && maximum !== undefined)
    return `${noun} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${noun} of at least ${minimum}`;
  return schema.minLength === undefined
    ? noun
    : noun.replace('a string', 'a string that is not empty');
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

/** A value in a few words. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return `the number ${value}`;
  const text = String(value);
  return `the string ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)}`;
}

/** A JSON pointer as one would write it in code: `/holdings/0/status` is `holdings[0].status`. */
function fieldName(pointer: string): string {
  return pathOf(pointer)
    .map((key, depth) => (/^\d+$/.test(key) ? `[${key}]` : depth === 0 ? key : `.${key}`))
    .join('');
}

/** A key as a part of a JSON pointer. */
function asPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(record: unknown, pointer: string): unknown {
  return pathOf(pointer).reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    record,
  );
}

/** A copy of a value without the fields at the given pointers. */
function without(value: unknown, pointers: ReadonlySet<string>, at = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => without(item, pointers, `${at}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const pointer = `${at}/${asPointer(key)}`;
      return pointers.has(pointer) ? [] : [[key, without(item, pointers, pointer)]];
    }),
  );
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
