import { describe, expect, it } from 'vitest';
import { CONTROL_NUMBER, idOf, parseIdField } from '../../src/import/id-field.js';
import { marc } from './marc-text.js';

describe('parseIdField', () => {
  it('parses the name of a control field or of a subfield', () => {
    expect(parseIdField('001')).toEqual({ tag: '001' });
    expect(parseIdField('035a')).toEqual({ tag: '035', code: 'a' });
    expect(parseIdField('907$a')).toEqual({ tag: '907', code: 'a' });
  });

  it.each(['', '035', '001a', '35a', '035A', '035ab', 'x01'])(
    'returns undefined for %j',
    (name) => {
      expect(parseIdField(name)).toBeUndefined();
    },
  );
});

describe('idOf', () => {
  it('skips empty fields and subfields', () => {
    const record = marc('001  \n001 b1\n035 ## $a \n035 ## $b1$a2');
    expect(idOf(record, CONTROL_NUMBER)).toBe('b1');
    expect(idOf(record, { tag: '035', code: 'a' })).toBe('2');
    expect(idOf(record, { tag: '907', code: 'a' })).toBeUndefined();
  });
});
