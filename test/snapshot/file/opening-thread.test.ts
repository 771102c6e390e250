import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Change } from '../../../src/snapshot/changes/change.js';
import { NO_CHANGES } from '../../../src/snapshot/file/changes-file.js';
import { followChanges } from '../../../src/snapshot/file/followed-catalog.js';
import { createOpeningThread } from '../../../src/snapshot/file/opening-thread.js';
import { SnapshotError } from '../../../src/snapshot/format/container/snapshot-error.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

describe('createOpeningThread', () => {
  const { open, catchUp } = createOpeningThread();

  it('rejects with the path and the reason if a file cannot be opened', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    writeFileSync(file, Buffer.concat([...writeSections([['library', Buffer.from('{')]])]));
    await expect(open(file)).rejects.toThrow(
      `${file}: invalid section 'library': expected records in JSON, found other data; `,
    );
    await expect(open(`${file}.old`)).rejects.toThrow(
      new SnapshotError(`${file}.old`, 'not_found', 'expected a snapshot file, found nothing'),
    );
  });

  it('rejects with the reason of a signal that was aborted before the call', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(open('data/alderwick', { signal })).rejects.toThrow(new Error('stopped'));
  });

  it('returns a followed catalog with holdings that were not read before the thread read them', async () => {
    const path = join(scratchDirectory(), 'changes.jsonl');
    const append = (change: Change) => appendFileSync(path, `${JSON.stringify(change)}\n`);
    const file = { path, needsLibrary: false };
    const catalog = catalogOf({
      titles: [book('1', 'Typee', { holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] })],
    });
    const followed = followChanges({ catalog, position: undefined, counts: NO_CHANGES }, file);
    onTestFinished(followed.close);
    append({ op: 'put', kind: 'titles', record: book('0', 'Omoo') });
    while (followed.advance());
    const holdings = [{ branch: 'MAIN', status: 'UNAVAILABLE' }] as const;
    append({ op: 'holdings', title: '1', holdings });
    const snapshot = {
      library: 'harbour',
      snapshot: catalog.fingerprint,
      date: catalog.library.snapshot_date,
      titles: 1,
    };
    const caughtUp = await catchUp(followed, { snapshot, version: undefined }, file);
    expect(caughtUp?.counts.applied).toBe(2);
    const { titles } = caughtUp!.catalog;
    expect([0, 1].map((number) => titles.get(number))).toMatchObject([
      { title: 'Omoo' },
      { title: 'Typee', holdings },
    ]);
  });
});
