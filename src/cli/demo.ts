import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSnapshotOf } from '../snapshot/file/writing/build-snapshot.js';
import { wholeNumber } from './command.js';
import { runServer } from './serve/run-server.js';
import { print, printError } from './standard-streams.js';

const API_KEY = 'demo';
const DATA = relative(process.cwd(), fileURLToPath(new URL('../../data', import.meta.url)));

/** One request per operation of the API. With the demo data, each response has the status 200. */
const REQUESTS = [
  '/v1/titles?q=whale&library=alderwick',
  '/v1/titles/0000001101',
  '/v1/user_content?library=alderwick',
  '/v1/users/1001/user_content?limit=5',
  '/v1/lists/500101',
  '/v1/users/1001/lists',
  '/v1/sessions/c7f1e09b42d84a6ea3d5b81f6027cc9e41d0f35a',
];

try {
  process.exitCode = await main();
} catch (error) {
  printError(`carrel: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** Builds the missing and stale snapshots of the demo libraries, then serves all demo libraries. */
async function main(): Promise<number> {
  const port = wholeNumber('PORT', process.env.PORT || '8080', 0, 65535);
  const paths: string[] = [];
  for (const entry of readdirSync(DATA, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const source = join(DATA, entry.name);
    const snapshot = join(DATA, `${entry.name}.snapshot`);
    if (isStale(snapshot, source)) {
      await buildSnapshotOf(source, snapshot);
      print(`Built ${snapshot}`);
    }
    paths.push(snapshot);
  }
  return runServer({
    paths,
    readKeys: async () => [API_KEY],
    port,
    host: '127.0.0.1',
    onServing: (baseUrl) => print(exampleRequests(baseUrl)),
  });
}

/** Whether a snapshot is missing, or is not newer than this program and every file of its source. */
function isStale(snapshot: string, source: string): boolean {
  const builtAt = modifiedAt(snapshot);
  const program = fileURLToPath(import.meta.url);
  const newestAt = Math.max(
    modifiedAt(program),
    ...readdirSync(source).map((name) => modifiedAt(join(source, name))),
  );
  return builtAt <= newestAt;
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function exampleRequests(baseUrl: string): string[] {
  const lines = REQUESTS.map((request) => {
    return `  curl '${baseUrl}${request}${request.includes('?') ? '&' : '?'}api_key=${API_KEY}'`;
  });
  return [
    '',
    `Open ${baseUrl} in a browser to see the catalog's web pages, or send requests to the API:`,
    '',
    ...lines,
    '',
    'Press Ctrl-C to stop the server.',
  ];
}
