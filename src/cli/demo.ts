import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSnapshot } from '../snapshot/file/build-snapshot.js';
import { wholeNumber } from './command-line.js';
import { runServer } from './run-server.js';

const API_KEY = 'demo';
const DATA = relative(process.cwd(), fileURLToPath(new URL('../../data', import.meta.url)));

/** A request for each of the seven operations that the demo's libraries have an answer to. */
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
  process.stderr.write(`carrel: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Builds the snapshots of the demo's libraries where they are missing or stale, and serves them. */
async function main(): Promise<number> {
  const port = wholeNumber('PORT', process.env.PORT || '8080', 0, 65535);
  const paths: string[] = [];
  for (const entry of readdirSync(DATA, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const source = join(DATA, entry.name);
    const snapshot = join(DATA, `${entry.name}.snapshot`);
    if (isStale(snapshot, source)) {
      await buildSnapshot(source, snapshot);
      process.stdout.write(`Built ${snapshot}\n`);
    }
    paths.push(snapshot);
  }
  return runServer({
    paths,
    readKeys: () => [API_KEY],
    port,
    host: '127.0.0.1',
    onServing: (baseUrl) => process.stdout.write(invitation(baseUrl)),
  });
}

/** Whether a snapshot is missing, or older than a file of its source or than this program. */
function isStale(snapshot: string, source: string): boolean {
  const built = modified(snapshot);
  const program = fileURLToPath(import.meta.url);
  const newest = Math.max(
    modified(program),
    ...readdirSync(source).map((name) => modified(join(source, name))),
  );
  return built <= newest;
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function invitation(baseUrl: string): string {
  const lines = REQUESTS.map((request) => {
    return `  curl '${baseUrl}${request}${request.includes('?') ? '&' : '?'}api_key=${API_KEY}'`;
  });
  return `\nOpen it in a browser to search as readers do, or try a request for each of the seven operations:\n\n${lines.join('\n')}\n\nCtrl-C stops it.\n`;
}
