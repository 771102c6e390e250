import { existsSync } from 'node:fs';
import { writeAtomically } from '../../snapshot/file/writing/write-atomically.js';
import { memoryFile } from '../../snapshot/source/source.js';
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
  readonly set?: string;
  /** The field of the title ids, such as `001`. */
  readonly id: string;
  /** The date from which the next harvest requests records, in the granularity of the provider. */
  readonly from?: string;
  /** The name of the built-in holdings profile that was detected. */
  readonly holdings?: string;
  /** The number of records whose title id was the id in their OAI identifier. */
  readonly matching_ids: number;
  /** The title ids of the other records, by OAI identifier. */
  readonly title_ids: { readonly [identifier: string]: string };
  /** A digest of each change that the next harvest receives again, by OAI identifier. */
  readonly recent: { readonly [identifier: string]: string };
}

/** The settings that must be the same in all harvests with one state. */
export type HarvestSource = Pick<HarvestState, 'address' | 'prefix' | 'set' | 'id'>;

/**
 * Checks the state of earlier harvests. Returns a new state if there is none.
 *
 * @param where the name of the state in messages
 * @param advice what to do about the state of another harvest
 * @throws SourceError if the state is invalid
 * @throws Error if the state belongs to another harvest
 */
export function checkHarvestState(
  state: HarvestState | undefined,
  source: HarvestSource,
  where = 'state',
  advice = 'use a state for each harvest',
): HarvestState {
  if (state === undefined) return { ...source, matching_ids: 0, title_ids: {}, recent: {} };
  checkSettings(
    memoryFile(where, [state], () => where),
    'harvestState',
  );
  for (const key of ['address', 'prefix', 'set', 'id'] as const) {
    if (state[key] !== source[key]) {
      const [expected, found] = [source[key], state[key]].map((value) =>
        value === undefined ? `no ${key}` : `${key} '${value}'`,
      );
      throw new Error(
        `${where}: expected the state of a harvest with ${expected}, found ${found}; ${advice}`,
      );
    }
  }
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
  return checkHarvestState(state, source, path, 'choose another file for --state');
}

/** Writes the state atomically. */
export function writeHarvestState(path: string, state: HarvestState): void {
  writeAtomically(path, [Buffer.from(`${JSON.stringify(state)}\n`)]);
}
