import { describe, expect, it } from 'vitest';
import type { ColumnMap } from '../../../src/import/csv/column-fields.js';
import { columnsOf } from '../../../src/import/csv/map-row.js';

/** Maps a row, given as values by column name. Default title: `Moby-Dick`. */
function mapOne(row: Record<string, string>, map?: ColumnMap) {
  const cells = { title: 'Moby-Dick', ...row };
  return columnsOf(Object.keys(cells), map).mapRow(Object.values(cells));
}

describe('columnsOf', () => {
  it('ignores columns without a name or with an unknown name', () => {
    const { unused } = columnsOf(['title', '', 'constructor'], { columns: {} });
    expect(unused).toEqual(['column 2', 'constructor']);
  });

  it('uses the first of several columns with the same name, and all for a field with several values', () => {
    const { unused, mapRow } = columnsOf(['id', 'title', 'author', 'title', 'author']);
    expect(unused).toEqual(['title (column 4)']);
    expect(mapRow(['1', 'Typee', 'A', 'Omoo', 'B'])).toMatchObject({
      title: { title: 'Typee', authors: [{ name: 'A' }, { name: 'B' }] },
    });
  });

  it('reads paths in extra, as one value unless a separator is set', () => {
    const { unused, mapRow } = columnsOf(['title', 'extra.shelf', 'extra.a.b', 'Codes', 'extra.'], {
      columns: { Codes: 'extra.a.__proto__' },
      separators: { Codes: ';' },
    });
    expect(unused).toEqual(['extra.']);
    expect(JSON.parse(JSON.stringify(mapRow(['Emma', 'A; B', '', 'c; d', ''])))).toEqual({
      title: {
        title: 'Emma',
        format: { id: 'BK' },
        extra: { shelf: 'A; B', a: JSON.parse('{"__proto__":["c","d"]}') },
      },
    });
  });

  it.each([
    [{ 'extra.a': '1', 'extra.a.b': '2' }, "column 'extra.a.b'", '2'],
    [{ 'extra.a.b': '2', 'extra.a': '1' }, "column 'extra.a'", '1'],
  ])('refuses a value on the path of another value: %j', (row, column, found) => {
    expect(mapOne(row)).toEqual({
      problem: `${column}: expected a path outside of other columns, found '${found}'`,
    });
  });

  it('recognizes common spellings of column names', () => {
    expect(
      mapOne({
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
  ])('reads %s as true and %s as false', (yes, no) => {
    expect(mapOne({ Fiction: yes })).toMatchObject({ title: { fiction: true } });
    expect(mapOne({ Fiction: no })).toMatchObject({ title: { fiction: false } });
  });

  it('splits a value at a configured separator', () => {
    const { mapRow } = columnsOf(['title', 'physical_description'], {
      columns: {},
      separators: { physical_description: ';' },
    });
    expect(mapRow(['Emma', '320 p. ; 1 map'])).toMatchObject({
      title: { physical_description: ['320 p.', '1 map'] },
    });
  });

  it('splits values at line breaks, and reads a line break in one value as a space', () => {
    const row = {
      title: 'The Whale\r\n or  Moby-Dick',
      author: 'Melville, Herman\r\nKent, Rockwell',
      description: 'A voyage.\n\nA whale. ',
    };
    expect(mapOne(row)).toMatchObject({
      title: {
        title: 'The Whale or Moby-Dick',
        authors: [{ name: 'Melville, Herman' }, { name: 'Kent, Rockwell' }],
        description: 'A voyage.\n\nA whale.',
      },
    });
  });

  it('prefers the column map to the names of columns', () => {
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
  ])('maps the format %j to %s', (text, id) => {
    expect(mapOne({ format: text })).toMatchObject({ title: { format: { id } } });
  });

  it.each([
    ['Available', 'AVAILABLE'],
    ['on order', 'ON_ORDER'],
    ['Library-use only', 'LIBRARY_USE_ONLY'],
    ['lent', 'LENT'],
  ])('maps the status %j to %s', (text, status) => {
    expect(mapOne({ branch: 'MAIN', status: text })).toMatchObject({
      title: { holdings: [{ status }] },
    });
  });
});

describe('An invalid row', () => {
  it.each([
    [{ title: ' ' }, 'title: expected a title, found nothing'],
    [
      { Pages: 'many' },
      "column 'Pages': expected a whole number of at most nine digits, found 'many'",
    ],
    [{ Rating: '7' }, "column 'Rating': expected a number from 0 to 5, found '7'"],
    [{ Fiction: 'maybe' }, "column 'Fiction': expected yes or no, found 'maybe'"],
    [
      { url: 'example.org' },
      "column 'url': expected a URL that begins with http:// or https://, found 'example.org'",
    ],
    [
      { added: 'soon' },
      "column 'added': expected a date such as 2004-12-03, 12/3/2004 (month first) or 3.12.2004 (day first), found 'soon'",
    ],
  ])('is refused with a reason: %o', (row, problem) => {
    expect(mapOne({ id: '7', ...(row as Record<string, string>) })).toEqual({ id: '7', problem });
  });

  it('is refused if a nonempty value follows the last column of the header', () => {
    const { mapRow } = columnsOf(['id', 'title']);
    expect(mapRow(['7', 'a', 'b'])).toEqual({
      id: '7',
      problem: 'expected at most 2 values, one per column of the header, found 3',
    });
    expect(mapRow(['7', 'a', '', ' '])).toMatchObject({ title: { title: 'a' } });
    expect(mapRow(['7'])).toMatchObject({ problem: expect.stringContaining('expected a title') });
  });
});
