/* Recognizes the format of MARC records, which gives tags and codes their meaning. */

import type { MarcFormat, MarcRecord } from './marc-record.js';

/** The names of the formats in messages. */
export const FORMAT_NAMES: Readonly<Record<MarcFormat, string>> = {
  marc21: 'MARC 21',
  unimarc: 'UNIMARC',
};

/** Matches 100 $a of UNIMARC, which begins with the date of the record: `20191011d1974`. */
const CODED_DATE = /^[\d |#-]{8}(?:[a-z |#]|$)/;

/**
 * Returns the format of a record by its fields: MARC 21 with the title in 245, UNIMARC with the title in 200 and coded
 * data in 100. Undefined if the fields show neither.
 *
 * @param fields the tag of each field, and the text of its first subfield if this is subfield a
 */
export function evidentFormat(fields: Iterable<readonly [tag: string, text: string]>) {
  let hasTitle = false;
  let hasDate = false;
  for (const [tag, text] of fields) {
    if (tag === '245') return 'marc21';
    hasTitle ||= tag === '200';
    hasDate ||= tag === '100' && CODED_DATE.test(text);
  }
  return hasTitle && hasDate ? 'unimarc' : undefined;
}

/**
 * Returns why a record is refused in a file of its format, if its fields are of the other format: a title in 200, which
 * MARC 21 does not define, and none in 245; or in a UNIMARC file, a title in 245 and none in 200.
 */
export function formatProblem({ format = 'marc21', fields }: MarcRecord): string | undefined {
  const [own, other] = format === 'unimarc' ? ['200', '245'] : ['245', '200'];
  const has = (tag: string) => fields.some((field) => field.tag === tag);
  if (!has(other) || has(own)) return undefined;
  const otherFormat = format === 'unimarc' ? 'marc21' : 'unimarc';
  const found = FORMAT_NAMES[otherFormat];
  return `${own}: expected a ${FORMAT_NAMES[format]} record, found a title in ${other}, as in ${found}; import ${found} records from files of their own (--record-format ${otherFormat})`;
}

/**
 * Returns the format that more records are in. Returns MARC 21 if as many are in both, because the fields of UNIMARC
 * require more evidence.
 */
export function commonFormat(formats: Iterable<MarcFormat | undefined>): MarcFormat {
  let surplus = 0;
  for (const format of formats) {
    if (format !== undefined) surplus += format === 'unimarc' ? 1 : -1;
  }
  return surplus > 0 ? 'unimarc' : 'marc21';
}

/** Returns the format of a record by its fields; see {@link evidentFormat}. */
export function formatOfRecord({ fields }: MarcRecord): MarcFormat | undefined {
  return evidentFormat(
    fields.map((field) => {
      const [first] = 'value' in field ? [] : field.subfields;
      return [field.tag, first?.code === 'a' ? first.value : ''] as const;
    }),
  );
}
