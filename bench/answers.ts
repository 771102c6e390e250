import { openCatalog, searchTitles, suggest } from '../src/index.js';
import { machineLine } from './machine.js';

const CONTEXT = { baseUrl: 'http://localhost:8080' };
/** The number of titles, spread evenly over the catalog, that the queries are made from. */
const SAMPLE = 100;
const RUNS = 20;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('bench:answers: expected the path of a snapshot, found nothing\n');
  process.exitCode = 2;
} else measure(file);

/** Measures searches with metadata, and suggestions. Writes the times to standard output. */
function measure(path: string): void {
  const catalog = openCatalog(path);
  const { titles, library } = catalog;
  process.stdout.write(`${machineLine()}\n${path}: ${titles.size} titles\n`);
  const queries = ['*'];
  const prefixes: string[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const title = titles.get(Math.floor(((i + 0.5) * titles.size) / SAMPLE));
    const words = title.title.split(' ');
    const surname = title.authors?.[0]?.name.split(' ').at(-1) ?? '';
    queries.push(title.title, words[i % words.length], `${surname} ${words[0]}`, surname);
    for (let length = 1; length <= 8; length++) prefixes.push(title.title.slice(0, length));
  }
  report('searchTitles with metadata=1', queries, (q) =>
    searchTitles([catalog], { q, library: library.id, metadata: 1 }, CONTEXT),
  );
  report('suggest', prefixes, (q) => suggest([catalog], { q, library: library.id, limit: 8 }));
}

function report(name: string, queries: readonly string[], run: (q: string) => unknown): void {
  const medians = [...new Set(queries)]
    .filter((q) => q.trim() !== '')
    .map((q) => {
      const times = Array.from({ length: RUNS }, () => {
        const begin = performance.now();
        run(q);
        return performance.now() - begin;
      });
      return times.sort((a, b) => a - b)[RUNS / 2];
    })
    .sort((a, b) => a - b);
  const at = (fraction: number) =>
    medians[Math.min(medians.length - 1, Math.floor(fraction * medians.length))];
  process.stdout.write(
    `${name}, ${medians.length} queries: median ${at(0.5).toFixed(2)} ms, 95th percentile ${at(0.95).toFixed(2)} ms, worst ${at(1).toFixed(2)} ms\n`,
  );
}
