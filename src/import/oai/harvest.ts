/*
 * Harvests an OAI-PMH provider: the records that changed since the previous harvest become changes of titles.
 * `oai-client.ts` requests the records, and `harvest-state.ts` keeps the state between harvests.
 */

import { createHash } from 'node:crypto';
import type { Change } from '../../snapshot/changes/change.js';
import { createPauses } from '../../snapshot/source/record-batches.js';
import { HoldingsEvidence } from '../holdings/holdings-evidence.js';
import type { NamedProfile } from '../holdings/holdings-profile.js';
import { knownProfile } from '../holdings/known-profiles.js';
import { checkMapping, type Mapping, type MappingOptions } from '../import-records.js';
import { emptyReport, type Mutable } from '../import-report.js';
import type { MarcFormat } from '../marc/marc-record.js';
import { commonFormat } from '../marc/read-marc.js';
import { type ImportedRecord, titleImporter } from '../title-importer.js';
import {
  changeTime,
  checkHarvestState,
  type HarvestState,
  inGranularity,
  nextFrom,
  TitleIdMap,
} from './harvest-state.js';
import {
  createOaiClient,
  listRecords,
  type OaiClient,
  type OaiClientOptions,
  refuseErrors,
} from './oai-client.js';
import type { OaiReader, OaiRecord } from './oai-reader.js';

/** Options of {@link harvestChanges}. */
export interface HarvestOptions extends MappingOptions, Omit<OaiClientOptions, 'onRetry'> {
  /** The id of the library, which is added to each change. */
  readonly library: string;
  /** The state after the previous harvest, from its report. Default: none, which requests all records. */
  readonly state?: HarvestState | undefined;
  /**
   * The time from which records are requested if there is no state, in ISO 8601 and UTC, such as
   * `2026-11-01T04:00:00Z`. Default: all records.
   */
  readonly from?: string | undefined;
  /** The set whose records are requested. Default: all records. */
  readonly set?: string | undefined;
  /**
   * The metadata format of the records, which must be MARC 21 or UNIMARC in XML, such as `marc21`, `unimarc` or
   * `marcxchange`. Default: `marc21`.
   */
  readonly prefix?: string | undefined;
  /**
   * Finds the title id in the OAI identifier of a deleted record, as its first group. Default: the part after the last
   * colon.
   */
  readonly identifier?: RegExp | undefined;
  /**
   * The maximum number of deleted titles, from 0 to 100: a percentage of the records that this harvest and the earlier
   * harvests with its state have received, or of 1,000 if they are fewer. Above it, the changes throw an `Error` before
   * the first deletion. Default: no limit.
   */
  readonly maxDeleted?: number | undefined;
  /** Called with a message for each record that gives no change, and for other problems. Default: none. */
  readonly onWarning?: ((warning: string) => void) | undefined;
  /** Called after each record with the number of records so far, and with their expected number if it is known. */
  readonly progress?: ((records: number, expected: number | undefined) => void) | undefined;
}

/** The report on a harvest. */
export interface HarvestReport {
  /** The number of records received so far. */
  readonly records: number;
  /** The number of titles that were added or replaced. */
  readonly titles: number;
  /** The number of titles that were deleted. */
  readonly deleted: number;
  /** The number of records that gave no change, because they were refused or their title id is unknown. */
  readonly skipped: number;
  /** The first 1,000 warnings. */
  readonly warnings: readonly string[];
  /** The state for the next harvest; undefined until all changes have been read. */
  readonly state: HarvestState | undefined;
}

/** Changes that are requested while they are read, and the report on them. */
export interface Harvest {
  /** The changes. They can be read once. A change can be repeated. */
  readonly changes: AsyncIterable<Change>;
  /** The report on the records received so far. The report is complete when all changes have been read. */
  readonly report: HarvestReport;
}

/** The maximum number of warnings in a report. */
const MAX_WARNINGS = 1000;

/**
 * Requests the MARC records of an OAI-PMH provider that changed since the previous harvest, and turns them into changes:
 * a `put` for each record, and a `delete` for each record that is deleted or hidden from readers. The changes can be
 * appended to a changes file as lines of JSON, or be passed to `applyChanges`. Reading the changes throws an `Error` if
 * a request fails, after 6 attempts if the failure may be temporary, or if too many titles are deleted.
 *
 * @param address the address of the provider, with `http:` or `https:`; a user name and a password in the address are
 *   sent as Basic authentication
 * @throws RangeError if `id` is not a MARC field, if `holdings` is not the name of a profile, or if `maxDeleted` is not
 *   in its range
 * @throws SourceError if the state or the holdings profile is invalid
 * @throws Error for an address of another kind, or for the state of another harvest
 *
 * @example
 * const { changes, report } = harvestChanges('https://koha.example/cgi-bin/koha/oai.pl', {
 *   library: 'branch',
 *   state,
 * });
 * let lines = '';
 * for await (const change of changes) lines += `${JSON.stringify(change)}\n`;
 * report.titles; // 1
 * state = report.state;
 */
export function harvestChanges(address: string, options: HarvestOptions): Harvest {
  const { id = '001', set, prefix = 'marc21', maxDeleted = 100, onWarning } = options;
  if (!(maxDeleted >= 0 && maxDeleted <= 100)) {
    throw new RangeError(`maxDeleted: expected a number from 0 to 100, found ${maxDeleted}`);
  }
  const report: Mutable<HarvestReport> = {
    records: 0,
    titles: 0,
    deleted: 0,
    skipped: 0,
    warnings: [],
    state: undefined,
  };
  const warn = (warning: string) => {
    if (report.warnings.length < MAX_WARNINGS) report.warnings.push(warning);
    onWarning?.(warning);
  };
  const mapping = checkMapping(options);
  const client = createOaiClient(address, { ...options, onRetry: warn });
  const source = { address: client.name, prefix, ...(set !== undefined && { set }), id };
  const state = checkHarvestState(options.state, source);
  const checked = { ...options, ...mapping, client, state, report, onWarning: warn };
  return { report, changes: requestChanges(checked) };
}

/** Options of a harvest, checked, with its state and its report. */
interface CheckedOptions extends Omit<HarvestOptions, keyof Mapping>, Mapping {
  readonly client: OaiClient;
  readonly state: HarvestState;
  readonly report: Mutable<HarvestReport>;
  readonly onWarning: (warning: string) => void;
}

async function* requestChanges(options: CheckedOptions): AsyncGenerator<Change, void> {
  const { client, state, report, from, progress, signal, onWarning } = options;
  const { granularity, deletedRecord, errors } = await identify(client);
  refuseErrors(client, 'Identify', errors);
  if (deletedRecord === 'no') {
    onWarning(
      `${client.name}: expected a provider that reports deleted records, found deletedRecord 'no'; only a build deletes their titles`,
    );
  }
  const start = state.from ?? from;
  const records = listRecords(client, {
    prefix: state.prefix,
    set: state.set,
    from: start === undefined ? undefined : inGranularity(start, granularity),
  });
  const collector = new ChangeCollector(options, granularity);
  const pauses = createPauses();
  async function* withPauses(changes: Iterable<Change>) {
    for (const change of changes) {
      yield change;
      if (pauses.isDue()) await pauses.pause();
      signal?.throwIfAborted();
    }
  }
  let next = await records.next();
  for (; !next.done; next = await records.next()) {
    const { record, response } = next.value;
    report.records++;
    yield* withPauses(collector.add(record, response.responseDate));
    progress?.(report.records, response.listSize);
  }
  yield* withPauses(collector.end(next.value));
}

/** Requests the properties of the provider. The response has no records. */
async function identify(client: OaiClient): Promise<OaiReader> {
  const { value } = await client.request({ verb: 'Identify' }).next();
  return value as OaiReader;
}

/** The maximum number of digests in a state. Without a digest, a change that is received again is repeated. */
const MAX_RECENT = 100_000;

/** The minimum number of records received so far that {@link HarvestOptions.maxDeleted} is a percentage of. */
const MIN_RECEIVED = 1000;

/** The value in place of a digest for a record whose title was deleted. */
const DELETED = 'deleted';

/** The maximum number of records that are kept in memory until the last one is received, to choose the holdings profile. */
const MAX_KEPT_RECORDS = 20_000;

/** The number of records at the beginning of a first harvest by which the format is decided. */
const MAX_FIRST_RECORDS = 1000;

/** A record, and the time at which it changed. */
interface ChangedRecord {
  readonly record: OaiRecord;
  readonly at: string | undefined;
  /** The title id, if the record contains it. */
  readonly id?: string;
}

/**
 * Turns records into changes of titles. Deleted records are collected until the end of the list, when as much as
 * possible is known about the title ids of OAI identifiers.
 */
class ChangeCollector {
  readonly #options: CheckedOptions;
  readonly #granularity: string | undefined;
  readonly #imported = emptyReport();
  readonly #titleIds: TitleIdMap;
  /** The datestamp from which the next harvest requests records. */
  #from: string | undefined;
  /** The digests of the changes from that datestamp on, by OAI identifier. */
  readonly #recent = new Map<string, string>();
  /** The records received so far; undefined when the holdings profile is known. */
  #kept: ChangedRecord[] | undefined;
  #profile: NamedProfile | undefined;
  /** The format of the records; undefined until it is decided by the first records. */
  #format: MarcFormat | undefined;
  /** The records before the format is decided. */
  #first: ChangedRecord[] = [];
  #importTitle: ReturnType<typeof titleImporter> | undefined;
  readonly #deleted = new Map<string, ChangedRecord>();

  /** @param granularity the granularity of datestamps, such as `YYYY-MM-DD` */
  constructor(options: CheckedOptions, granularity: string | undefined) {
    this.#options = options;
    this.#granularity = granularity;
    this.#titleIds = new TitleIdMap(options.state, options.identifier);
    const { recordFormat, state } = options;
    // After a harvest, a single record of another format does not change the format.
    const isFirst = state.from === undefined;
    this.#format = recordFormat ?? state.record_format ?? (isFirst ? undefined : 'marc21');
    const known = options.holdings ?? knownProfile(options.state.holdings ?? '');
    if (known === undefined) this.#kept = [];
    else this.#start(known === 'none' ? undefined : known);
  }

  /**
   * Adds a record, and yields the changes that are known now. Changes can be repeated.
   *
   * @param responseDate the date of the response that contains the record
   */
  *add(record: OaiRecord, responseDate: string | undefined): Generator<Change> {
    this.#from ??= nextFrom(responseDate, this.#granularity);
    const changed = { record, at: changeTime(record.datestamp, responseDate) };
    if (this.#format !== undefined) yield* this.#keep(changed);
    else if (this.#first.push(changed) === MAX_FIRST_RECORDS) yield* this.#decideFormat();
  }

  /** Decides the format by the first records, and handles them. */
  *#decideFormat(): Generator<Change> {
    this.#format = commonFormat(this.#first.flatMap(({ record }) => record.marc ?? []));
    for (const changed of this.#first.splice(0)) yield* this.#keep(changed);
  }

  /** Keeps a record until the holdings profile is known, and collects it afterward. */
  *#keep(changed: ChangedRecord): Generator<Change> {
    if (this.#kept === undefined) yield* this.#collect(changed);
    else if (this.#kept.push(changed) > MAX_KEPT_RECORDS) {
      throw new Error(
        `holdings: expected the holdings profile for more than ${MAX_KEPT_RECORDS} records, found none; give --holdings NAME, or the snapshot as --library (in a program, holdings)`,
      );
    }
  }

  /**
   * Yields the changes of kept and deleted records, and completes the report.
   *
   * @param responseDate the first date in a response
   * @throws Error if more than `maxDeleted` percent of the records received so far are deleted titles
   */
  *end(responseDate: string | undefined): Generator<Change> {
    if (this.#format === undefined) yield* this.#decideFormat();
    if (this.#kept !== undefined) yield* this.#collectKept(this.#kept);
    const received = this.#titleIds.size + this.#deleted.size;
    const deletions = [...this.#deleted.values()].flatMap((deleted) => [...this.#delete(deleted)]);
    this.#refuseManyDeletions(deletions.length, Math.max(received, MIN_RECEIVED));
    yield* deletions;
    const { state, holdings, report } = this.#options;
    // Not `#from`, because the first response can contain its date after its records.
    const from = nextFrom(responseDate, this.#granularity) ?? state.from;
    const detected = holdings === undefined ? this.#profile?.name : undefined;
    report.state = {
      ...state,
      ...this.#titleIds.state(),
      ...(from !== undefined && { from }),
      ...(detected !== undefined && { holdings: detected }),
      ...(this.#format === 'unimarc' && { record_format: this.#format }),
      recent: Object.fromEntries([...this.#recent].slice(-MAX_RECENT)),
    };
  }

  #refuseManyDeletions(deleted: number, received: number): void {
    const { maxDeleted = 100, client } = this.#options;
    const max = Math.floor((received * maxDeleted) / 100);
    if (deleted <= max) return;
    throw new Error(
      `${client.name}: ListRecords: expected at most ${max} deleted titles (${maxDeleted} % of the records received so far, or of ${MIN_RECEIVED}), found ${deleted}; check the provider, or raise maxDeleted (--max-deleted)`,
    );
  }

  #start(profile: NamedProfile | undefined): void {
    const { id, keepMarc, subjects } = this.#options;
    this.#profile = profile;
    // A list can contain a record again, so equal ids are not made unique.
    const assignId = (preferred: string) => preferred;
    const options = { assignId, keepMarc, subjects };
    this.#importTitle = titleImporter(id, profile, this.#imported, options);
  }

  /** Chooses the holdings profile by all records, and collects them. */
  *#collectKept(kept: readonly ChangedRecord[]): Generator<Change> {
    const evidence = new HoldingsEvidence();
    const records = kept.flatMap(({ record }) => record.marc ?? []);
    for (const record of records) evidence.add(record);
    this.#start(evidence.choose());
    if (this.#profile === undefined && records.length > 0) {
      this.#options.onWarning(
        'holdings: expected holdings in the records, found none; each change of a title removes the holdings of the title',
      );
    }
    for (const changed of kept) yield* this.#collect(changed);
  }

  *#collect(changed: ChangedRecord): Generator<Change> {
    const { identifier, isDeleted, marc, repairs } = changed.record;
    this.#deleted.delete(identifier);
    if (isDeleted) this.#deleted.set(identifier, changed);
    else if (marc === undefined) {
      this.#skip(identifier, 'expected a MARC record in its metadata, found none');
    } else {
      const refused = this.#imported.refused.length;
      const record = this.#format === 'unimarc' ? { format: this.#format, ...marc } : marc;
      const imported = this.#importTitle!({ kind: 'marc', file: '', record, repairs });
      const problem = this.#imported.refused[refused]?.problem;
      if (problem === undefined) yield* this.#put(changed, imported);
      else this.#skip(identifier, problem);
    }
  }

  *#put(changed: ChangedRecord, { record: { id }, title }: ImportedRecord): Generator<Change> {
    const { identifier } = changed.record;
    if (id === undefined) {
      const { tag, code = '' } = this.#options.id;
      this.#skip(identifier, `${tag}${code}: expected the id of the title, found none`);
      return;
    }
    this.#titleIds.learn(identifier, id);
    // A title that is deleted in the leader or hidden from readers.
    if (title === undefined) this.#deleted.set(identifier, { ...changed, id });
    else yield* this.#emit(changed, { op: 'put', kind: 'titles', record: title });
  }

  *#delete(changed: ChangedRecord): Generator<Change> {
    const { identifier } = changed.record;
    const id = changed.id ?? this.#titleIds.find(identifier);
    if (this.#options.state.recent[identifier] === DELETED) {
      this.#remember(changed, DELETED);
    } else if (id === undefined) {
      this.#skip(
        identifier,
        'expected a record whose title id is known, found a deleted record; the next build deletes its title',
      );
    } else {
      this.#titleIds.forget(identifier);
      if (this.#titleIds.has(id)) return;
      yield* this.#emit(changed, { op: 'delete', kind: 'titles', id });
    }
  }

  /** Yields a change, unless the previous harvest yielded it. */
  *#emit(changed: ChangedRecord, change: Change): Generator<Change> {
    const { library, state, report } = this.#options;
    const { identifier } = changed.record;
    const digest = change.op === 'delete' ? DELETED : digestOf(change);
    this.#remember(changed, digest);
    if (state.recent[identifier] === digest) return;
    if (change.op === 'delete') report.deleted++;
    else report.titles++;
    yield { ...change, library, ...(changed.at !== undefined && { at: changed.at }) };
  }

  #remember({ record: { identifier, datestamp } }: ChangedRecord, digest: string): void {
    if (this.#from !== undefined && datestamp >= this.#from) this.#recent.set(identifier, digest);
  }

  #skip(identifier: string, problem: string): void {
    this.#options.report.skipped++;
    this.#options.onWarning(`${identifier}: ${problem}`);
  }
}

function digestOf(change: Change): string {
  return createHash('sha256').update(JSON.stringify(change)).digest('base64url').slice(0, 22);
}
