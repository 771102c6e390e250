import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../src/snapshot/file/build-snapshot.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { sourceDirectory } from '../../../src/snapshot/file/source-directory.js';
import { type Source, type SourceRecord, sourceInMemory } from '../../../src/snapshot/source.js';
import type { SourceRecords } from '../../../src/snapshot/source-records.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { getSession, getTitle } from '../../v1/validated.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

/** A source with the titles of another library, which come one by one. */
function withTitles(source: Source, arriving: () => AsyncIterable<SourceRecord>): Source {
  const titles = { name: 'export.mrc', place: (n: number) => `export.mrc:${n}`, records: arriving };
  return { ...source, titles };
}

const context = { baseUrl: 'https://api.example.org' };

describe('a build', () => {
  it('reports the file, its size, its library and how many records it was made from', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    const report = await buildSnapshot(writeSource(join(directory, 'source')), file);
    expect(report).toEqual({
      file,
      size: readFileSync(file).length,
      library: 'harbour',
      counts: { titles: 1, users: 1, userContent: 0, lists: 0, sessions: 1 },
      warnings: [],
    });
  });

  it('tells its progress title by title', async () => {
    const counts: number[] = [];
    const titles = [book('1', 'Emma'), book('2', 'Persuasion')];
    await buildSnapshot(recordsOf({ titles }), join(scratchDirectory(), 'x.snapshot'), {
      progress: (count) => counts.push(count),
    });
    expect(counts).toEqual([1, 2]);
  });

  it('puts a new snapshot in the place of the old one, and leaves nothing beside it', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
    await buildSnapshot(recordsOf({ titles: [book('1', 'Persuasion')] }), file);
    expect(getTitle([openCatalog(file)], '1', context).title.title).toBe('Persuasion');
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
  });

  it('leaves an open catalog as it was when its file is replaced', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
    const open = openCatalog(file);
    await buildSnapshot(recordsOf({ titles: [book('1', 'Persuasion')] }), file);
    expect(getTitle([open], '1', context).title.title).toBe('Emma');
  });

  it('that cannot be written leaves nothing behind', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), '');
    await expect(buildSnapshot(recordsOf({}), file)).rejects.toThrow('EISDIR');
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
    expect(readdirSync(file)).toEqual(['inside']);
  });

  it('into a directory that is not there says so', async () => {
    const file = join(scratchDirectory(), 'nowhere', 'harbour.snapshot');
    await expect(buildSnapshot(recordsOf({}), file)).rejects.toThrow('ENOENT');
  });

  it('keeps of a session id no more than its SHA-256', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    const { sessions } = openCatalog(writeSource(join(directory, 'source')));
    await buildSnapshot(join(directory, 'source'), file);
    const bytes = readFileSync(file);
    const digest = createHash('sha256').update('c7f1e09b42d8').digest('hex');
    expect(bytes.includes('c7f1e09b42d8')).toBe(false);
    expect(bytes.includes(digest)).toBe(true);
    expect(sessions.digests.id(0)).toBe(digest);
    expect(getSession([openCatalog(file)], 'c7f1e09b42d8', context).user.name).toBe('ishmael');
  });

  it('writes a file that may be read without being written', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
    chmodSync(file, 0o444);
    expect(openCatalog(file).titles.size).toBe(1);
  });

  it('takes the titles as they arrive, and everything else from another source', async () => {
    const directory = scratchDirectory();
    const arriving = async function* () {
      yield { position: 1, value: book('2', 'Persuasion') };
      await new Promise(setImmediate);
      yield { position: 2, value: book('1', 'Emma') };
    };
    const file = join(directory, 'harbour.snapshot');
    const source = sourceDirectory(writeSource(join(directory, 'source')));
    const { counts } = await buildSnapshot(withTitles(source, arriving), file);
    expect(counts).toMatchObject({ titles: 2, users: 1, sessions: 1 });
    const elsewhere = join(directory, 'elsewhere.snapshot');
    const titles = [book('1', 'Emma'), book('2', 'Persuasion')];
    writeSource(join(directory, 'source'), { 'titles.jsonl': titles });
    await buildSnapshot(join(directory, 'source'), elsewhere);
    expect(readFileSync(file).equals(readFileSync(elsewhere))).toBe(true);
  });

  it.for([1, 2])(
    'writes the same file when %i titles are indexed at a time',
    async (segmentSize) => {
      const directory = scratchDirectory();
      const titles = [book('3', 'Emma'), book('1', 'Persuasion'), book('2', 'Sanditon')];
      const [file, other] = [join(directory, 'all.snapshot'), join(directory, 'few.snapshot')];
      await buildSnapshot(recordsOf({ titles }), file);
      await buildSnapshot(recordsOf({ titles }), other, { segmentSize });
      expect(readFileSync(other).equals(readFileSync(file))).toBe(true);
    },
  );

  it('names the place of an arriving title that is wrong', async () => {
    const arriving = async function* () {
      yield { position: 1, value: { id: '1', title: 'Emma' } };
      yield { position: 2, problem: 'the record ends in its directory.' };
    };
    const source = withTitles(sourceInMemory(recordsOf({})), arriving);
    await expect(buildSnapshot(source, join(scratchDirectory(), 'x.snapshot'))).rejects.toThrow(
      'export.mrc:1: format: missing, wanted an object.\nexport.mrc:2: the record ends in its directory.',
    );
  });

  it('ends with the error of titles that stop arriving, and writes nothing', async () => {
    const directory = scratchDirectory();
    const arriving = async function* () {
      yield { position: 1, value: book('1', 'Emma') };
      throw new Error('export.mrc.gz: unexpected end of file');
    };
    const source = withTitles(sourceInMemory(recordsOf({})), arriving);
    await expect(buildSnapshot(source, join(directory, 'x.snapshot'))).rejects.toThrow(
      'unexpected end of file',
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it.for([
    [undefined, 'nothing'],
    [null, 'null'],
    ['harbour', 'the string "harbour"'],
  ])('of records whose library is %s says what it found', async ([library, found]) => {
    const records = { titles: [], library } as unknown as SourceRecords;
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(records, file)).rejects.toThrow(
      `library: found ${found}, wanted an object.`,
    );
  });

  it.for([0, -1, 1.5, Number.NaN])('refuses segments of %d titles', async (segmentSize) => {
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(recordsOf({}), file, { segmentSize })).rejects.toThrow(
      `segmentSize is ${segmentSize}; wanted a whole number of at least 1.`,
    );
  });

  it.for([0, -1, 1.5, Number.NaN])('refuses to be done by %d threads', async (threads) => {
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(recordsOf({}), file, { threads })).rejects.toThrow(
      `threads is ${threads}; wanted a whole number of at least 1.`,
    );
  });
});
