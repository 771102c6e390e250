import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { compareCodePoints } from '../../base/collation.js';
import { schemaCheck } from '../../base/json-schema.js';
import type { Sessions } from '../../catalog/catalog.js';
import { type Session, type SessionRecord, sessionSchema } from '../../catalog/records/session.js';
import type { Sections, SectionWriter } from './container/sections.js';
import { addRecords, openRecords } from './records.js';

/** A session with the SHA-256 digest of its id, in hexadecimal. */
export interface DigestedSession {
  readonly digest: string;
  readonly session: Session;
}

/** Replaces the secret id of a session with its digest. */
export function digestSession({ id, ...session }: SessionRecord): DigestedSession {
  return { digest: digestOf(id), session };
}

/**
 * Writes sessions with the digests of their ids in place of the ids, so that a copy of the file does not grant access
 * to a session.
 */
export function addSessions(sections: SectionWriter, sessions: readonly DigestedSession[]): void {
  const sorted = sessions.toSorted((a, b) => compareCodePoints(a.digest, b.digest));
  addRecords(
    sections,
    'sessions',
    sorted.map(({ digest }) => digest),
    sorted.map(({ session }) => session),
  );
}

/** The stored record of a session has no id. */
const isSession = schemaCheck({ ...sessionSchema, required: ['user'] });

/** Opens the sessions that {@link addSessions} wrote. */
export function openSessions(sections: Sections): Sessions {
  const digests = openRecords<Session>(sections, 'sessions', isSession);
  return {
    digests,
    get(id) {
      const number = digests.numberOf(digestOf(id));
      return number < 0 ? undefined : digests.get(number);
    },
  };
}

/** Returns the SHA-256 digest of a session id, in hexadecimal. */
export function digestOf(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(id)));
}
