/**
 * The subset of JSON Schema that describes records and responses. {@link FromSchema} derives the
 * TypeScript type of a record or response from its schema.
 */
export interface JsonSchema {
  readonly $id?: string;
  readonly description?: string;
  /** Whether the value is secret. An error message about an invalid value does not quote a secret value. */
  readonly writeOnly?: boolean;
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

type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

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
  ? Flat<
      { readonly [K in keyof Fields & RequiredOf<S>]: FromSchema<Fields[K]> } & {
        readonly [K in Exclude<keyof Fields, RequiredOf<S>>]?: FromSchema<Fields[K]>;
      }
    >
  : S extends { readonly additionalProperties: infer Value extends object }
    ? { readonly [key: string]: FromSchema<Value> }
    : { readonly [key: string]: unknown };

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<T> = { [K in keyof T]: T[K] };
