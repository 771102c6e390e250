import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of the problem in an error response. */
export const errorDetailSchema = {
  type: 'object',
  description: 'The problem with a request',
  properties: {
    message: { type: 'string', description: 'The problem, in English' },
    request: { type: 'string', description: 'The path and query of the request as received' },
  },
  required: ['message', 'request'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The JSON schema of the body of every API response with a status of 400 or above (section 7 of the API
 * specification).
 */
export const errorResponseSchema = {
  $id: 'ErrorResponse',
  type: 'object',
  description: 'The body of every API response with a status of 400 or above',
  properties: { error: { ...errorDetailSchema, description: 'The problem' } },
  required: ['error'],
  additionalProperties: false,
} as const satisfies JsonSchema;
