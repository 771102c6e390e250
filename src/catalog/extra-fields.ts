import { typedValuesOf } from './field-types.js';
import type { ExtraField, Library } from './records/library.js';
import type { Title } from './records/title.js';

type LibraryFields = Pick<Library, 'extra_fields'>;

export function extraNarrowings({ extra_fields = [] }: LibraryFields): ExtraField[] {
  return extra_fields.filter(({ narrowing }) => narrowing);
}

export function extraSearchFields({ extra_fields = [] }: LibraryFields): ExtraField[] {
  return extra_fields.filter(({ searched }) => searched);
}

/**
 * Describes the name of a field that is unknown, for a message. If a library has an extra field of this name whose
 * declaration lacks a property, the description names the property.
 *
 * @param property the property that the declaration must have
 */
export function describeUnknownField(
  name: string,
  property: 'narrowing' | 'searched',
  libraries: readonly LibraryFields[],
): string {
  const isDeclared = libraries.some(({ extra_fields = [] }) =>
    extra_fields.some((field) => field.name === name),
  );
  return isDeclared
    ? `'${name}', an extra field without ${property}; add ${property}: true to the field in the library record, and build the snapshot again`
    : `'${name}'`;
}

/**
 * Returns the values of a title for an extra field as texts. In a field with a type, different forms of a value have the
 * same text: `12.5` for the number 12.5 and for `"12.50"`.
 */
export function extraValues({ extra }: Pick<Title, 'extra'>, { from, type }: ExtraField): string[] {
  const typed = typedValuesOf(type);
  return [valueAtPath(extra, from) ?? []]
    .flat()
    .filter((value) => value !== null)
    .map((value) => {
      const number = typed?.numberOf(value);
      return typed === undefined || number === undefined ? String(value) : typed.textOf(number);
    });
}

/**
 * Returns the value at a path such as `extra.shelf.room`, or undefined if an object on the path is missing.
 */
export function valueAtPath(extra: unknown, from: string): unknown {
  return from
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      extra,
    );
}

/** Returns whether a value is an object of JSON, and no array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
