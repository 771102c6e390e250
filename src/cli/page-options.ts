import type { ServedLibrary } from '../http/server/service.js';
import type { KioskOptions } from '../kiosk/page-view.js';
import { alternatives, type Options, type OptionValues } from './command.js';

/* The options for web pages, which `carrel serve` and `carrel site` have. */

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
} as const satisfies Options;

/** Converts the values of {@link PAGE_OPTIONS} to the options of the web pages. */
export function kioskOptions({
  kiosk,
  branch,
  covers,
}: OptionValues<typeof PAGE_OPTIONS>): KioskOptions {
  return { idleMinutes: kiosk, branch, remoteCovers: covers === 'remote' };
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
