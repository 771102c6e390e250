import type { JsonSchema } from '../catalog/records/json-schema.js';
import { columnMapSchema } from './csv/column-fields.js';
import { holdingsProfileSchema } from './holdings/holdings-profile.js';
import { harvestStateSchema } from './oai/harvest-state-schema.js';

/** The schema of each file of settings. */
export const SETTINGS_SCHEMAS = {
  columns: columnMapSchema,
  holdings: holdingsProfileSchema,
  harvestState: harvestStateSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;
