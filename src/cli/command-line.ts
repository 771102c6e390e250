import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readSmallFileSync } from '../snapshot/file/regular-file.js';
import { publicKeys } from '../snapshot/file/signature.js';
import type { NamedLimits } from '../snapshot/file/writing/publishing-limits.js';

/** Thrown for an invalid command line. The exit status of `carrel` is then 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A command of `carrel`. */
export interface Command {
  /** The output of `--help`: at most 40 lines of 80 columns. */
  readonly help: string;
  /** The output of `--help TOPIC`, by topic. */
  readonly topics?: Readonly<Record<string, string>>;
  /** Whether the command removes its temporary files after a signal, and then rejects. Default: the signal ends the process. */
  readonly isStoppable?: boolean;
  /** Whether the command computes only in other threads, so that it can always handle signals. Default: false. */
  readonly isResponsive?: boolean;
  /**
   * Runs the command. Resolves to the exit status.
   *
   * @param stopping aborted by SIGTERM and SIGINT, for a command that is stoppable
   */
  run(args: readonly string[], stopping?: AbortSignal): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options of all commands that name a file or a directory. */
const FILE_OPTIONS: ReadonlySet<string> = new Set([
  'api-keys',
  'cache-dir',
  'certificate',
  'certificate-key',
  'changes',
  'columns',
  'holdings',
  'key',
  'library',
  'output',
  'report',
  'state',
  'synonyms',
  'trust',
  'with',
]);

/**
 * Parses the arguments of a command.
 *
 * @param streams the options whose value `-` is standard output. Any other option for a file refuses this value.
 * @throws UsageError for an unknown option, a missing value, a value of an option without values, or a repeated option
 *   that takes one value
 */
export function readArguments<T extends Options>(
  args: readonly string[],
  options: T,
  streams: readonly string[] = [],
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>> {
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    checkRepetitions(parsed.tokens, options);
    for (const token of parsed.tokens) {
      if (token.kind !== 'option' || !FILE_OPTIONS.has(token.name)) continue;
      if (!streams.includes(token.name)) refuseStream(`--${token.name}`, token.value);
    }
    return parsed;
  } catch (error) {
    throw new UsageError(argumentProblem(args, options) ?? (error as Error).message);
  }
}

/** The options whose value is secret. An error does not contain the value. */
const SECRET_OPTIONS: ReadonlySet<string> = new Set(['api-key']);

/**
 * Returns the message of the first error that `parseArgs` finds in arguments. The messages of Node.js have several lines.
 * Returns undefined if `parseArgs` accepts the arguments.
 */
function argumentProblem(args: readonly string[], options: Options): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const hint = rawName.startsWith('--') ? '' : '; write -- before arguments that begin with -';
      return `${rawName}: expected an option of the command, found an unknown option${hint}`;
    }
    if (options[name].type === 'boolean') {
      if (value !== undefined) return `--${name}: expected no value, found '${value}'`;
      continue;
    }
    if (value === undefined) return `--${name}: expected a value, found nothing`;
    if (inlineValue || value === '-' || !value.startsWith('-')) continue;
    if (value.startsWith('--') && Object.hasOwn(options, value.slice(2))) {
      return `--${name}: expected a value, found the option ${value}`;
    }
    if (SECRET_OPTIONS.has(name)) {
      return `--${name}: expected a value, found text that looks like an option; write --${name}=VALUE`;
    }
    return `--${name}: expected a value, found '${value}', which looks like an option; write --${name}=${value}`;
  }
  return undefined;
}

/**
 * Refuses `-` as the name of a file, because other commands and options read it as standard input or output.
 *
 * @throws UsageError for `-`
 */
export function refuseStream(where: string, path: string | undefined): void {
  if (path !== '-') return;
  throw new UsageError(
    `${where}: expected the name of a file, found -, which is standard input or output elsewhere; write ./- for a file of this name`,
  );
}

/** Throws for an option that takes one value and is repeated. `parseArgs` would use the last value. */
function checkRepetitions(
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  options: Options,
): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined) continue;
    const { type, multiple } = options[name];
    if (type === 'string' && !multiple && seen.has(name)) {
      throw new Error(`--${name}: expected one value, found more than one`);
    }
    seen.add(name);
  }
}

/**
 * Parses the value of an option as a whole number from `min` to `max`, inclusive.
 *
 * @throws UsageError for any other value
 */
export function wholeNumber(option: string, value: string, min: number, max: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(
    `${option}: expected a whole number from ${min} to ${max}, found '${value}'`,
  );
}

/** The largest value of `--min-titles`. */
const MAX_MIN_TITLES = 1_000_000_000;

/** The options of the limits on the number of titles of a catalog. */
export const COUNT_OPTIONS = {
  'max-shrink': { type: 'string', default: '10' },
  'min-titles': { type: 'string' },
} as const satisfies Options;

/** The options of the limits that a catalog must meet before it is published. */
export const PUBLISHING_OPTIONS = {
  ...COUNT_OPTIONS,
  'allow-library-change': { type: 'boolean', default: false },
} as const satisfies Options;

/**
 * Parses the values of {@link PUBLISHING_OPTIONS}. The default of `--min-titles` is 1. Only an explicit minimum lets a
 * catalog replace an unreadable file.
 *
 * @throws UsageError for a percentage above 100, or a value that is not a whole number
 */
export function publishingLimits(values: {
  readonly 'max-shrink': string;
  readonly 'min-titles'?: string | undefined;
  readonly 'allow-library-change'?: boolean;
}): NamedLimits {
  const { 'max-shrink': shrink, 'min-titles': titles, 'allow-library-change': allow } = values;
  const maxShrink = wholeNumber('--max-shrink', shrink, 0, 100);
  const minTitles =
    titles === undefined ? 1 : wholeNumber('--min-titles', titles, 0, MAX_MIN_TITLES);
  return {
    maxShrink,
    minTitles,
    allowLibraryChange: allow,
    allowUnreadable: titles !== undefined || maxShrink === 100,
    namesCommandLine: true,
  };
}

/** The option with the files of trusted public keys. */
export const TRUST_OPTION = {
  trust: { type: 'string', multiple: true, default: [] },
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

/**
 * Checks that the value of an option is one of the allowed words.
 *
 * @throws UsageError for any other value
 */
export function oneOf<T extends string>(option: string, value: string, words: readonly T[]): T {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new UsageError(`${option}: expected ${alternatives(words)}, found '${value}'`);
}

/** Joins words for a message, such as `local, all or none`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
