import { importRecords } from '../src/import/import-records.js';
import { buildSnapshot } from '../src/index.js';

/** The paths of a build: record file, library file, and the snapshot to write. */
export interface ImportTask {
  readonly records: string;
  readonly library: string;
  readonly snapshot: string;
}

/** The measurements of a build. */
export interface MeasuredImport {
  readonly titles: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Peak resident memory in bytes. */
  readonly memory: number;
}

/*
 * The process that `import.ts` starts. It receives a task, runs the build, and sends the measurements.
 * It does nothing else, so its peak memory is that of the build.
 */

process.once('message', async ({ records, library, snapshot }: ImportTask) => {
  const { source, report } = importRecords([records], { library });
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await buildSnapshot(source, snapshot);
  const { user, system } = process.cpuUsage(before);
  const result: MeasuredImport = {
    titles: report.titles,
    seconds: (performance.now() - begin) / 1000,
    processorSeconds: (user + system) / 1e6,
    memory: process.resourceUsage().maxRSS * 1024,
  };
  process.send?.(result);
  process.disconnect();
});
