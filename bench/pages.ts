import { openCatalog } from '../src/index.js';
import { createKiosk } from '../src/kiosk/kiosk.js';
import { machineLine } from './machine.js';

/** The number of titles, spread evenly over the catalog, that the requests are made from. */
const SAMPLE = 100;
const RUNS = 20;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('bench:pages: expected the path of a snapshot, found nothing\n');
  process.exitCode = 2;
} else measure(file);

/**
 * Measures the rendering of kiosk pages, from URL to HTML, in processor time. Other work on the machine
 * changes elapsed time, but hardly changes processor time.
 */
function measure(path: string): void {
  const catalog = openCatalog(path);
  const { titles } = catalog;
  const site = createKiosk();
  const show = (path: string, query = '') =>
    site({ path, query, headers: {} }, [catalog], 'http://localhost:8080');
  process.stdout.write(`${machineLine()}\n${path}: ${titles.size} titles\n`);
  const queries = new Set(['*']);
  const ids: string[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const title = titles.get(Math.floor(((i + 0.5) * titles.size) / SAMPLE));
    const words = title.title.split(' ');
    ids.push(title.id);
    queries.add(title.title).add(words[i % words.length]);
    queries.add(title.authors?.[0]?.name.split(' ').at(-1) ?? '*');
  }
  const searches = [...queries].map((q) => `q=${encodeURIComponent(q)}`);
  report('search page', searches, (query) => show('/search', query));
  report('title page', ids, (id) => show(`/item/show/${encodeURIComponent(id)}`));
  report('home page', ['/'], show);
}

function report(name: string, inputs: readonly string[], show: (input: string) => unknown): void {
  const medians = inputs
    .map((input) => {
      const times = Array.from({ length: RUNS }, () => {
        const begin = process.cpuUsage();
        show(input);
        const { user, system } = process.cpuUsage(begin);
        return (user + system) / 1000;
      });
      return times.sort((a, b) => a - b)[RUNS / 2];
    })
    .sort((a, b) => a - b);
  const at = (fraction: number) =>
    medians[Math.min(medians.length - 1, Math.floor(fraction * medians.length))].toFixed(2);
  process.stdout.write(
    `${name}, ${medians.length} pages: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, worst ${at(1)} ms\n`,
  );
}
