import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_CHANGES } from '../../../src/snapshot/file/changes-file.js';
import { followChanges } from '../../../src/snapshot/file/followed-catalog.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

/** Follows a changes file of the library `harbour` with another library, until the test ends. */
function follow() {
  const path = join(scratchDirectory(), 'changes.jsonl');
  const catalog = catalogOf({
    library: { id: 'harbour', snapshot_date: '2026-11-01T00:00:00Z' },
    titles: [book('1', 'One', { holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] })],
  });
  const file = { path, needsLibrary: true, otherLibraries: ['hill'] };
  const followed = followChanges({ catalog, position: undefined, counts: NO_CHANGES }, file);
  onTestFinished(followed.close);
  /** Appends lines to the file and reads them. */
  const read = (...lines: readonly (object | string)[]) => {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    appendFileSync(path, texts.map((text) => `${text}\n`).join(''));
    while (followed.advance());
  };
  return { followed, read };
}

const put = { op: 'put', kind: 'titles', record: book('2', 'Two'), library: 'harbour' };

it('A followed catalog is not behind after old changes, changes of other libraries and invalid lines', () => {
  const { followed, read } = follow();
  read({ ...put, at: '2026-10-01T00:00:00Z' }, { ...put, library: 'hill' }, 'not JSON');
  read({ op: 'put', kind: 'titles' });
  expect(followed.behind).toBeUndefined();
  expect(followed.progress).toMatchObject({ lines: 4, applied: 0, superseded: 1, skipped: 2 });
  expect(followed.takeSkipped().map(({ line }) => line)).toEqual([3, 4]);
});

it('A followed catalog is behind at the first change of a title, whether or not the change is valid', () => {
  const { followed, read } = follow();
  const out = [{ branch: 'MAIN', status: 'UNAVAILABLE' }];
  const holdings = { op: 'holdings', title: '1', holdings: out, library: 'harbour' };
  read(holdings, { ...put, record: {} }, put, { ...holdings, title: '9' });
  expect(followed.behind?.counts).toMatchObject({ applied: 1, skipped: 0 });
  expect(followed.progress).toMatchObject({ lines: 1, applied: 1, skipped: 0 });
  expect(followed.takeSkipped()).toEqual([]);
  expect(followed.catalog.titles.get(0).holdings).toEqual(out);
});
