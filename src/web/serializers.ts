import fastJson from 'fast-json-stringify';
import type { OperationName } from '../v1/operations.js';
import { RESPONSE_SCHEMAS } from './response-schemas.js';

/** Returns a response body as JSON, with the fields in the order of the schema. */
export type Serializer = (body: unknown) => string;

/**
 * The serializer of each operation, compiled from its response schema. In the package, `rolldown.config.js` replaces this
 * module by the compiled code, so that a server starts without loading the compiler.
 */
export const serializers = Object.fromEntries(
  Object.entries(RESPONSE_SCHEMAS).map(([name, schema]) => [
    name,
    fastJson(schema as unknown as Parameters<typeof fastJson>[0]),
  ]),
) as Readonly<Record<OperationName, Serializer>>;
