/* Checks settings, such as a column map, with the same schemas whether they are in a file or passed by a program. */

import { type JsonSchema, objectSchema } from '../base/json-schema.js';
import { jsonFile } from '../snapshot/file/source-file.js';
import { recordChecker } from '../snapshot/source/record-checker.js';
import { memoryFile, type SourceFile, SourceReport } from '../snapshot/source/source.js';
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

type SettingsKind = keyof typeof SETTINGS_SCHEMAS;

/**
 * Reads a JSON file of settings and checks it. Unknown settings are errors.
 *
 * @throws SourceError with the first 20 errors of the file and the number of the others
 */
export function readSettings<T>(path: string, kind: SettingsKind): T {
  return checked<T>(jsonFile(path), kind);
}

/**
 * Checks settings. Unknown settings are errors.
 *
 * @param where the name of the settings in messages
 * @throws SourceError with the first 20 errors of the settings and the number of the others
 */
export function checkSettings(where: string, settings: object, kind: SettingsKind): void {
  checked(
    memoryFile(where, [settings], () => where),
    kind,
  );
}

/** @param file one record with the settings */
function checked<T>(file: SourceFile, kind: SettingsKind): T {
  const report = new SourceReport();
  const check = recordChecker<T>(SETTINGS_SCHEMAS[kind], file, report, 'refuse');
  let settings: T | undefined;
  for (const record of file.records()) {
    if ('problem' in record) report.error(file.place(record.position), record.problem);
    else settings = check(record.value, record.position);
  }
  report.refuseErrors();
  return settings!;
}
