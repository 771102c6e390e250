import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalogInWorker } from '../../../src/snapshot/file/open-catalog-in-worker.js';
import { SnapshotError } from '../../../src/snapshot/format/container/snapshot-error.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { scratchDirectory } from './scratch-directory.js';

describe('openCatalogInWorker', () => {
  it('rejects with the path and the reason if a file cannot be opened', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    writeFileSync(file, Buffer.concat([...writeSections([['library', Buffer.from('{')]])]));
    await expect(openCatalogInWorker(file)).rejects.toThrow(
      `${file}: invalid section 'library': expected records in JSON, found other data; `,
    );
    await expect(openCatalogInWorker(`${file}.old`)).rejects.toThrow(
      new SnapshotError(`${file}.old`, 'not_found', 'expected a snapshot file, found nothing'),
    );
  });

  it('rejects with the reason of a signal that was aborted before the call', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(openCatalogInWorker('data/alderwick', { signal })).rejects.toThrow(
      new Error('stopped'),
    );
  });
});
