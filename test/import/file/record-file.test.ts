import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecordFile } from '../../../src/import/file/record-file.js';
import { readMarcRecords } from '../../../src/import/marc/read-marc.js';
import { iso2709 } from '../marc/iso2709-bytes.js';

describe('A file of records', () => {
  let folder: string;
  const emma = iso2709([['245', '10$aEmma']]);
  const at = (name: string) => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrel-records-'));
    writeFileSync(at('emma.mrc'), emma);
    mkdirSync(at('shelf'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('tells its size at once, and how much of it was read while it is read', async () => {
    const file = openRecordFile(at('emma.mrc'));
    expect(file).toMatchObject({ name: at('emma.mrc'), size: emma.length, bytesRead: 0 });
    for await (const { number } of readMarcRecords(file.bytes)) expect(number).toBe(1);
    expect(file.bytesRead).toBe(emma.length);
  });

  it('is refused where it is not there or a directory', () => {
    expect(() => openRecordFile(at('ivanhoe.mrc'))).toThrow(
      `${at('ivanhoe.mrc')} is not there; wanted a file of records.`,
    );
    expect(() => openRecordFile(at('shelf'))).toThrow(
      `${at('shelf')} is a directory; wanted a file of records.`,
    );
  });

  it('is refused where it goes away before it is read', async () => {
    writeFileSync(at('gone.mrc'), emma);
    const { bytes } = openRecordFile(at('gone.mrc'));
    rmSync(at('gone.mrc'));
    await expect(readMarcRecords(bytes).next()).rejects.toThrow(
      /gone\.mrc cannot be read \(ENOENT: .*\); wanted a file of records\.$/,
    );
  });

  it('may be standard input, of no known size', () => {
    expect(openRecordFile('-')).toMatchObject({ name: 'standard input', size: undefined });
  });
});
