import type { TypeName } from '../../../src/base/json-schema.js';

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
      readonly [K in Exclude<keyof Fields, RequiredOf<S>>]?: FromSchema<Fields[K]>;
    } extends infer O
    ? // An editor shows the fields of this mapped type in place of the intersection.
      { [K in keyof O]: O[K] }
    : never
  : S extends { readonly additionalProperties: infer Value extends object }
    ? { readonly [key: string]: FromSchema<Value> }
    : { readonly [key: string]: unknown };

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;
