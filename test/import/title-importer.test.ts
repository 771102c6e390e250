import { describe, expect, it } from 'vitest';
import { knownProfile } from '../../src/import/holdings/known-profiles.js';
import { emptyReport } from '../../src/import/import-report.js';
import {
  CONTROL_NUMBER,
  isHoldingsRecord,
  type MarcField,
} from '../../src/import/marc/marc-record.js';
import {
  publicMarcRecord,
  refusalOf,
  titleImporter,
  uniqueIds,
} from '../../src/import/title-importer.js';
import { marc } from './marc-text.js';

it('uniqueIds assigns unique ids to 100,000 titles with the same id', () => {
  const assignId = uniqueIds();
  const assigned = Array.from({ length: 100_000 }, () => assignId('7'));
  expect(assigned.slice(0, 3)).toEqual(['7', '7-2', '7-3']);
  expect(assigned.at(-1)).toBe('7-100000');
});

/** Creates a record with a type of record (leader/06). */
const recordOfType = (type: string) => marc(`LDR 00000n${type}m a2200000 i 4500\n245 00 $aTitle`);

describe('A record', () => {
  it.each([...'uvxy'])('with leader/06 %j is a holdings record', (type) => {
    expect(isHoldingsRecord(recordOfType(type))).toBe(true);
  });

  it.each([
    ['q', 'community information record'],
    ['w', 'classification record'],
    ['z', 'authority record'],
  ])('with leader/06 %j is refused: %s', (type, kind) => {
    expect(refusalOf(recordOfType(type))).toBe(
      `leader/06: expected a bibliographic record, found '${type}' (${kind})`,
    );
  });

  it.each([...'acdefgijkmoprt '])(
    'with leader/06 %j is accepted as a bibliographic record',
    (type) => {
      expect(isHoldingsRecord(recordOfType(type))).toBe(false);
      expect(refusalOf(recordOfType(type))).toBeUndefined();
    },
  );
});

/** Returns the call number of a title that has copies of Symphony with the call numbers. */
function callNumber(callNumbers: readonly string[], leader = '00000nam a2200000 a 4500') {
  const copies = callNumbers.map((text, i) => `999 ## $a${text}$lSTACKS$mMAIN$i${i}`);
  const record = marc(
    `LDR ${leader}\n001 1\n245 00 $aTitle\n050 00 $aPS1$b.A1\n${copies.join('\n')}`,
  );
  const importTitle = titleImporter(CONTROL_NUMBER, knownProfile('symphony'), emptyReport());
  return importTitle({ kind: 'marc', file: '', record, repairs: [] }).title?.call_number;
}

describe('The call number of a title', () => {
  it.each([
    ['QP33 .Z45', ['QP33 .Z45 Pt.B v.162 1992', 'QP33 .Z45 Pt.C v.9 1992']],
    ['QD506 .A1 L36', ['QD506 .A1 L36 v.17 no.13-15 2001', 'QD506 .A1 L36 v.18 2002']],
    ['HF3301 .A3 E45', ['HF3301 .A3 E45 1988-1989', 'HF3301 .A3 E45 1990']],
    ['Micfilm 1577', ['Micfilm 1577 reel 17', 'Micfilm 1577 reel 18']],
    ['830 GOE', ['830 GOE Bd. 1', '830 GOE Bd. 2', '831 GOE']],
    ['840 HUG', ['840 HUG t. 1', '840 HUG t. 2']],
    ['840 HUG', ['840 HUG Tome 1', '840 HUG Tome 2']],
    ['F MEL', ['F MEL c.1', 'F MEL c.2']],
    ['F MEL', ['F MEL', 'F MEL v.2']],
    ['PS3552 .V52 C5 1984', ['PS3552 .V52 C5 1984', 'PS3552 .V52 C5 1984']],
    ['D111 .A6 1955 V.3', ['D111 .A6 1955 V.3']],
    ['QA1 .B2', ['QA1 .B2', 'QA1 .C3']],
    ['F MEL', ['IN PROCESS', 'F MEL']],
    ['PS1 .A1', ['IN PROCESS']],
  ])('is %s for %j', (expected, callNumbers) => {
    expect(callNumber(callNumbers)).toBe(expected);
  });

  it('has no volume for a serial with one copy', () => {
    expect(callNumber(['ML5 .G654 v.79 1958'], '00000nas a2200000 a 4500')).toBe('ML5 .G654');
    expect(callNumber(['V. 4 1987'], '00000nas a2200000 a 4500')).toBe('V. 4 1987');
  });
});

const LEADER = '00000nam a2200000 a 4500';

/** Reads a data field such as `852 1 $aMain$xgift`: tag, indicators and subfields. */
function fieldOf(text: string): MarcField {
  const [head, ...subfields] = text.split('$');
  return {
    tag: head.slice(0, 3),
    indicator1: head[3],
    indicator2: head[4],
    subfields: subfields.map((part) => ({ code: part[0], value: part.slice(1) })),
  };
}

/** Returns the fields of the public part of a record. */
function publicFields(...texts: readonly string[]): readonly MarcField[] {
  return publicMarcRecord({ leader: LEADER, fields: texts.map(fieldOf) }).fields;
}

describe('publicMarcRecord', () => {
  it.each([
    '361',
    '363',
    '526',
    '583',
    '852',
    '856',
    '857',
    '863',
    '864',
    '865',
    '866',
    '867',
    '868',
    '876',
    '877',
    '878',
    '885',
  ])('leaves out the nonpublic notes of field %s', (tag) => {
    expect(publicFields(`${tag}  $aMain$xA gift$zSigned$xOf 1990`)).toEqual([
      fieldOf(`${tag}  $aMain$zSigned`),
    ]);
  });

  it.each([
    ['952', '$aMAIN', '$xPatron complained'],
    ['HLD', '$bMAIN', '$xPatron complained'],
    ['ITM', '$fMAIN', '$xPatron complained'],
    ['AVA', '$bMAIN', '$xPatron complained'],
    ['999', '$mMAIN', '$o.STAFF. Patron complained'],
    ['949', '$mMAIN', '$o.STAFF. Patron complained'],
    ['945', '$lmain', '$nPatron complained'],
  ])('leaves out the nonpublic notes of field %s, which systems define', (tag, shown, note) => {
    expect(publicFields(`${tag}  ${shown}${note}`)).toEqual([fieldOf(`${tag}  ${shown}`)]);
  });

  it('leaves out a field that contains only nonpublic notes', () => {
    expect(publicFields('866  $xIncomplete', '500  $aIndex')).toEqual([fieldOf('500  $aIndex')]);
  });

  it.each(['361', '541', '542', '561', '583'])('leaves out field %s if it is private', (tag) => {
    const open = [`${tag}1 $aOpen`, `${tag}  $aOpen`];
    expect(publicFields(`${tag}0 $aPrivate`, ...open)).toEqual(open.map(fieldOf));
  });

  it('leaves out the same in fields 880', () => {
    expect(publicFields('8800 $6541-01$aДар', '880  $6852-02$aЗал$xДар')).toEqual([
      fieldOf('880  $6852-02$aЗал'),
    ]);
  });

  it('keeps all other fields and subfields', () => {
    const fields = ['5060 $aOpen', '65000$aWhales$xHunting', '853  $a(year)$x01', '8800 $aДар'];
    expect(publicFields(...fields)).toEqual(fields.map(fieldOf));
    const control = { tag: '001', value: '1' };
    expect(publicMarcRecord({ leader: LEADER, fields: [control] })).toEqual({
      leader: LEADER,
      fields: [control],
    });
  });
});
