import type { Holding } from '../../catalog/title.js';
import { fieldText, subfieldTexts } from '../mapping/field-text.js';
import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import { acquiredDate } from './acquired-date.js';
import { COPY_STATUSES, type CopyStatus, type HoldingsProfile } from './holdings-profile.js';
import { valuePattern } from './value-pattern.js';

/** The copies that a record tells of. */
export interface Copies {
  /** Those that are not withdrawn, alike ones as one. */
  readonly holdings: readonly Holding[];
  /** The day on which the first of them was acquired, where that is told. */
  readonly acquired: string | undefined;
  /** How many copies there are, withdrawn ones too. */
  readonly count: number;
  /** How many were left out because they are withdrawn. */
  readonly withdrawn: number;
  /** How many were left out because they name no branch. */
  readonly withoutBranch: number;
}

const STATUS_IDS: Readonly<Record<Exclude<CopyStatus, 'withdrawn'>, string>> = {
  available: 'AVAILABLE',
  in_use: 'UNAVAILABLE',
  library_use_only: 'LIBRARY_USE_ONLY',
  on_order: 'ON_ORDER',
};

/** Reads the copies of records that are written as a profile says. */
export function holdingsReader(profile: HoldingsProfile): (record: MarcRecord) => Copies {
  const statusOf = statusReader(profile);
  return ({ fields }) => {
    const holdings = new Map<string, Holding>();
    let acquired: string | undefined;
    let count = 0;
    let withdrawn = 0;
    let withoutBranch = 0;
    for (const field of fields) {
      if (field.tag !== profile.field || 'value' in field) continue;
      count++;
      const status = statusOf(field);
      const branch = firstText(field, profile.branch);
      if (status === 'withdrawn') withdrawn++;
      else if (branch === undefined) withoutBranch++;
      else {
        const holding = holdingOf(field, profile, branch, STATUS_IDS[status]);
        holdings.set(JSON.stringify(holding), holding);
        const date = acquiredDate(firstText(field, profile.acquired) ?? '');
        if (date !== undefined && (acquired === undefined || date < acquired)) acquired = date;
      }
    }
    return { holdings: [...holdings.values()], acquired, count, withdrawn, withoutBranch };
  };
}

function holdingOf(
  field: MarcDataField,
  profile: HoldingsProfile,
  branch: string,
  status: string,
): Holding {
  const callNumber = fieldText(field, profile.call_number ?? '');
  const collection = firstText(field, profile.collection);
  return {
    branch,
    status,
    ...(callNumber === '' ? {} : { call_number: callNumber }),
    ...(collection === undefined ? {} : { collection }),
  };
}

/** The text of the first of the codes that a field has a subfield for. */
function firstText(field: MarcDataField, codes = ''): string | undefined {
  for (const code of codes) {
    const [text] = subfieldTexts(field, code);
    if (text !== undefined) return text;
  }
  return undefined;
}

interface Condition {
  readonly status: CopyStatus;
  readonly code: string;
  readonly matches: (value: string) => boolean;
}

function statusReader({ statuses = {}, otherwise = 'available' }: HoldingsProfile) {
  const conditions = COPY_STATUSES.flatMap((status) =>
    Object.entries(statuses[status] ?? {}).flatMap(([code, values]) =>
      values.map((value): Condition => ({ status, code, matches: valuePattern(value) })),
    ),
  );
  return (field: MarcDataField): CopyStatus => {
    const condition = conditions.find(({ code, matches }) =>
      field.subfields.some((subfield) => subfield.code === code && matches(subfield.value.trim())),
    );
    return condition?.status ?? otherwise;
  };
}
