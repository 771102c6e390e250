/*
 * Defines a command of `carrel`, and reads its command line. An argument or an option is declared only in the tables of
 * its command. The help and the reference page (`commands.ts`) and the completion (`completion.ts`) come from the
 * same tables. `commands.ts` lists the commands.
 */

import { parseArgs } from 'node:util';
import { didYouMean } from '../base/edit-distance.js';

/** Thrown for an invalid command line. The exit status of `carrel` is then 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An option or an argument of a command. */
export interface Option {
  /** The text in the help: no capital letter at its beginning, no period at its end. A `default` is added. */
  readonly text: string;
  /** A shorter text for the help of the command. A topic or the reference page has the other text. */
  readonly brief?: string;
  /** Begins a group in the help, which ends at the next heading. */
  readonly heading?: string;
  /** Whether the option may be repeated. The result is then an array. */
  readonly isRepeatable?: true;
  /** What is expected, such as `a file to write`, if the option must not be absent or blank. */
  readonly required?: string;
  /** What is expected, if the option may be absent, but not blank. */
  readonly expected?: string;
  /** The value if the option is absent. */
  readonly default?: string;
  /** The value if no number follows the option. */
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

/**
 * Options and arguments, or only their texts, by their labels in the help: `--json`, `--limit N`, `-o, --output FILE`,
 * `--kiosk [N]` if the value may be omitted, or `SOURCE` for an argument.
 */
export type Options = Readonly<Record<string, string | Option>>;

type NameOf<Label> = Label extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name} ${string}`
    ? Name
    : Rest
  : never;

type ValueOf<T> = T extends { read: (text: string) => infer Value }
  ? Value
  : T extends { range: unknown }
    ? number
    : T extends { words: readonly (infer Word)[] }
      ? Word
      : string;

/** The values of options, by the names of the options. An option whose label has no value is a boolean. */
export type OptionValues<T extends Options> = {
  readonly [Label in keyof T as NameOf<Label>]: Label extends `${string}--${string} ${string}`
    ? T[Label] extends { isRepeatable: true }
      ? readonly ValueOf<T[Label]>[]
      : T[Label] extends { default: string } | { required: string }
        ? ValueOf<T[Label]>
        : ValueOf<T[Label]> | undefined
    : boolean;
};

/** A page of the help. Blank lines separate paragraphs. A paragraph that is indented further keeps its line breaks. */
interface HelpPage {
  /** The arguments and the most important options, such as `SOURCE... -o FILE`. */
  readonly usage: string;
  readonly description: string;
  readonly notes?: string;
  /** A command line. */
  readonly example: string;
}

/** The page of `--help TOPIC`. */
export interface Topic extends HelpPage {
  /** The labels of the options on the page. The help of the command has only those with a `brief` text. */
  readonly options?: readonly string[];
}

/** The description of a command, for its help and its command line. */
export interface CommandTable<T extends Options = Options> extends HelpPage {
  readonly name: string;
  readonly arguments?: Options;
  readonly options: T;
  readonly topics?: Readonly<Record<string, Topic>>;
  /**
   * Whether the command removes its temporary files after a signal, and then rejects. Default: the signal ends the
   * process.
   */
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
   * @throws UsageError for an invalid command line
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
      const { values, positionals } = readCommandLine(args, table);
      return run(values as OptionValues<T>, positionals, stopping);
    },
  };
}

/** An option or an argument with the parts of its label. */
export interface LabeledOption extends Option {
  readonly label: string;
  /** The letter of the short form, if any. */
  readonly short: string | undefined;
  readonly name: string;
  /** The name in messages: `--` and the name, or the label of an argument. */
  readonly flag: string;
  /** The name of the value. Undefined for an option without a value. */
  readonly value: string | undefined;
}

export function labeledOptions(options: Options = {}): LabeledOption[] {
  return Object.entries(options).map(([label, row]) => {
    const option = typeof row === 'string' ? { text: row } : row;
    const parts = /^(?:-(\w), )?--([\w-]+)(?: (.+))?$/.exec(label);
    if (parts === null)
      return { ...option, label, short: undefined, name: label, flag: label, value: label };
    const [, short, name, value] = parts;
    return { ...option, label, short, name, flag: `--${name}`, value };
  });
}

function readCommandLine(args: readonly string[], table: CommandTable) {
  const options = labeledOptions(table.options);
  const types = options.map(({ name, short, value }) => {
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
  const texts = new Map<LabeledOption, string[]>(options.map((option) => [option, []]));
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { option, text } = checkOption(token, options);
    texts.get(option)?.push(text);
  }
  checkArguments(positionals, labeledOptions(table.arguments));
  const values = options.map((option) => [option.name, readValue(option, texts.get(option))]);
  return { values: Object.fromEntries(values), positionals };
}

/** Adds the implied value to each option that has one, if no number follows the option. */
function withImpliedValues(args: readonly string[], options: readonly LabeledOption[]): string[] {
  return args.map((arg, i) => {
    const implied = options.find(({ flag }) => flag === arg)?.implied;
    const isAlone = !/^[0-9]+$/.test(args[i + 1] ?? '');
    return implied !== undefined && isAlone ? `${arg}=${implied}` : arg;
  });
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** Returns the option of a token, and the text of its value, which is empty for an option without a value. */
function checkOption(
  { name, rawName, value: text, inlineValue }: Extract<Token, { kind: 'option' }>,
  options: readonly LabeledOption[],
): { readonly option: LabeledOption; readonly text: string } {
  const option = options.find((known) => known.name === name);
  const flags = options.map(({ flag }) => flag);
  if (option === undefined) {
    const advice = rawName.startsWith('--')
      ? didYouMean(rawName, flags)
      : '; write -- before arguments that begin with -';
    throw new UsageError(
      `${rawName}: expected an option of the command, found an unknown option${advice}`,
    );
  }
  const { flag, value, isSecret } = option;
  if (value === undefined) {
    if (text === undefined) return { option, text: '' };
    throw new UsageError(`${flag}: expected no value, found '${text}'`);
  }
  if (text === undefined) throw new UsageError(`${flag}: expected a value, found nothing`);
  if (inlineValue || text === '-' || !text.startsWith('-')) return { option, text };
  if (flags.includes(text)) {
    throw new UsageError(`${flag}: expected a value, found the option ${text}`);
  }
  const [found, shown] = isSecret
    ? ['text that looks like an option', 'VALUE']
    : [`'${text}', which looks like an option`, text];
  throw new UsageError(`${flag}: expected a value, found ${found}; write ${flag}=${shown}`);
}

/** @throws UsageError for a missing or an invalid argument, and for too many arguments */
function checkArguments(positionals: readonly string[], known: readonly LabeledOption[]): void {
  if (known.length === 0 && positionals.length > 0) {
    throw new UsageError(`expected no arguments, found '${positionals[0]}'`);
  }
  for (const [i, argument] of known.entries()) {
    const { flag, isRepeatable, required } = argument;
    const isLast = i === known.length - 1;
    readValue(
      argument,
      isLast && isRepeatable ? positionals.slice(i) : positionals.slice(i, i + 1),
    );
    const [text, another] = positionals.slice(i);
    if (!isLast || isRepeatable || required === undefined || another === undefined) continue;
    const one = required.replace(/^an? /, 'one ');
    throw new UsageError(`${flag}: expected ${one}, found '${text}' and '${another}'`);
  }
}

/** Converts the texts of an option or an argument to its value. */
function readValue(option: LabeledOption, texts: readonly string[] = []): unknown {
  const { flag, value, isRepeatable, required, expected = required } = option;
  if (value === undefined) return texts.length > 0;
  if (texts.length > 1 && !isRepeatable) {
    throw new UsageError(`${flag}: expected one value, found more than one`);
  }
  const [text = option.default] = texts;
  if (
    expected !== undefined &&
    (text?.trim() === '' || (text === undefined && required !== undefined))
  ) {
    throw new UsageError(`${flag}: expected ${expected}, found nothing`);
  }
  if (isRepeatable) return texts.map((text) => convert(option, text));
  return text === undefined ? undefined : convert(option, text);
}

function convert({ flag, words, range, read, isFile }: LabeledOption, text: string): unknown {
  if (isFile) refuseStream(flag, text);
  if (range !== undefined) return wholeNumber(flag, text, ...range);
  if (words === undefined || words.includes(text)) return read === undefined ? text : read(text);
  throw new UsageError(`${flag}: expected ${alternatives(words)}, found '${text}'`);
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

/** Joins words for a message, such as `local, all or none`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
