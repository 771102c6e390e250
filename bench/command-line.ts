import { parseArgs } from 'node:util';
import { COMPARED_ENGINES } from './engines/compared-engines.js';

export const HELP = `npm run bench -- [OPTIONS]

Measures what callers of Carrel get: whole responses as JSON or HTML, by kind of request,
the first requests after a start, and hostile queries. Then compares Carrel with the
other search engines that are installed. Takes about ten minutes.

  --peers            install Orama, ItemsJS, SQLite FTS5, FlexSearch and Lunr into
                     bench/peers first. Lucene, Xapian and Groonga are packages of
                     Debian: liblucene4.10-java (with default-jdk-headless),
                     python3-xapian, groonga
  --size N           the number of generated titles; repeatable (default: 100000)
  --huge             measure the build, the memory and searches of one catalog that is
                     held only in part (default size: 10000000). Takes about an hour, and
                     needs 25 GB of disk space in the directory of TMPDIR
  --source DIR       measure the titles of a source directory instead
  --engine NAME      compare only this engine; repeatable (default: all)
  --only PART        measure only 'product' or only 'engines' (default: both)
  --rounds N         the maximum number of times each engine is started (default: 2)
  --time N           milliseconds to measure each engine or kind of request, after a
                     warm-up (default: 3000)
  --seed N           seed of the generated catalog (default: 1)
  --json FILE        write all measurements to FILE
  --chart FILE       draw the latency of the engines on the last catalog into an SVG file
  --cpu-prof DIR     write a CPU profile of each measuring process into DIR, for the
                     developer tools of a browser
  --help             print this help
`;

/** The options of the command line. */
export interface BenchOptions {
  readonly installsPeers: boolean;
  /** Whether only the measurements of huge catalogs are made. */
  readonly isHuge: boolean;
  /** The path of a source directory, or undefined for generated titles. */
  readonly source: string | undefined;
  /** The numbers of titles of the generated catalogs. */
  readonly sizes: readonly number[];
  /** The engines to compare, such as `minisearch`. If empty, all engines are compared. */
  readonly engines: readonly string[];
  readonly only: 'product' | 'engines' | undefined;
  readonly rounds: number;
  readonly timeMs: number;
  readonly seed: number;
  /** The path of a file for all measurements. */
  readonly json: string | undefined;
  /** The path of an SVG file. */
  readonly chart: string | undefined;
  /** The path of a directory for CPU profiles. */
  readonly profile: string | undefined;
}

const DEFAULT_SIZE = '100000';
const DEFAULT_HUGE_SIZE = '10000000';

/**
 * Reads the command line.
 *
 * @returns undefined for `--help`
 * @throws Error when an argument is unknown or invalid; the message is written for the user
 */
export function readCommandLine(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      peers: { type: 'boolean', default: false },
      huge: { type: 'boolean', default: false },
      size: { type: 'string', multiple: true, default: [] },
      source: { type: 'string' },
      engine: { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      rounds: { type: 'string', default: '2' },
      time: { type: 'string', default: '3000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      chart: { type: 'string' },
      'cpu-prof': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const defaultSize = values.huge ? DEFAULT_HUGE_SIZE : DEFAULT_SIZE;
  const sizes = values.size.length === 0 ? [defaultSize] : values.size;
  return {
    installsPeers: values.peers,
    isHuge: values.huge,
    source: values.source,
    sizes: sizes.map((size) => positive('--size', size)),
    engines: values.engine.map((name) => oneOf('--engine', indexNames(), name)),
    only:
      values.only === undefined
        ? undefined
        : oneOf('--only', ['product', 'engines'] as const, values.only),
    rounds: positive('--rounds', values.rounds),
    timeMs: positive('--time', values.time),
    seed: positive('--seed', values.seed),
    json: values.json,
    chart: values.chart,
    profile: values['cpu-prof'],
  };
}

function indexNames(): string[] {
  return [...new Set(COMPARED_ENGINES.map(({ index }) => index))];
}

function oneOf<T extends string>(option: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new Error(`${option}: expected one of ${choices.join(', ')}, found '${text}'`);
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${option}: expected a positive whole number, found '${text}'`);
}
