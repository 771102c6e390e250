import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of a user inside other resources (section 2.4 of the API specification). */
export const userSummarySchema = {
  type: 'object',
  description: 'A user who wrote content or made a list',
  properties: {
    id: {
      type: ['string', 'number'],
      description: 'The id, a string or a number as in the user record',
    },
    name: { type: 'string', description: 'Screen name' },
    profile_url: { type: 'string', description: 'Address of the page of the user' },
  },
  required: ['id', 'name', 'profile_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;
