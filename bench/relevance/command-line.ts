import { parseArgs } from 'node:util';

export const HELP = `npm run bench:relevance -- [DIRECTORY...] [OPTIONS]

Measures how search engines rank the results of judged queries, and of known titles that
are typed in several ways. Measures the demo libraries and the records of Project
Gutenberg, and each source DIRECTORY. A DIRECTORY with the library id of one of these
catalogs replaces that catalog.

  --engine NAME  measure only this engine; repeatable (default: all)
  --judged FILE  run only the judged queries of FILE; repeatable (default: the files in
                 bench/data/judged, whose README describes the format)
  --kind KIND    run only the queries of this kind, such as 'typo', or of this way of
                 typing, such as 'one typo'; repeatable (default: all)
  --only PART    measure only 'judged' queries, 'ways' of typing or 'suggestions' (default: all)
  --misses       print each query whose first result is not right: the best place of a
                 right title, the first three titles, and the right title. Prints the
                 misses of the first engine, and the misses of ways only with --kind or
                 --only ways
  --help         print this help

The output is Markdown. Judged queries come first. After a change of the ranking, compare
the outputs of two runs with diff. To see the misses of one kind of queries:

  npm run bench:relevance -- --engine Carrel --kind typo --misses
`;

const PARTS = ['judged', 'ways', 'suggestions'] as const;

/** A part of the evaluation. */
export type Part = (typeof PARTS)[number];

/** The options of the command line. */
export interface RelevanceOptions {
  /** The paths of source directories. */
  readonly directories: readonly string[];
  /** The names of the engines to measure, such as `Carrel`. If empty, all engines are measured. */
  readonly engines: readonly string[];
  /** The paths of files of judged queries. If empty, the files of the project are read. */
  readonly judgedFiles: readonly string[];
  /** The kinds of judged queries and the ways to run. If empty, all are run. */
  readonly kinds: readonly string[];
  readonly parts: readonly Part[];
  readonly showsMisses: boolean;
  readonly showsMissesOfWays: boolean;
}

/**
 * Reads the command line.
 *
 * @param engineNames the names of all engines
 * @returns undefined for `--help`
 * @throws Error when an argument is unknown or invalid; the message is written for the user
 */
export function readCommandLine(
  args: readonly string[],
  engineNames: readonly string[],
): RelevanceOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      engine: { type: 'string', multiple: true, default: [] },
      judged: { type: 'string', multiple: true, default: [] },
      kind: { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      misses: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only ?? (values.judged.length > 0 ? 'judged' : undefined);
  return {
    directories: positionals,
    engines: values.engine.map((name) => oneOf('--engine', engineNames, name)),
    judgedFiles: values.judged,
    kinds: values.kind,
    parts: only === undefined ? PARTS : [oneOf('--only', PARTS, only)],
    showsMisses: values.misses,
    showsMissesOfWays: values.misses && (only === 'ways' || values.kind.length > 0),
  };
}

function oneOf<T extends string>(option: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new Error(`${option}: expected one of ${choices.join(', ')}, found '${text}'`);
}
