import { readFileSync } from 'node:fs';
import { UsageError } from '../command-line.js';

/** The sources of API keys. Their keys are combined. */
export interface ApiKeySources {
  /** The keys on the command line. */
  readonly commandLine: readonly string[];
  /** The path of a file with one key per line. Lines that begin with # are comments. */
  readonly file?: string | undefined;
  /** The value of an environment variable: keys separated by commas or white space. */
  readonly environment?: string | undefined;
}

/**
 * Returns the keys from all sources. The file is read at each call.
 *
 * @param isOptional whether the result may be empty
 * @throws UsageError when a key on the command line is empty, or when there is no key and `isOptional`
 *   is false
 * @throws Error when the file cannot be read or contains no key
 */
export function readApiKeys(
  { commandLine, file, environment = '' }: ApiKeySources,
  isOptional = false,
): string[] {
  if (commandLine.includes('')) {
    throw new UsageError('--api-key: expected an API key, found an empty string');
  }
  const keys = [
    ...commandLine,
    ...(file === undefined ? [] : readKeyFile(file)),
    ...environment.split(/[\s,]+/).filter((key) => key !== ''),
  ];
  if (keys.length > 0 || isOptional) return keys;
  throw new UsageError(
    'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
  );
}

function readKeyFile(file: string): string[] {
  const lines = readText(file).split('\n');
  const keys = lines.map((line) => line.trim()).filter((key) => key !== '' && !key.startsWith('#'));
  if (keys.length === 0) throw new Error(`${file}: expected one API key per line, found none`);
  return keys;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === 'ENOENT' ? 'no file' : `an unreadable file (${code})`;
    throw new Error(`${file}: expected a file with one API key per line, found ${found}`);
  }
}
