/*
 * The options that several commands have: the limits on a new snapshot, the keys of trusted signatures, and the pages of
 * `carrel serve` and `carrel site`. Options for record files are in record-import.ts.
 */

import { COVER_URL, isCoverUrl, type KioskOptions } from '../kiosk/page-view.js';
import type { ServedLibrary } from '../server/service.js';
import { readSmallFileSync } from '../snapshot/file/regular-file.js';
import { publicKeys } from '../snapshot/file/signature.js';
import type { NamedLimits } from '../snapshot/file/writing/publishing-limits.js';
import { alternatives, type Options, type OptionValues, UsageError } from './command.js';

/** The options of the limits on the number of titles of a catalog. */
export const COUNT_OPTIONS = {
  '--max-shrink N': {
    range: [0, 100],
    default: '10',
    text: 'refuse a catalog that lost more than N % of its titles; 100 accepts any loss',
  },
  '--min-titles N': {
    range: [0, 1_000_000_000],
    text: 'refuse a catalog of fewer than N titles; 0 accepts an empty catalog (default: 1)',
  },
} as const satisfies Options;

/** The options of the limits that a catalog must meet before it is published. */
export const PUBLISHING_OPTIONS = {
  ...COUNT_OPTIONS,
  '--allow-library-change':
    'accept a catalog of another library than the old one, whose titles are not compared',
} as const satisfies Options;

/**
 * Returns the limits of {@link PUBLISHING_OPTIONS}. Only an explicit minimum, or 100 %, lets a catalog replace an
 * unreadable file.
 */
export function publishingLimits(
  values: OptionValues<typeof COUNT_OPTIONS> & Partial<OptionValues<typeof PUBLISHING_OPTIONS>>,
): NamedLimits {
  const { 'max-shrink': maxShrink, 'min-titles': minTitles } = values;
  return {
    maxShrink,
    minTitles: minTitles ?? 1,
    allowLibraryChange: values['allow-library-change'],
    allowUnreadable: minTitles !== undefined || maxShrink === 100,
    namesCommandLine: true,
  };
}

/** The option of commands that take long. */
export const QUIET_OPTION = {
  '--quiet': 'print only warnings and errors',
} as const satisfies Options;

/** The option with the files of trusted public keys. */
export const TRUST_OPTION = {
  '--trust PUBLIC': {
    isRepeatable: true,
    isFile: true,
    text: 'require signatures by this public key (PEM); may be repeated',
  },
} as const satisfies Options;

/**
 * Reads the files of {@link TRUST_OPTION}.
 *
 * @returns the keys in PEM, or undefined if there are no files
 * @throws Error if a file is missing or does not contain an Ed25519 public key
 */
export function readTrustedKeys(files: readonly string[]): readonly string[] | undefined {
  if (files.length === 0) return undefined;
  const keys = files.map(readKeyFile);
  publicKeys(keys, files);
  return keys;
}

/** The maximum size of the file of a key. An Ed25519 key in PEM has about 120 bytes. */
const MAX_KEY_BYTES = 64 * 1024;

/**
 * Reads the file of a public or private key.
 *
 * @throws Error if the file is missing, is not a regular file, or cannot be read
 */
export function readKeyFile(file: string): string {
  const options = { expected: 'a file with a key in PEM', maxBytes: MAX_KEY_BYTES };
  return readSmallFileSync(file, options).toString();
}

/** The options for web pages. */
export const PAGE_OPTIONS = {
  '--kiosk [N]': {
    range: [1, 60],
    implied: '2',
    text: `for a public screen: return to the home page and discard the search after N minutes without
      input (default for N: 2)`,
  },
  '--branch ID': 'the branch of the screen; its holdings are listed first',
  '--covers remote': {
    words: ['remote'],
    text: 'load cover images from the addresses in the records',
  },
  '--cover-url URL': {
    brief: 'load covers from this address with {isbn}; not with --kiosk',
    text: `load covers from this address, in which {isbn} is replaced with the ISBN of a title, such as
      https://covers.example.org/{isbn}.jpg; not with --kiosk`,
  },
  '--kiosk-printing': {
    brief: 'show a button that prints on the screen of --kiosk',
    text: `show a button that prints on the screen of --kiosk; start Chromium with its own option
      --kiosk-printing, which prints without a dialog`,
  },
} as const satisfies Options;

/** Converts the values of {@link PAGE_OPTIONS} to the options of the web pages. */
export function kioskOptions({
  kiosk,
  branch,
  covers,
  'cover-url': coverUrl,
  'kiosk-printing': printing,
}: OptionValues<typeof PAGE_OPTIONS>): KioskOptions {
  if (kiosk === undefined && printing) {
    throw new UsageError('--kiosk-printing: expected --kiosk too, found none');
  }
  if (kiosk !== undefined && coverUrl !== undefined) {
    throw new UsageError(
      '--cover-url: expected no --kiosk, found both; a kiosk sends nothing to other sites',
    );
  }
  if (coverUrl !== undefined && !isCoverUrl(coverUrl)) {
    throw new UsageError(`--cover-url: expected ${COVER_URL}, found '${coverUrl}'`);
  }
  return { idleMinutes: kiosk, branch, remoteCovers: covers === 'remote', coverUrl, printing };
}

/**
 * Checks that a library has the branch of the kiosk, if the options contain a branch.
 *
 * @throws Error when no library has the branch
 */
export function checkBranch(
  { branch }: KioskOptions,
  libraries: readonly Pick<ServedLibrary, 'branches'>[],
): void {
  const ids = libraries.flatMap(({ branches }) => branches);
  if (branch === undefined || ids.includes(branch)) return;
  const expected = ids.length === 0 ? 'no branch, since no library has any' : alternatives(ids);
  throw new Error(`--branch: expected ${expected}, found '${branch}'`);
}
