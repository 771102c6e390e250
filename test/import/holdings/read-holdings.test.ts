import { describe, expect, it } from 'vitest';
import type { HoldingsProfile } from '../../../src/import/holdings/holdings-profile.js';
import {
  detectProfile,
  knownProfile,
  ProfileDetector,
} from '../../../src/import/holdings/known-profiles.js';
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
    ['$aQP33 .Z45 Order 001$lJOURNALS', 'ON_ORDER'],
    ['$aAP30 .T75 Periodical order-001$lSTACKS', 'ON_ORDER'],
    ['$aQA9 Border 001$lSTACKS', 'AVAILABLE'],
  ])('with %s have the status %s', (subfields, expected) => {
    expect(status('symphony', `999 ## $aX${subfields}$mALDERMAN`)).toBe(expected);
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

  it('are recognized', () => {
    const detected = (text: string) => detectProfile([marc(text)])?.name;
    expect(detected('ITM ## $b1$dMAIN$fMAIN$gSTACKS')).toBe('alma');
    expect(detected('HLD 0# $bMAIN$cSTACKS')).toBe('alma-holdings');
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

  it('are recognized in the field that Koha uses too', () => {
    expect(detectProfile([marc(ITEM)])?.name).toBe('folio');
    const koha = '952 ## $00$aCPL$bCPL$cFIC$d2015-03-02$o813 MEL$p3001$yBK';
    expect(detectProfile([marc(koha)])?.name).toBe('koha');
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
    expect(detectProfile([marc(ITEM)])?.name).toBe('995');
    expect(detectProfile([marc('930 ## $b751052105$a8 B 123$ju')])?.name).toBe('930');
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

describe('detectProfile', () => {
  it.each([
    ['symphony', '999 ## $aX$lSTACKS$mMAIN'],
    ['koha', '952 ## $aCPL$bCPL$oX'],
    ['sierra', '945 ## $aX$lmain$s-'],
    ['sierra-949', '949 ## $aX$i3001$lmain'],
    ['evergreen', '852 4# $bBR1$bBR2$cFiction$jMEL$p3001'],
    ['852', '852 0# $aDLC$bMap Room$hG3700'],
  ])('returns %s for %s', (name, field) => {
    expect(detectProfile([marc(field)])?.name).toBe(name);
  });

  it('returns the profile that recognizes the most holdings', () => {
    const record = marc('852 0# $bA\n999 ## $aX$lSTACKS$mMAIN\n999 ## $aY$lSTACKS$mMAIN');
    expect(detectProfile([record])?.name).toBe('symphony');
  });

  it('returns undefined if there are no holdings', () => {
    expect(detectProfile([marc('999 ## $c12$d12'), marc('245 00 $aTitle.')])).toBeUndefined();
  });
});

describe('ProfileDetector', () => {
  const FOLIO_ITEM =
    '952 ff $aUni$bCity Campus$cMain Library$dStacks$eQA76 .B3$hLC$ibook$kv.2$m3001';

  it('has enough holdings after 500', () => {
    const detector = new ProfileDetector();
    for (let i = 0; i < 499; i++) detector.add(marc(FOLIO_ITEM));
    expect(detector.hasEnough).toBe(false);
    detector.add(marc('245 00 $aTitle.'));
    expect(detector.hasEnough).toBe(false);
    detector.add(marc(FOLIO_ITEM));
    expect(detector.hasEnough).toBe(true);
    expect(detector.best()?.name).toBe('folio');
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
