import { describe, expect, it } from 'vitest';
import { CONTROL_NUMBER, idFieldCalled, idOf } from '../../src/import/id-field.js';
import { marc } from './marc-text.js';

describe('The field of ids', () => {
  it('is a control field, or a subfield of another', () => {
    expect(idFieldCalled('001')).toEqual({ tag: '001' });
    expect(idFieldCalled('035a')).toEqual({ tag: '035', code: 'a' });
    expect(idFieldCalled('907$a')).toEqual({ tag: '907', code: 'a' });
  });

  it.each(['', '035', '001a', '35a', '035A', '035ab', 'x01'])('is not called %j', (name) => {
    expect(idFieldCalled(name)).toBeUndefined();
  });

  it('is passed over where there is nothing in it', () => {
    const record = marc('001  \n001 b1\n035 ## $a \n035 ## $b1$a2');
    expect(idOf(record, CONTROL_NUMBER)).toBe('b1');
    expect(idOf(record, { tag: '035', code: 'a' })).toBe('2');
    expect(idOf(record, { tag: '907', code: 'a' })).toBeUndefined();
  });
});
