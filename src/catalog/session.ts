import type { FromSchema, JsonSchema } from './json-schema.js';
import { dateTimeSchema, idSchema, userIdSchema } from './shared-shapes.js';

/** Somebody signed in (section 2.7 of the specification). */
export const sessionSchema = {
  type: 'object',
  writeOnly: true,
  properties: {
    id: { ...idSchema, writeOnly: true },
    user: userIdSchema,
    borrowers: { type: 'object', additionalProperties: { type: 'string' } },
    expires: dateTimeSchema,
  },
  required: ['id', 'user'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** Somebody signed in, with the id that let them in. */
export type SessionRecord = FromSchema<typeof sessionSchema>;

/** Somebody signed in. An open catalog does not know the id: it keeps no more than its SHA-256. */
export type Session = Omit<SessionRecord, 'id'>;
