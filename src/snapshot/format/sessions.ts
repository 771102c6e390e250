import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sessions } from '../../catalog/catalog.js';
import type { Session, SessionRecord } from '../../catalog/session.js';
import { compareCodePoints } from '../../search/string-table.js';
import { addRecords, openRecords } from './records.js';
import type { SectionData, Sections } from './section.js';

/**
 * Writes sessions. Of a session's id no more than its SHA-256 is kept: a copied file lets nobody
 * in.
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

/** The sessions that {@link addSessions} wrote. */
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
