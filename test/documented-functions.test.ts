import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as importing from '../src/import/index.js';
import * as carrel from '../src/index.js';
import { ROOT } from './cli/compiled.js';
import { marcXml, startProvider } from './import/oai/test-provider.js';
import { scratchDirectory } from './snapshot/file/scratch-directory.js';

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** The files with the descriptions of functions, and the number of examples in the description of each function. */
const FUNCTIONS = [
  ['snapshot/file/open-catalog.ts', 'createCatalog', 1],
  ['snapshot/file/writing/build-snapshot.ts', 'buildSnapshot', 2],
  ['import/import-records.ts', 'importRecords', 2],
  ['import/oai/harvest.ts', 'harvestChanges', 1],
  ['import/marc/read-marc.ts', 'readMarcRecords', 1],
] as const;

/** Returns the examples in the comment before an exported function. */
function examplesOf(file: string, name: string): string[] {
  const text = readFileSync(join(ROOT, 'src', file), 'utf8');
  const [before] = text.split(new RegExp(`^export (?:async )?function\\*? ${name}\\(`, 'm'));
  const comment = before.slice(before.lastIndexOf('/**'));
  const lines = comment.replace(/\s*\*\/\s*$/, '').replace(/^ \* ?/gm, '');
  return lines.split('@example\n').slice(1);
}

it.for(FUNCTIONS)(
  'The examples of a documented function run: %s %s',
  async ([file, name, count]) => {
    const directory = scratchDirectory();
    const provider = await startProvider([
      { identifier: 'oai:1', datestamp: '2026-11-01T10:00:00Z', marc: marcXml('1', 'Typee') },
    ]);
    const scope = {
      ...carrel,
      ...importing,
      createReadStream,
      library: { id: 'branch', name: 'Branch', snapshot_date: '2026-11-01T00:00:00Z' },
      rows: [{ id: '1', name: 'Moby-Dick' }],
      state: undefined,
      console: { log() {}, warn() {} },
      check: (found: unknown, expected: unknown) => expect(found).toEqual(expected),
    };
    const examples = examplesOf(file, name);
    expect(examples).toHaveLength(count);
    for (const example of examples) {
      const code = example
        .replace(/'(data\/.*?)'/g, (_, path) => JSON.stringify(join(ROOT, path)))
        .replace(/'(\w+\.snapshot)'/g, (_, path) => JSON.stringify(join(directory, path)))
        .replace(/'https:\/\/.*?'/, JSON.stringify(provider.address))
        .replace(/^(\S+); \/\/ (.*)$/gm, 'check($1, $2);');
      await AsyncFunction(...Object.keys(scope), code)(...Object.values(scope));
    }
  },
);
