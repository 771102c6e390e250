import { readSettings } from '../read-settings.js';
import { type ColumnMap, columnMapSchema } from './column-fields.js';

/**
 * Reads what the columns of a file hold from a JSON file.
 *
 * @throws SourceError everything that is wrong with it
 */
export function readColumnMap(path: string): ColumnMap {
  return readSettings<ColumnMap>(path, columnMapSchema);
}
