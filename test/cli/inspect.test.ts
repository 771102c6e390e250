import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectSnapshot } from '../../src/snapshot/file/inspect-snapshot.js';
import type { SectionData } from '../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../src/snapshot/format/container/write-sections.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { everySection } from '../snapshot/fuzzing/every-section.js';
import { runCarrel } from './run-carrel.js';

/** Writes a snapshot file of these sections, and returns its path. */
function snapshotOf(sections: ReadonlyMap<string, SectionData>): string {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(file, Buffer.concat([...writeSections(sections)]));
  return file;
}

describe('carrel inspect', () => {
  it('prints the contents of a snapshot, with one line per section', async () => {
    const file = snapshotOf(everySection());
    const { status, stdout, stderr } = await runCarrel('inspect', file);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { formatVersion, size, library, sections, fingerprint, synonyms, counts } =
      inspectSnapshot(file);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(0, 6)).toEqual([
      `${file}: snapshot with format version ${formatVersion}, ${size.toLocaleString('en-US')} bytes, undamaged`,
      `library   ${library.id}: ${library.name}, as of ${library.snapshot_date}`,
      `snapshot  ${fingerprint}`,
      `records   ${counts.titles} titles, ${counts.users} users, ${counts.userContent} user content, ${counts.lists} lists, ${counts.sessions} sessions`,
      `synonyms  of ${synonyms.toLocaleString('en-US')} words and phrases`,
      'sections',
    ]);
    expect(lines.length).toBe(6 + sections.length);
    sections.forEach(({ name, checksum }, index) => {
      expect(lines[6 + index].trim().split(/\s+/)[0]).toBe(name);
      expect(lines[6 + index].endsWith(checksum)).toBe(true);
    });
    const json = await runCarrel('inspect', file, '--json');
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(inspectSnapshot(file))));
  });

  it('refuses a damaged file', async () => {
    const file = snapshotOf(everySection());
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(file, bytes);
    const { status, stdout, stderr } = await runCarrel('inspect', file);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^carrel inspect: \S+: damaged: section '/);
  });

  it('with --verify exits with status 0 for a snapshot that its records give again', async () => {
    const { status, stdout } = await runCarrel('inspect', snapshotOf(everySection()), '--verify');
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nverified: the records give the same bytes\n$/);
  });

  it('with --verify names each section that differs, and exits with status 1', async () => {
    const sections = new Map(everySection());
    for (const name of ['index.posting.documents', 'titles.rank.author']) {
      sections.set(name, (sections.get(name) as Uint32Array).slice().reverse());
    }
    const file = snapshotOf(sections);
    const { status, stdout } = await runCarrel('inspect', file, '--verify');
    const problem = 'expected the bytes that are built from the records, found other bytes';
    expect(status).toBe(1);
    expect(stdout.split('\n').slice(-4)).toEqual([
      'differences from the snapshot that is built from the records',
      `  titles.rank.author: ${problem}`,
      `  index.posting.documents: ${problem}`,
      '',
    ]);
    const json = await runCarrel('inspect', file, '--verify', '--json');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout).differences).toEqual([
      { section: 'titles.rank.author', problem },
      { section: 'index.posting.documents', problem },
    ]);
  });
});
