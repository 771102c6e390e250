import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

function statements(text: string) {
  return mapRecord(marc(`245 00 $aTitle.\n${text}`)).title?.holdings_statements;
}

describe('The holdings statements of a record', () => {
  it('are textual statements with the branch of the field 852 before them', () => {
    expect(
      statements(`
        852 ## $bALDERMAN$cSTACKS
        866 #0 $81$at.1-3  (1979-1983),
        866 #0 $81$at.5-6  (1988)
        852 ## $bIVY$cBY-REQUEST
        866 #0 $81$av.1$z(shelved as DR303 .S7 knj.15)
        866 #0 $81$z*Continues:Judisches literatur-blatt.
      `),
    ).toEqual([
      { branch: 'ALDERMAN', text: 't.1-3 (1979-1983)' },
      { branch: 'ALDERMAN', text: 't.5-6 (1988)' },
      { branch: 'IVY', text: 'v.1', note: '(shelved as DR303 .S7 knj.15)' },
      { branch: 'IVY', text: '*Continues:Judisches literatur-blatt.' },
    ]);
  });

  it('name supplements and indexes', () => {
    expect(
      statements('867 #0 $80$av.3 suppl.\n868 #0 $80$xINDEX$av.37-55  (1912-1930)\n868 #0 $80'),
    ).toEqual([{ text: 'Supplements: v.3 suppl.' }, { text: 'Indexes: v.37-55 (1912-1930)' }]);
  });

  it('are numbers with their captions, and ranges of issues that follow each other', () => {
    expect(
      statements(`
        852 ## $bDARDEN$cCUR-PER
        853 2# $82$avol.
        853 2# $83$av.$bno.$u24$vr$i(year)$j(month)$k(day)
        863 #1 $83.193$a33$b1$i2016$j01$k15
        863 #1 $83.194$a33$b2$i2016$j01$k30
        863 #1 $83.195$a33$b4$i2016$j22
        863 #1 $82.1$a1-5$i1990-1994
        863 #1 $84.1$i1989
      `),
    ).toEqual([
      {
        branch: 'DARDEN',
        text: 'v.33 no.1-2 (2016-01-15 – 2016-01-30), v.33 no.4 (2016 summer)',
      },
      { branch: 'DARDEN', text: 'vol.1-5 (1990-1994)' },
      { branch: 'DARDEN', text: '1989' },
    ]);
  });

  it('are separate for numbers with other notes, and for values that are no numbers', () => {
    expect(statements('863 #1 $81.1$a1$zlost\n863 #1 $81.2$a2\n863 #1 $81.3$a3.0')).toEqual([
      { text: '1', note: 'lost' },
      { text: '2, 3.0' },
    ]);
  });

  it('are not repeated by numbers with the link of a textual statement', () => {
    expect(
      statements(`
        853 2# $81$av.
        863 #1 $81.1$a1
        866 #0 $81$av.1
        863 #1 $82.1$a2
      `),
    ).toEqual([{ text: 'v.1' }, { text: '2' }]);
  });

  it('have the branch with their link if several fields 852 are before them, or else none', () => {
    const places = '852 ## $81$bMAIN\n852 ## $82$bEAST\n';
    expect(statements(`${places}866 #0 $82$av.1-9\n866 #0 $80$av.10`)).toEqual([
      { branch: 'EAST', text: 'v.1-9' },
      { text: 'v.10' },
    ]);
    expect(statements('852 ## $bMAIN\n852 ## $bMAIN\n866 #0 $av.1')).toEqual([
      { branch: 'MAIN', text: 'v.1' },
    ]);
  });
});
