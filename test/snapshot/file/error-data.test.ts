import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, openCatalog, SourceError } from '../../../src/index.js';
import { errorData, errorOf } from '../../../src/snapshot/file/task-thread.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { SnapshotError } from '../../../src/snapshot/format/container/snapshot-error.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { compile, ROOT } from '../../cli/compiled.js';
import { scratchDirectory } from './scratch-directory.js';

beforeAll(compile);

/** Writes a snapshot, changes its bytes, and returns its path. */
async function changedSnapshot(change: (bytes: Buffer) => Buffer | undefined): Promise<string> {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
  const bytes = readFileSync(file);
  writeFileSync(file, change(bytes) ?? bytes);
  return file;
}

/** Returns the error that a function throws. */
function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error, found none');
}

/** Writes a snapshot with one section, whose text is not a library. */
function invalidSnapshot(): string {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(file, Buffer.concat([...writeSections([['library', Buffer.from('{')]])]));
  return file;
}

describe('A SnapshotError', () => {
  it.each<[string, string | undefined, () => string | Promise<string>]>([
    ['not_found', undefined, () => join(scratchDirectory(), 'missing.snapshot')],
    ['not_a_snapshot', undefined, () => changedSnapshot(() => Buffer.from('text'))],
    [
      'unsupported_version',
      undefined,
      () =>
        changedSnapshot((bytes) => {
          bytes.writeUInt32LE(1, 8);
          bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28);
          return undefined;
        }),
    ],
    [
      'truncated',
      'sessions.record.offsets',
      () => changedSnapshot((bytes) => bytes.subarray(0, bytes.length - 1)),
    ],
    [
      'damaged',
      'sessions.record.offsets',
      () =>
        changedSnapshot((bytes) => {
          bytes[bytes.length - 1] ^= 1;
          return undefined;
        }),
    ],
    ['invalid', 'library', invalidSnapshot],
  ])('has the code %s, the path and the section', async (code, section, path) => {
    const file = await path();
    const error = thrownBy(() => openCatalog(file));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error).toMatchObject({ path: file, code, section });
  });

  it('has the code untrusted, the path of the signature, and the cause', async () => {
    const file = await changedSnapshot((bytes) => bytes);
    const { publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const error = thrownBy(() => openCatalog(file, { trust: [pem] }));
    expect(error).toMatchObject({
      path: `${file}.sig`,
      code: 'untrusted',
      cause: { code: 'ENOENT' },
    });
  });

  it('keeps its class and data when openCatalogs opens the snapshot in a worker thread', async () => {
    const dist = await import(pathToFileURL(join(ROOT, 'dist/index.js')).href);
    const file = invalidSnapshot();
    const error = await dist.openCatalogs([file]).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(dist.SnapshotError);
    expect(error).toMatchObject({
      path: file,
      code: 'invalid',
      section: 'library',
      cause: { name: 'StructureError', structure: 'library' },
    });
    const directory = join(scratchDirectory(), 'source');
    mkdirSync(directory);
    writeFileSync(join(directory, 'library.json'), '{}');
    const sourceError = await dist.openCatalogs([directory]).catch((error: unknown) => error);
    expect(sourceError).toBeInstanceOf(dist.SourceError);
    expect(sourceError.problems[0].place).toBe(join(directory, 'library.json'));
  });
});

describe('An error that was converted to data and back', () => {
  it.each([
    ['SourceError', thrownBy(() => createCatalog(recordsOf({ titles: [book('1', '')] })))],
    ['TypeError', new TypeError('path: expected a string')],
    ['system error', thrownBy(() => readFileSync('/nowhere/harbour.snapshot'))],
    ['error with a cause', new Error('outer', { cause: new RangeError('inner') })],
  ])('is equal to the %s', (_name, error) => {
    const restored = errorOf(structuredClone(errorData(error)));
    expect(restored).toEqual(error);
    expect(restored).toBeInstanceOf(error.constructor);
    expect(restored.stack).toBe(error.stack);
    expect(Object.keys(restored).sort()).toEqual(Object.keys(error).sort());
  });

  it('has the problems of a SourceError as data', () => {
    const error = thrownBy(() => createCatalog(recordsOf({ titles: [book('1', '')] })));
    const problem = 'title: expected a non-empty string, found the string ""';
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ problems: [{ place: 'titles[0]', problem }], count: 1 });
  });

  it('has one of the passed classes', () => {
    const error = new ApiError('title_not_found', "No title '1' found.");
    const restored = errorOf(structuredClone(errorData(error)), { ApiError });
    expect(restored).toBeInstanceOf(ApiError);
    expect(restored).toEqual(error);
  });

  it('is an Error if a value was thrown that is not an error', () => {
    expect(errorOf(errorData('stopped'))).toEqual(new Error('stopped'));
  });
});
