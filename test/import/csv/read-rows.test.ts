import { describe, expect, it } from 'vitest';
import { type Row, readRows } from '../../../src/import/csv/read-spreadsheet.js';

/** Reads the rows of a file in pieces of `piece` bytes. */
async function rows(content: string | Uint8Array, piece = 7): Promise<Row[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const read: Row[] = [];
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  })();
  for await (const row of readRows(pieces, 'books.csv')) read.push(row);
  return read;
}

const STRAY_QUOTE = expect.stringContaining('the value may contain other rows');

const HEADER_AND_ROW = [
  { line: 1, values: ['id', 'title'] },
  { line: 2, values: ['1', 'Émile'] },
];

describe('readRows', () => {
  it.each([',', ';', '\t', '|'])('uses the delimiter %j of the header', async (delimiter) => {
    const content = `id${delimiter}title\n1${delimiter}Émile\n`;
    expect(await rows(content)).toEqual(HEADER_AND_ROW);
  });

  it('accepts other delimiters, quotation marks and line breaks within quoted values', async () => {
    const content = 'id,title,note\r\n1,"A, B; C","say ""hi""\nthere"\r\n\r\n2,x "y" z,\r\n';
    expect(await rows(content)).toEqual([
      { line: 1, values: ['id', 'title', 'note'] },
      { line: 2, values: ['1', 'A, B; C', 'say "hi"\nthere'] },
      { line: 5, values: ['2', 'x "y" z', ''] },
    ]);
  });

  it('skips lines that have only delimiters', async () => {
    expect(await rows('id,title\n1,Émile\n,\n , \n')).toEqual(HEADER_AND_ROW);
  });

  it.each(['\n', '\r\n', '\r'])('accepts the line ending %j', async (end) => {
    const content = Buffer.from(`id;title${end}1;\xc9mile${end}2;x, y${end}`, 'latin1');
    expect((await rows(content)).map(({ values }) => values)).toEqual([
      ['id', 'title'],
      ['1', 'Émile'],
      ['2', 'x, y'],
    ]);
  });

  it('accepts different line endings in one file, and line breaks in values', async () => {
    const content = 'id,title\r\n1,a\n2,b\r3,"x\r\ny\rz"\n\r\n4,c\r\n';
    for (const piece of [1, 2, 3, 100]) {
      expect(await rows(content, piece)).toEqual([
        { line: 1, values: ['id', 'title'] },
        { line: 2, values: ['1', 'a'] },
        { line: 3, values: ['2', 'b'] },
        { line: 4, values: ['3', 'x\ny\nz'] },
        { line: 8, values: ['4', 'c'] },
      ]);
    }
  });

  it('finds the delimiter after empty lines', async () => {
    const content = '\n \r\nid;title\n1;a,b,c\n';
    expect(await rows(content)).toEqual([
      { line: 3, values: ['id', 'title'] },
      { line: 4, values: ['1', 'a,b,c'] },
    ]);
  });

  it('removes NUL and the mark at the end of a file of DOS', async () => {
    expect(await rows('id,title\r\n1,\0Émile\0\r\n\0,\0\r\n\x1a')).toEqual(HEADER_AND_ROW);
  });

  it('marks a row with a stray quotation mark, whose value may contain other rows', async () => {
    const content = 'id,title\n1,"open\n2,b\n3,c "x"\n4,"""A""\nB"\n5,"d" e\n6,"f\n7,"g"\n';
    expect(await rows(content)).toEqual([
      { line: 1, values: ['id', 'title'] },
      { line: 2, values: ['1', '"open\n2,b\n3,c "x"'], problem: STRAY_QUOTE },
      { line: 5, values: ['4', '"A"\nB'] },
      { line: 7, values: ['5', '"d" e'] },
      { line: 8, values: ['6', '"f\n7,"g"'], problem: STRAY_QUOTE },
    ]);
  });

  it('reads the delimiter from a first line such as sep=;', async () => {
    expect(await rows('sep=;\nid;title,sub\n1;x')).toEqual([
      { line: 2, values: ['id', 'title,sub'] },
      { line: 3, values: ['1', 'x'] },
    ]);
  });

  it.each([1, 2, 3, 100])(
    'decodes UTF-8 with or without a byte order mark, in pieces of %i byte(s)',
    async (piece) => {
      expect(await rows('id,title\n1,Émile', piece)).toEqual(HEADER_AND_ROW);
      expect(await rows('\ufeffid,title\n1,Émile', piece)).toEqual(HEADER_AND_ROW);
    },
  );

  it('marks a last row with fewer values than the header and no line break', async () => {
    const last = async (text: string) => (await rows(Buffer.from(text))).at(-1);
    expect(await last('id,title\n1,Emma\n2')).toEqual({
      line: 3,
      values: ['2'],
      problem: 'expected 2 values and a line break, found the end of the file after value 1',
      isTruncation: true,
    });
    expect(await last('id,title\n1,Emma\n2\n')).toEqual({ line: 3, values: ['2'] });
    expect(await last('id,title\n1,Emma\n2,')).toEqual({ line: 3, values: ['2', ''] });
    expect(await last('id,title')).toEqual({ line: 1, values: ['id', 'title'] });
  });

  it('decodes UTF-16 with a byte order mark', async () => {
    const little = Buffer.from('\ufeffid\ttitle\n1\tÉmile', 'utf16le');
    expect(await rows(little, 5)).toEqual(HEADER_AND_ROW);
    expect(await rows(Buffer.from(little).swap16(), 5)).toEqual(HEADER_AND_ROW);
  });

  it('decodes UTF-16 without a byte order mark', async () => {
    const little = Buffer.from('id\ttitle\n1\tÉmile\u0141\n', 'utf16le');
    const [, row] = await rows(little, 1);
    expect(row.values).toEqual(['1', 'Émile\u0141']);
    expect(await rows(Buffer.from(little).swap16())).toEqual(await rows(little));
  });

  it('marks the last row of a file in UTF-16 that is cut within a character', async () => {
    const bytes = Buffer.from('\ufeffid\ttitle\n1\tÉmile\n2', 'utf16le');
    expect((await rows(bytes.subarray(0, -1))).at(-1)).toEqual({
      line: 3,
      values: ['\ufffd'],
      problem: expect.stringContaining('found the end of the file after value 1'),
      isTruncation: true,
    });
  });

  it('decodes lines that are not UTF-8 as Windows-1252', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,title\n1,Émile\n'),
      Buffer.from('2,\u00c9mile \u0080\n3,x', 'latin1'),
    ]);
    expect((await rows(bytes)).slice(2)).toEqual([
      { line: 3, values: ['2', 'Émile €'] },
      { line: 4, values: ['3', 'x'] },
    ]);
  });

  it.each([1, 20_000])(
    'refuses a quotation mark that is never closed (lines after it: %i)',
    async (lines) => {
      const content = `id,title\n1,a\n2,"b\n${'3,one more book\n'.repeat(lines)}`;
      await expect(rows(content, 1 << 16)).rejects.toThrow(
        'books.csv: expected every quotation mark to be closed, found an unclosed one after line 2; close it, or double it within a value',
      );
    },
  );

  it.each(['utf8', 'utf16le'] as const)(
    'refuses a line of more than a million characters, in %s',
    async (encoding) => {
      const [mark, line] = [encoding === 'utf8' ? '' : '\ufeff', 'é'.repeat(1_100_000)];
      const headers = encoding === 'utf8' ? ['', 'sep=;\n', 'id,title\n1,a\n'] : [''];
      for (const [number, header] of headers.entries()) {
        const content = Buffer.from(`${mark}${header}${line}`, encoding);
        await expect(rows(content, 1 << 14)).rejects.toThrow(
          `books.csv:${number + 1}: expected one row for each title, found a line of more than a million characters`,
        );
      }
    },
  );

  it('returns no rows for an empty file', async () => {
    expect(await rows('')).toEqual([]);
    expect(await rows('\n\n')).toEqual([]);
  });
});
