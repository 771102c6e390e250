import { existsSync } from 'node:fs';
import type { Library } from '../../../catalog/records/library.js';
import { readSections } from '../../format/container/read-sections.js';
import { getSection } from '../../format/container/sections.js';
import { openStrings } from '../../format/records.js';
import { TITLE_SECTIONS } from '../../format/title-sections.js';
import { checksum } from '../reading/checksum.js';
import { withSnapshotBytes } from '../reading/snapshot-bytes.js';

/** Limits that a catalog must meet before it is published. */
export interface PublishingLimits {
  /**
   * The maximum loss of titles, from 0 to 100: a percentage of the number of titles in the catalog that is
   * replaced. A catalog of another library is not compared. Default: no limit.
   */
  readonly maxShrink?: number | undefined;
  /** The minimum number of titles. Default: 0. */
  readonly minTitles?: number | undefined;
}

/** The number of titles of a library. */
export interface TitleCount {
  /** The id of the library. */
  readonly library: string;
  readonly titles: number;
}

/**
 * Thrown for a catalog that lost too many titles or has too few.
 *
 * @example
 * // branch.snapshot: expected at least 900 titles (10 % fewer than the 1000 titles of the catalog that it replaces),
 * // found 450; check the source, or raise maxShrink (--max-shrink)
 */
export class PublishingError extends Error {
  override name = 'PublishingError';

  /**
   * @param path the path of the catalog, or the id of its library if it has no path
   * @param limit the limit that the catalog exceeds
   * @param expected the minimum number of titles that the limit allows
   * @param found the number of titles of the catalog
   * @param problem the problem, and what to do about it
   */
  constructor(
    readonly path: string,
    readonly limit: keyof PublishingLimits,
    readonly expected: number,
    readonly found: number,
    problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

/** @throws RangeError if a limit is not in its range */
export function checkPublishingLimits({ maxShrink = 0, minTitles = 0 }: PublishingLimits): void {
  if (typeof maxShrink !== 'number' || !(maxShrink >= 0 && maxShrink <= 100)) {
    throw new RangeError(`maxShrink: expected a number from 0 to 100, found ${maxShrink}`);
  }
  if (!Number.isInteger(minTitles) || minTitles < 0) {
    throw new RangeError(`minTitles: expected a whole number from 0, found ${minTitles}`);
  }
}

/**
 * Checks the number of titles of a catalog that is to be published.
 *
 * @param where the path of the catalog
 * @param previous the catalog that is replaced; undefined if there is none
 * @returns a warning if the catalogs were not compared, because they belong to different libraries
 * @throws PublishingError if the catalog lost more than `maxShrink` percent of the titles, or has fewer than
 *   `minTitles`
 */
export function checkTitleCount(
  where: string,
  { library, titles }: TitleCount,
  previous: TitleCount | undefined,
  { maxShrink, minTitles = 0 }: PublishingLimits,
): string | undefined {
  if (titles < minTitles) {
    throw new PublishingError(
      where,
      'minTitles',
      minTitles,
      titles,
      `expected at least ${formatTitles(minTitles)}, found ${titles}; check the source, or lower minTitles (--min-titles)`,
    );
  }
  if (previous === undefined) return undefined;
  if (previous.library !== library) {
    return `${where}: expected the library '${previous.library}', found '${library}'; the numbers of titles were not compared`;
  }
  if (maxShrink === undefined) return undefined;
  const fewest = previous.titles - Math.floor((previous.titles * maxShrink) / 100);
  if (titles >= fewest) return undefined;
  throw new PublishingError(
    where,
    'maxShrink',
    fewest,
    titles,
    `expected at least ${formatTitles(fewest)} (${maxShrink} % fewer than the ${formatTitles(previous.titles)} of the catalog that it replaces), found ${titles}; check the source, or raise maxShrink (--max-shrink)`,
  );
}

function formatTitles(count: number): string {
  return count === 1 ? '1 title' : `${count} titles`;
}

/**
 * Reads the number of titles of a snapshot file. Reads only the sections with the library and the title ids.
 *
 * @throws SnapshotError if the file is not a snapshot of this format version, or if these sections are damaged
 */
export function readTitleCount(file: string): TitleCount {
  return withSnapshotBytes(file, (bytes) => {
    const isNeeded = (name: string) =>
      name === 'library' || name.startsWith(`${TITLE_SECTIONS.id}.`);
    const sections = readSections(bytes, checksum, { isNeeded });
    const library = new TextDecoder().decode(getSection(sections, 'library', Uint8Array));
    return {
      library: (JSON.parse(library) as Library).id,
      titles: openStrings(sections, TITLE_SECTIONS.id).size,
    };
  });
}

/**
 * Checks the number of titles of a catalog that is to be published in a file.
 *
 * @param file the path of the file, which need not exist; undefined for a catalog that is not published
 * @returns a warning if the existing file was not compared
 * @throws PublishingError if the catalog lost more than `maxShrink` percent of the titles in the existing file, or has
 *   fewer than `minTitles`
 */
export function checkReplacement(
  file: string | undefined,
  next: TitleCount,
  limits: PublishingLimits,
): string | undefined {
  const where = file ?? next.library;
  const isCompared = limits.maxShrink !== undefined && file !== undefined && existsSync(file);
  if (!isCompared) return checkTitleCount(where, next, undefined, limits);
  const previous = readPrevious(file);
  if (!('problem' in previous)) return checkTitleCount(where, next, previous, limits);
  checkTitleCount(where, next, undefined, limits);
  return `${previous.problem}; the numbers of titles were not compared`;
}

/** Reads the number of titles of the existing file, or the reason why the file is unreadable. */
function readPrevious(file: string): TitleCount | { readonly problem: string } {
  try {
    return readTitleCount(file);
  } catch (error) {
    const { message } = error as Error;
    return { problem: message.includes(file) ? message : `${file}: ${message}` };
  }
}
