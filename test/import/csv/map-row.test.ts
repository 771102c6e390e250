import { describe, expect, it } from 'vitest';
import type { ColumnMap } from '../../../src/import/csv/column-fields.js';
import { columnsOf } from '../../../src/import/csv/map-row.js';

/** A row as a title, given by the names of its columns. */
function mapped(row: Record<string, string>, map?: ColumnMap) {
  const cells = { title: 'Moby-Dick', ...row };
  return columnsOf(Object.keys(cells), map).mapRow(Object.values(cells));
}

describe('the columns of a spreadsheet', () => {
  it('hold nothing where they have no name, or one that means nothing', () => {
    const { unused } = columnsOf(['title', '', 'constructor'], { columns: {} });
    expect(unused).toEqual(['column 2', 'constructor']);
  });

  it('hold what their names say, however they are written', () => {
    expect(
      mapped({
        ID: '7',
        Subtitle: 'or, The whale',
        Author: 'Melville, Herman; Quirk, Tom',
        'ISBN-13': '978-0-14-243724-7',
        Year: '2003',
        Publisher: 'Penguin Classics',
        Pages: '720',
        Language: 'eng',
        Subjects: 'Whaling; Ship captains',
        Notes: 'First published 1851; revised.|With maps.',
        Series: 'Penguin classics',
        Volume: '12',
        Fiction: 'yes',
        Rating: '4,5',
        'Date added': '3.12.2004',
        'Call Number': 'F MEL',
        Location: 'MAIN',
      }),
    ).toEqual({
      id: '7',
      title: {
        title: 'Moby-Dick',
        sub_title: 'or, The whale',
        format: { id: 'BK' },
        authors: [{ name: 'Melville, Herman' }, { name: 'Quirk, Tom' }],
        isbns: ['9780142437247'],
        call_number: 'F MEL',
        publishers: [{ name: 'Penguin Classics' }],
        pages: 720,
        series: [{ name: 'Penguin classics', number: '12' }],
        primary_language: { name: 'English' },
        languages: [{ name: 'English' }],
        notes: ['First published 1851; revised.', 'With maps.'],
        publication_date: '2003',
        subjects: ['Whaling', 'Ship captains'],
        holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: 'F MEL' }],
        added: '2004-12-03',
        rating: 4.5,
        fiction: true,
      },
    });
  });

  it.each([
    ['yes', 'no'],
    ['Sí', 'No'],
    ['oui', 'non'],
    ['Да', 'Нет'],
    ['是', '否'],
    ['Ja', 'Nein'],
    ['TRUE', 'FALSE'],
    ['VERDADERO', 'FALSO'],
    ['VRAI', 'FAUX'],
    ['ИСТИНА', 'ЛОЖЬ'],
    ['WAHR', 'FALSCH'],
    ['Si\u0301', 'No'],
    ['fiction', 'non-fiction'],
  ])('say %s or %s, whatever their language', (yes, no) => {
    expect(mapped({ Fiction: yes })).toMatchObject({ title: { fiction: true } });
    expect(mapped({ Fiction: no })).toMatchObject({ title: { fiction: false } });
  });

  it('divide a physical description where it is told to', () => {
    const { mapRow } = columnsOf(['title', 'physical_description'], {
      columns: {},
      separators: { physical_description: ';' },
    });
    expect(mapRow(['Emma', '320 p. ; 1 map'])).toMatchObject({
      title: { physical_description: ['320 p.', '1 map'] },
    });
  });

  it('hold what a file says, before what their names say', () => {
    const map: ColumnMap = {
      columns: { Titel: 'title', Verfasser: 'authors', title: 'notes' },
      separators: { Verfasser: ' / ' },
      always: { format: 'DVD', branch: 'MAIN' },
    };
    const { mapRow, unused } = columnsOf(['Titel', 'Verfasser', 'title', 'Regal'], map);
    expect(unused).toEqual(['Regal']);
    expect(mapRow(['Emma', 'Austen, Jane / Pym; Barbara', 'x', 'y'])).toEqual({
      id: undefined,
      title: {
        title: 'Emma',
        format: { id: 'DVD' },
        authors: [{ name: 'Austen, Jane' }, { name: 'Pym; Barbara' }],
        notes: ['x'],
        holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }],
      },
    });
  });

  it.each([
    ['dvd', 'DVD'],
    ['Large Print', 'LPRINT'],
    ['ZINE', 'ZINE'],
    ['', 'BK'],
  ])('call the format %j %s', (text, id) => {
    expect(mapped({ format: text })).toMatchObject({ title: { format: { id } } });
  });

  it.each([
    ['Available', 'AVAILABLE'],
    ['on order', 'ON_ORDER'],
    ['Library-use only', 'LIBRARY_USE_ONLY'],
    ['lent', 'LENT'],
  ])('call the status %j %s', (text, status) => {
    expect(mapped({ branch: 'MAIN', status: text })).toMatchObject({
      title: { holdings: [{ status }] },
    });
  });
});

describe('a row that is no title', () => {
  it.each([
    [{ title: ' ' }, 'It names no title; wanted one in the column of titles.'],
    [{ Pages: 'many' }, "Column 'Pages': found 'many', wanted a whole number."],
    [{ Rating: '7' }, "Column 'Rating': found '7', wanted a number from 0 to 5."],
    [{ Fiction: 'maybe' }, "Column 'Fiction': found 'maybe', wanted yes or no."],
    [
      { url: 'example.org' },
      "Column 'url': found 'example.org', wanted an absolute address that begins with http:// or https://.",
    ],
    [
      { added: 'soon' },
      "Column 'added': found 'soon', wanted a date such as 2004-12-03, 12/3/2004 (month first) or 3.12.2004 (day first).",
    ],
  ])('says why: %o', (row, problem) => {
    expect(mapped({ id: '7', ...(row as Record<string, string>) })).toEqual({ id: '7', problem });
  });

  it('has more values than there are columns', () => {
    const { mapRow } = columnsOf(['id', 'title']);
    expect(mapRow(['7', 'a', 'b'])).toEqual({
      id: '7',
      problem: 'It has 3 values; the header names 2 columns.',
    });
    expect(mapRow(['7', 'a', '', ' '])).toMatchObject({ title: { title: 'a' } });
    expect(mapRow(['7'])).toMatchObject({ problem: expect.stringContaining('no title') });
  });
});
