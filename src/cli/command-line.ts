import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command line that cannot be carried out as it stands: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** One command: what its `--help` says and what it does. */
export interface Command {
  /** Its help, which fits one screen. */
  readonly help: string;
  /** What `--help TOPIC` says, by topic. */
  readonly topics?: Readonly<Record<string, string>>;
  /** Carries it out. What it resolves to is the exit status. */
  run(args: readonly string[]): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command's arguments.
 *
 * @throws UsageError for an option that the command does not have, or one without its value
 */
export function readArguments<T extends Options>(
  args: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * The value of an option that must be a whole number in a range.
 *
 * @throws UsageError when it is not
 */
export function wholeNumber(option: string, value: string, from: number, to: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new UsageError(`${option} is '${value}'; wanted a whole number from ${from} to ${to}.`);
}

/**
 * The value of an option that must be one of some words.
 *
 * @throws UsageError when it is not
 */
export function oneOf<T extends string>(option: string, value: string, words: readonly T[]): T {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new UsageError(`${option} is '${value}'; wanted one of ${words.join(', ')}.`);
}
