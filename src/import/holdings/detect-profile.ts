import type { MarcRecord } from '../marc/marc-record.js';
import { KNOWN_PROFILES, type KnownProfile } from './known-profiles.js';

/**
 * The profile that most of the records' copies look like, of two that as many look like the earlier;
 * nothing where there are none.
 */
export function detectProfile(records: Iterable<MarcRecord>): KnownProfile | undefined {
  const counts = new Map(KNOWN_PROFILES.map((known) => [known, 0]));
  for (const { fields } of records) {
    for (const field of fields) {
      if ('value' in field) continue;
      const codes = new Set(field.subfields.map(({ code }) => code));
      const known = KNOWN_PROFILES.find(
        ({ profile, hallmark }) =>
          profile.field === field.tag && [...hallmark].every((code) => codes.has(code)),
      );
      if (known !== undefined) counts.set(known, counts.get(known)! + 1);
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most[1] > 0 ? most[0] : undefined;
}
