import { join } from 'node:path';
import { buildSnapshot } from '../src/index.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { inScratchDirectory, machineLine, write } from './machine.js';
import { measureRounds } from './measuring/measure-row.js';
import { readOptions } from './read-options.js';
import { API_KEY } from './serving/mixed-requests.js';
import { plainConnection } from './serving/plain-connection.js';
import { type ServedProcess, serveSnapshot } from './serving/served-process.js';

const HELP = `npm run bench:libraries -- [OPTIONS]

Serves different numbers of generated libraries with one process, without a cache. Measures
the start of the server, and the median time of a search, of a title, and of the pages over
all libraries.

  --libraries LIST  numbers of libraries (default: 2,30,300)
  --titles N        titles of each library (default: 1000)
  --help            print this help
`;

/** The number of times that each request is sent, after as many times as a warm-up. */
const TIMES = 100;

const values = readOptions(HELP, { libraries: '2,30,300', titles: '1000' });
await inScratchDirectory(measure);

async function measure(directory: string): Promise<void> {
  const counts = values.libraries.split(',').map(Number);
  const files: string[] = [];
  for (let number = 1; number <= Math.max(...counts); number++) {
    files.push(await buildLibrary(directory, number, Number(values.titles)));
  }
  write(machineLine());
  for (const count of counts) await measureServer(files.slice(0, count));
}

/** Builds a library. The ids of its titles end with its number, so that the ids of all libraries are mixed. */
async function buildLibrary(directory: string, number: number, count: number): Promise<string> {
  const file = join(directory, `${number}.snapshot`);
  const library = { ...GENERATED_LIBRARY, id: `library-${number}` };
  const titles = Array.from(generateTitles(count, number), (title) => ({
    ...title,
    id: `${title.id}-${number}`,
  }));
  await buildSnapshot({ library, titles }, file, { threads: 1 });
  return file;
}

async function measureServer([first, ...others]: readonly string[]): Promise<void> {
  const begin = performance.now();
  const server = await serveSnapshot(first, [...others, '--kiosk', '--cache', '0']);
  const start = (performance.now() - begin) / 1000;
  try {
    const [id] = Array.from(generateTitles(1), (title) => `${title.id}-1`);
    const key = `api_key=${API_KEY}`;
    const times = [];
    for (const [name, path] of Object.entries({
      search: `/v1/titles?q=history&library=library-1&metadata=1&${key}`,
      title: `/v1/titles/${id}?${key}`,
      'search in all libraries': '/search?q=history',
      'all libraries': '/',
    })) {
      times.push(`${name} ${(await medianOf(server, path)).toFixed(1)} ms`);
    }
    write(`${others.length + 1} libraries: start ${start.toFixed(1)} s, ${times.join(', ')}`);
  } finally {
    await server.stop();
  }
}

/** Returns the median time of a request in milliseconds. */
async function medianOf({ baseUrl }: ServedProcess, path: string): Promise<number> {
  const connection = await plainConnection(baseUrl);
  const request = connection.request(path);
  const run = async () => {
    const status = await connection.send(request);
    if (status !== 200) throw new Error(`${path}: expected status 200, found ${status}`);
  };
  await measureRounds({ count: 1, run, isAsync: true }, TIMES);
  const { median } = await measureRounds({ count: 1, run, isAsync: true }, TIMES);
  connection.end();
  return median;
}
