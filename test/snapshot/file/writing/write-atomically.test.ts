import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  resolveOutput,
  writeAtomically,
} from '../../../../src/snapshot/file/writing/write-atomically.js';
import { compile } from '../../../cli/compiled.js';
import { scratchDirectory } from '../scratch-directory.js';
import { SMALL_SOURCE } from '../source-files.js';

beforeAll(compile);

const ROOT = join(import.meta.dirname, '../../../..');
const NOBODY_UID = 65534;

/** Drops root privileges, if any, until the test ends. Root may read any directory. */
function dropRootPrivileges(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(NOBODY_UID);
  onTestFinished(() => process.seteuid?.(0));
}

describe('writeAtomically', () => {
  it.skipIf(process.platform === 'win32')(
    'writes a file into a directory without read permission',
    () => {
      const directory = scratchDirectory();
      if (process.geteuid?.() === 0) chownSync(directory, NOBODY_UID, NOBODY_UID);
      chmodSync(directory, 0o300);
      onTestFinished(() => chmodSync(directory, 0o700));
      dropRootPrivileges();
      expect(() => readdirSync(directory)).toThrow('EACCES');
      const file = join(directory, 'harbour.snapshot');
      expect(writeAtomically(file, [Buffer.from('whole')])).toBe(5);
      expect(readFileSync(file, 'utf8')).toBe('whole');
    },
  );

  it.skipIf(process.platform === 'win32')('refuses everything but regular files', async () => {
    const directory = scratchDirectory();
    const [folder, pipe, socket, link] = ['folder', 'pipe', 'socket', 'link'].map((name) =>
      join(directory, name),
    );
    mkdirSync(folder);
    execFileSync('mkfifo', [pipe]);
    symlinkSync('pipe', link);
    const server = createServer().listen(socket);
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    for (const [path, found] of [
      [folder, 'a directory'],
      [pipe, 'a named pipe'],
      [link, 'a named pipe'],
      [socket, 'a socket'],
    ]) {
      expect(() => writeAtomically(path, [Buffer.from('x')])).toThrow(
        `${path}: expected a regular file or a new path, found ${found}; choose another path`,
      );
    }
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(() => resolveOutput('/dev/null')).toThrow('/dev/null: expected a regular file');
    expect(readdirSync(directory).sort()).toEqual(['folder', 'link', 'pipe', 'socket']);
  });

  it('follows symbolic links to a file, also to a missing file', () => {
    const directory = scratchDirectory();
    const target = join(directory, 'volume/current/harbour.snapshot');
    mkdirSync(join(directory, 'volume/current'), { recursive: true });
    symlinkSync('volume/current', join(directory, 'current'));
    symlinkSync('current/../current/harbour.snapshot', join(directory, 'second'));
    symlinkSync(join(directory, 'second'), join(directory, 'first'));
    for (const text of ['one', 'two']) {
      writeAtomically(join(directory, 'first'), [Buffer.from(text)]);
      expect(readFileSync(target, 'utf8')).toBe(text);
    }
    expect(readlinkSync(join(directory, 'first'))).toBe(join(directory, 'second'));
    expect(readdirSync(join(directory, 'volume/current'))).toEqual(['harbour.snapshot']);
    expect(readdirSync(directory).sort()).toEqual(['current', 'first', 'second', 'volume']);
  });

  it('refuses symbolic links that form a loop, and links into a missing directory', () => {
    const directory = scratchDirectory();
    const [loop, nowhere] = ['loop', 'nowhere'].map((name) => join(directory, name));
    symlinkSync('loop', loop);
    symlinkSync('missing/x', nowhere);
    expect(() => writeAtomically(loop, [])).toThrow(
      `${loop}: expected a file, found more than 40 symbolic links; choose another path`,
    );
    expect(() => writeAtomically(nowhere, [])).toThrow(
      `${nowhere}: expected a file in an existing directory, found no directory '${directory}/missing'`,
    );
  });

  it.skipIf(process.platform === 'win32')('keeps the permissions of the file', () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    for (const mode of [0o600, 0o444, 0o666]) {
      writeFileSync(file, 'before', { flag: 'w' });
      chmodSync(file, mode);
      writeAtomically(file, [Buffer.from('after')]);
      expect(statSync(file).mode & 0o7777).toBe(mode);
      chmodSync(file, 0o600);
    }
  });

  it.runIf(process.geteuid?.() === 0)('keeps the owner and group of the file', () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    writeFileSync(file, 'before');
    chownSync(file, NOBODY_UID, 12);
    writeAtomically(file, [Buffer.from('after')]);
    expect(statSync(file)).toMatchObject({ uid: NOBODY_UID, gid: 12 });
  });

  it.runIf(process.geteuid?.() === 0)(
    'replaces a file of another owner if it may not set the owner',
    () => {
      const directory = scratchDirectory();
      const file = join(directory, 'harbour.snapshot');
      writeFileSync(file, 'before', { mode: 0o640 });
      chownSync(directory, NOBODY_UID, 0);
      dropRootPrivileges();
      writeAtomically(file, [Buffer.from('after')]);
      expect(readFileSync(file, 'utf8')).toBe('after');
      expect(statSync(file)).toMatchObject({ uid: NOBODY_UID, mode: 0o100640 });
    },
  );

  it('does not disturb another build that writes the same file', () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    const slowPieces = function* () {
      yield Buffer.from('slow ');
      expect(writeAtomically(file, [Buffer.from('fast')])).toBe(4);
      expect(readFileSync(file, 'utf8')).toBe('fast');
      yield Buffer.from('build');
    };
    expect(writeAtomically(file, slowPieces())).toBe(10);
    expect(readFileSync(file, 'utf8')).toBe('slow build');
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
  });

  it('never writes through a file or link that has the name of a temporary file', () => {
    const directory = scratchDirectory();
    const victim = join(directory, 'victim');
    writeFileSync(victim, 'untouched');
    // Earlier versions used this predictable name.
    symlinkSync(victim, join(directory, `harbour.snapshot.tmp-${process.pid}`));
    writeAtomically(join(directory, 'harbour.snapshot'), [Buffer.from('new')]);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('removes the temporary file of a process that was killed', () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    // Worker threads inherit the option.
    const patch = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.fsyncSync = () => process.kill(process.pid, 'SIGKILL');
      syncBuiltinESMExports();`;
    const killed = `--import=data:text/javascript,${encodeURIComponent(patch)}`;
    const program = join(scratchDirectory(), 'build.mjs');
    writeFileSync(
      program,
      `import { buildSnapshot } from '${ROOT}/dist/index.js';
      const library = ${SMALL_SOURCE['library.json']};
      await buildSnapshot({ library, titles: [] }, ${JSON.stringify(file)});`,
    );
    const { signal } = spawnSync(process.execPath, [killed, program]);
    expect(signal).toBe('SIGKILL');
    const [left, ...more] = readdirSync(directory);
    expect(left).toMatch(/^harbour\.snapshot\.tmp-/);
    expect(more).toEqual([]);
    writeAtomically(join(directory, 'harbour'), [Buffer.from('another file')]);
    expect(readdirSync(directory).sort()).toEqual(['harbour', left]);
    writeAtomically(file, [Buffer.from('whole')]);
    expect(readdirSync(directory).sort()).toEqual(['harbour', 'harbour.snapshot']);
  });

  it('removes a temporary file of an unknown process after an hour without a modification', () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    let name = '';
    const pieces = function* () {
      [name] = readdirSync(directory);
      yield Buffer.from('whole');
    };
    writeAtomically(file, pieces());
    const other = name.replace(/tmp-[0-9a-f]{8}-\d+/, 'tmp-00000000-1');
    for (const left of [name, other]) writeFileSync(join(directory, left), 'half');
    writeAtomically(file, []);
    expect(readdirSync(directory).sort()).toEqual(['harbour.snapshot', name, other].sort());
    const anHourAgo = Date.now() / 1000 - 3601;
    for (const left of [name, other]) utimesSync(join(directory, left), anHourAgo, anHourAgo);
    writeAtomically(file, []);
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
  });
});
