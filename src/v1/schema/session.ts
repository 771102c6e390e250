import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';

/** The response of `GET /v1/sessions/{id}` (sections 2.7 and 4.7). */
export const sessionResponseSchema = {
  $id: 'SessionResponse',
  type: 'object',
  properties: {
    user: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The user ID' },
        name: { type: 'string', description: "The user's screen name" },
        borrowers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The borrower ID for each catalog sub-domain; may be empty',
        },
      },
      required: ['id', 'name', 'borrowers'],
      additionalProperties: false,
    },
  },
  required: ['user'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/sessions/{id}` (sections 2.7 and 4.7). */
export type SessionResponse = FromSchema<typeof sessionResponseSchema>;
