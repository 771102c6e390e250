/* Checks settings, such as a column map, with the same schemas whether they are in a file or passed by a program. */

import { jsonFile } from '../snapshot/file/source-file.js';
import { recordChecker } from '../snapshot/source/record-checker.js';
import { memoryFile, type SourceFile } from '../snapshot/source/source.js';
import { SourceReport } from '../snapshot/source/source-report.js';
import { SETTINGS_SCHEMAS } from './settings-schemas.js';

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
