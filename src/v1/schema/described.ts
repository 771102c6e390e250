import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

/** Returns the schema of a string. */
export function text(description: string) {
  return { type: 'string', description } as const;
}

/** Returns the schema of an integer. */
export function integer(description: string) {
  return { type: 'integer', description } as const;
}

/** Returns the schema of an array. */
export function arrayOf<const S extends JsonSchema>(items: S, description: string) {
  return { type: 'array', items, description } as const;
}

/** Returns the schema of an array of strings. */
export function strings(description: string) {
  return arrayOf({ type: 'string' }, description);
}

/**
 * Returns the schema of an object without other properties.
 *
 * @param required the names of the properties that cannot be absent
 */
export function object<
  const P extends Readonly<Record<string, JsonSchema>>,
  R extends keyof P & string = keyof P & string,
>(description: string, required: readonly R[] | 'all', properties: P) {
  const { type, ...rest } = objectSchema(required, properties);
  return { type, description, ...rest } as const;
}

/** Returns the schema of the response for a request, such as `GET /v1/titles`. All properties are required. */
export function response<const P extends Readonly<Record<string, JsonSchema>>>(
  $id: string,
  request: string,
  properties: P,
) {
  return { $id, ...object(`The response of ${request}`, 'all', properties) } as const;
}
