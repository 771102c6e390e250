import type { CopiesSummary } from '../../catalog/catalog.js';
import { HOLDING_STATUSES, type Holding } from '../../catalog/records/title.js';
import { titleSchema } from '../../catalog/records/title-schema.js';

const STATUSES: readonly string[] = HOLDING_STATUSES;

const FIELDS = Object.keys(titleSchema.properties.holdings.items.properties) as (keyof Holding)[];

/**
 * Changed holdings of a title as text: one character for the status of each holding if the holdings differ from those
 * in the record only in their statuses. Otherwise the number of holdings, a space, their known statuses, each once, and then
 * a JSON array of arrays with the values of the {@link FIELDS}, such as `1 0[["MAIN",0]]`. A known status is encoded as its
 * number.
 */
export type EncodedHoldings = string;

/**
 * Encodes holdings. Equal holdings of the same record have the same encoding.
 *
 * @param inRecord the holdings in the record of the title
 */
export function encodeHoldings(
  holdings: readonly Holding[],
  inRecord: readonly Holding[] | undefined,
): EncodedHoldings {
  if (inRecord !== undefined && differOnlyInStatus(holdings, inRecord)) {
    return holdings.map(({ status }) => statusNumber(status)).join('');
  }
  const encodeField = (holding: Holding, field: keyof Holding) =>
    field === 'status' ? statusNumber(holding.status) : holding[field];
  const statuses = new Set(holdings.map(({ status }) => statusNumber(status)));
  const known = [...statuses].filter((status) => typeof status === 'number');
  const values = holdings.map((holding) => FIELDS.map((field) => encodeField(holding, field)));
  return `${holdings.length} ${known.join('')}${JSON.stringify(values)}`;
}

/** Returns the number of a known status, or an unknown status itself. */
function statusNumber(status: string): number | string {
  const number = STATUSES.indexOf(status);
  return number < 0 ? status : number;
}

function differOnlyInStatus(a: readonly Holding[], b: readonly Holding[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!STATUSES.includes(a[i].status)) return false;
    for (const field of FIELDS) {
      if (field !== 'status' && a[i][field] !== b[i][field]) return false;
    }
  }
  return true;
}

/** Returns whether encoded holdings have the call numbers and barcodes of the holdings in the record. */
export function isOfSameCopies(holdings: EncodedHoldings): boolean {
  return !holdings.endsWith(']');
}

/** Decodes the number and the statuses of holdings, for a summary. The time hardly depends on the number of holdings. */
export function summarizeHoldings(holdings: EncodedHoldings): CopiesSummary {
  const isOfSame = isOfSameCopies(holdings);
  const [count, statuses] = isOfSame
    ? [holdings.length, holdings]
    : holdings.slice(0, holdings.indexOf('[')).split(' ');
  const found = HOLDING_STATUSES.filter((_, number) => statuses.includes(String(number)));
  return { copies: Number(count), holdings: found.map((status) => ({ status })) };
}

/**
 * Decodes holdings.
 *
 * @param inRecord the holdings in the record of the title
 */
export function decodeHoldings(
  holdings: EncodedHoldings,
  inRecord: readonly Holding[] = [],
): readonly Holding[] {
  if (isOfSameCopies(holdings)) {
    return inRecord.map((holding, i) => ({
      ...holding,
      status: HOLDING_STATUSES[Number(holdings[i])],
    }));
  }
  const decoded: (string | number | null)[][] = JSON.parse(holdings.slice(holdings.indexOf('[')));
  return decoded.map(
    (values) =>
      Object.fromEntries(
        values.flatMap((value, i) =>
          value === null ? [] : [[FIELDS[i], typeof value === 'number' ? STATUSES[value] : value]],
        ),
      ) as unknown as Holding,
  );
}
