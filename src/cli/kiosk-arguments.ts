import type { ServedLibrary } from '../http/service.js';
import type { KioskOptions } from '../kiosk/options.js';
import { UsageError, wholeNumber } from './command-line.js';

/** The options of the pages that `carrel serve` shows to readers. */
export const KIOSK_OPTIONS = {
  kiosk: { type: 'string' },
  branch: { type: 'string' },
  covers: { type: 'string' },
} as const;

/** Minutes until a kiosk returns to its home page, unless it is told how many. */
const IDLE_MINUTES = '2';
const LONGEST_IDLE_MINUTES = 60;

/** The arguments with a number of minutes behind every `--kiosk`, which may stand without one. */
export function withIdleMinutes(args: readonly string[]): string[] {
  return args.map((arg, i) => {
    if (arg !== '--kiosk') return arg;
    return /^[0-9]+$/.test(args[i + 1] ?? '') ? arg : `--kiosk=${IDLE_MINUTES}`;
  });
}

/**
 * How the pages are set up.
 *
 * @throws UsageError for a value that is not allowed
 */
export function kioskOptions(values: {
  readonly kiosk?: string | undefined;
  readonly branch?: string | undefined;
  readonly covers?: string | undefined;
}): KioskOptions {
  const { kiosk, branch, covers } = values;
  if (covers !== undefined && covers !== 'remote') {
    throw new UsageError(`--covers is '${covers}'; wanted remote.`);
  }
  return {
    idleMinutes:
      kiosk === undefined ? undefined : wholeNumber('--kiosk', kiosk, 1, LONGEST_IDLE_MINUTES),
    branch,
    remoteCovers: covers === 'remote',
  };
}

/**
 * Holds the branch that a kiosk stands in against those that there are.
 *
 * @throws Error when no library has it
 */
export function checkBranch({ branch }: KioskOptions, libraries: readonly ServedLibrary[]): void {
  const ids = libraries.flatMap(({ branches }) => branches);
  if (branch === undefined || ids.includes(branch)) return;
  const wanted = ids.length === 0 ? 'no library has any' : `wanted one of ${ids.join(', ')}`;
  throw new Error(`--branch is '${branch}'; ${wanted}.`);
}
