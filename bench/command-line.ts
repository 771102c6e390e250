import { parseArgs } from 'node:util';
import { CONTESTANTS } from './contestants.js';

export const HELP = `npm run bench -- [OPTIONS]

Measures Carrel on generated catalogs: building, opening, memory, and some fifty
queries, each with its ten best titles and every facet counted, beside MiniSearch.

  --peers            compare with Orama, ItemsJS, SQLite FTS5, FlexSearch and Lunr
                     too; installs them into bench/peers first
  --size N           a catalog of N titles; may be given again
                     (default: 10000 and 100000)
  --large            a catalog of 1000000 titles too; from there on Carrel is alone
  --engine NAME      only this engine; may be given again
  --rounds N         how often every engine takes its turn (default: 3)
  --time N           milliseconds a query is run for in a round (default: 120)
  --seed N           another catalog (default: 1)
  --json FILE        write everything that was measured to FILE
  --cpu-prof DIR     write a CPU profile of every measuring process into DIR, to be
                     opened in the developer tools of a browser
  --help             this
`;

/** What the bench was asked to do. */
export interface BenchOptions {
  readonly sizes: readonly number[];
  readonly withPeers: boolean;
  /** Names of engines; empty for all. */
  readonly engines: readonly string[];
  readonly rounds: number;
  readonly time: number;
  readonly seed: number;
  readonly json: string | undefined;
  readonly profile: string | undefined;
}

const DEFAULT_SIZES = [10_000, 100_000];
/** From this many titles on, only Carrel is measured. */
export const LARGE_SIZE = 1_000_000;

/**
 * Reads the command line; nothing when it asks for help.
 *
 * @throws Error a sentence saying what is wrong with it
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
  const given = values.size.map((size) => positive('--size', size));
  const sizes = given.length === 0 ? DEFAULT_SIZES : given;
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
  const names = CONTESTANTS.map((contestant) => contestant.name);
  if (names.includes(name)) return name;
  throw new Error(`--engine takes one of ${names.join(', ')}, not '${name}'.`);
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${option} takes a positive whole number, not '${text}'.`);
}
