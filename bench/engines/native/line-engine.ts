import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Narrowing } from '../../../src/catalog/narrowings.js';
import type { Answer, Engine, Facets } from '../engine.js';
import { writeDocuments } from './documents-file.js';
import { startLineProcess } from './line-process.js';

/** The commands of an engine that is a program of its own. */
interface Commands {
  missing(): string | undefined;
  /** Returns the command that indexes a file of {@link writeDocuments} into a directory. */
  build(documents: string, directory: string): readonly string[];
  /**
   * Returns the command that searches. The program reads the words of a query from each line, and writes a
   * line of: the time in milliseconds, the number of matches, the ids, and per column its name, values and
   * counts. Tabs separate these parts, and the character U+001F separates the items of a part.
   */
  search(directory: string): readonly string[];
}

/** Runs an engine as a program that answers line by line and measures the time of each search itself. */
export function lineEngine(commands: Commands): Engine {
  return {
    missing: commands.missing,
    build(source, directory) {
      const documents = writeDocuments(source, directory);
      const [command, ...args] = commands.build(documents, directory);
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      rmSync(documents);
    },
    open(directory) {
      const [command, ...args] = commands.search(directory);
      const program = startLineProcess(command, args);
      return {
        pid: program.pid,
        search: async ({ words }) => readAnswer(await program.ask(words.join(' '))),
        close: program.close,
      };
    },
  };
}

function readAnswer(line: string): Answer {
  const [time, count, ids, ...columns] = line.split('\t');
  const facets = columns.map((text): [string, [string, number][]] => {
    const [column, ...items] = text.split('\x1f');
    const pairs = Array.from({ length: items.length / 2 }, (_, i): [string, number] => [
      items[2 * i],
      Number(items[2 * i + 1]),
    ]);
    return [column, pairs];
  });
  return {
    time: Number(time),
    count: Number(count),
    ids: ids === '' ? [] : ids.split('\x1f'),
    ...(facets.length > 0 && {
      facets: Object.fromEntries(facets) as Facets & Record<Narrowing, never>,
    }),
  };
}
