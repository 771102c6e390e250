import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { harvest } from '../../../src/cli/harvest.js';
import { importTitles } from '../../../src/import/import-records.js';
import type { MarcField, MarcRecord } from '../../../src/import/marc/marc-record.js';
import { freePort } from '../../cli/free-port.js';
import { scratchDirectory } from '../../snapshot/file/scratch-directory.js';
import { isRead, readAll } from '../marc/read-all.js';

const ROOT = join(import.meta.dirname, '../../..');
const MARC = join(ROOT, 'data/harbour.mrc');
const LIBRARY = join(ROOT, 'data/harbour.library.json');

const PACKAGE = 'libdancer-plugin-catmandu-oai-perl';
const hasCatmandu = spawnSync('perl', ['-MDancer::Plugin::Catmandu::OAI', '-e', '1']).status === 0;

/** Whether a missing provider fails the tests. In CI, no test may be skipped. */
const mustHaveCatmandu = process.env.CARREL_CATMANDU === '1';

const NOTE =
  '<datafield tag="500" ind1=" " ind2=" "><subfield code="a">Signed by the author</subfield></datafield>';

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function fieldXml(field: MarcField): string {
  if ('value' in field) {
    return `<controlfield tag="${field.tag}">${escapeXml(field.value)}</controlfield>`;
  }
  const subfields = field.subfields.map(
    ({ code, value }) => `<subfield code="${code}">${escapeXml(value)}</subfield>`,
  );
  return `<datafield tag="${field.tag}" ind1="${field.indicator1}" ind2="${field.indicator2}">${subfields.join('')}</datafield>`;
}

function recordXml({ leader, fields }: MarcRecord): string {
  return `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>${leader}</leader>${fields.map(fieldXml).join('')}</record>`;
}

/** Starts the provider, which serves the records of a file. Returns its address. */
async function startCatmandu(records: string): Promise<string> {
  const port = await freePort();
  const script = join(import.meta.dirname, 'provider.pl');
  const provider = spawn('perl', [script, String(port), records], { stdio: 'ignore' });
  const exit = once(provider, 'exit');
  onTestFinished(async () => {
    provider.kill();
    await exit;
  });
  const address = `http://127.0.0.1:${port}/oai`;
  while (provider.exitCode === null) {
    const response = await fetch(`${address}?verb=Identify`).catch(() => undefined);
    if (response?.ok) return address;
  }
  throw new Error(`${script}: expected a running provider, found exit status ${provider.exitCode}`);
}

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('carrel harvest', () => {
  it.skipIf(!hasCatmandu && !mustHaveCatmandu)(
    `harvests the OAI-PMH provider of Catmandu (skipped without the Debian package ${PACKAGE})`,
    async () => {
      const outcomes = await readAll(readFileSync(MARC));
      const directory = scratchDirectory();
      const [records, output, state] = ['records', 'changes', 'state'].map((name) =>
        join(directory, name),
      );
      const marc = outcomes.filter(isRead).map(({ record }, index) => {
        const [id] = record.fields.flatMap((field) => (field.tag === '001' ? field : []));
        return {
          _id: 'value' in id ? id.value : '',
          datestamp: `2026-11-01T10:00:${String(index % 60).padStart(2, '0')}Z`,
          marc: recordXml(record),
          ...(index < 4 && { set: 'maps' }),
        };
      });
      const save = (saved: readonly object[]) =>
        writeFileSync(records, saved.map((record) => `${JSON.stringify(record)}\n`).join(''));
      save(marc);
      const address = await startCatmandu(records);
      const harvestWith = (...more: string[]) =>
        harvest.run([address, '-o', output, '--library', LIBRARY, ...more]);
      const run = async (...more: string[]) => {
        const before = readLines(output).length;
        expect(await harvestWith('--prefix', 'marcxml', ...more)).toBe(0);
        return readLines(output).slice(before);
      };

      const titles: unknown[] = [];
      for await (const title of importTitles([MARC]).titles) titles.push(title);
      expect(titles.length).toBeGreaterThan(10);
      const first = await run('--state', state);
      expect(first.map(({ record }) => record)).toEqual(titles);
      expect(await run('--state', state)).toEqual([]);

      const [gone, changed, ...others] = marc;
      const now = new Date().toISOString().replace(/\.\d+/, '');
      save([
        { _id: gone._id, datestamp: now, deleted: 1 },
        {
          ...changed,
          datestamp: now,
          marc: changed.marc.replace(/(?=<datafield tag="245")/, NOTE),
        },
        ...others,
      ]);
      const second = await run('--state', state);
      expect(second.map(({ op, id, record }) => [op, id ?? record?.id])).toEqual([
        ['put', changed._id],
        ['delete', gone._id],
      ]);
      expect(second[0].record?.notes).toContain('Signed by the author');
      expect(await run('--set', 'maps')).toHaveLength(3);
      expect(await run('--from', '2030-01-01')).toEqual([]);
      await expect(harvestWith('--prefix', 'marc21')).rejects.toThrow(
        /found the error cannotDisseminateFormat .*; choose another --prefix, such as marcxml$/,
      );
    },
  );
});

interface Line {
  readonly op: string;
  readonly id?: string;
  readonly record?: Title;
}

/** Returns the changes in a file, which may not exist. */
function readLines(path: string): Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
