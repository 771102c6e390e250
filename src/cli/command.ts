import { parseArgs } from 'node:util';
import { editDistance } from '../search/index.js';

/*
 * What a command of `carrel` is, and how its arguments are read. An argument or an option is declared only in the table
 * of its command. The help and the reference page (command-help.ts) and the completion (completion.ts) come from the
 * same tables. commands.ts lists the commands.
 */

/** Thrown for an invalid command line. The exit status of `carrel` is then 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An argument of a command. Its name is its key in the table, such as `FILE`. */
export interface Argument {
  /** Describes the argument in the help: no capital letter at the beginning, no period at the end. */
  readonly text: string;
  /** What is expected, such as `a snapshot file`. Default: the command checks the number of its arguments. */
  readonly expected?: string;
  /** Whether the remaining arguments all belong to this one. */
  readonly isRepeatable?: true;
  /** Whether it names a file or a directory, so that `-` is refused. */
  readonly isFile?: true;
  /** All valid values. */
  readonly words?: readonly string[];
}

/** An option of a command. Its name without `--` is its key in the table. */
export interface Option {
  /** Describes the option in the help: no capital letter at the beginning, no period at the end. */
  readonly text: string;
  /** A shorter text for the help of the command. A topic or the reference page has the other text. */
  readonly brief?: string;
  /** Begins a group of options in the help, which ends at the next heading. */
  readonly heading?: string;
  /** The name of the value in the help, such as `FILE`. Default: the option has no value. */
  readonly value?: string;
  /** The letter of the short form. */
  readonly short?: string;
  /** Whether the option may be repeated. The result is then an array. */
  readonly isRepeatable?: true;
  readonly isRequired?: true;
  /** What is expected, such as `a file to write`, if an empty value is refused. */
  readonly expected?: string;
  /** The value if the option is absent. */
  readonly default?: string;
  /** Describes the default in the help, if there is no `default`. */
  readonly defaultText?: string;
  /** The value of the option without a value. With this property, only a number may follow as a separate argument. */
  readonly implied?: string;
  /** All valid values. */
  readonly words?: readonly string[];
  /** The smallest and the largest whole number. The result is then a number. */
  readonly range?: readonly [min: number, max: number];
  /** Converts the value, or throws a {@link UsageError}. Default: the value is text. */
  readonly read?: (text: string) => unknown;
  /** Whether it names a file or a directory, so that `-` is refused. */
  readonly isFile?: true;
  /** Whether errors must not contain the value. */
  readonly isSecret?: true;
}

export type Options = Readonly<Record<string, Option>>;

type OptionValue<T extends Option> = T extends { read: (text: string) => infer Value }
  ? Value
  : T extends { range: unknown }
    ? number
    : T extends { words: readonly (infer Word)[] }
      ? Word
      : string;

/** The values of options, by name. */
export type OptionValues<T extends Options> = {
  readonly [Name in keyof T]: T[Name] extends { value: string }
    ? T[Name] extends { isRepeatable: true }
      ? readonly OptionValue<T[Name]>[]
      : T[Name] extends { default: string } | { isRequired: true }
        ? OptionValue<T[Name]>
        : OptionValue<T[Name]> | undefined
    : boolean;
};

/** A further page of the help of a command, for `--help TOPIC`. Texts are written as in {@link CommandTable}. */
export interface Topic {
  readonly usage: string;
  readonly description: string;
  /** The options that the topic describes. The help of the command has only those with a `brief` text. */
  readonly options?: readonly string[];
  readonly notes?: string;
  readonly example: string;
}

/**
 * What is known of a command without running it. Paragraphs of a text are separated by blank lines. A paragraph that is
 * indented further than the text keeps its line breaks.
 */
export interface CommandTable<T extends Options = Options> {
  readonly name: string;
  /** The arguments and the most important options, such as `SOURCE... -o FILE`. */
  readonly usage: string;
  readonly description: string;
  readonly arguments?: Readonly<Record<string, Argument>>;
  readonly options: T;
  readonly notes?: string;
  /** A command line. */
  readonly example: string;
  readonly topics?: Readonly<Record<string, Topic>>;
  /** Whether the command removes its temporary files after a signal, and then rejects. Default: the signal ends the process. */
  readonly isStoppable?: boolean;
  /** Whether the command computes only in other threads, so that it can always handle signals. Default: false. */
  readonly isResponsive?: boolean;
}

/** A command of `carrel`. */
export interface Command extends CommandTable {
  /**
   * Runs the command. Resolves to the exit status.
   *
   * @param stopping aborted by SIGTERM and SIGINT, for a command that is stoppable
   * @throws UsageError for invalid arguments
   */
  run(args: readonly string[], stopping?: AbortSignal): Promise<number>;
}

/** Creates a command. `run` receives the values of the options and the other arguments. */
export function defineCommand<const T extends Options>(
  table: CommandTable<T>,
  run: (
    values: OptionValues<T>,
    args: readonly string[],
    stopping: AbortSignal | undefined,
  ) => Promise<number>,
): Command {
  return {
    ...table,
    async run(args, stopping) {
      const { values, positionals } = readArguments(args, table);
      return run(values, positionals, stopping);
    },
  };
}

/**
 * Reads the arguments of a command.
 *
 * @throws UsageError for the first argument that does not fit the tables of the command
 */
export function readArguments<T extends Options>(
  args: readonly string[],
  { arguments: expectedArguments = {}, options }: Pick<CommandTable<T>, 'arguments' | 'options'>,
): { readonly values: OptionValues<T>; readonly positionals: readonly string[] } {
  const types = Object.entries(options).map(([name, { value, short }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, ...(short !== undefined && { short }) }];
  });
  const { tokens } = parseArgs({
    args: withImpliedValues(args, options),
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const texts = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const text = checkedText(token, options);
    const others = texts.get(token.name);
    const { value, isRepeatable, isFile } = options[token.name];
    if (others !== undefined && value !== undefined && !isRepeatable) {
      throw new UsageError(`--${token.name}: expected one value, found more than one`);
    }
    if (isFile) refuseStream(`--${token.name}`, text);
    texts.set(token.name, [...(others ?? []), text]);
  }
  checkArguments(positionals, expectedArguments);
  const values = Object.entries(options).map(([name, option]) => [
    name,
    readOption(name, option, texts.get(name)),
  ]);
  return { values: Object.fromEntries(values), positionals };
}

/** Adds the implied value to each option that has one, if no number follows the option. */
function withImpliedValues(args: readonly string[], options: Options): string[] {
  return args.map((arg, i) => {
    const name = arg.slice(2);
    const implied = Object.hasOwn(options, name) ? options[name].implied : undefined;
    const isAlone = arg.startsWith('--') && !/^[0-9]+$/.test(args[i + 1] ?? '');
    return implied !== undefined && isAlone ? `${arg}=${implied}` : arg;
  });
}

/** Returns the text of the value of an option; an empty string for an option without a value. */
function checkedText(
  token: {
    name: string;
    rawName: string;
    value?: string | undefined;
    inlineValue?: boolean | undefined;
  },
  options: Options,
): string {
  const { name, rawName, value, inlineValue } = token;
  if (!Object.hasOwn(options, name)) {
    const similar = rawName.startsWith('--')
      ? didYouMean(
          `--${name}`,
          Object.keys(options).map((known) => `--${known}`),
        )
      : '; write -- before arguments that begin with -';
    throw new UsageError(
      `${rawName}: expected an option of the command, found an unknown option${similar}`,
    );
  }
  if (options[name].value === undefined) {
    if (value === undefined) return '';
    throw new UsageError(`--${name}: expected no value, found '${value}'`);
  }
  if (value === undefined) throw new UsageError(`--${name}: expected a value, found nothing`);
  if (inlineValue || value === '-' || !value.startsWith('-')) return value;
  if (value.startsWith('--') && Object.hasOwn(options, value.slice(2))) {
    throw new UsageError(`--${name}: expected a value, found the option ${value}`);
  }
  const [found, shown] = options[name].isSecret
    ? ['text that looks like an option', 'VALUE']
    : [`'${value}', which looks like an option`, value];
  throw new UsageError(`--${name}: expected a value, found ${found}; write --${name}=${shown}`);
}

/** @throws UsageError for a missing argument, for too many arguments, and for `-` in place of a file */
function checkArguments(
  positionals: readonly string[],
  expectedArguments: Readonly<Record<string, Argument>>,
): void {
  const rows = Object.entries(expectedArguments);
  if (rows.length === 0 && positionals.length > 0) {
    throw new UsageError(`expected no arguments, found '${positionals[0]}'`);
  }
  for (const [i, [name, { expected, isRepeatable, isFile, words }]] of rows.entries()) {
    if (expected === undefined) continue;
    const [found, ...more] = positionals.slice(i);
    if (found === undefined) throw new UsageError(`${name}: expected ${expected}, found nothing`);
    if (words !== undefined) oneOf(name, found, words);
    if (!isRepeatable && i === rows.length - 1 && more.length > 0) {
      const one = expected.replace(/^an? /, 'one ');
      throw new UsageError(`${name}: expected ${one}, found '${found}' and '${more[0]}'`);
    }
    if (isFile)
      for (const path of isRepeatable ? [found, ...more] : [found]) refuseStream(name, path);
  }
}

/** Converts the texts of an option, which are undefined if the option is absent. */
function readOption(name: string, option: Option, texts: readonly string[] | undefined): unknown {
  const { value, isRepeatable, isRequired, expected, default: absent } = option;
  if (value === undefined) return texts !== undefined;
  const [text = absent] = texts ?? [];
  if (expected !== undefined && (text === '' || (isRequired && text === undefined))) {
    throw new UsageError(`--${name}: expected ${expected}, found nothing`);
  }
  const read = (text: string) => readValue(`--${name}`, text, option);
  if (isRepeatable) return (texts ?? []).map(read);
  return text === undefined ? undefined : read(text);
}

function readValue(where: string, text: string, { words, range, read }: Option): unknown {
  if (words !== undefined) return oneOf(where, text, words);
  if (range !== undefined) return wholeNumber(where, text, ...range);
  return read === undefined ? text : read(text);
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

/**
 * Parses text as a whole number from `min` to `max`, inclusive.
 *
 * @throws UsageError for any other text
 */
export function wholeNumber(where: string, text: string, min: number, max: number): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${where}: expected a whole number from ${min} to ${max}, found '${text}'`);
}

function oneOf(where: string, text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  throw new UsageError(`${where}: expected ${alternatives(words)}, found '${text}'`);
}

/** Joins words for a message, such as `local, all or none`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** The maximum number of typing errors in a suggested word. */
const MAX_ERRORS = 2;

/** Returns `; did you mean 'WORD'?` with the most similar word, or an empty string if no word is similar. */
export function didYouMean(text: string, words: readonly string[]): string {
  const [similar] = words
    .map((word) => ({ word, distance: editDistance(text, word) }))
    .filter(({ word, distance }) => distance <= Math.min(MAX_ERRORS, word.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return similar === undefined ? '' : `; did you mean '${similar.word}'?`;
}
