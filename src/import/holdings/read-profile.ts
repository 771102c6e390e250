import { readSettings } from '../read-settings.js';
import { type HoldingsProfile, holdingsProfileSchema } from './holdings-profile.js';

/**
 * Reads a profile of a library's own from a JSON file.
 *
 * @throws SourceError everything that is wrong with it
 */
export function readProfile(path: string): HoldingsProfile {
  return readSettings<HoldingsProfile>(path, holdingsProfileSchema);
}
