import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ImportOptions, importTitles } from '../../src/import/import-records.js';
import { iso2709 } from './marc/iso2709-bytes.js';

const record = (id: string) =>
  iso2709([
    ['001', id],
    ['245', `10$aTitle ${id}`],
  ]);
const xml = (id: string) =>
  Buffer.from(
    `<collection><record><leader>00000nam a2200000 i 4500</leader><controlfield tag="001">${id}</controlfield><datafield tag="245" ind1="0" ind2="0"><subfield code="a">Title</subfield></datafield></record></collection>`,
  );

type Entry = readonly [name: string, content: Uint8Array, type?: string];

/** Writes a tar archive, without its end mark if `isEnded` is false. */
function tar(entries: readonly Entry[], isEnded = true): Buffer {
  const blocks = entries.flatMap(([name, content, type = '0']) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(`        ${type}ustar\x0000`, 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc(-content.length & 511)];
  });
  return Buffer.concat([...blocks, ...(isEnded ? [Buffer.alloc(1024)] : [])]);
}

/** Imports a file in pieces of a length. Returns the ids of the titles and the report, or the error. */
async function importFile(
  bytes: Uint8Array,
  options: ImportOptions & { name?: string; pieceBytes?: number } = {},
) {
  const { name = 'export', pieceBytes = bytes.length, ...rest } = options;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.subarray(at, at + pieceBytes));
  }
  const { titles, report } = importTitles([{ name, bytes: pieces }], rest);
  const ids: string[] = [];
  let error = '';
  try {
    for await (const { id } of titles) ids.push(id);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { ids, error, report };
}

const zip = (entries: Record<string, Uint8Array>, level: 0 | 6 = 6) =>
  Buffer.from(zipSync(entries, { level }));
const IDS = ['a', 'b', 'c'];
const FILES: readonly Entry[] = IDS.map((id) => [`${id}.mrc`, record(id)]);
const ENTRIES = Object.fromEntries(FILES.map(([name, content]) => [name, content]));

/** Writes a ZIP archive whose sizes and checksums follow the content, like a program that does not know them before. */
function streamedZip(): Buffer {
  const archive = zip(ENTRIES);
  const parts: Buffer[] = [];
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const header = Buffer.from(archive.subarray(at, at + 30));
    const size = header.readUInt32LE(18);
    const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const descriptor = Buffer.concat([Buffer.from('PK\x07\x08'), header.subarray(14, 26)]);
    header.writeUInt16LE(header.readUInt16LE(6) | 8, 6);
    header.fill(0, 14, 26);
    parts.push(header, archive.subarray(at + 30, start + size), descriptor);
    at = start + size;
  }
  return Buffer.concat([...parts, archive.subarray(at)]);
}

describe('An archive', () => {
  it.each([
    ['tar', tar(FILES)],
    ['tar.gz', gzipSync(tar(FILES))],
    [
      'tar.gz of several gzip files',
      Buffer.concat([tar(FILES, false), tar([])].map((part) => gzipSync(part))),
    ],
    [
      'tar of compressed files',
      tar(FILES.map(([name, content]) => [`${name}.gz`, gzipSync(content)])),
    ],
    [
      'tar with folders and links',
      tar([['d/', Buffer.of(), '5'], ['link', Buffer.of(), '2'], ...FILES]),
    ],
    [
      'tar with names of GNU and PAX',
      tar([
        ['././@LongLink', Buffer.from(`${'x/'.repeat(60)}a.mrc\0`), 'L'],
        FILES[0],
        ['pax', Buffer.from('20 path=some/b.mrc\n'), 'x'],
        ...FILES.slice(1),
      ]),
    ],
    [
      'tar with files of macOS',
      tar([['._a.mrc', Buffer.from('Mac OS X')], ['__MACOSX/._b', Buffer.from('x')], ...FILES]),
    ],
    ['ZIP', zip(ENTRIES)],
    ['ZIP of stored files', zip(ENTRIES, 0)],
    ['ZIP with sizes after the files', streamedZip()],
    ['ZIP with a folder', zip({ 'd/': Buffer.of(), ...ENTRIES })],
    ['ZIP in a ZIP', zip({ 'a.zip': zip(ENTRIES) })],
    ['tar.gz in a ZIP', zip({ 'a.tgz': gzipSync(tar(FILES)) })],
    [
      'XML in a tar.gz, as Alma publishes it',
      gzipSync(tar(IDS.map((id) => [`${id}.xml`, xml(id)]))),
    ],
    ['spreadsheet in a ZIP', zip({ 'a.csv': Buffer.from('id,title\na,A\nb,B\nc,C\n') })],
  ])('is read: %s', async (_, bytes) => {
    expect(await importFile(bytes)).toMatchObject({ ids: IDS, error: '', report: { refused: [] } });
    expect(await importFile(bytes, { pieceBytes: 7 })).toMatchObject({ ids: IDS, error: '' });
  });

  it('has its files in the report', async () => {
    const { report } = await importFile(
      zip({ 'd/a.mrc': record('a'), 'b.csv': Buffer.from('id,title\nb,B\n') }),
      { name: 'e.zip' },
    );
    expect(report.files).toEqual([
      { name: 'e.zip/d/a.mrc', records: 1 },
      { name: 'e.zip/b.csv', records: 1 },
    ]);
  });

  it('with a file that has no records refuses this file', async () => {
    const readme = Buffer.from('Dear librarian, this is your export.');
    const { ids, report } = await importFile(tar([['README.txt', readme], ...FILES]), {
      isLenient: true,
    });
    expect(ids).toEqual(IDS);
    expect(report.refused).toEqual([
      {
        file: 'export/README.txt',
        number: 1,
        problem: 'expected MARC records (ISO 2709 or MARCXML), found text',
      },
    ]);
  });

  const deflated = zip(ENTRIES);
  const longer = Buffer.from(zip(ENTRIES, 0));
  longer.writeUInt32LE(0x0fffffff, 18);
  const claiming = tar([FILES[0], ['b.mrc', Buffer.alloc(0)]], false);
  it.each([
    ['tar, cut in a file', tar(FILES).subarray(0, 1600), 'data of a tar archive'],
    ['tar, cut between files', tar(FILES, false), 'data of a tar archive'],
    [
      'tar with a header that is wrong',
      Buffer.concat([tar(FILES, false), Buffer.alloc(512, 'x')]),
      'data of a tar archive',
    ],
    ['tar with a size beyond its end', claiming.subarray(0, 1400), 'data of a tar archive'],
    ['tar.gz, cut', gzipSync(tar(FILES), { level: 0 }).subarray(0, 1600), 'gzip data'],
    ['ZIP, cut in a file', streamedZip().subarray(0, 300), 'data of a ZIP archive'],
    [
      'ZIP, cut between files',
      deflated.subarray(0, deflated.indexOf('PK\x03\x04', 4)),
      'data of a ZIP archive',
    ],
  ])('that is damaged stops the import: %s', async (_, bytes, kind) => {
    const { error, ids } = await importFile(bytes);
    expect(error).toContain(kind);
    const lenient = await importFile(bytes, { isLenient: true });
    expect(lenient.ids.length).toBeGreaterThanOrEqual(1);
    expect(lenient.ids).toEqual(ids);
    expect(lenient.report.refused).toHaveLength(1);
    expect(lenient.report.refused[0].problem).toMatch(/^expected complete .*found damage/);
  });

  it.each([
    ['a size beyond its end', longer, 'unexpected end of file'],
    [
      'archives in each other',
      Array.from({ length: 7 }).reduce((inner: Buffer) => zip({ 'a.zip': inner }), zip(ENTRIES)),
      'archives in more than 5 others',
    ],
    [
      'an office document',
      zip({ '[Content_Types].xml': Buffer.from('<Types/>') }),
      'a ZIP archive or an office document',
    ],
    ['no files', tar([['d/', Buffer.of(), '5']]), 'an archive without files'],
  ])('is refused: %s', async (_, bytes, found) => {
    expect((await importFile(bytes)).error).toContain(found);
  });
});
