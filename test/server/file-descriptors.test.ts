import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { affordableConnections, maxDescriptors } from '../../src/server/file-descriptors.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const USE = { connections: 5000, workers: 2, paths: 5 };

describe('The limit on connections', () => {
  it.each([
    [Number.POSITIVE_INFINITY, 5000],
    [5100, 5000],
    [5099, 4999],
    [1024, 924],
    [116, 16],
  ])('with %d file descriptors, of which 100 are reserved, is at most %d', (descriptors, max) => {
    expect(affordableConnections(USE, descriptors)).toBe(max);
  });

  it('must leave at least 16 connections, or as many as the limit allows', () => {
    expect(() => affordableConnections(USE, 115)).toThrow(
      "file descriptors: expected at least 116, found 115; raise 'ulimit -n' or LimitNOFILE=",
    );
    expect(affordableConnections({ ...USE, connections: 2 }, 102)).toBe(2);
  });
});

describe('The number of file descriptors', () => {
  it.skipIf(process.platform === 'win32')('is the limit of the process', () => {
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' });
    const limit = stdout.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(stdout);
    expect(maxDescriptors()).toBe(limit);
    expect(maxDescriptors('/nowhere')).toBe(limit);
  });

  it.each([
    ['1024                 4096                 files', 1024],
    ['unlimited            unlimited            files', Number.POSITIVE_INFINITY],
  ])('is the soft limit in the file of limits with %s', (columns, max) => {
    const file = join(scratchDirectory(), 'limits');
    writeFileSync(file, `Max processes  7  7  processes\nMax open files            ${columns}\n`);
    expect(maxDescriptors(file)).toBe(max);
  });
});
