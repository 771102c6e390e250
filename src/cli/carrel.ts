#!/usr/bin/env node
import { fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { alternatives, type Command, UsageError } from './command-line.js';

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
  routes: async () => (await import('./routes.js')).routes,
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
  carrel routes SNAPSHOT=HOST:PORT...  print an nginx configuration
  carrel site PATH... -o DIR           write a site without a server

  carrel COMMAND --help                show the options of a command
  carrel --version                     print the version
`;

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The program that reads the output may close the pipe early, as `head` does. This is not a failure.
  if (code === 'EPIPE') process.exit();
  const found = `expected to write the output, found an error (${message})`;
  process.stderr.write(`carrel: standard output: ${found}\n`);
  process.exit(1);
});
// Messages that cannot be written do not change the result of a command.
process.stderr.on('error', () => {});
if (fstatSync(process.stdout.fd).isFile()) writeFully(process.stdout);

process.exitCode = await main(process.argv.slice(2));

/** Runs a command. Resolves to the exit status: 0, 2 for an invalid command line, or 1 for other errors. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    const known = alternatives(Object.keys(COMMANDS));
    process.stderr.write(`carrel: command: expected ${known}, found '${name}'\n`);
    return 2;
  }
  const command = await COMMANDS[name]();
  const helpIndex = args.findIndex((arg) => arg === '--help' || arg === '-h');
  if (helpIndex >= 0) {
    const { topics = {} } = command;
    const topic = args[helpIndex + 1] ?? '';
    process.stdout.write(Object.hasOwn(topics, topic) ? topics[topic] : command.help);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`carrel ${name}: ${(error as Error).message}\n`);
    if (isUsage) process.stderr.write(`Try 'carrel ${name} --help'.\n`);
    return isUsage ? 2 : 1;
  }
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
