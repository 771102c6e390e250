import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Library } from '../../../src/catalog/records/library.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { importSummary } from '../../../src/cli/record-import.js';
import { importRecords } from '../../../src/import/import-records.js';

const library: Library = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
};

/** Imports spreadsheets. Returns the titles and the report. */
async function imported(...files: readonly string[]) {
  const inputs = files.map((text, i) => ({
    name: `${i}.csv`,
    bytes: [new TextEncoder().encode(text)],
  }));
  const { titles, report } = importRecords(inputs, library);
  const read: Title[] = [];
  for await (const title of titles) read.push(title);
  return { titles: read, report };
}

describe('Rows of a spreadsheet', () => {
  it('with the same id and title become one title with all their holdings', async () => {
    const { titles, report } = await imported(
      [
        'id,title,branch,status,barcode,call_number,added,Colour',
        '1,Typee,MAIN,available,a,,2020-05-01,red',
        '1,Typee,EAST,lost,b,F MEL,2019-01-01,',
        '1,Typee,,,,F 2,,',
        '2,Omoo,EAST,,c,,,',
      ].join('\n'),
    );
    expect(titles).toEqual([
      {
        id: '1',
        title: 'Typee',
        format: { id: 'BK' },
        call_number: 'F MEL',
        added: '2019-01-01',
        holdings: [
          { branch: 'MAIN', status: 'AVAILABLE', barcode: 'a' },
          { branch: 'EAST', status: 'LOST', barcode: 'b', call_number: 'F MEL' },
        ],
      },
      expect.objectContaining({ id: '2' }),
    ]);
    expect(report).toMatchObject({
      files: [{ name: '0.csv', records: 4 }],
      records: 4,
      titles: 2,
      joined_rows: 2,
      duplicates: [],
      unused_fields: { Colour: 4 },
    });
    expect(importSummary(report)[0]).toBe(
      '4 records read: 2 titles, 0 refused, 2 rows joined to titles',
    );
  });

  it('with the same id and another title become titles of their own, with the fields that differ', async () => {
    const { titles, report } = await imported(
      'id,title,year,branch\n1,Typee,1846,MAIN\n1,Typee.,1847,EAST\n1,Typee.,1847,MAIN\n2,Omoo,,\n1,Typee,1846,EAST\n',
      'id,title\n1,Typee\n',
    );
    expect(titles.map(({ id, holdings }) => [id, holdings?.length])).toEqual([
      ['1', 1],
      ['1-2', 2],
      ['2', undefined],
      ['1-3', 1],
      ['1-4', undefined],
    ]);
    expect(report.duplicates).toEqual([
      {
        file: '0.csv',
        line: 3,
        id: '1',
        given: '1-2',
        differing: ['title', 'publication_date'],
      },
      { file: '0.csv', line: 6, id: '1', given: '1-3' },
      { file: '1.csv', line: 2, id: '1', given: '1-4' },
    ]);
    expect(importSummary(report)).toContain(
      'duplicate id: 0.csv:3 (1): new id 1-2, because the row before differs in title, publication_date',
    );
  });

  it('without an id are not joined', async () => {
    const { titles } = await imported('id,title,branch\n,Typee,MAIN\n,Typee,EAST\n');
    expect(titles.map(({ id }) => id)).toEqual(['record-1', 'record-2']);
  });

  it('keep every holding, in any order of rows', async () => {
    const row = fc.record({
      id: fc.constantFrom('1', '2'),
      title: fc.constantFrom('Typee', 'Omoo'),
      branch: fc.constantFrom('MAIN', 'EAST'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const lines = rows.map(({ id, title, branch }, i) => [id, title, branch, i].join(','));
        const { titles, report } = await imported(['id,title,branch,barcode', ...lines].join('\n'));
        const runs = rows.filter(
          ({ id, title }, i) => id !== rows[i - 1]?.id || title !== rows[i - 1].title,
        );
        expect(titles.map(({ title }) => title)).toEqual(runs.map(({ title }) => title));
        expect(titles.flatMap(({ holdings = [] }) => holdings)).toEqual(
          rows.map(({ branch }, i) => ({ branch, status: 'AVAILABLE', barcode: String(i) })),
        );
        expect(report.records).toBe(rows.length);
        expect(report.joined_rows).toBe(rows.length - runs.length);
      }),
    );
  });
});

describe('A spreadsheet without a column for titles', () => {
  const problem =
    "0.csv: expected a column for the field title, found the columns 'No', 'Titel'; name the column with the titles in a column map (--columns, or columns in a program)";

  it('is refused with the names of its columns, also by a lenient import', async () => {
    const inputs = [{ name: '0.csv', bytes: [new TextEncoder().encode('No,Titel \n1,Typee\n')] }];
    for (const isLenient of [false, true]) {
      const { titles } = importRecords(inputs, library, { isLenient });
      await expect(titles[Symbol.asyncIterator]().next()).rejects.toThrow(problem);
    }
    const columns = { columns: { Titel: 'title' } } as const;
    const mapped = importRecords(inputs, library, { columns });
    expect((await mapped.titles[Symbol.asyncIterator]().next()).value).toMatchObject({
      title: 'Typee',
    });
  });
});
