import { BIBLIOGRAPHIC_NUMBER, idOf } from './id-field.js';
import type { MarcRecord } from './marc/marc-record.js';

/** The names of the types of record (leader/06) that are neither bibliographic nor holdings records. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  q: 'community information record',
  w: 'classification record',
  z: 'authority record',
};

const HOLDINGS_TYPES = 'uvxy';

/** Whether leader/05 marks a record as deleted. */
export function isDeleted({ leader }: MarcRecord): boolean {
  return leader[5] === 'd';
}

/** Whether leader/06 marks a record as a holdings record. */
export function isHoldingsRecord({ leader }: MarcRecord): boolean {
  return HOLDINGS_TYPES.includes(leader[6]);
}

/**
 * Returns why a record is refused because of its type (leader/06); undefined for a bibliographic record. A
 * record of an unknown type is accepted as a bibliographic record.
 */
export function refusalOf(record: MarcRecord): string | undefined {
  const { leader } = record;
  if (isHoldingsRecord(record)) return unjoinedHoldings(record);
  const kind = OTHER_TYPES[leader[6]];
  if (kind === undefined) return undefined;
  return `leader/06: expected a bibliographic record, found '${leader[6]}' (${kind})`;
}

/** Returns why a holdings record could not be joined to a bibliographic record. */
function unjoinedHoldings(record: MarcRecord): string {
  const number = idOf(record, BIBLIOGRAPHIC_NUMBER);
  return number === undefined
    ? '004: expected the control number of the bibliographic record of this holdings record, found none'
    : `004: expected bibliographic record '${number}' directly before this holdings record or in another file, found none`;
}

/** The reason for refusing a record without a title. */
export const WITHOUT_TITLE = '245: expected a title in subfield a, found no title in any field';
