import { existsSync } from 'node:fs';
import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';
import { writeAtomically } from '../../snapshot/file/writing/write-atomically.js';
import { readSettings } from '../settings-files.js';

const text = { type: 'string' } as const satisfies JsonSchema;
const texts = { type: 'object', additionalProperties: text } as const satisfies JsonSchema;

const harvestStateSchema = {
  type: 'object',
  properties: {
    /** The address of the provider, without credentials and without its query. */
    address: text,
    prefix: text,
    set: text,
    /** The field of the title ids, such as `001`. */
    id: text,
    /** The date from which the next harvest requests records, in the granularity of the provider. */
    from: text,
    /** The name of the built-in holdings profile that was detected. */
    holdings: text,
    /** The number of records whose title id was the id in their OAI identifier. */
    matching_ids: { type: 'integer' },
    /** The title ids of the other records, by OAI identifier. */
    title_ids: texts,
    /** A digest of each change that the next harvest receives again, by OAI identifier. */
    recent: texts,
  },
  required: ['address', 'prefix', 'id', 'matching_ids', 'title_ids', 'recent'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The state after a harvest, with which the next harvest continues: the content of the file of `--state`. */
export type HarvestState = FromSchema<typeof harvestStateSchema>;

/** The settings that must be the same in all harvests with one state file. */
export type HarvestSource = Pick<HarvestState, 'address' | 'prefix' | 'set' | 'id'>;

/**
 * Reads the state of earlier harvests. Returns a new state if there is no file.
 *
 * @throws SourceError if the file is invalid
 * @throws Error if the file belongs to another harvest
 */
export function readHarvestState(path: string | undefined, source: HarvestSource): HarvestState {
  const none = { ...source, matching_ids: 0, title_ids: {}, recent: {} };
  if (path === undefined || !existsSync(path)) return none;
  const state = readSettings<HarvestState>(path, harvestStateSchema);
  for (const key of ['address', 'prefix', 'set', 'id'] as const) {
    if (state[key] !== source[key]) {
      const [expected, found] = [source[key], state[key]].map((value) =>
        value === undefined ? `no ${key}` : `${key} '${value}'`,
      );
      throw new Error(
        `${path}: expected the state of a harvest with ${expected}, found ${found}; choose another file for --state`,
      );
    }
  }
  return state;
}

/** Writes the state atomically. */
export function writeHarvestState(path: string, state: HarvestState): void {
  writeAtomically(path, [Buffer.from(`${JSON.stringify(state)}\n`)]);
}
