/*
 * Search engines that are programs of their own, from packages of Debian: Lucene and Xapian. A program reads a
 * query from each line, writes a line with its answer, and measures the time of the search itself. The engines search the
 * boosted fields, and all other fields as one field `rest`. They count the columns with few values.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Narrowing } from '../../../src/catalog/narrowings.js';
import { PROJECT } from '../../machine.js';
import { type Answer, BOOSTS, columnValues, type Engine, FIELDS, titleTexts } from '../engine.js';
import type { TitleSource } from '../title-source.js';

const FACET_COLUMNS: readonly Narrowing[] = [
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
  'publication_date',
];
const BOOSTED = FIELDS.filter((field) => BOOSTS[field] > 1);
/** The fields and their boosts. `rest` contains all fields with the boost 1. */
const FIELD_BOOSTS: readonly (readonly [field: string, boost: number])[] = [
  ...BOOSTED.map((field) => [field, BOOSTS[field]] as const),
  ['rest', 1],
];
const PROGRAMS = join(PROJECT, 'bench/engines/native');
const JARS = ['core', 'analyzers-common', 'facet'].map(
  (name) => `/usr/share/java/lucene-${name}-4.10.4.jar`,
);
/** The interpreter that Debian packages are installed for. */
const PYTHON = '/usr/bin/python3';

type Command = readonly [program: string, ...args: string[]];

/** Lucene 4.10. Its facets are counted from sorted-set doc values. */
export const lucene = lineEngine({
  name: 'Lucene 4.10',
  missing: () =>
    JARS.every((jar) => existsSync(jar)) && canRun('javac', '-version')
      ? undefined
      : 'expected Lucene 4.10 and a JDK, found none; install liblucene4.10-java and default-jdk-headless',
  build(documents, directory) {
    const source = join(PROGRAMS, 'LuceneBench.java');
    execFileSync('javac', ['-nowarn', '-cp', JARS.join(':'), '-d', directory, source]);
    return luceneCommand(directory, 'build', documents);
  },
  search: (mode, directory) => luceneCommand(directory, mode),
});

/** Xapian through its Python module. Its facets are counts of the first value of each title in each column. */
export const xapian = lineEngine({
  name: 'Xapian',
  missing: () =>
    canRun(PYTHON, '-c', 'import xapian')
      ? undefined
      : 'expected the module xapian of Python, found none; install python3-xapian',
  build: (documents, directory) => xapianCommand('build', documents, join(directory, 'index')),
  search: (mode, directory) => xapianCommand(mode, join(directory, 'index')),
});

function luceneCommand(directory: string, mode: string, ...documents: readonly string[]): Command {
  const path = [directory, ...JARS].join(':');
  return ['java', '-cp', path, 'LuceneBench', mode, ...documents, join(directory, 'index')];
}

function xapianCommand(...args: readonly string[]): Command {
  return [PYTHON, join(PROGRAMS, 'xapian-bench.py'), ...args];
}

/**
 * Creates an engine whose program indexes the file of {@link writeDocuments}, and answers each line of words with the time
 * in milliseconds, the number of matches and the ids. Tabs separate these parts, and the character U+001F the ids. The
 * program writes counted facets after the ids.
 */
function lineEngine(engine: {
  readonly name: string;
  missing(): string | undefined;
  build(documents: string, directory: string): Command;
  search(mode: 'plain' | 'facets', directory: string): Command;
}): Engine {
  const { name, missing } = engine;
  const answer = 'ten ids';
  return {
    name,
    rows: [
      { name, answer, facets: 0 },
      { name: `${name}, facets`, answer, facets: FACET_COLUMNS.length },
    ],
    missing,
    maxTitles: 500_000,
    build(source, directory) {
      const documents = writeDocuments(source, directory);
      const [program, ...args] = engine.build(documents, directory);
      execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      rmSync(documents);
    },
    open(directory) {
      const programs = (['plain', 'facets'] as const).map((mode) =>
        startLineProcess(engine.search(mode, directory)),
      );
      return {
        pid: programs[0].pid,
        searches: programs.map(({ ask }) => ({
          async search({ words }): Promise<Answer> {
            const [time, count, ids] = (await ask(words.join(' '))).split('\t');
            return { time: Number(time), count: Number(count), ids: ids.split('\x1f') };
          },
        })),
        close() {
          for (const { close } of programs) close();
        },
      };
    },
  };
}

function canRun(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes `documents.tsv`: a line of the field names with their boosts, a line of the column names, and a line
 * per title. The line of a title contains the id, the texts and the columns, separated by tabs. The values of
 * a column are separated by the character U+001F.
 *
 * @returns the path of the file
 */
function writeDocuments(source: TitleSource, directory: string): string {
  const path = join(directory, 'documents.tsv');
  const file = openSync(path, 'w');
  const boosts = FIELD_BOOSTS.map(([field, boost]) => `${field}=${boost}`);
  writeSync(file, `${boosts.join('\t')}\n${FACET_COLUMNS.join('\t')}\n`);
  for (const title of source.titles()) {
    const texts = titleTexts(title);
    const rest = FIELDS.filter((field) => BOOSTS[field] === 1 && texts[field] !== '');
    const fields = [
      ...BOOSTED.map((field) => texts[field]),
      rest.map((field) => texts[field]).join(' '),
    ];
    const values = columnValues(title);
    const columns = FACET_COLUMNS.map((column) =>
      values[column].map((value) => value.replace(/\s+/g, ' ')).join('\x1f'),
    );
    writeSync(file, `${[title.id, ...fields, ...columns].join('\t')}\n`);
  }
  closeSync(file);
  return path;
}

/** Starts a program that writes one line for each line that it reads. Calls of `ask` must not overlap. */
function startLineProcess([program, ...args]: Command) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let settle: { resolve(line: string): void; reject(error: Error): void } | undefined;
  createInterface(child.stdout).on('line', (line) => settle?.resolve(line));
  const fail = () =>
    settle?.reject(new Error(`${program}: expected an answer, found end of output`));
  child.on('error', fail);
  child.on('close', fail);
  return {
    pid: child.pid,
    ask: (line: string) =>
      new Promise<string>((resolve, reject) => {
        settle = { resolve, reject };
        child.stdin.write(`${line}\n`);
      }),
    close() {
      settle = undefined;
      child.stdin.end();
    },
  };
}
