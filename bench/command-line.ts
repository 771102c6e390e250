import { parseArgs } from 'node:util';
import { COMPARED_ENGINES } from './compared-engines.js';

export const HELP = `npm run bench -- [OPTIONS]

Compares Carrel with MiniSearch on generated catalogs: build time, opening time,
memory, and about fifty queries, each with its ten best titles and all facet counts.

  --peers            compare with Orama, ItemsJS, SQLite FTS5, FlexSearch and Lunr
                     too; installs them into bench/peers first
  --size N           the number of titles; repeatable (default: 10000 and 100000)
  --large            add a catalog of 1000000 titles; only Carrel is measured on
                     catalogs of this size and above
  --engine NAME      measure only this engine; repeatable (default: all)
  --rounds N         rounds in which each engine runs all queries (default: 3)
  --time N           milliseconds to run each query in a round (default: 120)
  --seed N           seed of the generated catalog (default: 1)
  --json FILE        write all measurements to FILE
  --cpu-prof DIR     write a CPU profile of each measuring process into DIR, for the
                     developer tools of a browser
  --help             print this help
`;

/** The options of the command line. */
export interface BenchOptions {
  readonly sizes: readonly number[];
  readonly withPeers: boolean;
  /** The names of the engines to measure. If empty, all engines are measured. */
  readonly engines: readonly string[];
  readonly rounds: number;
  /** The time for which each query runs in each round, in milliseconds. */
  readonly time: number;
  readonly seed: number;
  /** The path of a file for all measurements. */
  readonly json: string | undefined;
  /** The path of a directory for CPU profiles. */
  readonly profile: string | undefined;
}

const DEFAULT_SIZES = [10_000, 100_000];
/** With this many titles or more, only Carrel is measured. */
export const LARGE_SIZE = 1_000_000;

/**
 * Reads the command line.
 *
 * @returns undefined for `--help`
 * @throws Error when an option is unknown or invalid; the message is written for the user
 */
export function readCommandLine(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      peers: { type: 'boolean', default: false },
      size: { type: 'string', multiple: true, default: [] },
      large: { type: 'boolean', default: false },
      engine: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '3' },
      time: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      'cpu-prof': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const chosen = values.size.map((size) => positive('--size', size));
  const sizes = chosen.length === 0 ? DEFAULT_SIZES : chosen;
  return {
    sizes: values.large ? [...sizes, LARGE_SIZE] : sizes,
    withPeers: values.peers,
    engines: values.engine.map(knownEngine),
    rounds: positive('--rounds', values.rounds),
    time: positive('--time', values.time),
    seed: positive('--seed', values.seed),
    json: values.json,
    profile: values['cpu-prof'],
  };
}

function knownEngine(name: string): string {
  const names = COMPARED_ENGINES.map((compared) => compared.name);
  if (names.includes(name)) return name;
  throw new Error(`--engine: expected one of ${names.join(', ')}, found '${name}'`);
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${option}: expected a positive whole number, found '${text}'`);
}
