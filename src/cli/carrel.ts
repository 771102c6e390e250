#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { alternatives, type Command } from './command-line.js';
import { print, printError } from './standard-streams.js';

/** The commands by name. Only the command that runs is loaded, to shorten the startup time. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  build: async () => (await import('./build.js')).build,
  serve: async () => (await import('./serve.js')).serve,
  search: async () => (await import('./search.js')).search,
  inspect: async () => (await import('./inspect.js')).inspect,
  compact: async () => (await import('./compact.js')).compact,
  changes: async () => (await import('./changes.js')).changes,
  harvest: async () => (await import('./harvest.js')).harvest,
  sign: async () => (await import('./sign.js')).sign,
  openapi: async () => (await import('./openapi.js')).openapi,
  site: async () => (await import('./site.js')).site,
};

const HELP = `carrel: search engine and API server for library catalogs

  carrel build SOURCE... -o FILE       build a snapshot file from records
  carrel serve PATH...                 serve the API and web pages
  carrel search PATH QUERY             search a snapshot
  carrel inspect FILE                  show the contents of a snapshot file
  carrel compact SNAPSHOT -o NEW       apply a file of changes to a snapshot
  carrel changes OLD NEW               print the changes between two sources
  carrel harvest URL -o FILE           append changes from an OAI-PMH provider
  carrel sign FILE --key PRIVATE       sign a snapshot file
  carrel openapi                       print the OpenAPI description of the API
  carrel site PATH... -o DIR           write a site without a server

  carrel COMMAND --help                show the options of a command
  carrel --version                     print the version

As the name of a file, - is standard input or output where the help of a command
says so. Everywhere else it is refused. Write ./- for a file of this name.
`;

/** The exit status after a signal, as a shell reports it. */
const STATUS_AFTER = { SIGINT: 130, SIGTERM: 143 } as const;

/** The errors whose message has a line for each record. A line break in any other message is part of a value. */
const ERRORS_WITH_LINES = ['SourceError', 'TruncatedInputError', 'TooManyRefusedError'];

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The program that reads the output may close the pipe early, as `head` does. This is not a failure.
  if (code === 'EPIPE') process.exit();
  printError(`carrel: standard output: expected to write the output, found an error (${message})`);
  process.exit(1);
});
// Messages that cannot be written do not change the result of a command.
process.stderr.on('error', () => {});
if (fstatSync(process.stdout.fd).isFile()) writeFully(process.stdout);

process.exitCode = await main(process.argv.slice(2));

/**
 * Handles the signals that stop a command. A signal ends the process if nothing has to be removed, and so does a second
 * signal. The system ignores these signals for the first process of a container if they have no handler.
 *
 * @returns a signal that is aborted with the exit status as its reason
 */
function handleSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const [name, status] of Object.entries(STATUS_AFTER)) {
    process.on(name, () => {
      // A server that listens has handlers of its own until the first signal.
      if (process.listenerCount(name) > 1) return;
      const isIdle = getEventListeners(stopping.signal, 'abort').length === 0;
      if (isIdle || stopping.signal.aborted) process.exit(status);
      stopping.abort(status);
    });
  }
  return stopping.signal;
}

/**
 * Runs the same command line in a child process, and passes signals on. The system does not end the first process of a
 * container at a signal, and a process that computes without pauses cannot handle signals itself.
 *
 * @returns the exit status of the child process, as a shell reports it
 */
async function runInChild(): Promise<number> {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  for (const name of Object.keys(STATUS_AFTER)) {
    process.on(name, () => child.kill(name as NodeJS.Signals));
  }
  const [status, signal] = await once(child, 'exit');
  return status ?? 128 + constants.signals[signal as NodeJS.Signals];
}

/** Runs a command. Resolves to the exit status: 0, 2 for an invalid command line, or 1 for other errors. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(HELP.trimEnd().split('\n'));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    print(version());
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    const known = alternatives(Object.keys(COMMANDS));
    printError(`carrel: command: expected ${known}, found '${name}'`);
    return 2;
  }
  const command = await COMMANDS[name]();
  const helpIndex = args.findIndex((arg) => arg === '--help' || arg === '-h');
  if (helpIndex >= 0) {
    const { topics = {} } = command;
    const topic = args[helpIndex + 1] ?? '';
    const text = Object.hasOwn(topics, topic) ? topics[topic] : command.help;
    print(text.trimEnd().split('\n'));
    return 0;
  }
  const isFirst = process.pid === 1;
  if (isFirst && !command.isStoppable && !command.isResponsive) return runInChild();
  const stopping = command.isStoppable || isFirst ? handleSignals() : undefined;
  try {
    return await command.run(args, stopping);
  } catch (error) {
    // Standard input may still be open.
    if (stopping?.aborted) process.exit(stopping.reason);
    // The bundle of a command has a class of its own.
    const isUsage = (error as Error).name === 'UsageError';
    const [first, ...more] = messageLines(error as Error);
    printError(`carrel ${name}: ${first}`);
    printError(more);
    if (isUsage) printError(`Try 'carrel ${name} --help'.`);
    return isUsage ? 2 : 1;
  }
}

function messageLines({ name, message }: Error): readonly string[] {
  return ERRORS_WITH_LINES.includes(name) ? message.split('\n') : [message];
}

/** Makes a stream write all bytes or fail. Node.js ignores that a file on a full disk has taken only a part of them. */
function writeFully(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  stream._write = (bytes, _encoding, callback) => {
    try {
      writeFileSync(stream.fd, bytes);
      callback();
    } catch (error) {
      callback(error as Error);
    }
  };
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
