import { describe, expect, it } from 'vitest';
import { detectProfile } from '../../../src/import/holdings/detect-profile.js';
import type { HoldingsProfile } from '../../../src/import/holdings/holdings-profile.js';
import { knownProfile } from '../../../src/import/holdings/known-profiles.js';
import { holdingsReader } from '../../../src/import/holdings/read-holdings.js';
import { marc } from '../marc-text.js';

function copies(profile: string | HoldingsProfile, text: string) {
  const known = typeof profile === 'string' ? knownProfile(profile)?.profile : profile;
  if (known === undefined) throw new Error(`There is no profile ${profile}.`);
  return holdingsReader(known)(marc(text));
}

/** The status of one copy. */
function status(profile: string | HoldingsProfile, field: string): string | undefined {
  return copies(profile, field).holdings[0]?.status;
}

describe('copies as Symphony writes them', () => {
  it('have library, home location, call number and date', () => {
    expect(
      copies('symphony', '999 ## $aGV1619 .R6$wLC$lSTACKS$mALDERMAN$tBOOK$u12/3/2004'),
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
    ['$lLOST', 'UNAVAILABLE'],
    ['$lLOSTCLOSED', 'UNAVAILABLE'],
    ['$l CHECKEDOUT ', 'UNAVAILABLE'],
    ['$lSTACKS$kCHECKEDOUT', 'UNAVAILABLE'],
    ['$lSTACKS$kMISSING', 'UNAVAILABLE'],
    ['$lREFERENCE$kCHECKEDOUT', 'UNAVAILABLE'],
    ['$lREFERENCE', 'LIBRARY_USE_ONLY'],
    ['$lVAULT$tRAREBOOK', 'LIBRARY_USE_ONLY'],
    ['$lON-ORDER', 'ON_ORDER'],
    ['$lWITHDRAWN', undefined],
    ['$lSTACKS$kDISCARD', undefined],
  ])('with %s are %s', (subfields, wanted) => {
    expect(status('symphony', `999 ## $aX${subfields}$mALDERMAN`)).toBe(wanted);
  });
});

describe('copies as Koha writes them', () => {
  it.each([
    ['$00$10$40$70', 'AVAILABLE'],
    ['$q2026-12-01', 'UNAVAILABLE'],
    ['$11', 'UNAVAILABLE'],
    ['$7-1', 'ON_ORDER'],
    ['$71', 'LIBRARY_USE_ONLY'],
    ['$01', undefined],
  ])('with %s are %s', (subfields, wanted) => {
    expect(status('koha', `952 ## $aCPL$bCPL$cFIC$o813 MEL${subfields}`)).toBe(wanted);
  });

  it('have branch, shelf, call number and the day the first came', () => {
    const read = copies(
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

describe('copies as Sierra writes them', () => {
  it.each([
    ['$s-$h  -  -  ', 'AVAILABLE'],
    ['$s-$h12-01-26', 'UNAVAILABLE'],
    ['$sm', 'UNAVAILABLE'],
    ['$so', 'LIBRARY_USE_ONLY'],
    ['$sw', undefined],
    ['$s-$on', undefined],
  ])('with %s are %s', (subfields, wanted) => {
    expect(status('sierra', `945 ## $aFIC$bMEL$lmain ${subfields}`)).toBe(wanted);
  });

  it('have their call number of its parts', () => {
    expect(copies('sierra', '945 ## $fDVD$a782$bM528$lmain $s-$z05-06-11')).toMatchObject({
      holdings: [{ branch: 'main', call_number: 'DVD 782 M528' }],
      acquired: '2011-05-06',
    });
  });
});

describe('copies as Evergreen writes them', () => {
  const COPY = '852 4# $bBR1$bBR2$cFiction$kJ$jMEL$p3001';

  it('have owner, shelf and call number', () => {
    expect(copies('evergreen', `${COPY}$sAvailable`).holdings).toEqual([
      { branch: 'BR1', status: 'AVAILABLE', call_number: 'J MEL', collection: 'Fiction' },
    ]);
  });

  it.each([
    ['$sChecked out', 'UNAVAILABLE'],
    ['$sLost and Paid', 'UNAVAILABLE'],
    ['$sOn order', 'ON_ORDER'],
    ['$sAvailable$xreference', 'LIBRARY_USE_ONLY'],
    ['$sDiscard/Weed', undefined],
    ['$sAvailable$xhidden', undefined],
  ])('with %s are %s', (subfields, wanted) => {
    expect(status('evergreen', COPY + subfields)).toBe(wanted);
  });
});

describe('holdings as MARC 21 has them', () => {
  it('are at their sub-location, else at their location', () => {
    expect(copies('852', '852 0# $aDLC$bMap Room$hG3700$i.L6').holdings).toEqual([
      { branch: 'Map Room', status: 'AVAILABLE', call_number: 'G3700 .L6' },
    ]);
    expect(copies('852', '852 0# $aDLC').holdings[0].branch).toBe('DLC');
  });
});

describe('the day on which a title came', () => {
  it('is that of its first copy, wherever that stands', () => {
    const dates = ['2004-12-03', '1999-01-31', '2010-05-05'];
    const fields = dates.map((date) => `952 ## $aMAIN$bMAIN$d${date}`).join('\n');
    expect(copies('koha', fields).acquired).toBe('1999-01-31');
  });
});

describe('a profile of a library', () => {
  const PROFILE: HoldingsProfile = {
    field: '991',
    branch: 'lm',
    statuses: { available: { s: ['in*'] }, on_order: { s: ['o.d'] } },
    otherwise: 'in_use',
  };

  it('says what else a copy is', () => {
    expect(status(PROFILE, '991 ## $lA$sIn library')).toBe('AVAILABLE');
    expect(status(PROFILE, '991 ## $lA$so.d')).toBe('ON_ORDER');
    expect(status(PROFILE, '991 ## $lA$sold')).toBe('UNAVAILABLE');
    expect(status(PROFILE, '991 ## $lA')).toBe('UNAVAILABLE');
  });

  it('counts copies without a branch, and alike ones as one', () => {
    expect(
      copies(PROFILE, '991 ## $mB\n991 ## $mB\n991 ## $sIn\n991 ## $l $sIn\n852 ## $bC'),
    ).toEqual({
      holdings: [{ branch: 'B', status: 'UNAVAILABLE' }],
      acquired: undefined,
      count: 4,
      withdrawn: 0,
      withoutBranch: 2,
    });
  });
});

describe('the profile of records', () => {
  it.each([
    ['symphony', '999 ## $aX$lSTACKS$mMAIN'],
    ['koha', '952 ## $aCPL$bCPL$oX'],
    ['sierra', '945 ## $aX$lmain$s-'],
    ['sierra-949', '949 ## $aX$i3001$lmain'],
    ['evergreen', '852 4# $bBR1$bBR2$cFiction$jMEL$p3001'],
    ['852', '852 0# $aDLC$bMap Room$hG3700'],
  ])('is %s where they have %s', (name, field) => {
    expect(detectProfile([marc(field)])?.name).toBe(name);
  });

  it('is that of most copies', () => {
    const record = marc('852 0# $bA\n999 ## $aX$lSTACKS$mMAIN\n999 ## $aY$lSTACKS$mMAIN');
    expect(detectProfile([record])?.name).toBe('symphony');
  });

  it('is none where there are no copies', () => {
    expect(detectProfile([marc('999 ## $c12$d12'), marc('245 00 $aTitle.')])).toBeUndefined();
  });
});
