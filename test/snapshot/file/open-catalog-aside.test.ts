import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCatalogAside } from '../../../src/snapshot/file/open-catalog-aside.js';
import { SnapshotError } from '../../../src/snapshot/format/snapshot-error.js';
import { writeSections } from '../../../src/snapshot/format/write-sections.js';
import { scratchDirectory } from './scratch-directory.js';

it('A catalog that cannot be opened is named, whatever went wrong', async () => {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(file, Buffer.concat([...writeSections([['library', Buffer.from('{')]])]));
  await expect(openCatalogAside(file)).rejects.toThrow(`${file}: Expected property name`);
  await expect(openCatalogAside(`${file}.old`)).rejects.toThrow(
    new SnapshotError(`${file}.old`, 'does not exist; wanted a snapshot file.'),
  );
});
