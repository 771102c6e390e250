import type { MarcRecord } from './marc/marc-record.js';

/** Types of leader/06 that are no bibliographic records. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  q: 'a community information record',
  u: 'a holdings record',
  v: 'a holdings record',
  w: 'a classification record',
  x: 'a holdings record',
  y: 'a holdings record',
  z: 'an authority record',
};

/** Whether its leader says that a record is deleted. */
export function isDeleted({ leader }: MarcRecord): boolean {
  return leader[5] === 'd';
}

/** Why a record describes no title, in a sentence; nothing where it may. */
export function refusalOf({ leader }: MarcRecord): string | undefined {
  const kind = OTHER_TYPES[leader[6]];
  if (kind === undefined) return undefined;
  return `Leader/06 is '${leader[6]}', ${kind}; wanted a bibliographic record.`;
}

/** Why a record without a title is refused. */
export const WITHOUT_TITLE =
  'It names no title: found neither 245 nor another field of a title; wanted 245 $a.';
