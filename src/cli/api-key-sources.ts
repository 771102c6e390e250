import { readFileSync } from 'node:fs';
import { UsageError } from './command-line.js';

/** Where the keys come from that requests may carry. They add up. */
export interface ApiKeySources {
  /** Those on the command line. */
  readonly given: readonly string[];
  /** A file with one a line; a line that begins with # is a comment. */
  readonly file?: string | undefined;
  /** Several in one text, between commas or white space. */
  readonly environment?: string | undefined;
}

/**
 * Reads the keys, from the file as it is now.
 *
 * @param mayBeNone whether there need not be any
 * @throws UsageError when there is none anywhere and there needs to be, or an empty one on the command line
 * @throws Error when the file cannot be read, or has none
 */
export function readApiKeys(
  { given, file, environment = '' }: ApiKeySources,
  mayBeNone = false,
): string[] {
  if (given.includes('')) throw new UsageError('an --api-key is empty.');
  const keys = [
    ...given,
    ...(file === undefined ? [] : keysIn(file)),
    ...environment.split(/[\s,]+/).filter((key) => key !== ''),
  ];
  if (keys.length > 0 || mayBeNone) return keys;
  throw new UsageError(
    'no API key is given; wanted --api-key, --api-keys, CARREL_API_KEYS, or --open for none.',
  );
}

function keysIn(file: string): string[] {
  const lines = textOf(file).split('\n');
  const keys = lines.map((line) => line.trim()).filter((key) => key !== '' && !key.startsWith('#'));
  if (keys.length === 0) throw new Error(`${file} has no API key; wanted one a line.`);
  return keys;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new Error(`${file} ${problem}; wanted a file with one API key a line.`);
  }
}
