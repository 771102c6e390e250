import type { KioskOptions } from '../../kiosk/page-view.js';
import type { ServedLibrary } from '../../server/service.js';
import { alternatives, UsageError, wholeNumber } from '../command-line.js';

/** The options of `carrel serve` for web pages. */
export const KIOSK_OPTIONS = {
  pages: { type: 'boolean', default: false },
  'no-pages': { type: 'boolean', default: false },
  kiosk: { type: 'string' },
  branch: { type: 'string' },
  covers: { type: 'string' },
} as const;

/** The value of `--kiosk` without a number: minutes without input before the home page is shown. */
const DEFAULT_IDLE_MINUTES = '2';
const MAX_IDLE_MINUTES = 60;

/** Adds the default number of minutes to each `--kiosk` that no number follows. */
export function withIdleMinutes(args: readonly string[]): string[] {
  return args.map((arg, i) => {
    if (arg !== '--kiosk') return arg;
    return /^[0-9]+$/.test(args[i + 1] ?? '') ? arg : `--kiosk=${DEFAULT_IDLE_MINUTES}`;
  });
}

/**
 * Converts the values of {@link KIOSK_OPTIONS} to the options of the web pages.
 *
 * @throws UsageError for an invalid value
 */
export function kioskOptions(values: {
  readonly kiosk?: string | undefined;
  readonly branch?: string | undefined;
  readonly covers?: string | undefined;
}): KioskOptions {
  const { kiosk, branch, covers } = values;
  if (covers !== undefined && covers !== 'remote') {
    throw new UsageError(`--covers: expected remote, found '${covers}'`);
  }
  return {
    idleMinutes:
      kiosk === undefined ? undefined : wholeNumber('--kiosk', kiosk, 1, MAX_IDLE_MINUTES),
    branch,
    remoteCovers: covers === 'remote',
  };
}

/**
 * Returns whether to serve web pages.
 *
 * @param isPublic whether other machines can reach the server. Then the command line must decide, because pages answer
 *   everybody, without an API key
 * @throws UsageError when no option decides, or two options conflict
 */
export function servesPages(
  values: {
    readonly pages: boolean;
    readonly 'no-pages': boolean;
    readonly kiosk?: string | undefined;
  },
  isPublic: boolean,
): boolean {
  const { pages, 'no-pages': noPages, kiosk } = values;
  if (noPages && (pages || kiosk !== undefined)) {
    throw new UsageError(
      `--no-pages: expected no ${pages ? '--pages' : '--kiosk'} with --no-pages, found both`,
    );
  }
  if (isPublic && !noPages && !pages && kiosk === undefined) {
    throw new UsageError(
      '--host: expected --pages, --no-pages or --kiosk with an address that other machines can reach, found none of them; pages answer without an API key',
    );
  }
  return !noPages;
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
