import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { searchTitles } from '../../v1/validated-operations.js';
import { marc } from '../marc-text.js';

const RECORD = `
  010 ## $a   85012345 //r86 $z2001-1234
  019 ## $a00777
  022 0# $a1234-567x$l1234-567X$y0000-0019
  035 ## $a(OCoLC)ocm00012345
  035 ## $a(Sirsi) u22
  015 ## $aGB85-5966$z(bnb)
  024 7# $a10.1000/182$2doi
  088 ## $aGAO-20-625
  245 00 $aWhaling news.`;

it('The numbers of a record are identifiers without prefixes, qualifiers and duplicates', () => {
  expect(mapRecord(marc(RECORD)).title?.identifiers).toEqual([
    { type: 'lccn', value: '85012345' },
    { type: 'other', value: '2001001234' },
    { type: 'oclc', value: '777' },
    { type: 'issn', value: '1234-567X' },
    { type: 'other', value: '0000-0019' },
    { type: 'oclc', value: '12345' },
    { type: 'other', value: 'GB85-5966' },
    { type: 'other', value: '10.1000/182' },
    { type: 'other', value: 'GAO-20-625' },
  ]);
});

it('Numbers of reports, DOIs and CODEN are identifiers', () => {
  const numbers = `
    024 7# $a10.1000/182$2doi
    024 8# $a52-997$q(GPO jacket number)
    027 ## $aMPI-PAE/PTh 21/91
    030 ## $aJPBPDL
    088 ## $aGAO-21-207$zGAO-21-208
    245 00 $aWhaling news.`;
  const values = ['10.1000/182', '52-997', 'MPI-PAE/PTh 21/91', 'GAO-21-207', 'GAO-21-208'];
  expect(mapRecord(marc(numbers)).title?.identifiers).toEqual(
    values.map((value) => ({ type: 'other', value })),
  );
});

describe('A title is found', () => {
  const { identifiers = [] } = mapRecord(marc(RECORD)).title!;
  const catalog = catalogOf({
    titles: [
      book('a', 'Whaling news', {
        identifiers,
        isbns: ['0394170660'],
        upcs: ['786936735390', '012345678905', '0786936735397'],
        holdings: [{ branch: 'M', status: 'AVAILABLE', barcode: '3 1234 00123 4567' }],
      }),
      book('b', 'Emma'),
    ],
  });
  const found = (q: string, search_type: 'keyword' | 'custom') =>
    searchTitles([catalog], { q, library: 'harbour', search_type }, { baseUrl: 'http://localhost' })
      .titles.map(({ id }) => id)
      .join();

  it.each([
    ['ISSN', '1234-567X 1234\u2013567x 1234567x 0000-0019 00000019'],
    ['LCCN', '85012345 85-12345 8512345 85-012345 85\u201112345 2001001234'],
    ['OCLC number', '12345 (OCoLC)12345 ocm00012345 777'],
    ['report number', 'GAO-20-625 gao20625'],
    ['DOI', '10.1000/182'],
    ['barcode', '31234001234567 3-1234-00123-4567 3\u22121234\u221200123\u22124567'],
    ['UPC', '786936735390 0786936735390 7-86936-73539-0'],
    ['UPC with a zero', '012345678905 0012345678905 12345678905'],
    ['EAN', '786936735397 0786936735397'],
    ['SBN', '394170660 394-17066-0 0394170660 9780394170664 978\u20130\u2013394\u201317066\u20134'],
  ])('by %s, with and without hyphens', (_, numbers) => {
    for (const number of numbers.split(' ')) {
      expect([number, found(number, 'keyword')]).toEqual([number, 'a']);
      const query = `identifier:"${number}"`;
      expect([query, found(query, 'custom')]).toEqual([query, 'a']);
    }
  });

  it('by a barcode with spaces', () => {
    expect(found('3 1234 00123 4567', 'keyword')).toBe('a');
    expect(found('identifier:"3 1234 00123 4567"', 'custom')).toBe('a');
    expect(found('identifier:99999', 'custom')).toBe('');
  });
});

it.each([
  '050 ## $aIN PROCESS',
  '050 ## $aIN PROCESS (ONLINE)',
  '090 ## $aIn-process$b(UTL)',
  '099 ## $a[On order]',
  '099 ## $aORDER 001',
  '082 04 $aUNCATALOGED',
  '090 ## $aNot yet classified',
  '090 ## $aCataloguing',
  '852 ## $bMAIN$hTo be processed',
  '852 ## $bMAIN$hPending',
  '090 ## $aEn traitement',
  '090 ## $aIn Bearbeitung',
  '050 ## $aCURRENT ISSUES ONLY',
  '099 ## $aXX(1234.1)',
])('A note of processing is no call number: %s', (field) => {
  const record = marc(`245 00 $aTitle.\n${field}\n086 0# $aC 13.2:1`);
  expect(mapRecord(record).title?.call_number).toBe('C 13.2:1');
});

it.each([
  ['050 ## $aUN5 .A1', 'UN5 .A1'],
  ['092 ## $a823$bORD', '823 ORD'],
  ['099 ## $aOrder of St. John 3', 'Order of St. John 3'],
  ['099 ## $aProcesses 7', 'Processes 7'],
  ['099 ## $aNo. 12', 'No. 12'],
  ['099 ## $aDVD IN PROCESS 4', 'DVD IN PROCESS 4'],
  ['852 ## $bMAIN$hNewspaper', 'Newspaper'],
])('%s is the call number %s', (field, expected) => {
  expect(mapRecord(marc(`245 00 $aTitle.\n${field}`)).title?.call_number).toBe(expected);
});
