import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/**
 * The JSON schema of the response of `GET /v1/sessions/{id}` (sections 2.7 and 4.7 of the API
 * specification).
 */
export const sessionResponseSchema = {
  $id: 'SessionResponse',
  type: 'object',
  properties: {
    user: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id of the user' },
        name: { type: 'string', description: 'The screen name of the user' },
        borrowers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The borrower id by the sub-domain of the catalog; may be empty',
        },
      },
      required: ['id', 'name', 'borrowers'],
      additionalProperties: false,
    },
  },
  required: ['user'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/sessions/{id}` (sections 2.7 and 4.7 of the API specification). */
export type SessionResponse = FromSchema<typeof sessionResponseSchema>;
