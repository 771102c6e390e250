import type { MarcRecord } from '../marc/marc-record.js';
import type { HoldingsProfile } from './holdings-profile.js';
import { valuePattern } from './value-pattern.js';

/** Tells which records a library hides from its readers, as a profile says that it marks them. */
export function suppressionReader(
  profile: HoldingsProfile | undefined,
): (record: MarcRecord) => boolean {
  const suppressed = profile?.suppressed;
  if (suppressed === undefined) return () => false;
  const isMark = suppressed.values.map(valuePattern);
  return ({ fields }) =>
    fields.some(
      (field) =>
        field.tag === suppressed.field &&
        !('value' in field) &&
        field.subfields.some(
          ({ code, value }) =>
            code === suppressed.subfield && isMark.some((matches) => matches(value.trim())),
        ),
    );
}
