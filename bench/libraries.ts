import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSnapshot } from '../src/index.js';
import { quantile } from './figures.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { inScratchDirectory, machineLine, write } from './machine.js';
import { API_KEY } from './serving/mixed-requests.js';
import { type ServedProcess, serveSnapshot } from './serving/served-process.js';

const HELP = `npm run bench:libraries -- [OPTIONS]

Serves different numbers of generated libraries with one process, without a cache. Measures
the start of the server, and the median time of a search, of a title, and of the pages over
all libraries.

  --libraries LIST  numbers of libraries (default: 2,30,300)
  --titles N        titles of each library (default: 1000)
  --help            print this help
`;

/** The number of times that each request is sent. The first half is not measured. */
const TIMES = 200;

const { values } = parseArgs({
  options: {
    libraries: { type: 'string', default: '2,30,300' },
    titles: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await inScratchDirectory(measure);

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
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begin = performance.now();
    const response = await fetch(baseUrl + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: expected status 200, found ${response.status}`);
    if (time >= TIMES / 2) times.push(performance.now() - begin);
  }
  return quantile(times, 0.5);
}
