import { parseInstant } from '../../../catalog/instant.js';
import type { JsonSchema } from '../../../catalog/records/json-schema.js';

/** The maximum depth of nested values in a record. Deeper values could exceed the stack when they are written as JSON. */
const MAX_DEPTH = 500;

/**
 * Returns whether a value of a parsed record matches its schema. Web addresses are accepted as any string, because pages
 * check them before they use them. Building a snapshot checks records with validators that Ajv has compiled, whose code is long.
 */
export function matchesSchema(value: unknown, schema: JsonSchema, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const { type, enum: words } = schema;
  const types = typeof type === 'string' ? [type] : type;
  if (types !== undefined && !types.some((name) => hasType(value, name))) return false;
  if (words !== undefined && !words.includes(value as string)) return false;
  if (typeof value === 'string') return matchesText(value, schema);
  if (typeof value === 'number') return value >= (schema.minimum ?? Number.NEGATIVE_INFINITY);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    return value.every((item) => matchesSchema(item, schema.items ?? {}, depth + 1));
  }
  const { properties = {}, required = [], additionalProperties = true } = schema;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, item]) => {
      if (Object.hasOwn(properties, name)) return matchesSchema(item, properties[name], depth + 1);
      if (typeof additionalProperties === 'boolean') {
        return additionalProperties && matchesSchema(item, {}, depth + 1);
      }
      return matchesSchema(item, additionalProperties, depth + 1);
    })
  );
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function matchesText(text: string, { minLength = 0, pattern, format }: JsonSchema): boolean {
  if (text.length < minLength) return false;
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return false;
  if (format === 'utc-date-time') return !Number.isNaN(parseInstant(text));
  return format !== 'whole-characters' || !/\p{Surrogate}/u.test(text);
}
