import { FORMATS } from './formats.js';
import type { JsonSchema, TypeName } from './json-schema.js';

/** Returns whether a value that `JSON.parse` returned has the types, fields and formats of a schema. */
export type SchemaCheck = (value: unknown) => boolean;

/** The maximum depth of nested values in a record. Writing deeper values as JSON could overflow the stack. */
export const MAX_DEPTH = 500;

/**
 * Creates a {@link SchemaCheck}. Fields that are not in the schema are ignored.
 *
 * The validators of sources describe each problem of a record. This check only accepts or rejects a record that is read
 * from a snapshot, in about a microsecond, and without code that is compiled at runtime.
 */
export function schemaCheck(schema: JsonSchema): SchemaCheck {
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
  const check = schemaCheck(items);
  return (value) => Array.isArray(value) && value.every(check);
}

function objectCheck({ properties, required = [], additionalProperties }: JsonSchema): SchemaCheck {
  const checks = new Map(
    Object.entries(properties ?? {}).map(([name, schema]) => [name, schemaCheck(schema)]),
  );
  const others =
    typeof additionalProperties === 'object'
      ? schemaCheck(additionalProperties)
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
