import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchFiles } from '../../../src/snapshot/file/watch-files.js';
import { scratchDirectory } from './scratch-directory.js';

const INTERVAL_MS = 60;

/** Watches files until the test ends, and queues the reported changes. */
async function startWatch(...paths: string[]) {
  const changes: string[][] = [];
  const problems: string[] = [];
  let notify = () => {};
  const started = await watchFiles(paths);
  onTestFinished(() => started.stop());
  started.start(
    (changed) => {
      changes.push([...changed]);
      notify();
    },
    (message) => problems.push(message),
    INTERVAL_MS,
  );
  return {
    changes,
    problems,
    /** Returns the first change in the queue. If the queue is empty, waits for a change. */
    async next(): Promise<string[]> {
      while (changes.length === 0) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return changes.shift() ?? [];
    },
  };
}

function createFile(name = 'branch.snapshot'): string {
  const path = join(scratchDirectory(), name);
  writeFileSync(path, 'one');
  return path;
}

describe('watchFiles', () => {
  it('reports a file that is replaced by a rename, and no other file', async () => {
    const [path, other] = [createFile(), createFile()];
    const { next } = await startWatch(other, path);
    writeFileSync(`${path}.new`, 'two');
    renameSync(`${path}.new`, path);
    expect(await next()).toEqual([path]);
  });

  it('reports a file that is overwritten by a file of the same size', async () => {
    const path = createFile();
    const { next } = await startWatch(path);
    writeFileSync(`${path}.new`, 'two');
    cpSync(`${path}.new`, path);
    expect(await next()).toEqual([path]);
  });

  it('reports a file whose signature is replaced', async () => {
    const path = createFile();
    const { next } = await startWatch(path);
    writeFileSync(`${path}.sig`, 'signature');
    expect(await next()).toEqual([path]);
  });

  it('reports a growing file once, when it has stopped growing', async () => {
    const path = createFile();
    const { changes, next } = await startWatch(path);
    for (let i = 0; i < 100; i++) {
      appendFileSync(path, 'more');
      await delay(INTERVAL_MS / 12);
    }
    expect(changes).toEqual([]);
    expect(await next()).toEqual([path]);
    await delay(INTERVAL_MS * 4);
    expect(changes).toEqual([]);
  });

  it('reports that a file keeps changing, and the change when it stops', async () => {
    const path = createFile();
    const { problems, next } = await startWatch(path);
    let count = 0;
    const timer = setInterval(() => writeFileSync(path, `${count++}`), 1);
    onTestFinished(() => clearInterval(timer));
    const message = `${path}: expected a file that stops changing, found a change at each of 10 checks; `;
    await expect.poll(() => problems[0]).toContain(message);
    clearInterval(timer);
    expect(await next()).toEqual([path]);
  });

  it('reports a file when it is deleted, and again when it is created again', async () => {
    const path = createFile();
    const { next } = await startWatch(path);
    rmSync(path);
    expect(await next()).toEqual([path]);
    writeFileSync(path, 'back');
    expect(await next()).toEqual([path]);
  });

  it('reports a change that happens between watchFiles and start', async () => {
    const path = createFile();
    const watch = await watchFiles([path]);
    onTestFinished(() => watch.stop());
    writeFileSync(path, 'changed');
    const changed = await new Promise((resolve) => watch.start(resolve, () => {}, INTERVAL_MS));
    expect(changed).toEqual([path]);
  });

  it('ignores changes in directories', async () => {
    const [directory, path] = [join(scratchDirectory(), 'source'), createFile()];
    mkdirSync(directory);
    const { next } = await startWatch(directory, path);
    writeFileSync(join(directory, 'titles.jsonl'), '');
    await delay(INTERVAL_MS * 4);
    writeFileSync(path, 'changed');
    expect(await next()).toEqual([path]);
  });

  it('compares the file at a path with the file in use', async () => {
    const [directory, path] = [scratchDirectory(), createFile()];
    const watch = await watchFiles([directory, path]);
    onTestFinished(() => watch.stop());
    const pendingSince = () => watch.checks()[0].pendingSince;
    expect(watch.checks()).toEqual([{ path, checked: expect.any(Number), pendingSince: 0 }]);
    const [{ checked: started }] = watch.checks();
    const reports: (readonly string[])[] = [];
    watch.start(
      (changed) => reports.push(changed),
      () => {},
      5,
    );
    await expect.poll(() => watch.checks()[0].checked).toBeGreaterThan(started);

    writeFileSync(path, 'changed');
    await expect.poll(pendingSince).toBeGreaterThan(started);
    const [{ checked }] = watch.checks();
    const since = pendingSince();
    await delay(40);
    const use = watch.opening(path);
    expect(watch.checks()).toEqual([{ path, checked, pendingSince: since }]);
    use();
    expect(watch.checks()).toEqual([{ path, checked: expect.any(Number), pendingSince: 0 }]);
    expect(watch.checks()[0].checked).toBeGreaterThan(checked);

    rmSync(path);
    await expect.poll(() => reports).toEqual([[path], [path]]);
    const [{ checked: last }] = watch.checks();
    await delay(40);
    expect(watch.checks()).toEqual([{ path, checked: last, pendingSince: 0 }]);
  });
});
