import { openCatalog, searchTitles, suggest } from '../src/index.js';
import { machineLine } from './machine.js';

const CONTEXT = { baseUrl: 'http://localhost:8080' };
/** How many titles the queries are made from, spread over the catalog. */
const SAMPLE = 100;
const RUNS = 20;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('bench:answers: no snapshot is given; wanted the path of one.\n');
  process.exitCode = 2;
} else measure(file);

/** What a page asks for: a search with its metadata, and suggestions while the reader types. */
function measure(path: string): void {
  const catalog = openCatalog(path);
  const { titles, library } = catalog;
  process.stdout.write(`${machineLine()}\n${path}: ${titles.size} titles\n`);
  const queries = ['*'];
  const beginnings: string[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const title = titles.get(Math.floor(((i + 0.5) * titles.size) / SAMPLE));
    const words = title.title.split(' ');
    const surname = title.authors?.[0]?.name.split(' ').at(-1) ?? '';
    queries.push(title.title, words[i % words.length], `${surname} ${words[0]}`, surname);
    for (let length = 1; length <= 8; length++) beginnings.push(title.title.slice(0, length));
  }
  report('searchTitles with metadata=1', queries, (q) =>
    searchTitles([catalog], { q, library: library.id, metadata: 1 }, CONTEXT),
  );
  report('suggest', beginnings, (q) => suggest([catalog], { q, library: library.id, limit: 8 }));
}

function report(name: string, queries: readonly string[], ask: (q: string) => unknown): void {
  const medians = [...new Set(queries)]
    .filter((q) => q.trim() !== '')
    .map((q) => {
      const times = Array.from({ length: RUNS }, () => {
        const begin = performance.now();
        ask(q);
        return performance.now() - begin;
      });
      return times.sort((a, b) => a - b)[RUNS / 2];
    })
    .sort((a, b) => a - b);
  const at = (share: number) =>
    medians[Math.min(medians.length - 1, Math.floor(share * medians.length))];
  process.stdout.write(
    `${name}, ${medians.length} queries: median ${at(0.5).toFixed(2)} ms, 95th percentile ${at(0.95).toFixed(2)} ms, worst ${at(1).toFixed(2)} ms\n`,
  );
}
