/*
 * The subset of JSON Schema that describes records and responses, the TypeScript type of the values of a schema, and a
 * check that only accepts or rejects a value.
 * `snapshot/source/record-checker.ts` describes each error of a record of a source.
 */

import { parseDateOrInstant, parseInstant } from './instant.js';
import { lazy } from './lazy.js';

/** The subset of JSON Schema that describes records and responses. */
export interface JsonSchema {
  readonly $id?: string;
  readonly description?: string;
  /** Whether the value is secret. An error message about an invalid value does not quote a secret value. */
  readonly writeOnly?: boolean;
  /** The expected value in error messages. Default: a description of the other keywords. */
  readonly expected?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/** The name of a type in JSON Schema. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** The TypeScript type of the values that a schema accepts. The schema must be declared `as const`. */
export type FromSchema<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly type: readonly (infer Name)[] }
    ? Name extends TypeName
      ? OfType<Name, S>
      : never
    : S extends { readonly type: infer Name extends TypeName }
      ? OfType<Name, S>
      : unknown;

type OfType<Name extends TypeName, S> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? S extends { readonly items: infer Item }
            ? readonly FromSchema<Item>[]
            : readonly unknown[]
          : OfObject<S>;

type OfObject<S> = S extends { readonly properties: infer Fields }
  ? { readonly [K in keyof Fields & RequiredOf<S>]: FromSchema<Fields[K]> } & {
      readonly [K in Exclude<keyof Fields, RequiredOf<S>>]?: FromSchema<Fields[K]> | undefined;
    } extends infer O
    ? // An editor shows the fields of this mapped type in place of the intersection.
      { [K in keyof O]: O[K] }
    : never
  : S extends { readonly additionalProperties: infer Value extends object }
    ? { readonly [key: string]: FromSchema<Value> }
    : { readonly [key: string]: unknown };

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

/**
 * Returns the schema of an object without other properties.
 *
 * @param required the names of the properties that cannot be absent
 */
export function objectSchema<
  const P extends Readonly<Record<string, JsonSchema>>,
  R extends keyof P & string = keyof P & string,
>(required: readonly R[] | 'all', properties: P) {
  return {
    type: 'object',
    properties,
    required: required === 'all' ? (Object.keys(properties) as R[]) : required,
    additionalProperties: false,
  } as const;
}

/** The values of `format` in schemas of records. `expected` describes a valid text in error messages. */
export const FORMATS = {
  'web-address': {
    validate: isWebAddress,
    expected: 'an absolute address that begins with http:// or https://',
  },
  'utc-date-time': {
    validate: (text: string) => !Number.isNaN(parseInstant(text)),
    expected: 'an ISO 8601 date and time such as 2011-10-12T17:23:09Z',
  },
  'utc-date': {
    validate: (text: string) => !Number.isNaN(parseDateOrInstant(text)),
    expected: 'an ISO 8601 date, with or without a time, such as 2011-10-12T17:23:09Z',
  },
  id: {
    validate: (text: string) => text.isWellFormed() && text !== '.' && text !== '..',
    expected: "text without unpaired surrogates, other than '.' and '..'",
  },
};

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Returns whether a value that `JSON.parse` returned has the types, fields and formats of a schema. */
export type SchemaCheck = (value: unknown) => boolean;

/** The maximum depth of nested values in a record. Writing deeper values as JSON could overflow the stack. */
export const MAX_DEPTH = 500;

/**
 * Creates a {@link SchemaCheck}. The checks of nested values are created at its first call. Fields that are not in the
 * schema are ignored.
 *
 * Use it for records of a snapshot: it takes a third of the time of `schemaErrors`, which describes each error.
 */
export function schemaCheck(schema: JsonSchema): SchemaCheck {
  const check = lazy(() => createCheck(schema));
  return (value) => check()(value);
}

function createCheck(schema: JsonSchema): SchemaCheck {
  const { type = [] } = schema;
  const checks = (typeof type === 'string' ? [type] : type).map((name) =>
    checkOfType(name, schema),
  );
  const [first, ...others] = checks;
  if (others.length === 0) return first ?? (() => true);
  return (value) => checks.some((check) => check(value));
}

function checkOfType(type: TypeName, schema: JsonSchema): SchemaCheck {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  switch (type) {
    case 'string':
      return stringCheck(schema);
    case 'number':
    case 'integer':
      return (value) =>
        (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
        (value as number) >= minimum &&
        (value as number) <= maximum;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'null':
      return (value) => value === null;
    case 'array':
      return arrayCheck(schema);
    case 'object':
      return objectCheck(schema);
  }
}

function stringCheck({ minLength = 0, pattern, format, enum: values }: JsonSchema): SchemaCheck {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const validate =
    format === undefined ? undefined : FORMATS[format as keyof typeof FORMATS].validate;
  return (value) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    (expression === undefined || expression.test(value)) &&
    (values === undefined || values.includes(value)) &&
    (validate === undefined || validate(value));
}

function arrayCheck({ items = {} }: JsonSchema): SchemaCheck {
  const check = createCheck(items);
  return (value) => Array.isArray(value) && value.every(check);
}

function objectCheck({ properties, required = [], additionalProperties }: JsonSchema): SchemaCheck {
  const checks = new Map(
    Object.entries(properties ?? {}).map(([name, schema]) => [name, createCheck(schema)]),
  );
  const others =
    typeof additionalProperties === 'object'
      ? createCheck(additionalProperties)
      : (value: unknown) => properties !== undefined || isShallow(value, MAX_DEPTH);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    for (const name in record) {
      if (!(checks.get(name) ?? others)(record[name])) return false;
    }
    for (const name of required) if (!Object.hasOwn(record, name)) return false;
    return true;
  };
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1));
}
