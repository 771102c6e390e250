import { objectSchema } from '../../base/json-schema.js';
import { dateTimeSchema, idSchema, userIdSchema } from './shared-schemas.js';

/** The JSON schema of a session record (section 2.7 of the API specification). */
export const sessionSchema = {
  ...objectSchema(['id', 'user'], {
    id: { ...idSchema, writeOnly: true },
    user: userIdSchema,
    borrowers: { type: 'object', additionalProperties: { type: 'string' } },
    expires: dateTimeSchema,
  }),
  writeOnly: true,
} as const;

/** The session of a user who is signed in, with its secret id. */
export interface SessionRecord {
  /** The secret id of the session. A snapshot contains only its SHA-256 hash. */
  readonly id: string;
  /** Id of the user. */
  readonly user: string | number;
  /** Ids of the user as a borrower, by the name of a catalog. */
  readonly borrowers?: { readonly [catalog: string]: string };
  /** Date and time from which the session is not found, such as `2026-10-12T17:23:09Z`. Default: never. */
  readonly expires?: string;
}

/** A session in an open catalog. The catalog stores only the SHA-256 hash of the session id. */
export type Session = Omit<SessionRecord, 'id'>;
