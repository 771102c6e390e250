/*
 * Turns a record or a row into a title with an id and holdings, or reports why this is not possible. `mapping/` reads
 * the fields, and `holdings/` the holdings.
 */

import { extraProblems } from '../catalog/extra-field-problems.js';
import type { Library } from '../catalog/records/library.js';
import type { Holding, Title } from '../catalog/records/title.js';
import type { HoldingsProfile, NamedProfile } from './holdings/holdings-profile.js';
import { KNOWN_PROFILES } from './holdings/known-profiles.js';
import {
  holdingsReader,
  type RecordHoldings,
  suppressionReader,
} from './holdings/read-holdings.js';
import { MAX_LISTED_REPAIRS, type MutableReport, type NamedRecord } from './import-report.js';
import { type DescribedTitle, mapRecord } from './mapping/map-record.js';
import { hiddenHeadings, type SubjectSettings } from './mapping/subjects.js';
import { type DecodedText, decodeDamagedText } from './marc/damaged-text.js';
import {
  BIBLIOGRAPHIC_NUMBER,
  type IdField,
  idOf,
  isDeleted,
  isHoldingsRecord,
  linkedTag,
  type MarcField,
  type MarcFormat,
  type MarcRecord,
} from './marc/marc-record.js';
import { formatProblem } from './marc/read-marc.js';
import type { MarcEntry, RecordEntry } from './record-entries.js';

/**
 * Creates a function that makes ids unique. If an earlier title has the preferred id, the function adds the first free
 * suffix of `-2`, `-3` and so on.
 */
export function uniqueIds(): (preferred: string) => string {
  const assigned = new Set<string>();
  const lastSuffix = new Map<string, number>();
  return (preferred) => {
    let id = preferred;
    for (let suffix = (lastSuffix.get(preferred) ?? 1) + 1; assigned.has(id); suffix++) {
      id = `${preferred}-${suffix}`;
      lastSuffix.set(preferred, suffix);
    }
    assigned.add(id);
    return id;
  };
}

/** The result of importing one record. */
export interface ImportedRecord {
  readonly record: NamedRecord;
  /** The title; undefined for a refused, deleted or suppressed record. */
  readonly title: Title | undefined;
}

interface ImporterOptions {
  /** Returns the id of a title, given its preferred id. Default: {@link uniqueIds}. */
  readonly assignId?: (preferred: string) => string;
  /** Whether titles contain the public parts of their MARC records. Default: false. */
  readonly keepMarc?: boolean | undefined;
  /** The settings that choose the vocabularies of the subjects. Default: those of a library without settings. */
  readonly subjects?: SubjectSettings | undefined;
  /** The library, whose extra fields with a type refuse rows with other values. Default: no extra fields. */
  readonly library?: Pick<Library, 'extra_fields'>;
}

/**
 * Creates a function that turns a record into a title and updates the report.
 *
 * @param holdings the holdings profile; if undefined, no holdings are read
 */
export function titleImporter(
  idField: IdField,
  holdings: NamedProfile | undefined,
  report: MutableReport,
  { assignId = uniqueIds(), keepMarc = false, subjects = {}, library = {} }: ImporterOptions = {},
): (entry: RecordEntry) => ImportedRecord {
  const readHoldings = holdings && holdingsReader(holdings.profile);
  const isSuppressed = suppressionReader(holdings?.profile);
  const hidden = hiddenHeadings(subjects);
  const profile = holdings?.profile;
  if (holdings !== undefined) report.holdings.profile = holdings.name;

  const refuse = (named: NamedRecord, problem: string) => {
    report.refused.push({ ...named, problem });
    return undefined;
  };

  const addTitle = (
    named: NamedRecord,
    title: Omit<Title, 'id'>,
    differing?: readonly string[],
  ) => {
    const id = assignId(named.id ?? `record-${report.records}`);
    if (named.id === undefined) report.without_id.push({ ...named, given: id });
    else if (id !== named.id) {
      report.duplicates.push({
        ...named,
        given: id,
        ...(differing && { differing: [...differing] }),
      });
    }
    report.titles++;
    return { id, ...title };
  };

  const countUnused = (names: readonly string[], count = 1) => {
    for (const name of names) {
      if ([profile?.field, profile?.fallback?.field, idField.tag].includes(name)) continue;
      report.unused_fields[name] = (report.unused_fields[name] ?? 0) + count;
    }
  };

  const countDecoded = (decoded: readonly DecodedText[], named: NamedRecord) => {
    for (const { kind, ...text } of decoded) {
      report.decoded[kind] ??= { ...named, subfields: 0, ...text };
      report.decoded[kind].subfields++;
    }
  };

  const titleOfRecord = ({ record: read, repairs }: MarcEntry, named: NamedRecord) => {
    const { record, decoded } = decodeDamagedText(read);
    countDecoded(decoded, named);
    if (repairs.length > 0) {
      report.repaired++;
      list(report.repairs, { ...named, repairs: [...repairs] });
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
    const mapped = mapRecord(record, hidden);
    const { title: described, unused, brokenLinks, searchedVocabularies } = mapped;
    if (described === undefined) return refuse(named, WITHOUT_TITLE);
    const title = keepMarc ? { ...described, marc: publicMarcRecord(record, profile) } : described;
    report.links_omitted += brokenLinks.length;
    for (const problem of brokenLinks) list(report.broken_links, { ...named, problem });
    countUnused(unused);
    for (const vocabulary of searchedVocabularies) {
      const counts = report.subjects_searched;
      counts[vocabulary] = (counts[vocabulary] ?? 0) + 1;
    }
    const recordHoldings = readHoldings?.(record);
    if (recordHoldings === undefined) return addTitle(named, title);
    report.holdings.copies += recordHoldings.count;
    report.holdings.withdrawn += recordHoldings.withdrawn;
    report.holdings.without_branch += recordHoldings.withoutBranch;
    return addTitle(named, withHoldings(title, recordHoldings, record.leader[7] === 's'));
  };

  const titleOf = (entry: RecordEntry, named: NamedRecord): Title | undefined => {
    switch (entry.kind) {
      case 'refused':
        return refuse(named, entry.problem);
      case 'marc':
        return titleOfRecord(entry, named);
      case 'row': {
        const [problem] = extraProblems(entry.title, library);
        if (problem !== undefined) return refuse(named, problem);
        countUnused(entry.unused, 1 + (entry.joinedRows ?? 0));
        return addTitle(named, entry.title, entry.differing);
      }
    }
  };

  return (entry) => {
    const joinedRows = entry.kind === 'row' ? (entry.joinedRows ?? 0) : 0;
    report.records += 1 + joinedRows;
    report.joined_rows += joinedRows;
    const format = entry.kind === 'marc' ? entry.record.format : undefined;
    countRecords(entry.file, 1 + joinedRows, report, format);
    const record = namedRecord(entry, idField);
    const title = titleOf(entry, record);
    if (entry.kind === 'marc') countHoldings(entry, report);
    return { record, title };
  };
}

/** Adds a record to a list of a report, unless the list is full. */
function list<T>(records: T[], record: T): void {
  if (records.length < MAX_LISTED_REPAIRS) records.push(record);
}

/** Adds holdings, their call number and their earliest date of acquisition to a title. */
function withHoldings(
  title: DescribedTitle,
  { holdings, acquired }: RecordHoldings,
  isSerial: boolean,
): Omit<Title, 'id'> {
  if (holdings.length === 0) return title;
  const callNumber = titleCallNumber(holdings, isSerial);
  return {
    ...title,
    ...(callNumber !== undefined && { call_number: callNumber }),
    ...(acquired !== undefined && { added: acquired }),
    holdings,
  };
}

/** Matches the volume, the part or the number of a copy at the end of a call number, such as `v.162 1992` or `Bd. 3`. */
const VOLUME =
  /\s(?:(?:vols?|v|nos?|nr|pts?|t(?:om[eo]?)?|bd|band|jahrg|jg|fasc|reel|disc|disk|dvd|cd|copy)(?:\.\s*|\s+|(?=\d))(?:\d|[a-z]\b)|[cnh]\.\s*\d|(?:suppl|index)\b).*$/i;
/** Matches a year or a span of years at the end of a call number, such as `1997/1998`. */
const YEARS = /\s\(?\d{4}(?:[-/]\d{2,4})?\)?$/;

/**
 * Returns the first call number of holdings. If other holdings are further volumes, or the title is a serial, the call
 * number ends before the volume: `QP33 .Z45` for `QP33 .Z45 v.162 1992` and `QP33 .Z45 v.163 1993`.
 */
function titleCallNumber(holdings: readonly Holding[], isSerial: boolean): string | undefined {
  const numbers = new Set(holdings.flatMap(({ call_number }) => call_number ?? []));
  const [first, ...others] = numbers;
  for (const ending of [VOLUME, YEARS]) {
    const beginning = first?.replace(ending, '');
    if (beginning === first) continue;
    const isRepeated = others.some((other) => other.replace(ending, '') === beginning);
    if (isRepeated || (isSerial && ending === VOLUME)) return beginning;
  }
  return first;
}

/** Names a record. The ids `.` and `..`, which no address can contain, count as missing. */
function namedRecord(entry: RecordEntry, idField: IdField): NamedRecord {
  const { file, number, line } = entry;
  const id = entry.kind === 'marc' ? idOf(entry.record, idField) : entry.id;
  return {
    file,
    ...(number !== undefined && { number }),
    ...(line !== undefined && { line }),
    ...(id !== undefined && id !== '.' && id !== '..' && { id }),
  };
}

/** Counts the holdings records that were joined to a record, in total and by file. */
function countHoldings({ holdingsFiles = [] }: MarcEntry, report: MutableReport): void {
  report.holdings_records += holdingsFiles.length;
  report.records += holdingsFiles.length;
  for (const file of holdingsFiles) countRecords(file, 1, report);
}

function countRecords(
  file: string,
  count: number,
  report: MutableReport,
  format?: MarcFormat,
): void {
  let known = report.files.findLast(({ name }) => name === file);
  if (known === undefined) {
    known = { name: file, records: 0 };
    report.files.push(known);
  }
  known.records += count;
  if (format === 'unimarc') known.format = format;
}

/** The names of the types of record (leader/06) that are neither bibliographic nor holdings records. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  q: 'community information record',
  w: 'classification record',
  z: 'authority record',
};

/** The types of authority records in UNIMARC. In MARC 21, x and y are types of holdings records. */
const UNIMARC_AUTHORITIES = 'xyz';

/**
 * Returns why a record is refused because of its format or its type (leader/06); undefined for a bibliographic record. A
 * record of an unknown type is accepted as a bibliographic record.
 */
export function refusalOf(record: MarcRecord): string | undefined {
  const { leader } = record;
  const problem = formatProblem(record);
  if (problem !== undefined) return problem;
  const isAuthority =
    record.format === 'unimarc' &&
    UNIMARC_AUTHORITIES.includes(leader[6]) &&
    idOf(record, BIBLIOGRAPHIC_NUMBER) === undefined;
  const kind = isAuthority ? OTHER_TYPES.z : OTHER_TYPES[leader[6]];
  if (isHoldingsRecord(record) && !isAuthority) return unjoinedHoldings(record);
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
const WITHOUT_TITLE = '245: expected a title in subfield a, found no title in any field';

/** The parts of records that a format defines as nonpublic. */
interface NonpublicParts {
  /** The codes of the subfields with nonpublic notes, by tag. */
  readonly notes: ReadonlyMap<string, string>;
  /** The tags of the fields that are private if their first indicator is one of the characters. */
  readonly fields: ReadonlyMap<string, string>;
}

function byTag(tags: string, value: string): ReadonlyMap<string, string> {
  return new Map(tags.split(' ').map((tag) => [tag, value]));
}

/** The subfields of all built-in profiles, because a library system writes its fields whether or not they are read. */
const OF_PROFILES = KNOWN_PROFILES.map(
  ({ profile }) => [profile.field, profile.nonpublic ?? 'x'] as const,
);

const NONPUBLIC: Readonly<Record<MarcFormat, NonpublicParts>> = {
  marc21: {
    notes: new Map([
      ...OF_PROFILES,
      // In 853 to 855, subfield `x` is the calendar change.
      ...byTag('361 363 526 583 852 856 857 863 864 865 866 867 868 876 877 878 885', 'x'),
    ]),
    fields: byTag('361 541 542 561 583', '0'),
  },
  unimarc: {
    notes: new Map([...OF_PROFILES, ...byTag('852 856', 'x'), ...byTag('318', 'p')]),
    // The note of the cataloger.
    fields: byTag('830', ' 0123456789|'),
  },
};

/**
 * Returns a record without nonpublic fields and subfields, also in fields 880.
 *
 * @param profile a holdings profile whose field has nonpublic subfields too
 */
export function publicMarcRecord(
  { format = 'marc21', leader, fields }: MarcRecord,
  profile?: HoldingsProfile,
): MarcRecord {
  const nonpublic = NONPUBLIC[format];
  return { leader, fields: fields.flatMap((field) => publicField(field, nonpublic, profile)) };
}

/** Returns the public part of a field, or nothing if no part is public. */
function publicField(
  field: MarcField,
  { notes, fields }: NonpublicParts,
  profile: HoldingsProfile | undefined,
): readonly MarcField[] {
  if ('value' in field) return [field];
  const tag = linkedTag(field);
  if (fields.get(tag)?.includes(field.indicator1)) return [];
  const own = tag === profile?.field ? (profile.nonpublic ?? 'x') : '';
  const codes = (notes.get(tag) ?? '') + own;
  if (codes === '') return [field];
  const subfields = field.subfields.filter(({ code }) => !codes.includes(code));
  return subfields.length > 0 ? [{ ...field, subfields }] : [];
}
