import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchFiles } from '../../../src/snapshot/file/watch-files.js';
import { scratchDirectory } from './scratch-directory.js';

const INTERVAL = 60;

/** Watches files, and gives what is told of them, one change after the other. */
async function watched(...paths: string[]) {
  const told: string[][] = [];
  let arrived = () => {};
  const watch = await watchFiles(paths);
  onTestFinished(() => watch.stop());
  watch.start((changed) => {
    told.push([...changed]);
    arrived();
  }, INTERVAL);
  return {
    told,
    async next(): Promise<string[]> {
      while (told.length === 0) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return told.shift() ?? [];
    },
  };
}

function file(name = 'branch.snapshot'): string {
  const path = join(scratchDirectory(), name);
  writeFileSync(path, 'one');
  return path;
}

describe('A watched file', () => {
  it('that another was renamed to has changed, and its neighbour has not', async () => {
    const [path, neighbour] = [file(), file()];
    const { next } = await watched(neighbour, path);
    writeFileSync(`${path}.new`, 'two');
    renameSync(`${path}.new`, path);
    expect(await next()).toEqual([path]);
  });

  it('that was copied over has changed, also when its size is the same', async () => {
    const path = file();
    const { next } = await watched(path);
    writeFileSync(`${path}.new`, 'two');
    cpSync(`${path}.new`, path);
    expect(await next()).toEqual([path]);
  });

  it('that grows is waited for, and told of once', async () => {
    const path = file();
    const { told, next } = await watched(path);
    for (let i = 0; i < 100; i++) {
      appendFileSync(path, 'more');
      await delay(INTERVAL / 12);
    }
    expect(told).toEqual([]);
    expect(await next()).toEqual([path]);
    await delay(INTERVAL * 4);
    expect(told).toEqual([]);
  });

  it('that is gone has changed, and again when it is back', async () => {
    const path = file();
    const { next } = await watched(path);
    rmSync(path);
    expect(await next()).toEqual([path]);
    writeFileSync(path, 'back');
    expect(await next()).toEqual([path]);
  });

  it('that changed between the beginning of the watch and its start is told of', async () => {
    const path = file();
    const watch = await watchFiles([path]);
    onTestFinished(() => watch.stop());
    writeFileSync(path, 'changed');
    const changed = await new Promise((resolve) => watch.start(resolve, INTERVAL));
    expect(changed).toEqual([path]);
  });

  it('that is a directory is left alone', async () => {
    const [directory, path] = [join(scratchDirectory(), 'source'), file()];
    mkdirSync(directory);
    const { next } = await watched(directory, path);
    writeFileSync(join(directory, 'titles.jsonl'), '');
    await delay(INTERVAL * 4);
    writeFileSync(path, 'changed');
    expect(await next()).toEqual([path]);
  });
});
