import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { inspect } from '../../src/cli/inspect.js';
import type { SectionData } from '../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../src/snapshot/format/container/write-sections.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { everySection } from '../snapshot/fuzzing/every-section.js';

afterEach(() => vi.restoreAllMocks());

/** Runs `carrel inspect --verify` with a file of these sections. Returns the exit status and the last lines. */
async function verify(
  sections: ReadonlyMap<string, SectionData>,
  ...options: readonly string[]
): Promise<{ readonly status: number; readonly stdout: string }> {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(file, Buffer.concat([...writeSections(sections)]));
  let stdout = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  const status = await inspect.run([file, '--verify', ...options]);
  return { status, stdout };
}

it('carrel inspect --verify exits with status 0 for a snapshot that its records give again', async () => {
  const { status, stdout } = await verify(everySection());
  expect(status).toBe(0);
  expect(stdout).toMatch(/\nverified: the records give the same bytes\n$/);
});

it('carrel inspect --verify names each section that differs, and exits with status 1', async () => {
  const sections = new Map(everySection());
  for (const name of ['index.posting.documents', 'titles.rank.author']) {
    sections.set(name, (sections.get(name) as Uint32Array).slice().reverse());
  }
  const { status, stdout } = await verify(sections);
  const problem = 'expected the bytes that are built from the records, found other bytes';
  expect(status).toBe(1);
  expect(stdout.split('\n').slice(-4)).toEqual([
    'differences from the snapshot that is built from the records',
    `  titles.rank.author: ${problem}`,
    `  index.posting.documents: ${problem}`,
    '',
  ]);
  const json = await verify(sections, '--json');
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout).differences).toEqual([
    { section: 'titles.rank.author', problem },
    { section: 'index.posting.documents', problem },
  ]);
});
