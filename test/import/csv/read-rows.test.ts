import { describe, expect, it } from 'vitest';
import { type Row, readRows } from '../../../src/import/csv/read-rows.js';

/** The rows of a file, its bytes given in pieces of a length. */
async function rows(content: string | Uint8Array, piece = 7): Promise<Row[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const read: Row[] = [];
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  })();
  for await (const row of readRows(pieces, 'books.csv')) read.push(row);
  return read;
}

const BOTH = [
  { line: 1, values: ['id', 'title'] },
  { line: 2, values: ['1', 'Émile'] },
];

describe('separated values', () => {
  it.each([',', ';', '\t', '|'])('are divided by %j where the header is', async (delimiter) => {
    const content = `id${delimiter}title\n1${delimiter}Émile\n`;
    expect(await rows(content)).toEqual(BOTH);
  });

  it('may hold the other delimiters, quotation marks and line breaks in quotes', async () => {
    const content = 'id,title,note\r\n1,"A, B; C","say ""hi""\nthere"\r\n\r\n2,x "y" z,\r\n';
    expect(await rows(content)).toEqual([
      { line: 1, values: ['id', 'title', 'note'] },
      { line: 2, values: ['1', 'A, B; C', 'say "hi"\nthere'] },
      { line: 5, values: ['2', 'x "y" z', ''] },
    ]);
  });

  it('pass over lines that hold delimiters only, as spreadsheets leave them behind', async () => {
    expect(await rows('id,title\n1,Émile\n,\n , \n')).toEqual(BOTH);
  });

  it.each(['\n', '\r\n', '\r'])('end with %j, whatever is in them', async (end) => {
    const content = Buffer.from(`id;title${end}1;\xc9mile${end}2;x, y${end}`, 'latin1');
    expect((await rows(content)).map(({ values }) => values)).toEqual([
      ['id', 'title'],
      ['1', 'Émile'],
      ['2', 'x, y'],
    ]);
  });

  it('are told their delimiter by a first line as Excel reads it', async () => {
    expect(await rows('sep=;\nid;title,sub\n1;x')).toEqual([
      { line: 2, values: ['id', 'title,sub'] },
      { line: 3, values: ['1', 'x'] },
    ]);
  });

  it.each([1, 2, 3, 100])('are UTF-8 with a mark or without, in pieces of %i', async (piece) => {
    expect(await rows('id,title\n1,Émile', piece)).toEqual(BOTH);
    expect(await rows('\ufeffid,title\n1,Émile', piece)).toEqual(BOTH);
  });

  it('are UTF-16 where their mark says so', async () => {
    const little = Buffer.from('\ufeffid\ttitle\n1\tÉmile', 'utf16le');
    expect(await rows(little, 5)).toEqual(BOTH);
    expect(await rows(Buffer.from(little).swap16(), 5)).toEqual(BOTH);
  });

  it('are Windows-1252 line by line where they are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,title\n1,Émile\n'),
      Buffer.from('2,\u00c9mile \u0080\n3,x', 'latin1'),
    ]);
    expect((await rows(bytes)).slice(2)).toEqual([
      { line: 3, values: ['2', 'Émile €'] },
      { line: 4, values: ['3', 'x'] },
    ]);
  });

  it.each([1, 100_000])(
    'are refused where a quotation mark is never closed, with %i lines behind it',
    async (lines) => {
      const content = `id,title\n1,a\n2,"b\n${'3,one more book\n'.repeat(lines)}`;
      await expect(rows(content, 1 << 16)).rejects.toThrow(
        'books.csv has a quotation mark after line 2 that is never closed; wanted it closed, or doubled within a value.',
      );
    },
  );

  it.each(['utf8', 'utf16le'] as const)(
    'are refused where a line is longer than any row, in %s',
    async (encoding) => {
      const [mark, line] = [encoding === 'utf8' ? '' : '\ufeff', 'é'.repeat(6_000_000)];
      for (const [number, header] of ['', 'sep=;\n', 'id,title\n1,a\n'].entries()) {
        const content = Buffer.from(`${mark}${header}${line}`, encoding);
        await expect(rows(content, 1 << 14)).rejects.toThrow(
          `books.csv has a line of more than a million characters, line ${number + 1}; wanted a row for each title.`,
        );
      }
    },
  );

  it('are none in an empty file', async () => {
    expect(await rows('')).toEqual([]);
    expect(await rows('\n\n')).toEqual([]);
  });
});
