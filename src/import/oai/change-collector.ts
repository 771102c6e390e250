import { createHash } from 'node:crypto';
import type { Change } from '../../catalog/changes/change.js';
import type { NamedProfile } from '../holdings/holdings-profile.js';
import { detectProfile, knownProfile } from '../holdings/known-profiles.js';
import type { IdField } from '../id-field.js';
import { emptyReport } from '../import-report.js';
import { type ImportedRecord, titleImporter } from '../title-importer.js';
import { changeTime, nextFrom } from './change-time.js';
import type { HarvestState } from './harvest-state.js';
import type { OaiRecord } from './oai-reader.js';
import { TitleIdMap } from './title-id-map.js';

/** Options of {@link ChangeCollector}. */
export interface CollectorOptions {
  /** The id of the library, which is added to each change. */
  readonly library: string;
  /** The field of the title ids. */
  readonly idField: IdField;
  /**
   * The holdings profile; `none` reads no holdings. Default: the profile in the state, or else the built-in profile
   * that recognizes the most holdings in the first 1,000 records.
   */
  readonly holdings?: NamedProfile | 'none' | undefined;
  /**
   * Finds the title id in the OAI identifier of a record, as its first group. Default: the part after the last colon.
   */
  readonly identifier?: RegExp | undefined;
  /** The state after the previous harvest. */
  readonly state: HarvestState;
  /** Called with each change. Changes can be repeated. */
  readonly onChange: (change: Change) => void;
  /** Called with a message for each record that gives no change, and for other problems. */
  readonly onWarning: (warning: string) => void;
}

/** The result of a harvest. */
export interface HarvestReport {
  /** The number of titles that were added or replaced. */
  readonly titles: number;
  /** The number of titles that were deleted. */
  readonly deleted: number;
  /** The number of records that gave no change, because they were refused or their title id is unknown. */
  readonly skipped: number;
  /** The state for the next harvest. */
  readonly state: HarvestState;
}

/** The maximum number of records examined to detect the holdings profile. */
const SAMPLE_RECORDS = 1000;

/** The maximum number of digests in a state. Without a digest, a change that is received again is repeated. */
const MAX_RECENT = 100_000;

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
  readonly #report = emptyReport();
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
  #titles = 0;
  #deletedTitles = 0;
  #skipped = 0;

  /** @param granularity the granularity of datestamps, such as `YYYY-MM-DD` */
  constructor(options: CollectorOptions, granularity: string | undefined) {
    this.#options = options;
    this.#granularity = granularity;
    this.#titleIds = new TitleIdMap(options.state, options.identifier);
  }

  /**
   * Adds a record.
   *
   * @param responseDate the date of the response that contains the record
   */
  add(record: OaiRecord, responseDate: string | undefined): void {
    this.#from ??= nextFrom(responseDate, this.#granularity);
    const changed = { record, at: changeTime(record.datestamp, responseDate) };
    if (this.#sample === undefined) this.#collect(changed);
    else if (this.#sample.push(changed) === SAMPLE_RECORDS) this.#start(this.#sample);
  }

  /**
   * Adds the deleted records and returns the report.
   *
   * @param responseDate the date of the first response
   */
  end(responseDate: string | undefined): HarvestReport {
    if (this.#sample !== undefined) this.#start(this.#sample);
    for (const deleted of this.#deleted.values()) this.#delete(deleted);
    const { state, holdings } = this.#options;
    const from = this.#from ?? nextFrom(responseDate, this.#granularity) ?? state.from;
    const detected = holdings === undefined ? this.#profile?.name : undefined;
    return {
      titles: this.#titles,
      deleted: this.#deletedTitles,
      skipped: this.#skipped,
      state: {
        ...state,
        ...this.#titleIds.state(),
        ...(from !== undefined && { from }),
        ...(detected !== undefined && { holdings: detected }),
        recent: Object.fromEntries([...this.#recent].slice(-MAX_RECENT)),
      },
    };
  }

  /** Determines the holdings profile and collects the records at the beginning. */
  #start(sample: readonly ChangedRecord[]): void {
    this.#sample = undefined;
    const { holdings, state, idField, onWarning } = this.#options;
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
    this.#importTitle = titleImporter(idField, this.#profile, this.#report, ids);
    for (const changed of sample) this.#collect(changed);
  }

  #collect(changed: ChangedRecord): void {
    const { identifier, isDeleted, marc, repairs } = changed.record;
    this.#deleted.delete(identifier);
    if (isDeleted) this.#deleted.set(identifier, changed);
    else if (marc === undefined) {
      this.#skip(identifier, 'expected a MARC record in its metadata, found none');
    } else {
      const refused = this.#report.refused.length;
      const imported = this.#importTitle!({ kind: 'marc', file: '', record: marc, repairs });
      const problem = this.#report.refused[refused]?.problem;
      if (problem === undefined) this.#put(changed, imported);
      else this.#skip(identifier, problem);
    }
  }

  #put(changed: ChangedRecord, { record: { id }, title }: ImportedRecord): void {
    const { identifier } = changed.record;
    if (id === undefined) {
      const { tag, code = '' } = this.#options.idField;
      this.#skip(identifier, `${tag}${code}: expected the id of the title, found none`);
      return;
    }
    this.#titleIds.learn(identifier, id);
    // A title that is deleted in the leader or hidden from readers.
    if (title === undefined) this.#deleted.set(identifier, { ...changed, id });
    else if (this.#emit(changed, { op: 'put', kind: 'titles', record: title })) this.#titles++;
  }

  #delete(changed: ChangedRecord): void {
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
      if (this.#emit(changed, { op: 'delete', kind: 'titles', id })) this.#deletedTitles++;
    }
  }

  /** Calls `onChange` and returns true. Returns false for a change that the previous harvest passed to `onChange`. */
  #emit(changed: ChangedRecord, change: Change): boolean {
    const { library, state, onChange } = this.#options;
    const { identifier } = changed.record;
    const digest = change.op === 'delete' ? DELETED : digestOf(change);
    this.#remember(changed, digest);
    if (state.recent[identifier] === digest) return false;
    onChange({ ...change, library, ...(changed.at !== undefined && { at: changed.at }) });
    return true;
  }

  #remember({ record: { identifier, datestamp } }: ChangedRecord, digest: string): void {
    if (this.#from !== undefined && datestamp >= this.#from) this.#recent.set(identifier, digest);
  }

  #skip(identifier: string, problem: string): void {
    this.#skipped++;
    this.#options.onWarning(`${identifier}: ${problem}`);
  }
}

function digestOf(change: Change): string {
  return createHash('sha256').update(JSON.stringify(change)).digest('base64url').slice(0, 22);
}
