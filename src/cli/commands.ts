/*
 * The list of the commands, the choice of the command that runs, and the help and the reference page of all commands.
 * `carrel.ts` handles the process, such as its signals.
 */

import { readFileSync } from 'node:fs';
import { didYouMean } from '../base/edit-distance.js';
import { alternatives, type Command, type CommandTable, labeledOptions } from './command.js';
import { print, printError } from './standard-streams.js';

/**
 * The commands: their arguments and summaries in `carrel --help`, and their modules, each of which exports the command by
 * its name. Only the command that runs is loaded, to shorten the startup time.
 */
export const COMMANDS: Readonly<
  Record<string, readonly [usage: string, summary: string, load: () => Promise<object>]>
> = {
  build: ['SOURCE... -o FILE', 'build a snapshot file from records', () => import('./build.js')],
  serve: ['PATH...', 'serve the API and web pages', () => import('./serve.js')],
  search: ['PATH QUERY', 'search a snapshot', () => import('./search.js')],
  inspect: ['FILE', 'show the contents of a snapshot file', () => import('./inspect.js')],
  compact: [
    'SNAPSHOT -o NEW',
    'apply a file of changes to a snapshot',
    () => import('./compact.js'),
  ],
  changes: ['OLD NEW', 'print the changes between two sources', () => import('./changes.js')],
  harvest: ['URL -o FILE', 'append changes from an OAI-PMH provider', () => import('./harvest.js')],
  sign: ['FILE --key PRIVATE', 'sign a snapshot file', () => import('./sign.js')],
  openapi: ['', 'print the OpenAPI description of the API', () => import('./openapi.js')],
  mcp: ['PATH...', 'answer an assistant (MCP)', () => import('./mcp.js')],
  site: ['PATH... -o DIR', 'write a site without a server', () => import('./site.js')],
  completion: ['SHELL', 'complete commands in bash, zsh or fish', loadCompletion],
};

async function loadCompletion() {
  const { createCompletion } = await import('./completion.js');
  return { completion: createCompletion(loadCommands) };
}

/** Loads all commands. */
export function loadCommands(): Promise<Command[]> {
  return Promise.all(Object.keys(COMMANDS).map(loadCommand));
}

async function loadCommand(name: string): Promise<Command> {
  const [, , load] = COMMANDS[name];
  return ((await load()) as Record<string, Command>)[name];
}

/** The column of the summaries in the list of the commands. */
const SUMMARY_COLUMN = 39;

function listLine(usage: string, summary: string): string {
  return `  carrel ${usage}`.padEnd(SUMMARY_COLUMN) + summary;
}

/** Returns the lines of `carrel --help`. */
function listLines(): string[] {
  return [
    'carrel: search engine and API server for library catalogs',
    '',
    ...Object.entries(COMMANDS).map(([name, [usage, summary]]) =>
      listLine(`${name} ${usage}`, summary),
    ),
    '',
    listLine('help COMMAND', 'show the options of a command'),
    listLine('--version', 'print the version'),
    '',
    'As the name of a file, - is standard input or output where the help of a command',
    'says so. Everywhere else it is refused. Write ./- for a file of this name.',
  ];
}

/** The errors whose message has a line for each record. A line break in any other message is part of a value. */
const ERRORS_WITH_LINES = ['SourceError', 'TruncatedInputError', 'TooManyRefusedError'];

/**
 * Runs a command line. Prints errors to standard error.
 *
 * @param run runs the command. Default: in this process, without handling signals
 * @returns the exit status: 0, 2 for an invalid command line, or 1 for other errors
 */
export async function runCommandLine(
  [name, ...args]: readonly string[],
  run = (command: Command, args: readonly string[]) => command.run(args),
): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    print(listLines());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    print(version());
    return 0;
  }
  if (name === 'help') return runCommandLine([...args.slice(0, 1), '--help', ...args.slice(1)]);
  if (!Object.hasOwn(COMMANDS, name)) {
    const known = Object.keys(COMMANDS);
    const expected = alternatives(known);
    printError(`carrel: command: expected ${expected}, found '${name}'${didYouMean(name, known)}`);
    return 2;
  }
  const command = await loadCommand(name);
  const helpIndex = args.findIndex((arg) => arg === '--help' || arg === '-h');
  if (helpIndex >= 0) {
    print(helpLines(command, args[helpIndex + 1]));
    return 0;
  }
  try {
    return await run(command, args);
  } catch (error) {
    // The bundle of a command has a class of its own.
    const isUsage = (error as Error).name === 'UsageError';
    const [first, ...more] = messageLines(error as Error);
    printError([`carrel ${name}: ${first}`, ...more]);
    if (isUsage) printError(`Try 'carrel ${name} --help'.`);
    return isUsage ? 2 : 1;
  }
}

function messageLines({ name, message }: Error): readonly string[] {
  return ERRORS_WITH_LINES.includes(name) ? message.split('\n') : [message];
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** The width of a terminal, in columns. */
const WIDTH = 80;

/** The text of an option with a longer label begins on the next line. */
const MAX_LABEL_CHARS = 18;

/**
 * Returns the lines of `carrel COMMAND --help TOPIC`, or of `carrel COMMAND --help`.
 *
 * @param topic The word after `--help`. A word that is not a topic is ignored. Default: none.
 */
export function helpLines(command: CommandTable, topic = ''): string[] {
  const { topics = {}, arguments: args } = command;
  const ofTopics = Object.values(topics).flatMap(({ options = [] }) => options);
  const all = labeledOptions(command.options);
  const page = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
  const rows =
    page === undefined
      ? [
          ...labeledOptions(args),
          ...all
            .filter(({ label, brief }) => brief !== undefined || !ofTopics.includes(label))
            .map(({ brief, ...option }) => ({ ...option, text: brief ?? option.text })),
        ]
      : all.filter(({ label }) => page.options?.includes(label));
  const { usage, description, notes, example } = page ?? command;
  const labels = rows.map(({ label }) => label.length);
  const width = Math.max(0, ...labels.filter((length) => length <= MAX_LABEL_CHARS));
  return [
    `carrel ${command.name} ${usage}`,
    ...textLines(description),
    ...(rows.length > 0 ? [''] : []),
    ...rows.flatMap(({ heading, label, text, default: value }) => [
      ...(heading === undefined ? [] : ['', `${heading}:`]),
      ...optionLines(label, value === undefined ? text : `${text} (default: ${value})`, width),
    ]),
    ...(notes === undefined ? [] : textLines(notes)),
    '',
    ...example.split(/\n\s*/).map((line, i) => (i === 0 ? 'Example: ' : '         ') + line),
  ];
}

function optionLines(label: string, text: string, width: number): string[] {
  const indentation = ' '.repeat(width + 4);
  const [first, ...lines] = wrap(text, WIDTH - indentation.length).map(
    (line) => indentation + line,
  );
  const start = `  ${label}`;
  return label.length > width
    ? [start, first, ...lines]
    : [start + first.slice(start.length), ...lines];
}

function textLines(text: string): string[] {
  return paragraphsOf(text).flatMap(({ lines, isPreformatted }) => [
    '',
    ...(isPreformatted ? lines : wrap(lines.join(' '), WIDTH)),
  ]);
}

/** A paragraph of a text, without the indentation of the text. */
interface Paragraph {
  readonly lines: readonly string[];
  readonly isPreformatted: boolean;
}

/** Returns the paragraphs of a text. A paragraph whose lines are all indented further than the text is preformatted. */
export function paragraphsOf(text: string): Paragraph[] {
  const indentations = text.match(/^ *(?=\S)/gm)?.map(({ length }) => length) ?? [];
  const indentation = new RegExp(`^ {${Math.min(...indentations)}}`, 'gm');
  const paragraphs = text
    .replace(/^\n/, '')
    .replace(indentation, '')
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => {
    const lines = paragraph.split('\n');
    return { lines, isPreformatted: lines.every((line) => line.startsWith('  ')) };
  });
}

/** Breaks a text between words. Line breaks of the text are spaces. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1);
    if (line === '') lines[lines.length - 1] = word;
    else if (`${line} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
