import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, FACET_LIMIT, type Facets, PAGE_SIZE } from '../engine.js';
import { FACET_COLUMNS, NATIVE_BOOSTS, nativeDocument } from './documents-file.js';
import { startLineProcess } from './line-process.js';

const FIELDS = Object.keys(NATIVE_BOOSTS);

/** A result of Groonga: the number of all hits, the names of the columns, and the rows up to the requested limit. */
type Rows = readonly [count: readonly [number], names: unknown, ...rows: [string, number][]];
type Response = readonly [header: readonly [number, number, number], results: readonly Rows[]];

/**
 * Defines a table of titles with one column per field, an index over all fields, and one column of references
 * per facet. The index separates words at spaces and stores no positions.
 */
const SCHEMA = [
  'table_create Titles TABLE_HASH_KEY ShortText',
  ...FIELDS.map((field) => `column_create Titles ${field} COLUMN_SCALAR Text`),
  ...FACET_COLUMNS.flatMap((column) => [
    `table_create values_of_${column} TABLE_HASH_KEY ShortText`,
    `column_create Titles ${column} COLUMN_VECTOR values_of_${column}`,
  ]),
  'table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenDelimit',
  `column_create Words in_titles COLUMN_INDEX|WITH_SECTION Titles ${FIELDS.join(',')}`,
];

const SELECT = [
  'select Titles',
  `--match_columns "${FIELDS.map((field) => `${field} * ${NATIVE_BOOSTS[field]}`).join(' || ')}"`,
  `--sort_keys -_score --limit ${PAGE_SIZE} --output_columns _key --cache no`,
].join(' ');
const DRILLDOWN = [
  ` --drilldown ${FACET_COLUMNS.join(',')} --drilldown_sort_keys -_nsubrecs`,
  ` --drilldown_limit ${FACET_LIMIT} --drilldown_output_columns _key,_nsubrecs`,
].join('');

/** Groonga through its command line, without facets. */
export const groonga = groongaEngine('');

/** Groonga through its command line, with facet counts by drilldown. */
export const groongaWithFacets = groongaEngine(DRILLDOWN);

/** Runs Groonga without its cache. The time of a search is the time in the header of the response. */
function groongaEngine(drilldown: string): Engine {
  return {
    missing() {
      try {
        execFileSync('groonga', ['--version'], { stdio: 'ignore' });
        return undefined;
      } catch {
        return 'expected the program groonga, found none; install groonga';
      }
    },
    build(source, directory) {
      const commands = join(directory, 'commands.grn');
      writeFileSync(commands, `${SCHEMA.join('\n')}\nload --table Titles\n[\n`);
      const file = openSync(commands, 'a');
      let separator = '';
      for (const title of source.titles()) {
        const { id, texts, values } = nativeDocument(title);
        writeSync(file, `${separator}${JSON.stringify({ _key: id, ...texts, ...values })}`);
        separator = ',\n';
      }
      writeSync(file, '\n]\n');
      closeSync(file);
      execFileSync('groonga', ['--file', commands, '-n', join(directory, 'groonga.db')], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      rmSync(commands);
    },
    open(directory) {
      const program = startLineProcess('groonga', [join(directory, 'groonga.db')]);
      return {
        pid: program.pid,
        async search({ words }) {
          const quoted = words.map((word) => `\\"${word}\\"`).join(' ');
          const line = await program.ask(`${SELECT}${drilldown} --query "${quoted}"`);
          const [[, , seconds], [best, ...counted]] = JSON.parse(line) as Response;
          const [[count], , ...rows] = best;
          const facets = Object.fromEntries(
            counted.map(([, , ...values], i) => [FACET_COLUMNS[i], values]),
          ) as Facets;
          return {
            time: seconds * 1000,
            count,
            ids: rows.map(([id]) => id),
            ...(counted.length > 0 && { facets }),
          };
        },
        close: program.close,
      };
    },
  };
}
