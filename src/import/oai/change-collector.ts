import { createHash } from 'node:crypto';
import type { Change } from '../../catalog/changes/change.js';
import type { NamedProfile } from '../holdings/holdings-profile.js';
import { detectProfile, knownProfile } from '../holdings/known-profiles.js';
import { emptyReport } from '../import-report.js';
import type { IdField } from '../marc/marc-record.js';
import { type ImportedRecord, titleImporter } from '../title-importer.js';
import type { HarvestState } from './harvest-state.js';
import { changeTime, nextFrom, TitleIdMap } from './harvest-state.js';
import type { OaiRecord } from './oai-reader.js';

export interface CollectorOptions {
  /** The id of the library, which is added to each change. */
  readonly library: string;
  /** The field of the title ids. */
  readonly id: IdField;
  /**
   * The holdings profile; `none` reads no holdings. Default: the profile in the state, or else the built-in profile
   * that recognizes the most holdings in the first 1,000 records.
   */
  readonly holdings?: NamedProfile | 'none' | undefined;
  /** Whether changes contain the MARC records of titles. Default: false. */
  readonly keepMarc?: boolean | undefined;
  /**
   * Finds the title id in the OAI identifier of a record, as its first group. Default: the part after the last colon.
   */
  readonly identifier?: RegExp | undefined;
  /** The maximum number of deleted titles, as a percentage of the records received so far. Default: no limit. */
  readonly maxDeleted?: number | undefined;
  /** The name of the provider in messages. */
  readonly provider: string;
  /** The state after the previous harvest. */
  readonly state: HarvestState;
  /** Called with a message for each record that gives no change, and for other problems. */
  readonly onWarning: (warning: string) => void;
  /** The report, which the collector updates. */
  readonly report: MutableHarvestReport;
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

/** A {@link HarvestReport} that the harvest updates. */
export type MutableHarvestReport = {
  -readonly [K in keyof HarvestReport]: HarvestReport[K];
};

/** The maximum number of records examined to detect the holdings profile. */
const SAMPLE_RECORDS = 1000;

/** The maximum number of digests in a state. Without a digest, a change that is received again is repeated. */
const MAX_RECENT = 100_000;

/** The minimum number of records received so far that {@link CollectorOptions.maxDeleted} is a percentage of. */
const MIN_RECEIVED = 1000;

/** The value in place of a digest for a record that the provider reports as deleted. */
const DELETED = 'deleted';

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
export class ChangeCollector {
  readonly #options: CollectorOptions;
  readonly #granularity: string | undefined;
  readonly #imported = emptyReport();
  readonly #titleIds: TitleIdMap;
  /** The datestamp from which the next harvest requests records. */
  #from: string | undefined;
  /** The digests of the changes from that datestamp on, by OAI identifier. */
  readonly #recent = new Map<string, string>();
  /** The records at the beginning; undefined when the holdings profile is known. */
  #sample: ChangedRecord[] | undefined = [];
  #profile: NamedProfile | undefined;
  #importTitle: ReturnType<typeof titleImporter> | undefined;
  readonly #deleted = new Map<string, ChangedRecord>();

  /** @param granularity the granularity of datestamps, such as `YYYY-MM-DD` */
  constructor(options: CollectorOptions, granularity: string | undefined) {
    this.#options = options;
    this.#granularity = granularity;
    this.#titleIds = new TitleIdMap(options.state, options.identifier);
  }

  /**
   * Adds a record, and yields the changes that are known now. Changes can be repeated.
   *
   * @param responseDate the date of the response that contains the record
   */
  *add(record: OaiRecord, responseDate: string | undefined): Generator<Change> {
    this.#from ??= nextFrom(responseDate, this.#granularity);
    const changed = { record, at: changeTime(record.datestamp, responseDate) };
    if (this.#sample === undefined) yield* this.#collect(changed);
    else if (this.#sample.push(changed) === SAMPLE_RECORDS) yield* this.#start(this.#sample);
  }

  /**
   * Yields the changes of deleted records, and completes the report.
   *
   * @param responseDate the first date in a response
   * @throws Error if more than `maxDeleted` percent of the records received so far are deleted titles
   */
  *end(responseDate: string | undefined): Generator<Change> {
    if (this.#sample !== undefined) yield* this.#start(this.#sample);
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
      recent: Object.fromEntries([...this.#recent].slice(-MAX_RECENT)),
    };
  }

  #refuseManyDeletions(deleted: number, received: number): void {
    const { maxDeleted = 100, provider } = this.#options;
    const max = Math.floor((received * maxDeleted) / 100);
    if (deleted <= max) return;
    throw new Error(
      `${provider}: ListRecords: expected at most ${max} deleted titles (${maxDeleted} % of the records received so far, or of ${MIN_RECEIVED}), found ${deleted}; check the provider, or raise maxDeleted (--max-deleted)`,
    );
  }

  /** Determines the holdings profile and collects the records at the beginning. */
  *#start(sample: readonly ChangedRecord[]): Generator<Change> {
    this.#sample = undefined;
    const { holdings, state, id, keepMarc, onWarning } = this.#options;
    if (holdings === undefined) {
      const records = sample.flatMap(({ record }) => record.marc ?? []);
      this.#profile = knownProfile(state.holdings ?? '') ?? detectProfile(records);
      if (this.#profile === undefined && records.length > 0) {
        onWarning(
          'holdings: expected holdings in the records, found none; each change of a title removes the holdings of the title',
        );
      }
    } else if (holdings !== 'none') this.#profile = holdings;
    // A list can contain a record again, so equal ids are not made unique.
    const ids = { assign: (preferred: string) => preferred };
    this.#importTitle = titleImporter(id, this.#profile, this.#imported, { ids, keepMarc });
    for (const changed of sample) yield* this.#collect(changed);
  }

  *#collect(changed: ChangedRecord): Generator<Change> {
    const { identifier, isDeleted, marc, repairs } = changed.record;
    this.#deleted.delete(identifier);
    if (isDeleted) this.#deleted.set(identifier, changed);
    else if (marc === undefined) {
      this.#skip(identifier, 'expected a MARC record in its metadata, found none');
    } else {
      const refused = this.#imported.refused.length;
      const imported = this.#importTitle!({ kind: 'marc', file: '', record: marc, repairs });
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
