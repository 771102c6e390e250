import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/**
 * The JSON schema of the body of every API response with a status of 400 or above (section 7 of the API
 * specification).
 */
export const errorResponseSchema = {
  $id: 'ErrorResponse',
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        request: { type: 'string', description: 'The path and query of the request as received' },
      },
      required: ['message', 'request'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The body of every API response with a status of 400 or above (section 7 of the API specification). */
export type ErrorResponse = FromSchema<typeof errorResponseSchema>;
