#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { type Command, UsageError } from './command-line.js';

/** Each command is loaded when it is asked for: half of the time that one takes to start is the others'. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  build: async () => (await import('./build.js')).build,
  serve: async () => (await import('./serve.js')).serve,
  search: async () => (await import('./search.js')).search,
  inspect: async () => (await import('./inspect.js')).inspect,
  openapi: async () => (await import('./openapi.js')).openapi,
  routes: async () => (await import('./routes.js')).routes,
};

const HELP = `carrel: a library's catalog in one file, and the /v1 API answered from it

  carrel build SOURCE... -o FILE       turn a library's records into a snapshot file
  carrel serve PATH...                 answer the API from snapshots, and show them to readers
  carrel search PATH QUERY             search a snapshot from here
  carrel inspect FILE                  what is inside a snapshot
  carrel openapi                       the API described in OpenAPI 3.1
  carrel routes SNAPSHOT=HOST:PORT...  lead requests to the servers of many libraries

  carrel COMMAND --help                more about a command
  carrel --version
`;

// Whoever reads the results may stop early, as `head` does; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await main(process.argv.slice(2));

/** Carries out a command line: 0 done, 1 the input was bad, 2 the command line was. */
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
    const known = Object.keys(COMMANDS).join(', ');
    process.stderr.write(`carrel: there is no command '${name}'; there are ${known}.\n`);
    return 2;
  }
  const command = await COMMANDS[name]();
  const help = args.findIndex((arg) => arg === '--help' || arg === '-h');
  if (help >= 0) {
    const { topics = {} } = command;
    const topic = args[help + 1] ?? '';
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

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
