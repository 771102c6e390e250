import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { isLong } from '../long-tests.js';
import { scratchDirectory, writeFiles } from '../snapshot/file/scratch-directory.js';
import { compile, ROOT } from './compiled.js';

beforeAll(compile);

const TITLES = 200_000;

/** The maximum size of V8's heap in MiB. Its ids, titles and authors alone, as strings, would take more. */
const HEAP_MIB = 40;

/** Titles in which everything is different. */
function* lines(): Generator<string> {
  for (let i = 0; i < TITLES; i++) {
    const word = ((i * 2654435761) >>> 0).toString(36);
    yield JSON.stringify({
      id: `t${word}`,
      title: `${word} and ${i}`,
      format: { id: 'BK' },
      authors: [{ name: `Author ${word}` }],
      call_number: `${word} 7`,
    });
  }
}

it.runIf(isLong)('builds 200,000 titles with a heap of 40 MiB', { timeout: 600_000 }, () => {
  const directory = writeFiles(scratchDirectory(), {
    'library.json': JSON.stringify({
      id: 'harbour',
      name: 'Harbour Library',
      snapshot_date: '2026-11-01T00:00:00Z',
    }),
    'titles.jsonl': [...lines()].join('\n'),
  });
  const snapshot = join(directory, 'harbour.snapshot');
  const script = join(ROOT, 'dist/cli/carrel.js');
  const options = [`--max-old-space-size=${HEAP_MIB}`, script, 'build', directory, '-o', snapshot];
  execFileSync(process.execPath, options, { stdio: 'pipe' });
  expect(openCatalog(snapshot).titles.size).toBe(TITLES);
});
