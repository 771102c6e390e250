import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCatalog } from '../../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { keepPrevious } from '../../../../src/snapshot/file/writing/write-snapshot.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { scratchDirectory } from '../scratch-directory.js';

const recordsWith = (title: string) => recordsOf({ titles: [book('1', title)] });
const titleIn = (file: string) => openCatalog(file).titles.get(0).title;

describe('buildSnapshot with keepPrevious', () => {
  it('keeps the snapshot that it replaces and its signature, in place of those kept before', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'a.snapshot');
    const build = (title: string) =>
      buildSnapshot(recordsWith(title), file, { keepPrevious: true });
    await build('Typee');
    expect(readdirSync(directory)).toEqual(['a.snapshot']);
    writeFileSync(`${file}.sig`, 'of Typee');
    await build('Omoo');
    expect([titleIn(file), titleIn(`${file}.previous`)]).toEqual(['Omoo', 'Typee']);
    expect(readFileSync(`${file}.previous.sig`, 'utf8')).toBe('of Typee');
    writeFileSync(`${file}.sig`, 'of Omoo');
    await build('Mardi');
    expect([titleIn(file), titleIn(`${file}.previous`)]).toEqual(['Mardi', 'Omoo']);
    expect(readFileSync(`${file}.previous.sig`, 'utf8')).toBe('of Omoo');
    expect(readdirSync(directory).sort()).toEqual(
      ['', '.previous', '.previous.sig', '.sig'].map((suffix) => `a.snapshot${suffix}`),
    );
  });

  it('removes the signature that it kept before if the replaced snapshot has none', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'a.snapshot');
    await buildSnapshot(recordsWith('Typee'), file);
    writeFileSync(`${file}.previous.sig`, 'of another snapshot');
    await buildSnapshot(recordsWith('Omoo'), file, { keepPrevious: true });
    expect(existsSync(`${file}.previous.sig`)).toBe(false);
  });

  it('keeps the old files if the build is refused', async () => {
    const file = join(scratchDirectory(), 'a.snapshot');
    const options = { keepPrevious: true, maxShrink: 0 };
    await buildSnapshot(recordsWith('Typee'), file, options);
    await buildSnapshot(recordsWith('Omoo'), file, options);
    const build = buildSnapshot(recordsOf({ titles: [] }), file, options);
    await expect(build).rejects.toThrow('expected at least 1 title');
    expect([titleIn(file), titleIn(`${file}.previous`)]).toEqual(['Omoo', 'Typee']);
  });

  it.skipIf(process.platform === 'win32')('keeps the target of a symbolic link', async () => {
    const directory = scratchDirectory();
    mkdirSync(join(directory, 'to'));
    const [link, target] = [join(directory, 'link'), join(directory, 'to/a.snapshot')];
    symlinkSync(target, link);
    await buildSnapshot(recordsWith('Typee'), link, { keepPrevious: true });
    await buildSnapshot(recordsWith('Omoo'), link, { keepPrevious: true });
    expect([titleIn(link), titleIn(`${target}.previous`)]).toEqual(['Omoo', 'Typee']);
  });

  it('refuses the path of a directory as the place of the old snapshot', async () => {
    const file = join(scratchDirectory(), 'a.snapshot');
    mkdirSync(`${file}.previous`);
    await expect(buildSnapshot(recordsWith('Typee'), file, { keepPrevious: true })).rejects.toThrow(
      `${file}.previous: expected a regular file or a new path, found a directory; choose another path`,
    );
    expect(existsSync(file)).toBe(false);
  });
});

/** Lets a function of `node:fs` fail until the test ends. */
function failing(name: 'linkSync' | 'fsyncSync', code: string): void {
  const spy = vi.spyOn(fs, name).mockImplementation(() => {
    throw Object.assign(new Error(`${code}: failed`), { code });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

describe('keepPrevious on a disk without links', () => {
  it.skipIf(process.platform === 'win32')('copies the snapshot with its permissions', () => {
    const file = join(scratchDirectory(), 'a.snapshot');
    failing('linkSync', 'EPERM');
    for (const mode of [0o600, 0o664]) {
      writeFileSync(file, `mode ${mode}`);
      chmodSync(file, mode);
      keepPrevious(file);
      expect(readFileSync(`${file}.previous`, 'utf8')).toBe(`mode ${mode}`);
      expect(statSync(`${file}.previous`).mode & 0o777).toBe(mode);
    }
  });

  it('leaves no temporary file if the copy fails', () => {
    const directory = scratchDirectory();
    const file = join(directory, 'a.snapshot');
    writeFileSync(file, 'Typee');
    failing('linkSync', 'EPERM');
    failing('fsyncSync', 'ENOSPC');
    expect(() => keepPrevious(file)).toThrow(
      /a\.snapshot\.tmp-[-0-9a-f]+: expected to write the file, found an error \(ENOSPC: failed\)$/,
    );
    expect(readdirSync(directory)).toEqual(['a.snapshot']);
  });
});
