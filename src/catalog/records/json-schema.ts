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
