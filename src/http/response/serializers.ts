import fastJson from 'fast-json-stringify';
import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { OPERATIONS, type OperationName } from '../../v1/operations.js';
import { errorResponseSchema } from '../../v1/schema/error.js';

/** Writes a response body as JSON, its fields in the order of the schema. */
export type Serializer = (body: unknown) => string;

/** The serializer of each operation, compiled from its response schema. */
export const serializers = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, { response }]) => [name, compile(response)]),
) as Readonly<Record<OperationName, Serializer>>;

/** Writes the body of every response with a status of 400 or above. */
export const serializeError = compile(errorResponseSchema);

function compile(schema: JsonSchema): Serializer {
  return fastJson(schema as unknown as Parameters<typeof fastJson>[0]);
}
