import { importRecords } from '../src/import/import-records.js';
import { buildSnapshot } from '../src/index.js';

/** What the process that `import.ts` starts is to build. */
export interface ImportTask {
  /** Paths. */
  readonly records: string;
  readonly library: string;
  readonly snapshot: string;
}

/** What came of it. */
export interface MeasuredImport {
  readonly titles: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** In bytes, the most that the process held at a time. */
  readonly memory: number;
}

/* A task in, what was measured out. The process does nothing else, so its memory is the build's. */

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
