import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of a user inside other resources (section 2.4 of the API specification). */
export const userSummarySchema = {
  type: 'object',
  properties: {
    id: { type: ['string', 'number'] },
    name: { type: 'string', description: 'Screen name' },
    profile_url: { type: 'string' },
  },
  required: ['id', 'name', 'profile_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * A user inside other resources (section 2.4 of the API specification). The id is a string or a number,
 * as in the user record.
 */
export type UserSummary = FromSchema<typeof userSummarySchema>;
