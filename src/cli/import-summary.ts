import type { ImportReport, NamedRecord } from '../import/import-report.js';
import { recordName } from '../import/record-name.js';
import { counted, readable } from './readable.js';

/** How many of a kind of thing are told before the others are only counted. */
const TOLD = 5;
/** How many tags of unused fields are told. */
const TAGS_TOLD = 12;

/** What became of the records of an import, in a few lines for people. */
export function importSummary(report: ImportReport): string[] {
  const { records, titles, refused, repaired, deleted, suppressed, duplicates } = report;
  const { without_id: withoutId, holdings_records: holdingsRecords } = report;
  const counts = [
    `${counted(titles, 'title')}`,
    `${readable(refused.length)} refused`,
    ...(repaired > 0 ? [`${readable(repaired)} repaired`] : []),
    ...(deleted > 0 ? [`${readable(deleted)} deleted`] : []),
    ...(suppressed > 0 ? [`${readable(suppressed)} suppressed`] : []),
    ...(holdingsRecords > 0
      ? [`${counted(holdingsRecords, 'holdings record')} joined to titles`]
      : []),
  ];
  return [
    `${counted(records, 'record')} read: ${counts.join(', ')}`,
    ...told('refused', refused, refused.length, ({ problem }) => problem),
    ...told('repaired', report.repairs, repaired, ({ repairs }) => repairs.join(' ')),
    ...told('id taken', duplicates, duplicates.length, ({ given }) => `its title is ${given}`),
    ...told('no id', withoutId, withoutId.length, ({ given }) => `its title is ${given}`),
    ...copies(report.holdings),
    ...unusedFields(report.unused_fields),
  ];
}

function told<T extends NamedRecord>(
  kind: string,
  records: readonly T[],
  count: number,
  text: (record: T) => string,
): string[] {
  const lines = records
    .slice(0, TOLD)
    .map((record) => `${kind}: ${recordName(record)}: ${text(record)}`);
  const more = count - lines.length;
  return more > 0
    ? [...lines, `${kind}: ${readable(more)} more, which --report FILE names`]
    : lines;
}

function copies({
  profile,
  copies,
  withdrawn,
  without_branch,
}: ImportReport['holdings']): string[] {
  if (profile === null) return [];
  const parts = [
    counted(copies, 'copy', 'copies'),
    ...(withdrawn > 0 ? [`${readable(withdrawn)} withdrawn and left out`] : []),
    ...(without_branch > 0 ? [`${readable(without_branch)} without a branch and left out`] : []),
  ];
  return [`holdings: ${parts.join(', ')}, read by the profile ${profile}`];
}

function unusedFields(fields: ImportReport['unused_fields']): string[] {
  const byCount = Object.entries(fields).sort(([, a], [, b]) => b - a);
  if (byCount.length === 0) return [];
  const most = byCount.slice(0, TAGS_TOLD).map(([tag, count]) => `${tag} (${readable(count)})`);
  const more = byCount.length - most.length;
  const rest = more > 0 ? ` and ${readable(more)} more` : '';
  return [`fields that no rule uses: ${most.join(', ')}${rest}`];
}
