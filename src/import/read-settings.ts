import type { JsonSchema } from '../catalog/json-schema.js';
import { jsonFile } from '../snapshot/file/source-file.js';
import { recordChecker } from '../snapshot/record-checker.js';
import { SourceReport } from '../snapshot/source-report.js';

/**
 * Reads a JSON file of settings that must be as a schema says; a setting that there is not is an
 * error, since whoever wrote it expects something of it.
 *
 * @throws SourceError everything that is wrong with it
 */
export function readSettings<T>(path: string, schema: JsonSchema): T {
  const file = jsonFile(path);
  const report = new SourceReport();
  const check = recordChecker<T>(schema, file, report, 'refuse');
  let settings: T | undefined;
  for (const record of file.records()) {
    if ('problem' in record) report.error(file.place(record.position), record.problem);
    else settings = check(record.value, record.position);
  }
  report.refuseErrors();
  return settings!;
}
