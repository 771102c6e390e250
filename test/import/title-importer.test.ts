import { describe, expect, it } from 'vitest';
import { isHoldingsRecord, type MarcField } from '../../src/import/marc/marc-record.js';
import { publicMarcRecord, refusalOf, uniqueIds } from '../../src/import/title-importer.js';
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
