import { describe, expect, it } from 'vitest';
import { HoldingsEvidence } from '../../../src/import/holdings/holdings-evidence.js';
import type { HoldingsProfile } from '../../../src/import/holdings/holdings-profile.js';
import { knownProfile } from '../../../src/import/holdings/known-profiles.js';
import {
  acquiredDate,
  holdingsReader,
  suppressionReader,
  valuePattern,
} from '../../../src/import/holdings/read-holdings.js';
import { marc } from '../marc-text.js';

/** Returns the holdings of a record in text form. */
function holdings(profile: string | HoldingsProfile, text: string) {
  const known = typeof profile === 'string' ? knownProfile(profile)?.profile : profile;
  if (known === undefined) throw new Error(`no profile ${profile}`);
  return holdingsReader(known)(marc(text));
}

/** Returns the status of the first holding; undefined if the holding is omitted. */
function status(profile: string | HoldingsProfile, field: string): string | undefined {
  return holdings(profile, field).holdings[0]?.status;
}

/** Returns the name of the profile that is chosen for records, each of which is the text of its fields. */
function chosen(...records: readonly string[]): string | undefined {
  const evidence = new HoldingsEvidence();
  for (const record of records) evidence.add(marc(record));
  return evidence.choose()?.name;
}

describe('Holdings of Symphony', () => {
  it('have branch, home location, call number and date', () => {
    expect(
      holdings('symphony', '999 ## $aGV1619 .R6$wLC$lSTACKS$mALDERMAN$tBOOK$u12/3/2004'),
    ).toEqual({
      holdings: [
        {
          branch: 'ALDERMAN',
          status: 'AVAILABLE',
          call_number: 'GV1619 .R6',
          collection: 'STACKS',
        },
      ],
      acquired: '2004-12-03',
      count: 1,
      withdrawn: 0,
      withoutBranch: 0,
    });
  });

  it.each([
    ['$lLOST', 'LOST'],
    ['$lLOSTCLOSED', 'LOST'],
    ['$l CHECKEDOUT ', 'UNAVAILABLE'],
    ['$lSTACKS$kCHECKEDOUT', 'UNAVAILABLE'],
    ['$lSTACKS$kMISSING', 'LOST'],
    ['$lREFERENCE$kCHECKEDOUT', 'UNAVAILABLE'],
    ['$lREFERENCE', 'LIBRARY_USE_ONLY'],
    ['$lVAULT$tRAREBOOK', 'LIBRARY_USE_ONLY'],
    ['$lON-ORDER', 'ON_ORDER'],
    ['$lSTACKS$kONORDER', 'ON_ORDER'],
    ['$lINTRANSIT', 'UNAVAILABLE'],
    ['$lSTACKS$kIN-PROCESS', 'UNAVAILABLE'],
    ['$lSTACKS$kON-HOLD', 'UNAVAILABLE'],
    ['$lSTACKS$kLOST-CLAIM', 'LOST'],
    ['$aQP33 .Z45 Order 001$lJOURNALS', 'ON_ORDER'],
    ['$aAP30 .T75 Periodical order-001$lSTACKS', 'ON_ORDER'],
    ['$aQA9 Border 001$lSTACKS', 'AVAILABLE'],
  ])('with %s have the status %s', (subfields, expected) => {
    expect(status('symphony', `999 ## $aX${subfields}$mALDERMAN`)).toBe(expected);
  });

  it.each([
    ['$lON-ORDER', undefined],
    ['$kLOST$lLOST', undefined],
    ['$kCHECKEDOUT$lPATERNO-3', 'PATERNO-3'],
    ['$lREFERENCE', 'REFERENCE'],
  ])('with %s have the collection %s, which is no status', (subfields, expected) => {
    for (const [name, field] of [
      ['symphony', '999'],
      ['symphony-949', '949'],
    ]) {
      const read = holdings(name, `${field} ## $aX${subfields}$mUP-PAT`).holdings;
      expect(read).toMatchObject([{ branch: 'UP-PAT' }]);
      expect(read[0].collection).toBe(expected);
    }
  });

  it.each(['XX(1234.1)', 'IN PROCESS', 'Uncataloged'])('have no call number %s', (text) => {
    expect(holdings('symphony', `999 ## $a${text}$lSTACKS$mMAIN`).holdings).toEqual([
      { branch: 'MAIN', status: 'AVAILABLE', collection: 'STACKS' },
    ]);
  });

  it.each(['$lWITHDRAWN', '$lSTACKS$kDISCARD'])('with %s are omitted', (subfields) => {
    expect(status('symphony', `999 ## $aX${subfields}$mALDERMAN`)).toBeUndefined();
  });
});

describe('Holdings of Koha', () => {
  it('have a volume, so that volumes with the same call number are different holdings', () => {
    const volumes = ['v.1', 'v.2'].map((volume) => `952 ## $aCPL$o050 BRO$h${volume}`);
    expect(holdings('koha', volumes.join('\n')).holdings).toEqual([
      { branch: 'CPL', status: 'AVAILABLE', call_number: '050 BRO', volume: 'v.1' },
      { branch: 'CPL', status: 'AVAILABLE', call_number: '050 BRO', volume: 'v.2' },
    ]);
  });

  it('have a barcode, so that two copies are different holdings', () => {
    const copies = ['31000001', '31000002'].map((barcode) => `952 ## $aCPL$p${barcode}`);
    expect(holdings('koha', copies.join('\n')).holdings).toEqual([
      { branch: 'CPL', status: 'AVAILABLE', barcode: '31000001' },
      { branch: 'CPL', status: 'AVAILABLE', barcode: '31000002' },
    ]);
  });

  it.each([
    ['$00$10$40$70', 'AVAILABLE'],
    ['$q2026-12-01', 'UNAVAILABLE'],
    ['$11', 'LOST'],
    ['$7-1', 'ON_ORDER'],
    ['$7-2', 'UNAVAILABLE'],
    ['$00$10$41$70', 'UNAVAILABLE'],
    ['$11$41', 'LOST'],
    ['$41$7-1', 'UNAVAILABLE'],
    ['$51', 'LIBRARY_USE_ONLY'],
    ['$71', 'LIBRARY_USE_ONLY'],
  ])('with %s have the status %s', (subfields, expected) => {
    expect(status('koha', `952 ## $aCPL$bCPL$cFIC$o813 MEL${subfields}`)).toBe(expected);
  });

  it('with $01 are omitted', () => {
    expect(status('koha', '952 ## $aCPL$bCPL$cFIC$o813 MEL$01')).toBeUndefined();
  });

  it('have branch, shelf, call number and the earliest date', () => {
    const read = holdings(
      'koha',
      '952 ## $aCPL$bMPL$cFIC$o813 MEL$d2015-03-02\n952 ## $aMPL$bMPL$8REF$o813 MEL$d2011-05-06',
    );
    expect(read.acquired).toBe('2011-05-06');
    expect(read.holdings).toEqual([
      { branch: 'CPL', status: 'AVAILABLE', call_number: '813 MEL', collection: 'FIC' },
      { branch: 'MPL', status: 'AVAILABLE', call_number: '813 MEL', collection: 'REF' },
    ]);
  });
});

describe('Holdings of Sierra', () => {
  it.each([
    ['$s-$h  -  -  ', 'AVAILABLE'],
    ['$s-$h12-01-26', 'UNAVAILABLE'],
    ['$sm', 'LOST'],
    ['$so', 'LIBRARY_USE_ONLY'],
  ])('with %s have the status %s', (subfields, expected) => {
    expect(status('sierra', `945 ## $aFIC$bMEL$lmain ${subfields}`)).toBe(expected);
  });

  it.each(['$sw', '$s-$on'])('with %s are omitted', (subfields) => {
    expect(status('sierra', `945 ## $aFIC$bMEL$lmain ${subfields}`)).toBeUndefined();
  });

  it('are not the commands for the loader', () => {
    const read = holdings('sierra-949', '949 ## $a*recs=b;bn=main;\n949 #1 $i3001$lmain $s-');
    expect(read).toMatchObject({ count: 1, withoutBranch: 0, holdings: [{ branch: 'main' }] });
  });

  it('have a call number of several subfields', () => {
    expect(holdings('sierra', '945 ## $fDVD$a782$bM528$lmain $s-$z05-06-11')).toMatchObject({
      holdings: [{ branch: 'main', call_number: 'DVD 782 M528' }],
      acquired: '2011-05-06',
    });
  });
});

describe('Holdings of Alma', () => {
  it.each([
    ['', 'AVAILABLE'],
    ['$uLOAN', 'UNAVAILABLE'],
    ['$uTRANSIT_TO_REMOTE_STORAGE', 'UNAVAILABLE'],
    ['$uACQ', 'ON_ORDER'],
    ['$uAcquisition', 'ON_ORDER'],
    ['$uWork Order Department', 'UNAVAILABLE'],
    ['$uHold Shelf Processing', 'UNAVAILABLE'],
    ['$uClaimed Returned', 'LOST'],
    ['$uLOST_LOAN', 'LOST'],
    ['$uMISSING', 'LOST'],
  ])('in ITM with %s have the status %s', (subfields, expected) => {
    const item =
      '$r2245$b1$h0$gstacks$tBOOK$93907401$estorage$82332$a0$q2017-06-20 13:38:20$iHD72 .O38$cv.7$dMAIN$fANNEX';
    const read = holdings('alma', `ITM ## ${item}${subfields}`);
    expect(read.acquired).toBe('2017-06-20');
    expect(read.holdings).toEqual([
      {
        branch: 'ANNEX',
        status: expected,
        call_number: 'HD72 .O38',
        collection: 'stacks',
        volume: 'v.7',
        barcode: '3907401',
      },
    ]);
  });

  it('in HLD have a branch, a collection and a call number', () => {
    expect(holdings('alma-holdings', 'HLD 0# $bMAIN$cSTACKS$hQA76$i.B3').holdings).toEqual([
      { branch: 'MAIN', status: 'AVAILABLE', call_number: 'QA76 .B3', collection: 'STACKS' },
    ]);
  });

  it('in HLD are read for a title without ITM', () => {
    const item = 'ITM ## $dMAIN$fANNEX$gstacks$iHB1';
    const statement = 'HLD ## $bMAIN$cperiodicals$hNewspaper';
    expect(holdings('alma', `${statement}\n${item}`).holdings).toMatchObject([{ branch: 'ANNEX' }]);
    expect(holdings('alma', statement).holdings).toEqual([
      { branch: 'MAIN', status: 'AVAILABLE', call_number: 'Newspaper', collection: 'periodicals' },
    ]);
  });

  it.each([
    ['available', 'AVAILABLE'],
    ['unavailable', 'UNAVAILABLE'],
    ['check_holdings', 'AVAILABLE'],
  ])('in AVA that are %s have the status %s', (text, expected) => {
    const field = `AVA ## $0991$8222$a01X_INST$bMAIN$cStacks$dHB1 .A1$e${text}$f1$g0$jstk$qMain Library`;
    expect(holdings('alma-availability', field).holdings).toEqual([
      { branch: 'MAIN', status: expected, call_number: 'HB1 .A1', collection: 'Stacks' },
    ]);
  });
});

describe('Holdings of FOLIO', () => {
  const ITEM = '952 ff $aUni$bCity Campus$cMain Library$dStacks$eQA76 .B3$hLC$ibook$kv.2$m3001';

  it('have the library, location, call number, volume and barcode', () => {
    expect(holdings('folio', ITEM).holdings).toEqual([
      {
        branch: 'Main Library',
        status: 'AVAILABLE',
        call_number: 'QA76 .B3',
        collection: 'Stacks',
        volume: 'v.2',
        barcode: '3001',
      },
    ]);
    expect(status('folio', `${ITEM}$t1`)).toBeUndefined();
  });

  it('begin with the prefix of the call number, which follows it in the field', () => {
    const [holding] = holdings('folio', '952 ff $cMain Library$eQA76 .B3$fFolio$gc.2').holdings;
    expect(holding.call_number).toBe('Folio QA76 .B3 c.2');
  });

  it('are hidden from readers with their record by $t of 999', () => {
    const isSuppressed = suppressionReader(knownProfile('folio')?.profile);
    expect(isSuppressed(marc('999 ff $i6b4ae089$t1'))).toBe(true);
    expect(isSuppressed(marc('999 ff $i6b4ae089$t0'))).toBe(false);
  });
});

describe('Holdings of Evergreen', () => {
  const ITEM = '852 4# $bBR1$bBR2$cFiction$kJ$jMEL$p3001';

  it('have owner, shelf and call number', () => {
    expect(holdings('evergreen', `${ITEM}$sAvailable`).holdings).toEqual([
      {
        branch: 'BR1',
        status: 'AVAILABLE',
        call_number: 'J MEL',
        collection: 'Fiction',
        barcode: '3001',
      },
    ]);
  });

  it.each([
    ['$sChecked out', 'UNAVAILABLE'],
    ['$sLost and Paid', 'LOST'],
    ['$sOn order', 'ON_ORDER'],
    ['$sAvailable$xreference', 'LIBRARY_USE_ONLY'],
  ])('with %s have the status %s', (subfields, expected) => {
    expect(status('evergreen', ITEM + subfields)).toBe(expected);
  });

  it.each(['$sDiscard/Weed', '$sAvailable$xhidden'])('with %s are omitted', (subfields) => {
    expect(status('evergreen', ITEM + subfields)).toBeUndefined();
  });
});

describe('Holdings in UNIMARC', () => {
  const ITEM = '995 ## $aVille$bMAIN$cEAST$eAdultes$f3001$k599 BAL$lT. 2$52004-12-03';

  it('in 995 have the branch, location, call number, volume and barcode', () => {
    expect(holdings('995', ITEM)).toMatchObject({
      acquired: '2004-12-03',
      holdings: [
        {
          branch: 'MAIN',
          status: 'AVAILABLE',
          call_number: '599 BAL',
          collection: 'Adultes',
          volume: 'T. 2',
          barcode: '3001',
        },
      ],
    });
  });

  it.each([
    ['$o0', 'AVAILABLE'],
    ['$o1', 'LIBRARY_USE_ONLY'],
    ['$o-1', 'ON_ORDER'],
    ['$n2026-12-01', 'UNAVAILABLE'],
    ['$21', 'LOST'],
    ['$01', undefined],
  ])('in 995 with %s have the status %s', (subfields, expected) => {
    expect(status('995', ITEM + subfields)).toBe(expected);
  });

  it('in 930 have the library and the call number', () => {
    expect(holdings('930', '930 ## $5751052105:1$b751052105$a8 B 123$ju').holdings).toEqual([
      { branch: '751052105', status: 'AVAILABLE', call_number: '8 B 123' },
    ]);
  });

  it('are recognized', () => {
    expect(chosen(ITEM)).toBe('995');
    expect(chosen(`${ITEM}\n930 ## $b751052105$a8 B 123$ju`)).toBe('995');
    expect(chosen('930 ## $b751052105$a8 B 123$ju')).toBe('930');
    expect(chosen('930 ## $a8 B 123$bLondon')).toBeUndefined();
  });
});

describe('MARC 21 holdings', () => {
  it('have the sublocation as branch, or the location if there is none', () => {
    expect(holdings('852', '852 0# $aDLC$bMap Room$hG3700$i.L6').holdings).toEqual([
      { branch: 'Map Room', status: 'AVAILABLE', call_number: 'G3700 .L6' },
    ]);
    expect(holdings('852', '852 0# $aDLC').holdings[0].branch).toBe('DLC');
  });
});

describe('The date of acquisition of a title', () => {
  it('is the earliest date of its holdings, in any order', () => {
    const dates = ['2004-12-03', '1999-01-31', '2010-05-05'];
    const fields = dates.map((date) => `952 ## $aMAIN$bMAIN$d${date}`).join('\n');
    expect(holdings('koha', fields).acquired).toBe('1999-01-31');
  });
});

describe('A custom profile', () => {
  const PROFILE: HoldingsProfile = {
    field: '991',
    branch: 'lm',
    statuses: { available: { s: ['in*'] }, on_order: { s: ['o.d'] } },
    otherwise: 'in_use',
  };

  it('sets the status of holdings that match no pattern', () => {
    expect(status(PROFILE, '991 ## $lA$sIn library')).toBe('AVAILABLE');
    expect(status(PROFILE, '991 ## $lA$so.d')).toBe('ON_ORDER');
    expect(status(PROFILE, '991 ## $lA$sold')).toBe('UNAVAILABLE');
    expect(status(PROFILE, '991 ## $lA')).toBe('UNAVAILABLE');
  });

  it('combines identical holdings and counts holdings without a branch', () => {
    expect(
      holdings(PROFILE, '991 ## $mB\n991 ## $mB\n991 ## $sIn\n991 ## $l $sIn\n852 ## $bC'),
    ).toEqual({
      holdings: [{ branch: 'B', status: 'UNAVAILABLE' }],
      acquired: undefined,
      count: 4,
      withdrawn: 0,
      withoutBranch: 2,
    });
  });
});

const SYMPHONY =
  '$aHB179.T84$wLC$c1$i000025162561$d3/16/2010$lON-ORDER$mUP-PAT$rY$sY$tBOOK$u4/12/2001';
const KOHA = '952 ## $00$10$40$70$aCPL$bMPL$cFIC$d2015-03-02$o813 MEL$p3001$r2020-01-01$yBK';
const FOLIO = '952 ff $aUni$bCity Campus$cMain Library$dStacks$eQA76 .B3$hLC$ibook$kv.2$m3001';
const SIERRA = '945 ## $aX$g1$i3001$j0$lmain $o-$p$0.00$s-$t1$y.i10000011$z05-06-11';
const ITEM = 'ITM ## $b1$dMAIN$fMAIN$gSTACKS';

describe('The holdings profile', () => {
  it.each([
    ['symphony', `999 ## ${SYMPHONY}`],
    ['symphony-949', `949 ## ${SYMPHONY}`],
    ['koha', KOHA],
    ['koha', '952 ## $aMAIN$bMAIN$p1$g25.00'],
    ['folio', FOLIO],
    ['symphony', `999 ## ${SYMPHONY.toLowerCase()}`],
    ['koha', '952 ## $aCPL$bCPL$d20150302'],
    ['sierra', '945 ## $lmain $h12-01-26$i3001'],
    ['sierra', SIERRA],
    ['sierra', '945 ## $aX$i3001$lm st $s $t1'],
    ['sierra', '945 ## $lmain $so$y.i10000011'],
    ['sierra-949', '949 #1 $aX$i3001$lmain $s-$t1\n949 ## $a*recs=b;bn=main;'],
    ['alma-availability', 'AVA ## $bMAIN$cStacks$eUnavailable'],
    ['930', '930 ## $5FR-751131010:2019-1234$a2019-1234$b759999999$c Tolbiac$d1'],
    ['sierra-949', '949 #1 $aX$i3001$lmain $s-$t1'],
    ['sierra-949', '949 #1 $aX$lmain $s-$t1$y.i10000011'],
    ['alma', ITEM],
    ['alma', 'ITM ## $dMAIN$iHB1$9390'],
    ['alma', `${ITEM}\nHLD ## $bMAIN\nAVA ## $bMAIN$eavailable`],
    ['alma-availability', 'HLD ## $bMAIN\nAVA ## $bMAIN$cStacks$eunavailable'],
    ['alma-holdings', 'HLD 0# $bMAIN$cSTACKS'],
    ['evergreen', '852 4# $bBR1$bBR2$cFiction$jMEL$p3001'],
    ['852', '852 0# $aDLC$bMap Room$hG3700'],
    ['852', `852 0# $bMAIN\n${KOHA}`],
  ])('is %s for %s', (name, record) => {
    expect(chosen(record)).toBe(name);
  });

  it.each([
    [
      'the number of a cluster',
      '952 ## $a49365496$zPUL$bPRINCETON UNIV$hLess-than-full batch$u20070314',
    ],
    ['a date', '952 ## $a20070314$bPUL$o1$p2'],
    ['two codes', '952 ## $aPUL$bYUS'],
    ['a date', '952 ## $a2007-03-14$bCATALOGER$dnew'],
    ['a barcode with words', '952 ## $aCPL$bCPL$psee the note$yBK'],
    ['the ids of Koha', '999 ## $c12$d12'],
    ['the ids of FOLIO', '999 ff $i6b4ae089$s123$lx$mx'],
    ['text', '999 ## $aX$lEnglish language$mMusic'],
    ['text', '945 ## $aX$lEnglish$sSeries'],
    ['text', '945 ## $aX$leng'],
    ['a call number in place of a due date', '949 ## $hQA76 .B3$i3001$lstk'],
    ['text', '999 ## $aX$lEnglish$mMusic'],
    ['a code of another library', '930 ## $b759999999$c Tolbiac'],
    ['a command of Sierra', '949 ## $a*recs=b;bn=main;'],
    ['a note', '852 ## $zAsk at the desk'],
    ['a date', '852 ## $b20070314'],
    ['a date', 'HLD ## $b2007-03-14'],
    ['no library', 'ITM ## $b1$gSTACKS$9390'],
    ['another availability', 'AVA ## $bMAIN$eyes'],
  ])('is none for a field with %s: %s', (_, record) => {
    expect(chosen(record)).toBeUndefined();
  });

  it('is the one that at least 95 % of the fields with its tag fit', () => {
    const other = '952 ## $a20070314$bPUL';
    expect(chosen(...Array(95).fill(KOHA), ...Array(5).fill(other))).toBe('koha');
    expect(chosen(...Array(94).fill(KOHA), ...Array(6).fill(other))).toBeUndefined();
  });

  it('is the general one of a field if too few copies fit the one of a system', () => {
    const copies = (bare: number) =>
      Array.from({ length: 20 }, (_, i) => `852 4# $bBR1$cFiction$jMEL${i < bare ? '' : '$p3001'}`);
    expect(chosen(...copies(1))).toBe('evergreen');
    expect(chosen(...copies(2))).toBe('852');
    expect(status('852', '852 4# $bBR1$cFiction$jMEL$sChecked out')).toBe('UNAVAILABLE');
    expect(status('852', '852 0# $bBR1$cFiction$hMEL$sCopyright')).toBe('AVAILABLE');
  });

  it('is ignored if it fits a tenth as many records as another', () => {
    const main = Array(21).fill(`999 ## ${SYMPHONY}`);
    expect(chosen(...main, '852 0# $bMAIN', '852 0# $bMAIN')).toBe('symphony');
    expect(chosen(...main, ...main.fill(`${main[0]}\n852 0# $bMAIN`, 0, 1))).toBe('symphony');
  });

  it.each([
    ['852', 20],
    ['852', 19],
    ['symphony and 852', 18],
    ['symphony and 852', 3],
    ['symphony', 1],
  ])('is %s if 20 records have copies of Symphony, and %i of them field 852', (name, count) => {
    const records = Array.from({ length: 20 }, (_, i) =>
      i < count ? `999 ## ${SYMPHONY}\n852 0# $bMAIN` : `999 ## ${SYMPHONY}`,
    );
    if (name.includes(' and ')) {
      expect(() => chosen(...records)).toThrow(
        `holdings: expected copies of one profile, found copies of symphony (20 in field 999) and 852 (${count} in field 852); choose one with --holdings NAME (in a program, holdings)`,
      );
    } else expect(chosen(...records)).toBe(name);
  });
});

it('suppressionReader recognizes hidden records by a value of the profile, ignoring spaces', () => {
  const isSuppressed = suppressionReader({
    field: '952',
    branch: 'a',
    suppressed: { field: '998', subfield: 'e', values: ['n'] },
  });
  expect(isSuppressed(marc('998 ## $en'))).toBe(true);
  expect(isSuppressed(marc('998 ## $e n '))).toBe(true);
  expect(isSuppressed(marc('998 ## $ey$fn\n997 ## $en'))).toBe(false);
});

describe('valuePattern', () => {
  it.each([
    ['LOST', 'lost'],
    ['LOST*', 'Lost and paid'],
    ['*-NC', 'BOOK-NC'],
    ['1.5*', '1.5 weeks'],
    ['*', '2026-12-01'],
  ])('%j matches %j', (pattern, value) => {
    expect(valuePattern(pattern)(value)).toBe(true);
  });

  it.each([
    ['LOST', 'LOST-PAID'],
    ['1.5*', '125 weeks'],
    ['*', '0'],
  ])('%j does not match %j', (pattern, value) => {
    expect(valuePattern(pattern)(value)).toBe(false);
  });
});

describe('acquiredDate', () => {
  it.each([
    ['2004-12-03', '2004-12-03'],
    ['2004-12-03 10:20:00', '2004-12-03'],
    ['20041203', '2004-12-03'],
    ['12/3/2004', '2004-12-03'],
    ['12-03-04', '2004-12-03'],
    ['12-03-98', '1998-12-03'],
    ['12-03-69', '2069-12-03'],
    ['12-03-70', '1970-12-03'],
    ['3.12.2004', '2004-12-03'],
  ])('parses %s as %s', (text, date) => {
    expect(acquiredDate(text)).toBe(date);
  });

  it.each(['', 'soon', '  -  -  ', '31/12/2004', '2004', '2004-02-30'])(
    'returns undefined for %j',
    (text) => {
      expect(acquiredDate(text)).toBeUndefined();
    },
  );
});
