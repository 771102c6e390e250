import { parseArgs } from 'node:util';

export const HELP = `npm run bench:relevance -- [DIRECTORY...] [OPTIONS]

Measures how search engines rank the results of judged queries, and of known titles that
are typed in several ways. Measures the demo libraries and the records of Project
Gutenberg, and each source DIRECTORY. A DIRECTORY with the library id of one of these
catalogs replaces that catalog.

  --engine NAME  measure only this engine; repeatable (default: all)
  --judged FILE  run only the judged queries of FILE; repeatable (default: the files in
                 bench/data/judged, whose README describes the format)
  --kind KIND    run only the judged queries of this kind; repeatable (default: all)
  --only PART    measure only 'judged' queries or only 'ways' of typing (default: both)
  --misses       print each query whose first result is not right: the best place of a
                 right title, the first three titles, and the right title. Prints the
                 misses of the first engine
  --help         print this help

The output is Markdown. Judged queries come first. After a change of the ranking, compare
the outputs of two runs with diff. To run the judged queries of one kind on one engine:

  npm run bench:relevance -- --engine Carrel --only judged --kind typo --misses
`;

const PARTS = ['judged', 'ways'] as const;

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
  /** The kinds of judged queries to run. If empty, all kinds are run. */
  readonly kinds: readonly string[];
  readonly parts: readonly Part[];
  readonly showsMisses: boolean;
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
  const impliesJudged = values.judged.length > 0 || values.kind.length > 0;
  const only = values.only ?? (impliesJudged ? 'judged' : undefined);
  return {
    directories: positionals,
    engines: values.engine.map((name) => oneOf('--engine', engineNames, name)),
    judgedFiles: values.judged,
    kinds: values.kind,
    parts: only === undefined ? PARTS : [oneOf('--only', PARTS, only)],
    showsMisses: values.misses,
  };
}

function oneOf<T extends string>(option: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new Error(`${option}: expected one of ${choices.join(', ')}, found '${text}'`);
}
