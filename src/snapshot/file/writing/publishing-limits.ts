/*
 * Checks the library and the number of titles of a catalog before it replaces another one: in a file, in a cache directory
 * or in a running server. `write-snapshot.ts`, `compact-snapshot.ts` and `replaceable-catalogs.ts` call these checks.
 */

import { existsSync } from 'node:fs';
import type { Library } from '../../../catalog/records/library.js';
import { TITLE_SECTIONS } from '../../format/columns.js';
import { readSections } from '../../format/container/read-sections.js';
import { getSection } from '../../format/container/sections.js';
import { openStrings } from '../../format/records.js';
import { checksum, withSnapshotBytes } from '../read-snapshot-sections.js';

/** Limits that a catalog must meet before it is published. */
export interface PublishingLimits {
  /**
   * The maximum loss of titles, from 0 to 100: a percentage of the number of titles in the catalog that is
   * replaced. Default: no limit.
   */
  readonly maxShrink?: number | undefined;
  /** The minimum number of titles. Default: 0. */
  readonly minTitles?: number | undefined;
  /** Whether a catalog may replace the catalog of another library. Their titles are not compared then. Default: false. */
  readonly allowLibraryChange?: boolean | undefined;
  /**
   * Whether a file that is no readable snapshot may be replaced with a limit on the loss of titles, although the numbers of
   * titles cannot be compared. Default: true if `minTitles` is set or `maxShrink` is 100, otherwise false.
   */
  readonly allowUnreadable?: boolean | undefined;
}

/** Limits, and how messages name the options that set them. */
export interface NamedLimits extends PublishingLimits {
  /**
   * Whether messages name the options of the command line, such as `--max-shrink`, in place of those of functions, such as
   * `maxShrink`. Default: false.
   */
  readonly namesCommandLine?: boolean | undefined;
}

/** The names of the options of functions and of the command line. */
const OPTION_NAMES = {
  maxShrink: ['maxShrink', '--max-shrink'],
  minTitles: ['minTitles', '--min-titles'],
  allowLibraryChange: ['allowLibraryChange', '--allow-library-change'],
} as const;

function optionName(
  option: keyof typeof OPTION_NAMES,
  { namesCommandLine = false }: NamedLimits,
): string {
  return OPTION_NAMES[option][namesCommandLine ? 1 : 0];
}

/** The number of titles of a library. */
export interface TitleCount {
  /** The id of the library. */
  readonly library: string;
  readonly titles: number;
}

/**
 * Thrown for a catalog that lost too many titles or has too few, belongs to another library than the catalog that it
 * replaces, or would replace an unreadable file.
 *
 * @example
 * // branch.snapshot: expected at least 900 titles (10 % fewer than the 1000 titles of the catalog that it replaces),
 * // found 450; check the source, or raise maxShrink
 */
export class PublishingError extends Error {
  override name = 'PublishingError';

  /**
   * @param path the path of the catalog, or the id of its library if it has no path
   * @param limit the limit that the catalog exceeds
   * @param expected the minimum number of titles that the limit allows, the id of the library, or a description of the file
   * @param found the number of titles of the catalog, the id of its library, or a description of the file
   * @param problem the problem, and what to do about it
   */
  constructor(
    readonly path: string,
    readonly limit: keyof PublishingLimits,
    readonly expected: number | string,
    readonly found: number | string,
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
 * Checks the library and the number of titles of a catalog that is to be published.
 *
 * @param where the path of the catalog
 * @param previous the catalog that is replaced; undefined if there is none
 * @throws PublishingError if the catalog lost more than `maxShrink` percent of the titles, has fewer than `minTitles`, or
 *   belongs to another library
 */
export function checkTitleCount(
  where: string,
  { library, titles }: TitleCount,
  previous: TitleCount | undefined,
  limits: NamedLimits,
): void {
  const { maxShrink, minTitles = 0, allowLibraryChange = false } = limits;
  if (titles < minTitles) {
    throw new PublishingError(
      where,
      'minTitles',
      minTitles,
      titles,
      `expected at least ${formatTitles(minTitles)}, found ${titles}; check the source, or lower ${optionName('minTitles', limits)}`,
    );
  }
  if (previous === undefined) return;
  if (previous.library !== library) {
    if (allowLibraryChange) return;
    throw new PublishingError(
      where,
      'allowLibraryChange',
      previous.library,
      library,
      `expected the library '${previous.library}', found '${library}'; check the file, or accept the other library with ${optionName('allowLibraryChange', limits)}`,
    );
  }
  if (maxShrink === undefined) return;
  const fewest = previous.titles - Math.floor((previous.titles * maxShrink) / 100);
  if (titles >= fewest) return;
  throw new PublishingError(
    where,
    'maxShrink',
    fewest,
    titles,
    `expected at least ${formatTitles(fewest)} (${maxShrink} % fewer than the ${formatTitles(previous.titles)} of the catalog that it replaces), found ${titles}; check the source, or raise ${optionName('maxShrink', limits)}`,
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
 * Checks the library and the number of titles of a catalog that is to be published in a file. Without `maxShrink`, the
 * existing file is not read.
 *
 * @param file the path of the file, which need not exist; undefined for a catalog that is not published
 * @param known The catalog that the file had when it was readable. Used if the file is missing or unreadable. Default:
 *   unknown.
 * @param source The path or address that the file is the last good copy of, for messages. Default: the file is no copy.
 * @throws PublishingError if the catalog lost more than `maxShrink` percent of the titles in the existing file, has fewer
 *   than `minTitles`, or belongs to another library, or if the existing file is unreadable
 */
export function checkReplacement(
  file: string | undefined,
  next: TitleCount,
  limits: NamedLimits,
  known?: TitleCount,
  source?: string,
): void {
  const { maxShrink, minTitles } = limits;
  const isCompared = maxShrink !== undefined && file !== undefined;
  const previous = isCompared ? previousOf(file, known) : undefined;
  if (previous === undefined || !('problem' in previous)) {
    checkTitleCount(source ?? file ?? next.library, next, previous, limits);
    return;
  }
  const where = source ?? (file as string);
  checkTitleCount(where, next, undefined, limits);
  const { allowUnreadable = minTitles !== undefined || maxShrink === 100 } = limits;
  if (allowUnreadable) return;
  const found = source === undefined ? 'an unreadable file' : `the unreadable file ${file}`;
  const remedies = [
    `set ${optionName('minTitles', limits)}`,
    `set ${optionName('maxShrink', limits)} to 100`,
  ];
  if (source !== undefined && limits.namesCommandLine)
    remedies.push('accept any loss at one start with --accept-shrink');
  throw new PublishingError(
    where,
    'allowUnreadable',
    'a readable snapshot',
    'an unreadable file',
    `expected a snapshot to compare the number of titles with, found ${found} (${previous.problem}); check the file, or ${remedies.join(', or ')}`,
  );
}

/** Returns the number of titles of the existing file, or the reason why the file is unreadable. */
function previousOf(
  file: string,
  known: TitleCount | undefined,
): TitleCount | { readonly problem: string } | undefined {
  if (!existsSync(file)) return known;
  try {
    return readTitleCount(file);
  } catch (error) {
    return known ?? { problem: (error as Error).message.replace(`${file}: `, '') };
  }
}
