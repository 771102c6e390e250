import { readFileSync } from 'node:fs';
import { importRecords } from '../../src/import/import-records.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';

/** The paths of the record file, the library file, and the snapshot to write. */
export interface ImportTask {
  readonly records: string;
  readonly library: string;
  readonly snapshot: string;
}

/** The measurements of an import that builds a snapshot. */
export interface MeasuredImport {
  readonly titles: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Peak resident memory in bytes. */
  readonly memory: number;
}

/*
 * The process that `import.ts` starts. The process receives a task, builds a snapshot, and sends the
 * measurements. The process does nothing else, so its peak memory is the peak memory of the build.
 */

process.once('message', async ({ records, library, snapshot }: ImportTask) => {
  const imported = importRecords([records], JSON.parse(readFileSync(library, 'utf8')));
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await buildSnapshot(imported, snapshot);
  const { user, system } = process.cpuUsage(before);
  const result: MeasuredImport = {
    titles: imported.report.titles,
    seconds: (performance.now() - begin) / 1000,
    processorSeconds: (user + system) / 1e6,
    memory: process.resourceUsage().maxRSS * 1024,
  };
  process.send?.(result);
  process.disconnect();
});
