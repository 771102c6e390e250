import type { MarcDataField, MarcField, MarcRecord } from './marc/marc-record.js';

/** The fields whose subfield `x` is a nonpublic note. In 853 to 855, it is the calendar change. */
const FIELDS_WITH_NONPUBLIC_NOTE: ReadonlySet<string> = new Set(
  '361 363 526 583 852 856 857 863 864 865 866 867 868 876 877 878 885'.split(' '),
);

/** The fields that are private if their first indicator is 0. */
const FIELDS_WITH_PRIVACY: ReadonlySet<string> = new Set(['361', '541', '542', '561', '583']);

/** Returns a record without the fields and subfields that MARC 21 defines as nonpublic, also in fields 880. */
export function publicMarcRecord(record: MarcRecord): MarcRecord {
  return { ...record, fields: record.fields.flatMap(publicField) };
}

/** Returns the public part of a field, or nothing if no part is public. */
function publicField(field: MarcField): readonly MarcField[] {
  if ('value' in field) return [field];
  const tag = definingTag(field);
  if (field.indicator1 === '0' && FIELDS_WITH_PRIVACY.has(tag)) return [];
  if (!FIELDS_WITH_NONPUBLIC_NOTE.has(tag)) return [field];
  const subfields = field.subfields.filter(({ code }) => code !== 'x');
  return subfields.length > 0 ? [{ ...field, subfields }] : [];
}

/** Returns the tag that defines a field: its own tag, or for a field 880, the tag of the field in another script. */
function definingTag({ tag, subfields }: MarcDataField): string {
  if (tag !== '880') return tag;
  return subfields.find(({ code }) => code === '6')?.value.slice(0, 3) ?? tag;
}
