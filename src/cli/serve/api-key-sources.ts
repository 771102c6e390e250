import { readSmallFile } from '../../snapshot/file/regular-file.js';
import type { NamedApiKey } from '../../web/api-keys.js';
import { UsageError } from '../command-line.js';

/** An API key, with a name if its line in a file has one. */
export type ApiKey = string | NamedApiKey;

/** The sources of API keys. Their keys are combined. */
export interface ApiKeySources {
  /** The keys on the command line. */
  readonly commandLine: readonly string[];
  /** The path of a file with one `KEY` or `NAME:KEY` per line. Lines that begin with # are comments. */
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
 * @throws Error when the file cannot be read, contains no key, or has an invalid line
 */
export async function readApiKeys(
  { commandLine, file, environment = '' }: ApiKeySources,
  isOptional = false,
): Promise<ApiKey[]> {
  if (commandLine.includes('')) {
    throw new UsageError('--api-key: expected an API key, found an empty string');
  }
  const keys = [
    ...commandLine,
    ...(file === undefined ? [] : await readKeyFile(file)),
    ...environment.split(/[\s,]+/).filter((key) => key !== ''),
  ];
  if (keys.length > 0 || isOptional) return keys;
  throw new UsageError(
    'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
  );
}

/** The maximum size of a file of API keys. */
const MAX_FILE_BYTES = 1024 * 1024;

async function readKeyFile(file: string): Promise<ApiKey[]> {
  const options = { expected: 'a file with one API key per line', maxBytes: MAX_FILE_BYTES };
  const text = (await readSmallFile(file, options)).toString().replace(/^\ufeff/, '');
  const keys = text.split('\n').flatMap((text, i) => {
    const line = text.trim();
    return line === '' || line.startsWith('#') ? [] : [parseKey(line, `${file}:${i + 1}`)];
  });
  if (keys.length === 0) throw new Error(`${file}: expected one API key per line, found none`);
  return keys;
}

/** Parses a line of a key file. Errors do not contain the line, because any part of it can belong to a key. */
function parseKey(line: string, where: string): ApiKey {
  const colon = line.indexOf(':');
  if (colon < 0) return line;
  const name = line.slice(0, colon).trim();
  const key = line.slice(colon + 1).trim();
  const isName = /^[a-z0-9_-]+$/.test(name);
  if (isName && key !== '') return { name, key };
  const expected = isName
    ? 'a key after the colon'
    : 'a name of a-z, 0-9, _ and - before the colon';
  throw new Error(`${where}: expected ${expected}, found ${isName ? 'nothing' : 'other text'}`);
}

/** Shorter keys can be guessed. */
const MIN_KEY_CHARS = 16;

/** Returns a warning that names the keys of fewer than 16 characters. Undefined if there are none. */
export function shortKeysWarning(keys: readonly ApiKey[]): string | undefined {
  const short = keys.filter(
    (key) => (typeof key === 'string' ? key : key.key).length < MIN_KEY_CHARS,
  );
  if (short.length === 0) return undefined;
  const names = short.flatMap((key) => (typeof key === 'string' ? [] : [`'${key.name}'`]));
  const unnamed = short.length - names.length;
  const found = [...names, ...(unnamed > 0 ? [`${unnamed} without a name`] : [])];
  return `API keys: expected at least ${MIN_KEY_CHARS} characters, found fewer in ${found.join(', ')}; use longer keys`;
}
