import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sessions } from '../../catalog/catalog.js';
import type { Session, SessionRecord } from '../../catalog/records/session.js';
import { compareCodePoints } from '../../search/index.js';
import type { SectionData, Sections } from './container/sections.js';
import { addRecords, openRecords } from './records.js';

/**
 * Writes sessions with the SHA-256 digests of their ids in place of the ids, so that a copy of the file
 * does not grant access to a session.
 */
export function addSessions(
  sections: Map<string, SectionData>,
  sessions: readonly SessionRecord[],
): void {
  const digested = sessions
    .map(({ id, ...session }) => ({ digest: digestOf(id), session }))
    .sort((a, b) => compareCodePoints(a.digest, b.digest));
  addRecords(
    sections,
    'sessions',
    digested.map(({ digest }) => digest),
    digested.map(({ session }) => session),
  );
}

/** Opens the sessions that {@link addSessions} wrote. */
export function openSessions(sections: Sections): Sessions {
  const digests = openRecords<Session>(sections, 'sessions');
  return {
    digests,
    get(id) {
      const number = digests.numberOf(digestOf(id));
      return number < 0 ? undefined : digests.get(number);
    },
  };
}

function digestOf(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(id)));
}
