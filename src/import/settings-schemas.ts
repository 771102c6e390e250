import { type JsonSchema, objectSchema } from '../base/json-schema.js';
import { columnMapSchema } from './csv/column-fields.js';
import { holdingsProfileSchema } from './holdings/holdings-profile.js';
import { MARC_FORMATS } from './marc/marc-record.js';

const text = { type: 'string' } as const satisfies JsonSchema;
const texts = { type: 'object', additionalProperties: text } as const satisfies JsonSchema;

/** The schema of the state of a harvest. */
export const harvestStateSchema = objectSchema(
  ['address', 'prefix', 'id', 'matching_ids', 'title_ids', 'recent'],
  {
    address: text,
    prefix: text,
    set: text,
    id: text,
    from: text,
    holdings: text,
    record_format: { type: 'string', enum: MARC_FORMATS },
    matching_ids: { type: 'integer' },
    title_ids: texts,
    recent: texts,
  },
);

/** The schema of each file of settings. */
export const SETTINGS_SCHEMAS = {
  columns: columnMapSchema,
  holdings: holdingsProfileSchema,
  harvestState: harvestStateSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>;
