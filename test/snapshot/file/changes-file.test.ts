import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type ChangesLine,
  type ChangesPosition,
  type ChangesReader,
  MAX_LINE_BYTES,
  readChangesFile,
} from '../../../src/snapshot/file/changes-file.js';
import { runs } from '../../random-seed.js';
import { scratchDirectory } from './scratch-directory.js';

function changesPath(): string {
  return join(scratchDirectory(), 'changes.jsonl');
}

/** Creates a reader that is closed after the test. */
function reader(path: string, from?: ChangesPosition): ChangesReader {
  const created = readChangesFile(path, from);
  onTestFinished(() => created.close());
  return created;
}

/** Returns all lines that can be read now. */
function readAll(from: ChangesReader) {
  const lines = [];
  for (let line = from.next(); line !== undefined; line = from.next()) lines.push(line);
  return lines;
}

describe('readChangesFile', () => {
  it('reads a file that is created later, and then every line that is appended', () => {
    const path = changesPath();
    const changes = reader(path);
    expect(readAll(changes)).toEqual([]);
    writeFileSync(path, '{"a":1}\n\n');
    expect(readAll(changes)).toEqual([{ line: 1, value: { a: 1 } }]);
    appendFileSync(path, '{"a":2}\r\n');
    expect(readAll(changes)).toEqual([{ line: 3, value: { a: 2 } }]);
    expect(changes.position()).toMatchObject({ bytes: 18, lines: 3 });
  });

  it.skipIf(process.platform === 'win32')('rejects a pipe without waiting for a writer', () => {
    const path = changesPath();
    execFileSync('mkfifo', [path]);
    expect(() => reader(path).next()).toThrow(
      `${path}: expected a file of changes, found a named pipe`,
    );
  });

  it('rejects a file of more than 4 GiB without reading it', () => {
    const path = changesPath();
    writeFileSync(path, '');
    truncateSync(path, 2 ** 32 + 1);
    expect(() => reader(path).next()).toThrow(
      `${path}: expected a file of changes (at most 4294967296 bytes), found 4294967297 bytes`,
    );
  });

  it('names a file that cannot be opened', async () => {
    const path = changesPath();
    symlinkSync(path, path);
    await expect(reader(path).isReplaced()).rejects.toThrow(
      `${path}: expected a file of changes, found a symbolic link`,
    );
  });

  it('reports lines that are not JSON, not UTF-8 or too long without quoting them', () => {
    const path = changesPath();
    const long = Buffer.alloc(5 * 1024 * 1024, 'x');
    writeFileSync(
      path,
      Buffer.concat([Buffer.from('secret\n"\xff"\n', 'latin1'), long, Buffer.from('\n{"a":1}\n')]),
    );
    expect(readAll(reader(path))).toEqual([
      { line: 1, problem: 'expected a JSON object, found text that is not JSON' },
      { line: 2, problem: 'expected JSON in UTF-8, found bytes that are not UTF-8' },
      { line: 3, problem: 'expected a line of at most 4194304 bytes, found 5242880' },
      { line: 4, value: { a: 1 } },
    ]);
  });

  it('reads no line of a file that was written anew, even from a position', async () => {
    const path = changesPath();
    writeFileSync(path, '1\n2\n');
    const first = reader(path);
    expect(first.next()).toEqual({ line: 1, value: 1 });
    const place = first.position();
    expect(first.next()).toEqual({ line: 2, value: 2 });
    expect(first.positionBefore()).toEqual(place);
    writeFileSync(path, '5\n6\n7\n8\n');
    for (const from of [place, first.position(), first.positionBefore()]) {
      const changes = reader(path, from);
      expect(readAll(changes)).toEqual([]);
      expect(await changes.isReplaced()).toBe(true);
    }
    expect(readAll(first)).toEqual([]);
    expect(await first.isReplaced()).toBe(true);
  });

  it('reads a file that another reader has open, even if it is renamed meanwhile', async () => {
    const path = changesPath();
    const first = reader(path);
    expect(first.openFile()).toBeUndefined();
    writeFileSync(path, '1\n2\n');
    first.next();
    const shared = first.openFile();
    renameSync(path, `${path}.1`);
    const second = readChangesFile(path, undefined, shared);
    expect(readAll(second)).toHaveLength(2);
    second.close();
    expect(first.openFile()).toBe(shared);
    expect(readAll(first)).toEqual([{ line: 2, value: 2 }]);
    writeFileSync(path, '3\n');
    expect(first.openFile()).toBeUndefined();
  });

  it('reads the file at the path if the open file of another thread cannot be read in this thread', () => {
    const path = changesPath();
    writeFileSync(path, '1\n');
    const first = reader(path);
    first.next();
    const shared = first.openFile()!;
    const other = openSync(import.meta.filename, 'r');
    onTestFinished(() => closeSync(other));
    for (const descriptor of [2 ** 31 - 1, other]) {
      const second = readChangesFile(path, undefined, { ...shared, descriptor });
      expect(readAll(second)).toEqual([{ line: 1, value: 1 }]);
      second.close();
    }
    expect(fstatSync(other).isFile()).toBe(true);
  });

  it('continues after a line that is too long', async () => {
    const path = changesPath();
    const changes = reader(path);
    writeFileSync(path, '1\n');
    appendFileSync(path, Buffer.alloc(MAX_LINE_BYTES + 1, 'x'));
    expect(readAll(changes)).toEqual([{ line: 1, value: 1 }]);
    const positions = [changes.position()];
    appendFileSync(path, '\n3\n');
    expect(changes.next()).toMatchObject({ line: 2 });
    positions.push(changes.positionBefore(), changes.position());
    const found = [];
    for (const position of positions) {
      const next = reader(path, position);
      expect(await next.isReplaced()).toBe(false);
      found.push(readAll(next).map(({ line }) => line));
    }
    expect(found).toEqual([[2, 3], [2, 3], [3]]);
  });

  it('does not parse a line that is not needed', () => {
    const path = changesPath();
    writeFileSync(path, '1\nno JSON\n3\n');
    const changes = reader(path);
    const received: string[] = [];
    const isNeeded = (bytes: Buffer) => {
      received.push(bytes.toString());
      return bytes.length === 1;
    };
    const lines = [changes.next(isNeeded), changes.next(isNeeded), changes.next(isNeeded)];
    expect(lines).toEqual([
      { line: 1, value: 1 },
      { line: 2, value: undefined },
      { line: 3, value: 3 },
    ]);
    expect(received).toEqual(['1', 'no JSON', '3']);
    expect(changes).toMatchObject({ bytes: 12, lines: 3 });
  });

  it('continues from every position with the remaining lines', async () => {
    const line = fc.oneof(
      fc.constantFrom('', ' ', '1'),
      fc.oneof(fc.nat(200), fc.nat(100_000)).map((length) => '1'.repeat(length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(line), { maxLength: 4 }), async (parts) => {
        const path = changesPath();
        const changes = reader(path);
        const positions = [changes.position()];
        const found: ChangesLine[] = [];
        for (const part of parts) {
          appendFileSync(path, part.map((text) => `${text}\n`).join(''));
          for (let next = changes.next(); next !== undefined; next = changes.next()) {
            found.push(next);
            positions.push(changes.positionBefore(), changes.position());
          }
          positions.push(changes.position());
        }
        for (const position of positions) {
          const rest = reader(path, position);
          expect(await rest.isReplaced()).toBe(false);
          expect(readAll(rest)).toEqual(found.filter(({ line }) => line > position.lines));
          rest.close();
        }
        changes.close();
      }),
      { numRuns: runs(40) },
    );
  });

  it('reads the same lines, however the file grows', () => {
    const text = fc.oneof(
      fc.string(),
      fc.nat(150_000).map((length) => 'é'.repeat(length)),
    );
    const file = fc.array(
      text.map((value) => `${JSON.stringify(value)}\n`),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(file, fc.array(fc.nat(300_000)), (lines, lengths) => {
        const path = changesPath();
        const changes = reader(path);
        const found = [];
        let rest = Buffer.from(lines.join(''));
        for (const length of [...lengths, rest.length]) {
          appendFileSync(path, rest.subarray(0, length));
          rest = rest.subarray(length);
          found.push(...readAll(changes));
        }
        expect(found).toEqual(lines.map((line, i) => ({ line: i + 1, value: JSON.parse(line) })));
        changes.close();
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('isReplaced', () => {
  it('is false for a missing file, and for a file that grows, is deleted or is renamed', async () => {
    const path = changesPath();
    const changes = reader(path);
    expect(await changes.isReplaced()).toBe(false);
    writeFileSync(path, '1\n');
    readAll(changes);
    expect(await changes.isReplaced()).toBe(false);
    appendFileSync(path, '2\n');
    expect(await changes.isReplaced()).toBe(false);
    renameSync(path, `${path}.1`);
    expect(await changes.isReplaced()).toBe(false);
  });

  it.each<[string, (path: string) => void]>([
    [
      'another file has the path',
      (path) => {
        renameSync(path, `${path}.1`);
        writeFileSync(path, '1\n2\n3\n');
      },
    ],
    ['the file was truncated', (path) => truncateSync(path, 2)],
    ['the last line, which is incomplete, was cut off', (path) => truncateSync(path, 4)],
    ['the file was truncated and then grew', (path) => writeFileSync(path, '5\n6\n7\n8\n9\n')],
  ])('is true when %s', async (_case, replace) => {
    const path = changesPath();
    writeFileSync(path, '1\n2\n3');
    const changes = reader(path);
    readAll(changes);
    replace(path);
    expect(await changes.isReplaced()).toBe(true);
  });

  it('is true when only lines before the last lines that were appended were replaced', async () => {
    const path = changesPath();
    const changes = reader(path);
    for (const text of ['1\n', '2\n']) {
      appendFileSync(path, text);
      readAll(changes);
    }
    writeFileSync(path, '5\n2\n3\n');
    expect(readAll(changes)).toEqual([]);
    expect(await changes.isReplaced()).toBe(true);
  });

  it('is true for a position in another file', async () => {
    const path = changesPath();
    writeFileSync(path, '1\n2\n');
    const first = reader(path);
    readAll(first);
    writeFileSync(`${path}.new`, '1\n2\n3\n');
    rmSync(path);
    renameSync(`${path}.new`, path);
    const changes = reader(path, first.position());
    expect(await changes.isReplaced()).toBe(true);
    expect(readAll(changes)).toEqual([]);
  });
});
