import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMarcRecords } from '../../src/import/marc/read-marc.js';
import { openRecordFile } from '../../src/import/record-file.js';
import { iso2709 } from './marc/iso2709-bytes.js';

describe('openRecordFile', () => {
  let folder: string;
  const emma = iso2709([['245', '10$aEmma']]);
  const at = (name: string) => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrel-records-'));
    writeFileSync(at('emma.mrc'), emma);
    mkdirSync(at('folder'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns the size of the file and the number of bytes read', async () => {
    const file = openRecordFile(at('emma.mrc'));
    expect(file).toMatchObject({ name: at('emma.mrc'), size: emma.length, bytesRead: 0 });
    for await (const { number } of readMarcRecords(file.bytes)) expect(number).toBe(1);
    expect(file.bytesRead).toBe(emma.length);
  });

  it('refuses a missing file and a directory', () => {
    expect(() => openRecordFile(at('ivanhoe.mrc'))).toThrow(
      `${at('ivanhoe.mrc')}: expected a record file, found no file`,
    );
    expect(() => openRecordFile(at('folder'))).toThrow(
      `${at('folder')}: expected a record file, found a directory`,
    );
  });

  it('returns bytes that throw if the file is removed before it is read', async () => {
    writeFileSync(at('gone.mrc'), emma);
    const { bytes } = openRecordFile(at('gone.mrc'));
    rmSync(at('gone.mrc'));
    await expect(readMarcRecords(bytes).next()).rejects.toThrow(
      /gone\.mrc: expected a record file, found an unreadable file \(ENOENT: .*\)$/,
    );
  });

  it('returns no size for standard input', () => {
    expect(openRecordFile('-')).toMatchObject({ name: 'standard input', size: undefined });
  });
});
