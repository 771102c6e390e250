import { describe, expect, it } from 'vitest';
import { Marc8Decoder } from '../../../src/import/marc/marc8-decoder.js';

/** Decodes bytes, given as Latin-1. */
function decode(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  return new Marc8Decoder().decode(bytes, 0, bytes.length).text;
}

function isDamaged(latin1: string): boolean {
  const bytes = Buffer.from(latin1, 'latin1');
  return new Marc8Decoder().decode(bytes, 0, bytes.length).isDamaged;
}

const ESC = '\x1b';

describe('Marc8Decoder', () => {
  it.each([
    [
      'European letters and marks',
      '\xa2rsted, Sm\xb2rrebr\xb2d, \xa1\xe2od\xe2z',
      'Ørsted, Smørrebrød, Łódź',
    ],
    [
      'symbols',
      '\xc3 1984, \xab 5\xc0, \xb910, 20 \xc8, Stra\xc7e',
      '© 1984, ± 5°, £10, 20 €, Straße',
    ],
    [
      'modifier letters of romanizations',
      '\xb0Al\xe5i, Qur\xae\xe5an, zhizn\xa7',
      'ʻAlī, Qurʼān, zhiznʹ',
    ],
    ['a mark before its letter', 'Bront\xe8e', 'Brontë'],
    ['two marks above one letter', 'Vi\xe3\xf2et Nam, ti\xe3\xe2eng', 'Việt Nam, tiếng'],
    [
      'marks below and above a letter, in either order',
      '\xf2\xe5u \xe5\xf2u',
      'u\u0323\u0304 u\u0323\u0304'.normalize('NFC'),
    ],
    ['the halves of a ligature', 'rossi\xebi\xeca i \xebT\xecS', 'rossii͡a i T͡S'],
    ['a ligature with another mark', '\xebi\xec\xe6u', 'i͡ŭ'],
    ['the halves of a double tilde', 'n\xfan\xfbg', 'nn͠g'],
    ['the second half of a ligature alone', '\xecs', 's\ufe21'],
    ['Greek symbols', `a ${ESC}gabc${ESC}s b`, 'a αβγ b'],
    ['subscripts and superscripts', `H${ESC}b2${ESC}sO, m${ESC}p2${ESC}s`, 'H₂O, m²'],
    ['Basic Cyrillic', `${ESC}(NwOJNA I MIR${ESC}(B.`, 'Война и мир.'],
    ['Basic Cyrillic as G1', `${ESC})N\xf7\xcf\xca\xce\xc1`, 'Война'],
    ['Basic Cyrillic with the other G0 intermediate character', `${ESC},NmOSKWA`, 'Москва'],
    ['Extended Cyrillic as G0', `${ESC}(QfG`, 'Ії'],
    ['Extended Cyrillic as G1', `${ESC}(N${ESC})QkI\xc7W`, 'Київ'],
    ['Basic Greek', `${ESC}(SROJURV s"asa`, 'ΟΜΗΡΟΣ πάπα'.normalize('NFC')],
    ['Basic Hebrew', `${ESC}(2ylem`, '\u05e9\u05dc\u05d5\u05dd'],
    ['Basic Arabic', `${ESC}(3GdcJGH`, '\u0627\u0644\u0643\u062a\u0627\u0628'],
    ['Extended Arabic as G1', `${ESC})4\xa9\xde`, '\u067e\u06af'],
    ['East Asian characters', `${ESC}$1!0!!0$`, '一三'],
    ['East Asian characters in the long form', `${ESC}$,1!0!${ESC}(B.`, '一.'],
    ['East Asian characters as G1', `${ESC}$)1\xa1\xb0\xa1 a`, '一 a'],
    ['a space among East Asian characters', `${ESC}$1!0! !0$!# !0!`, '一 三\u3000一'],
    ['ANSEL designated by its three bytes', `${ESC})!Ecaf\xe2e`, 'café'],
    ['a no-break space of Windows-1252', 'a\xa0b\xe2\xa0', 'a\u00a0b\u00a0\u0301'],
    ['a numeric reference', 'caf&#x00E9; &#x1F4DA;', 'café 📚'],
  ])('decodes %s', (_, bytes, text) => {
    expect(decode(bytes)).toBe(text);
  });

  it('resets the character sets at each subfield', () => {
    expect(decode(`10\x1fa${ESC}(NmIR\x1fbWorld \xe2e`)).toBe('10\x1faМир\x1fbWorld é');
  });

  it('ends a ligature at the end of its subfield', () => {
    expect(decode('\xebi\x1fa\xecs')).toBe('i\u0361\x1fas\ufe21');
  });

  it('reads the byte after a delimiter as a subfield code in any character set', () => {
    expect(decode('  \x1f\xe2\xe2Editions')).toBe('  \x1f\ufffdÉditions');
  });

  it.each([
    ['a byte without a character', 'a\xffb', 'a\ufffdb'],
    ['a C1 control character', 'a\x81b', 'a\ufffdb'],
    ['an escape sequence without an intermediate character', `a${ESC}Nb`, 'a\ufffdNb'],
    ['an escape sequence for an unknown character set', `a${ESC}(Zb`, 'a\ufffd(Zb'],
    ['a mark without a letter', 'abc\xe2', 'abc\ufffd'],
    ['an incomplete East Asian character', `${ESC}$1!0`, '\ufffd\ufffd'],
    ['an East Asian code without a character', `${ESC}$1~~~`, '\ufffd'],
  ])('decodes %s to U+FFFD', (_, bytes, text) => {
    expect(decode(bytes)).toBe(text);
    expect(isDamaged(bytes)).toBe(true);
  });

  it('reports a no-break space as Windows-1252, not as damage', () => {
    const decoded = new Marc8Decoder().decode(Uint8Array.of(0x61, 0xa0, 0x62), 0, 3);
    expect(decoded).toEqual({ text: 'a\u00a0b', isDamaged: false, hasWindows1252: true });
  });

  it('accepts U+FFFD as a numeric reference', () => {
    expect(decode('&#xFFFD;')).toBe('\ufffd');
    expect(isDamaged('&#xFFFD;')).toBe(false);
  });

  it('keeps decimal references and references to control characters and invalid characters', () => {
    expect(decode('&#xD800; &#x110000; &#x1F; AT&T &#233;')).toBe(
      '&#xD800; &#x110000; &#x1F; AT&T &#233;',
    );
  });
});
