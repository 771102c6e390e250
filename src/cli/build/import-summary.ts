import { type ImportReport, type NamedRecord, recordName } from '../../import/import-report.js';
import { formatCount, formatNumber } from '../format-number.js';

/** Maximum number of records listed per kind of problem. Further records are only counted. */
const MAX_LISTED_RECORDS = 5;
/** Maximum number of unused fields listed. */
const MAX_LISTED_FIELDS = 12;

/** Returns the lines of a summary of an import report. */
export function importSummary(report: ImportReport): string[] {
  const { records, titles, refused, repaired, deleted, suppressed, duplicates } = report;
  const {
    without_id: withoutId,
    holdings_records: holdingsRecords,
    joined_rows: joinedRows,
  } = report;
  const counts = [
    `${formatCount(titles, 'title')}`,
    `${formatNumber(refused.length)} refused`,
    ...(repaired > 0 ? [`${formatNumber(repaired)} repaired`] : []),
    ...(deleted > 0 ? [`${formatNumber(deleted)} deleted`] : []),
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} suppressed`] : []),
    ...(holdingsRecords > 0
      ? [`${formatCount(holdingsRecords, 'holdings record')} joined to titles`]
      : []),
    ...(joinedRows > 0 ? [`${formatCount(joinedRows, 'row')} joined to titles`] : []),
  ];
  return [
    `${formatCount(records, 'record')} read: ${counts.join(', ')}`,
    ...recordLines('refused', refused, refused.length, ({ problem }) => problem),
    ...recordLines('repaired', report.repairs, repaired, ({ repairs }) => repairs.join('; ')),
    ...recordLines(
      'link omitted',
      report.broken_links,
      report.links_omitted,
      ({ problem }) => problem,
    ),
    ...recordLines('duplicate id', duplicates, duplicates.length, ({ given, differing }) =>
      differing === undefined
        ? `new id ${given}`
        : `new id ${given}, because the row before differs in ${differing.join(', ')}`,
    ),
    ...recordLines('no id', withoutId, withoutId.length, ({ given }) => `new id ${given}`),
    ...holdingsLines(report.holdings),
    ...unusedFieldLines(report.unused_fields),
  ];
}

function recordLines<T extends NamedRecord>(
  kind: string,
  records: readonly T[],
  count: number,
  text: (record: T) => string,
): string[] {
  const lines = records
    .slice(0, MAX_LISTED_RECORDS)
    .map((record) => `${kind}: ${recordName(record)}: ${text(record)}`);
  const more = count - lines.length;
  return more > 0
    ? [...lines, `${kind}: ${formatNumber(more)} more; --report FILE lists them all`]
    : lines;
}

function holdingsLines({
  profile,
  copies,
  withdrawn,
  without_branch,
}: ImportReport['holdings']): string[] {
  if (profile === null) return [];
  const parts = [
    `${formatNumber(copies)} read with the profile ${profile}`,
    ...(withdrawn > 0 ? [`${formatNumber(withdrawn)} withdrawn and omitted`] : []),
    ...(without_branch > 0 ? [`${formatNumber(without_branch)} without a branch and omitted`] : []),
  ];
  return [`holdings: ${parts.join(', ')}`];
}

function unusedFieldLines(fields: ImportReport['unused_fields']): string[] {
  const byCount = Object.entries(fields).sort(([, a], [, b]) => b - a);
  if (byCount.length === 0) return [];
  const tags = byCount
    .slice(0, MAX_LISTED_FIELDS)
    .map(([tag, count]) => `${tag} (${formatNumber(count)})`);
  const more = byCount.length - tags.length;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
  return [`unused fields: ${tags.join(', ')}${rest}`];
}
