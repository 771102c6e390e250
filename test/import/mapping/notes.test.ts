import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

function mapped(text: string) {
  return mapRecord(marc(text.includes('245 ') ? text : `245 00 $aTitle.\n${text}`)).title;
}

describe('The notes of a record', () => {
  it.each([
    ['510 4# $aChemical abstracts$x0009-2258', 'Described in: Chemical abstracts 0009-2258'],
    ['515 ## $aNot published in 1999.', 'Numbering: Not published in 1999.'],
    ['550 ## $aIssued by the Navy.', 'Issuing body: Issued by the Navy.'],
    ['580 ## $aContinued by: News.', 'Relation to other titles: Continued by: News.'],
    ['588 ## $aDescription based on: v. 1.', 'Description based on: v. 1.'],
    ['590 ## $aSigned by the author.', 'Local note: Signed by the author.'],
    ['852 ## $bIVY$zGuide in the reading room.', 'Copies: Guide in the reading room.'],
    ['041 1# $aengfre$hger$hrus', 'Original language: German, Russian'],
    ['041 0# $aeng$jeng$jfre$jeng', 'Subtitles: English, French'],
  ])('have a label: %s', (text, expected) => {
    expect(mapped(text)?.notes).toEqual([expected]);
  });

  it('leave out the nonpublic note of a study program', () => {
    const title = mapped('526 0# $aAccelerated Reader$bUpper grades$xLost its label$zQuiz at desk');
    expect(title?.notes).toEqual(['Accelerated Reader Upper grades Quiz at desk']);
  });

  it('include the witnesses of a hearing, who are not performers', () => {
    const title = mapped('511 0# $aHearing witnesses: Lee Jones, mayor ; Kim Wu.');
    expect(title?.notes).toEqual(['Hearing witnesses: Lee Jones, mayor ; Kim Wu.']);
    expect(title?.performers).toBeUndefined();
  });

  it('include free text about the audience, which is no audience', () => {
    const title = mapped(`
      521 8# $aClinical students and postgraduate house officers.
      521 2# $a7-9.
      521 ## $aAges 4 to 8.`);
    expect(title?.notes).toEqual(['Audience: Clinical students and postgraduate house officers.']);
    expect(title?.suitabilities).toEqual([
      { name: 'Interest grade level: 7-9' },
      { name: 'Ages 4 to 8' },
    ]);
  });
});

it('Other forms, earlier and later titles are related titles, with ids or numbers of OCLC and LC', () => {
  const title = mapped(`
    003 XyZ
    776 08 $iPrint version:$tTitle.$w(DLC)sn 85-12345$w(OCoLC)ocm00000123
    780 00 $tOld news.$x1234-5678$w(DLC)456$wu7
    780 05 $tOlder news.$w(OCoLC)9$w(XyZ)u6
    780 05 $tOldest news.$w(DLC)   85012345$w(DE-604)BV1
    785 00 $tNew news.`);
  expect(title?.related).toEqual([
    { relation: 'Print version', title: 'Title', id: '(OCoLC)123' },
    { relation: 'Continues', title: 'Old news. 1234-5678', id: 'u7' },
    { relation: 'Continues', title: 'Older news', id: 'u6' },
    { relation: 'Continues', title: 'Oldest news', id: '(DLC)85012345' },
    { relation: 'Continued by', title: 'New news' },
  ]);
  expect(title?.notes).toBeUndefined();
});

it('A title after an equals sign behind the medium is a parallel title', () => {
  const title = mapped('245 00 $aKokoro$h[sound recording] =$bThe heart /$cSoseki.');
  expect(title).toMatchObject({ title: 'Kokoro', alternate_titles: ['The heart'] });
  expect(title?.sub_title).toBeUndefined();
});

it('Arabic punctuation at the end of a title is removed', () => {
  expect(mapped('245 00 $aكتاب،$bتاريخ؛')).toMatchObject({ title: 'كتاب', sub_title: 'تاريخ' });
});
