import fastJson from 'fast-json-stringify';
import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { OPERATIONS, type OperationName } from '../../v1/operations.js';
import { errorResponseSchema } from '../../v1/schema/error.js';

/** Returns a response body as JSON, with the fields in the order of the schema. */
export type Serializer = (body: unknown) => string;

/** The serializer of each operation, compiled from its response schema. */
export const serializers = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, { response }]) => [name, compile(response)]),
) as Readonly<Record<OperationName, Serializer>>;

/** Returns the body of an error response of the API as JSON. */
export const serializeError = compile(errorResponseSchema);

function compile(schema: JsonSchema): Serializer {
  return fastJson(schema as unknown as Parameters<typeof fastJson>[0]);
}
