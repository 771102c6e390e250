import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { verifySnapshot } from '../../../src/snapshot/file/inspect-snapshot.js';
import { checksum } from '../../../src/snapshot/file/read-snapshot-sections.js';
import {
  align,
  BLOCK_BYTES,
  blockChecksumsOf,
  type SectionData,
} from '../../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { addStrings, openStrings } from '../../../src/snapshot/format/records.js';
import { everySection } from '../fuzzing/every-section.js';
import { scratchDirectory } from './scratch-directory.js';

let valid: ReadonlyMap<string, SectionData>;
beforeAll(() => {
  valid = everySection();
});

/** Writes a snapshot with right checksums, also of the blocks of records. Returns its path. */
function write(sections: Map<string, SectionData>): string {
  for (const name of sections.keys()) {
    const bytes = sections.get(`${name}`);
    const checksums = blockChecksumsOf(name);
    if (checksums === name || !sections.has(checksums) || !(bytes instanceof Uint8Array)) continue;
    const padded = new Uint8Array(align(bytes.length));
    padded.set(bytes);
    const blocks = Array.from({ length: Math.ceil(padded.length / BLOCK_BYTES) }, (_, i) =>
      checksum(padded.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES)),
    );
    sections.set(checksums, Uint32Array.from(blocks));
  }
  const file = join(scratchDirectory(), 'changed.snapshot');
  writeFileSync(file, Buffer.concat([...writeSections(sections, checksum)]));
  return file;
}

/** Returns the names of the sections that differ after the numbers of a section are changed in place. */
function differencesAfter(name: string, change: (numbers: SectionData) => void): string[] {
  const sections = new Map(valid);
  const numbers = (valid.get(name) as SectionData).slice();
  change(numbers);
  return verifySnapshot(write(sections.set(name, numbers))).map(({ section }) => section);
}

/** Returns the names of the sections that differ after a text in a string table is replaced. */
function differencesAfterText(name: string, from: string, to: string): string[] {
  const sections = new Map(valid);
  const { size, get } = openStrings(sections, name);
  const texts = Array.from({ length: size }, (_, i) => get(i).replace(from, to));
  addStrings(sections, name, texts);
  return verifySnapshot(write(sections)).map(({ section }) => section);
}

function swapFirst(numbers: SectionData): void {
  const other = numbers.findIndex((number) => number !== numbers[0]);
  [numbers[0], numbers[other]] = [numbers[other], numbers[0]];
}

it('A valid snapshot with records of each kind has no differences', () => {
  expect(verifySnapshot(write(new Map(valid)))).toEqual([]);
});

it.each([
  'index.posting.documents',
  'index.posting.frequency_sets',
  'index.forward.bytes',
  'titles.rank.author',
  'titles.by_title',
  'titles.column.author.values',
  'titles.query.publication_year',
  'titles.facets.rows.counters',
  'titles.facets.postings.author',
  'titles.names.author.levels',
  'titles.shelf.titles',
  'titles.key.hash',
  'user_content.newest',
  'users.home_library',
])('A change of %s is found', (name) => {
  expect(differencesAfter(name, swapFirst)).toEqual([name]);
});

it.each([
  ['titles.summary', 'Herman Melville', 'Herman Nelville', 'titles.column.author.value.bytes'],
  ['titles.summary', '{"title"', '{ "title"', 'titles.summary.bytes'],
  ['users.record', '"code":"harbour"', '"code":"hill"', 'users.home_library_code.bytes'],
  ['users.record', '{"id"', '{ "id"', 'users.record.bytes'],
  ['user_content.record', '2018-01-15', '2019-01-15', 'user_content.newest'],
  ['lists.record', '"user":1', '"user":"2"', 'lists.by_user.keys'],
])('A change of %s from %s to %s is found in %s', (name, from, to, section) => {
  expect(differencesAfterText(name, from, to)).toContain(section);
});

it('A missing section and a section with another name are differences', () => {
  const sections = new Map(valid).set('users.other', Uint8Array.of(1));
  sections.delete('titles.boost');
  const differences = verifySnapshot(write(sections));
  expect(differences).toContainEqual({
    section: 'users.other',
    problem: 'expected no section of this name, found one',
  });
  expect(differences).toContainEqual({
    section: 'titles.boost',
    problem: 'expected a section of this name, found nothing',
  });
});

it('A record that cannot be read is an error with the path and the section', () => {
  expect(() => differencesAfterText('lists.record', '{', '[')).toThrow(
    /changed\.snapshot: invalid section 'lists\.record\.bytes': expected records in JSON, found other data;/,
  );
});
