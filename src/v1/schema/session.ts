import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of the user of a session (section 2.7 of the API specification). */
export const sessionUserSchema = {
  type: 'object',
  description: 'The user of a session',
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
} as const satisfies JsonSchema;

/**
 * The JSON schema of the response of `GET /v1/sessions/{id}` (sections 2.7 and 4.7 of the API
 * specification).
 */
export const sessionResponseSchema = {
  $id: 'SessionResponse',
  type: 'object',
  description: 'The response of GET /v1/sessions/{id}',
  properties: { user: { ...sessionUserSchema, description: 'The user of the session' } },
  required: ['user'],
  additionalProperties: false,
} as const satisfies JsonSchema;
