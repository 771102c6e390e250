import { BELONGS_TO, idOf } from './id-field.js';
import type { MarcRecord } from './marc/marc-record.js';

/** Types of leader/06 that are neither bibliographic records nor holdings records. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  q: 'a community information record',
  w: 'a classification record',
  z: 'an authority record',
};

const HOLDINGS_TYPES = 'uvxy';

/** Whether its leader says that a record is deleted. */
export function isDeleted({ leader }: MarcRecord): boolean {
  return leader[5] === 'd';
}

/** Whether its leader says that a record is about copies of a title, not about the title. */
export function isHoldingsRecord({ leader }: MarcRecord): boolean {
  return HOLDINGS_TYPES.includes(leader[6]);
}

/** Why a record describes no title, in a sentence; nothing where it may. */
export function refusalOf(record: MarcRecord): string | undefined {
  const { leader } = record;
  if (isHoldingsRecord(record)) {
    return `Leader/06 is '${leader[6]}', a holdings record; wanted ${placeWanted(record)}.`;
  }
  const kind = OTHER_TYPES[leader[6]];
  if (kind === undefined) return undefined;
  return `Leader/06 is '${leader[6]}', ${kind}; wanted a bibliographic record.`;
}

/** Where a holdings record is read that was not joined to another. */
function placeWanted(record: MarcRecord): string {
  const number = idOf(record, BELONGS_TO);
  return number === undefined
    ? 'the number of its bibliographic record in field 004'
    : `bibliographic record ${number}, which its 004 names, right before it or in another file`;
}

/** Why a record without a title is refused. */
export const WITHOUT_TITLE =
  'It names no title: found neither 245 nor another field of a title; wanted 245 $a.';
