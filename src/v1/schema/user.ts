import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of a user inside other resources (section 2.4 of the specification). */
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
 * A user inside other resources (section 2.4 of the specification). The id has the same type as in
 * the source.
 */
export type UserSummary = FromSchema<typeof userSummarySchema>;
