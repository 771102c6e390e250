import type { Title } from '../catalog/title.js';
import type { NamedProfile } from './holdings/holdings-profile.js';
import { type Copies, holdingsReader } from './holdings/read-holdings.js';
import { suppressionReader } from './holdings/suppression.js';
import { type IdField, idOf } from './id-field.js';
import { type FillingReport, type NamedRecord, REPAIRS_NAMED } from './import-report.js';
import { type DescribedTitle, mapRecord } from './mapping/map-record.js';
import type { MarcEntry, RecordEntry } from './record-entry.js';
import { isDeleted, refusalOf, WITHOUT_TITLE } from './refusal.js';
import { titleIds } from './title-ids.js';

/** What became of one record. */
export interface ImportedRecord {
  readonly record: NamedRecord;
  /** Nothing where the report says why there is none. */
  readonly title: Title | undefined;
}

/**
 * Makes a title of each record that is one, and notes in a report what became of it.
 *
 * @param holdings how copies are written; without it none are read
 */
export function titleImporter(
  idField: IdField,
  holdings: NamedProfile | undefined,
  report: FillingReport,
): (entry: RecordEntry) => ImportedRecord {
  const ids = titleIds();
  const readCopies = holdings && holdingsReader(holdings.profile);
  const isSuppressed = suppressionReader(holdings?.profile);
  if (holdings !== undefined) report.holdings.profile = holdings.name;

  const refuse = (named: NamedRecord, problem: string) => {
    report.refused.push({ ...named, problem });
    return undefined;
  };

  const finished = (named: NamedRecord, title: Omit<Title, 'id'>) => {
    const id = ids.give(named.id ?? `record-${report.records}`);
    if (named.id === undefined) report.without_id.push({ ...named, given: id });
    else if (id !== named.id) report.duplicates.push({ ...named, given: id });
    report.titles++;
    return { id, ...title };
  };

  const noteUnused = (names: readonly string[]) => {
    for (const name of names) {
      if (name === holdings?.profile.field || name === idField.tag) continue;
      report.unused_fields[name] = (report.unused_fields[name] ?? 0) + 1;
    }
  };

  const ofRecord = ({ record, repairs }: MarcEntry, named: NamedRecord) => {
    if (repairs.length > 0) {
      report.repaired++;
      if (report.repairs.length < REPAIRS_NAMED) {
        report.repairs.push({ ...named, repairs: [...repairs] });
      }
    }
    if (isDeleted(record)) {
      report.deleted++;
      return undefined;
    }
    if (isSuppressed(record)) {
      report.suppressed++;
      return undefined;
    }
    const problem = refusalOf(record);
    if (problem !== undefined) return refuse(named, problem);
    const { title, unused } = mapRecord(record);
    if (title === undefined) return refuse(named, WITHOUT_TITLE);
    noteUnused(unused);
    const copies = readCopies?.(record);
    if (copies === undefined) return finished(named, title);
    report.holdings.copies += copies.count;
    report.holdings.withdrawn += copies.withdrawn;
    report.holdings.without_branch += copies.withoutBranch;
    return finished(named, withCopies(title, copies));
  };

  const titleOf = (entry: RecordEntry, named: NamedRecord): Title | undefined => {
    switch (entry.kind) {
      case 'refused':
        return refuse(named, entry.problem);
      case 'marc':
        return ofRecord(entry, named);
      case 'row':
        noteUnused(entry.unused);
        return finished(named, entry.title);
    }
  };

  return (entry) => {
    report.records++;
    countOfFile(entry.file, report);
    const record = namedRecord(entry, idField);
    const title = titleOf(entry, record);
    if (entry.kind === 'marc') noteHoldings(entry, report);
    return { record, title };
  };
}

/** A title with its copies: the first one's call number, and the day the first of them came. */
function withCopies(title: DescribedTitle, { holdings, acquired }: Copies): Omit<Title, 'id'> {
  if (holdings.length === 0) return title;
  const callNumber = holdings.find((holding) => holding.call_number !== undefined)?.call_number;
  return {
    ...title,
    ...(callNumber === undefined ? {} : { call_number: callNumber }),
    ...(acquired === undefined ? {} : { added: acquired }),
    holdings,
  };
}

function namedRecord(entry: RecordEntry, idField: IdField): NamedRecord {
  const { file, number, line } = entry;
  const id = entry.kind === 'marc' ? idOf(entry.record, idField) : entry.id;
  return {
    file,
    ...(number !== undefined && { number }),
    ...(line !== undefined && { line }),
    ...(id !== undefined && { id }),
  };
}

/** Holdings records are records too, of the same file as the one that they are joined to or of another. */
function noteHoldings({ holdingsFiles = [] }: MarcEntry, report: FillingReport): void {
  report.holdings_records += holdingsFiles.length;
  report.records += holdingsFiles.length;
  for (const file of holdingsFiles) countOfFile(file, report);
}

function countOfFile(file: string, report: FillingReport): void {
  const known = report.files.find(({ name }) => name === file);
  if (known !== undefined) known.records++;
  else report.files.push({ name: file, records: 1 });
}
