/*
 * Checks, continues and writes the state of a harvest, which the file of `--state` contains. The state has the title id
 * for each OAI identifier, and the time from which the next harvest requests records.
 */

import { existsSync } from 'node:fs';
import { formatInstant, parseInstant } from '../../base/instant.js';
import { writeAtomically } from '../../snapshot/file/writing/write-atomically.js';
import type { MarcFormat } from '../marc/marc-record.js';
import { checkSettings, readSettings } from '../settings-files.js';

/**
 * The state after a harvest, with which the next harvest continues: the content of the file of `--state`. It is JSON,
 * and can be stored as text.
 */
export interface HarvestState {
  /** The address of the provider, without credentials and without its query. */
  readonly address: string;
  /** The metadata prefix of the records, such as `marc21`. */
  readonly prefix: string;
  /** The set of the harvested records. Default: all records. */
  readonly set?: string | undefined;
  /** The field of the title ids, such as `001`. */
  readonly id: string;
  /** The date from which the next harvest requests records, in the granularity of the provider. */
  readonly from?: string | undefined;
  /** The name of the built-in holdings profile that was detected. */
  readonly holdings?: string | undefined;
  /** The format of the records. Default: `marc21`, after the first harvest. */
  readonly record_format?: MarcFormat | undefined;
  /** The number of records whose title id was the id in their OAI identifier. */
  readonly matching_ids: number;
  /** The title ids of the other records, by OAI identifier. */
  readonly title_ids: { readonly [identifier: string]: string };
  /** A digest of each change that the next harvest receives again, by OAI identifier. */
  readonly recent: { readonly [identifier: string]: string };
}

/** The settings that must be the same in all harvests with one state. */
type HarvestSource = Pick<HarvestState, 'address' | 'prefix' | 'set' | 'id'>;

/**
 * Checks the state of earlier harvests. Returns a new state if there is none.
 *
 * @throws SourceError if the state is invalid
 * @throws Error if the state belongs to another harvest
 */
export function checkHarvestState(
  state: HarvestState | undefined,
  source: HarvestSource,
): HarvestState {
  if (state === undefined) return { ...source, matching_ids: 0, title_ids: {}, recent: {} };
  checkSettings('state', state, 'harvestState');
  refuseOtherHarvest('state', state, source, 'use a state for each harvest');
  return state;
}

/**
 * Reads the state of earlier harvests. Returns undefined if there is no file.
 *
 * @throws SourceError if the file is invalid
 * @throws Error if the file belongs to another harvest
 */
export function readHarvestState(
  path: string | undefined,
  source: HarvestSource,
): HarvestState | undefined {
  if (path === undefined || !existsSync(path)) return undefined;
  const state = readSettings<HarvestState>(path, 'harvestState');
  refuseOtherHarvest(path, state, source, 'choose another file for --state');
  return state;
}

/** @throws Error if the state belongs to another harvest, with advice */
function refuseOtherHarvest(
  where: string,
  state: HarvestState,
  source: HarvestSource,
  advice: string,
): void {
  for (const key of ['address', 'prefix', 'set', 'id'] as const) {
    if (state[key] === source[key]) continue;
    const [expected, found] = [source[key], state[key]].map((value) =>
      value === undefined ? `no ${key}` : `${key} '${value}'`,
    );
    throw new Error(
      `${where}: expected the state of a harvest with ${expected}, found ${found}; ${advice}`,
    );
  }
}

/** Writes the state atomically. */
export function writeHarvestState(path: string, state: HarvestState): void {
  writeAtomically(path, [Buffer.from(`${JSON.stringify(state)}\n`)]);
}

/** The part of a state that a {@link TitleIdMap} needs. */
type TitleIds = Pick<HarvestState, 'matching_ids' | 'title_ids'>;

const LAST_PART = /([^:]+)$/;

/**
 * Finds the title ids of deleted records, which have only an OAI identifier. The title id is usually part of the
 * identifier. The map learns from the other records whether this is so, and stores the title ids that are not part of
 * the identifier.
 */
export class TitleIdMap {
  readonly #pattern: RegExp;
  readonly #ids: Map<string, string>;
  /** The number of identifiers with each title id in `#ids`. */
  readonly #uses = new Map<string, number>();
  #matching: number;

  /** @param pattern Finds the title id in an identifier, as its first group. Default: the part after the last colon. */
  constructor({ matching_ids, title_ids }: TitleIds, pattern = LAST_PART) {
    this.#pattern = pattern;
    this.#matching = matching_ids;
    this.#ids = new Map(Object.entries(title_ids));
    for (const id of this.#ids.values()) this.#count(id, 1);
  }

  /** The number of records learned so far. A record whose identifier contains its title id counts each time. */
  get size(): number {
    return this.#matching + this.#ids.size;
  }

  /** Learns the title id of a record. */
  learn(identifier: string, id: string): void {
    this.forget(identifier);
    if (this.#idIn(identifier) === id) this.#matching++;
    else {
      this.#ids.set(identifier, id);
      this.#count(id, 1);
    }
  }

  /**
   * Returns the title id of a record. Returns undefined if it is unknown, because the record was not learned and most
   * identifiers do not contain the title id.
   */
  find(identifier: string): string | undefined {
    const isUsual = this.#matching >= this.#ids.size;
    return this.#ids.get(identifier) ?? (isUsual ? this.#idIn(identifier) : undefined);
  }

  /** Forgets a deleted record. */
  forget(identifier: string): void {
    const id = this.#ids.get(identifier);
    if (id === undefined) return;
    this.#ids.delete(identifier);
    this.#count(id, -1);
  }

  /** Whether a record that was not forgotten has this title id, although its identifier does not contain the id. */
  has(id: string): boolean {
    return (this.#uses.get(id) ?? 0) > 0;
  }

  /** Returns the state, from which a later map can be created. */
  state(): TitleIds {
    return { matching_ids: this.#matching, title_ids: Object.fromEntries(this.#ids) };
  }

  #idIn(identifier: string): string | undefined {
    return this.#pattern.exec(identifier)?.[1];
  }

  #count(id: string, difference: number): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + difference);
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The time by which two harvests overlap. A record that the provider saves while it creates a list can be missing from
 * the list, and can have an earlier datestamp than the list.
 */
const OVERLAP_MS = 60_000;

/**
 * Returns the latest time at which a record with this datestamp can have changed. A datestamp that is only a date
 * means the end of the day, but not a time after the response.
 *
 * @param responseDate the time of the response
 * @returns undefined if neither the datestamp nor the date of the response is valid
 */
export function changeTime(
  datestamp: string,
  responseDate: string | undefined,
): string | undefined {
  const response = parseInstant(responseDate ?? '');
  const changed = parseInstant(DAY.test(datestamp) ? `${datestamp}T23:59:59Z` : datestamp);
  const instants = DAY.test(datestamp) ? [changed, response] : [changed];
  const valid = instants.filter((instant) => !Number.isNaN(instant));
  if (valid.length > 0) return formatInstant(Math.min(...valid));
  return Number.isNaN(response) ? undefined : formatInstant(response);
}

/**
 * Returns the datestamp from which the next harvest requests records.
 *
 * @param responseDate the time of the first response of this harvest
 * @param granularity the granularity of the provider, such as `YYYY-MM-DD`
 * @returns undefined if the date of the response is invalid
 */
export function nextFrom(
  responseDate: string | undefined,
  granularity: string | undefined,
): string | undefined {
  const response = parseInstant(responseDate ?? '');
  if (Number.isNaN(response)) return undefined;
  return inGranularity(formatInstant(Math.max(0, response - OVERLAP_MS)), granularity);
}

/** Shortens a date and time in UTC to the granularity of a provider. */
export function inGranularity(time: string, granularity: string | undefined): string {
  return granularity === 'YYYY-MM-DD' ? time.slice(0, 10) : time;
}
