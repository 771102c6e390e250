import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';

/** The body of every response with a status of 400 or above (section 7). */
export const errorResponseSchema = {
  $id: 'ErrorResponse',
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        request: { type: 'string', description: 'The path and query as received' },
      },
      required: ['message', 'request'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The body of every response with a status of 400 or above (section 7). */
export type ErrorResponse = FromSchema<typeof errorResponseSchema>;
