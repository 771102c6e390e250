import { type JsonSchema, objectSchema } from '../../../catalog/records/json-schema.js';
import { titleSchema } from '../../../catalog/records/title-schema.js';
import { FIELD_FORMS, FIELD_NAMES, type Form, PART_OF, type Part } from '../title-codec.js';
import { matchesSchema } from './schema-check.js';

/** The values that a form accepts. `fields` are the fields of a record in order. */
export type Shape =
  | { readonly kind: 'boolean' | 'object' }
  | { readonly kind: 'string' | 'number'; readonly schema: JsonSchema }
  | { readonly kind: 'shared'; readonly mayBeEmpty: boolean }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'record'; readonly fields: readonly RecordField[] };

/** A field of a nested record. */
export interface RecordField {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

function shapeOf(form: Form, schema: JsonSchema): Shape {
  if (form === 'shared') return { kind: 'shared', mayBeEmpty: schema.minLength === undefined };
  if (form === 'object') return { kind: 'object' };
  if (form === 'plain') {
    if (schema.type === 'number' || schema.type === 'integer') return { kind: 'number', schema };
    return schema.type === 'boolean' ? { kind: 'boolean' } : { kind: 'string', schema };
  }
  if ('list' in form) return { kind: 'list', item: shapeOf(form.list, schema.items ?? {}) };
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(form.record).map(([name, part]) => ({
    shape: shapeOf(part, properties[name]),
    isRequired: required.includes(name),
  }));
  return { kind: 'record', fields };
}

/** The schema of the number of holdings and their statuses. */
const COPIES_SCHEMA = objectSchema('all', {
  count: { type: 'integer', minimum: 0 },
  statuses: { type: 'array', items: { type: 'string', minLength: 1 } },
});

/** The values of each field, by the number of the field. */
export const FIELD_SHAPES: readonly Shape[] = FIELD_NAMES.map((name, number) =>
  shapeOf(FIELD_FORMS[number], name === 'copies' ? COPIES_SCHEMA : titleSchema.properties[name]),
);

/** The number of required fields: the title and the format, which have the lowest numbers. */
const REQUIRED_FIELDS = titleSchema.required.length - 1;

/**
 * Returns the numbers of the fields that may follow in a part of a title, ascending. A required field that is missing
 * must be next.
 *
 * @param next the number of the last field plus 1, or 0 at the beginning
 */
export function nextFields(part: Part, next: number): readonly number[] {
  if (isIncomplete(part, next)) return [next];
  return [...FIELD_NAMES.keys()].filter(
    (field) => field >= next && PART_OF.get(FIELD_NAMES[field]) === part,
  );
}

/** Returns whether a required field is missing in a part of a title. See {@link nextFields} for the parameters. */
export function isIncomplete(part: Part, next: number): boolean {
  return part === 'summary' && next < REQUIRED_FIELDS;
}

/**
 * Checks whether a part of a title can be decoded.
 *
 * @param text the decompressed part
 * @param sharedSizes the size of each shared string in bytes
 * @returns the size in bytes of the shared strings in the part, in which a repeated string counts again, or undefined if
 *   the part cannot be decoded
 */
export function checkTitlePart(
  part: Part,
  text: string,
  sharedSizes: Uint32Array,
): number | undefined {
  let sharedBytes = 0;
  function isValue(value: unknown, shape: Shape): boolean {
    switch (shape.kind) {
      case 'shared': {
        const size = sharedSizes[value as number];
        if (typeof value !== 'number' || size === undefined) return false;
        if (size === 0 && !shape.mayBeEmpty) return false;
        sharedBytes += size;
        return true;
      }
      case 'string':
      case 'number':
        return matchesSchema(value, shape.schema);
      case 'object':
        return matchesSchema(value, { type: 'object' });
      case 'list':
        return Array.isArray(value) && value.every((item) => isValue(item, shape.item));
      case 'record':
        return Array.isArray(value) && isRecord(value, shape.fields);
      case 'boolean':
        return typeof value === 'boolean';
    }
  }
  function isRecord(values: readonly unknown[], fields: readonly RecordField[]): boolean {
    return (
      values.length <= fields.length &&
      fields.every(({ shape, isRequired }, i) => {
        const isAbsent = i >= values.length || values[i] === null;
        return isAbsent ? !isRequired : isValue(values[i], shape);
      })
    );
  }

  let flat: unknown;
  try {
    flat = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(flat) || flat.length % 2 !== 0) return undefined;
  let next = 0;
  for (let i = 0; i < flat.length; i += 2) {
    const field = flat[i];
    if (!nextFields(part, next).includes(field)) return undefined;
    if (!isValue(flat[i + 1], FIELD_SHAPES[field])) return undefined;
    next = field + 1;
  }
  return isIncomplete(part, next) ? undefined : sharedBytes;
}
