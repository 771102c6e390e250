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
