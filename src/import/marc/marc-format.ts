/* Recognizes the format of MARC records, which gives tags and codes their meaning. */

import type { MarcFormat, MarcRecord } from './marc-record.js';

/** The names of the formats in messages. */
const FORMAT_NAMES: Readonly<Record<MarcFormat, string>> = {
  marc21: 'MARC 21',
  unimarc: 'UNIMARC',
};

/** Matches 100 $a of UNIMARC, which begins with the date of the record: `20191011d1974`. */
const CODED_DATE = /^[\d |#-]{8}(?:[a-z |#]|$)/;

/**
 * Returns why a record is refused in a file of its format, if its fields are of the other format: a title in 200, which
 * MARC 21 does not define, or coded data in 100, and no title in 245; or in a UNIMARC file, a title in 245 and none in 200.
 */
export function formatProblem(record: MarcRecord): string | undefined {
  const { format = 'marc21' } = record;
  const [own, other] = format === 'unimarc' ? ['200', '245'] : ['245', '200'];
  if (has(record, own)) return undefined;
  const isCoded = format === 'marc21' && has(record, '100', CODED_DATE);
  if (!has(record, other) && !isCoded) return undefined;
  const otherFormat = format === 'unimarc' ? 'marc21' : 'unimarc';
  const found = FORMAT_NAMES[otherFormat];
  return `${own}: expected a ${FORMAT_NAMES[format]} record, found ${has(record, other) ? `a title in ${other}` : 'coded data in 100'}, as in ${found}; import ${found} records from files of their own (--record-format ${otherFormat})`;
}

/** Whether a record has the fields of UNIMARC: a title in 200, coded data in 100, and no title in 245. */
function isUnimarc(record: MarcRecord): boolean {
  return !has(record, '245') && has(record, '200') && has(record, '100', CODED_DATE);
}

/** Whether a record has a data field with a tag, and with a first subfield that matches the pattern, if there is one. */
function has({ fields }: MarcRecord, tag: string, pattern?: RegExp): boolean {
  return fields.some((field) => {
    if (field.tag !== tag || 'value' in field) return false;
    return pattern === undefined || pattern.test(field.subfields[0]?.value ?? '');
  });
}

/**
 * Returns the format that more records are in. Returns MARC 21 if as many are in both. A record without a title in 245
 * and without the fields of UNIMARC shows no format.
 */
export function commonFormat(records: readonly MarcRecord[]): MarcFormat {
  const inUnimarc = records.filter(isUnimarc).length;
  const inMarc21 = records.filter(({ fields }) => fields.some(({ tag }) => tag === '245')).length;
  return inUnimarc > inMarc21 ? 'unimarc' : 'marc21';
}
