import type { FromSchema, JsonSchema } from './json-schema.js';
import { dateTimeSchema, idSchema, userIdSchema } from './shared-schemas.js';

/** The JSON schema of a session record (section 2.7 of the API specification). */
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

/** The session of a user who is signed in, with its secret id. */
export type SessionRecord = FromSchema<typeof sessionSchema>;

/** A session in an open catalog. The catalog stores only the SHA-256 hash of the session id. */
export type Session = Omit<SessionRecord, 'id'>;
