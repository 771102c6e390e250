/* Decodes the encodings that only UNIMARC records have. `unimarc-encoding.ts` determines the encoding of a record. */

import { TextDecoder } from 'node:util';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { characterSet, Marc8Decoder } from './marc8-decoder.js';

/** The graphic characters of ISO 5426. The accents precede their letter. */
const ISO_5426 = characterSet(
  [
    [0x21, '¡„£$¥†§′‘“«♭©℗®ʻʼ‚'],
    [0x36, '‡·″’”»♯ʹʺ¿'],
    [
      0x40,
      '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0315\u0313\u030b\u031b\u030c',
    ],
    [0x50, '\u0327\u031c\u0326\u0328\u0325\u032e\u0323\u0324\u0332\u0333\u0329\u032d'],
    [0x5d, '\u0361\ufe21'],
    [0x5f, '\u0360'],
    [0x61, 'ÆĐ'],
    [0x66, 'Ĳ'],
    [0x68, 'ŁØŒ'],
    [0x6c, 'Þ'],
    [0x71, 'æđð'],
    [0x75, 'ıĳ'],
    [0x78, 'łøœßþ'],
  ],
  [0x40, 0x5f],
);

const iso5426Decoder = new Marc8Decoder(ISO_5426);

/** The decoders of the encodings that only UNIMARC records have. */
export const UNIMARC_DECODERS = {
  'ISO 5426': (bytes: Buffer) => ({
    name: 'ISO 5426' as const,
    decode: (start: number, end: number) => iso5426Decoder.decode(bytes, start, end),
  }),
  'Windows-1250': byLabel('Windows-1250', 'windows-1250'),
  'Windows-1251': byLabel('Windows-1251', 'windows-1251'),
  'KOI8-R': byLabel('KOI8-R', 'koi8-r'),
  CP866: byLabel('CP866', 'ibm866'),
  'GB 18030': byLabel('GB 18030', 'gb18030'),
} as const;

function byLabel<const Name extends string>(name: Name, label: string) {
  return (bytes: Buffer) => ({
    name,
    decode(start: number, end: number) {
      const decoded = new TextDecoder(label).decode(bytes.subarray(start, end));
      return { text: normalizeUnicode(decoded, 'NFC'), isDamaged: decoded.includes('\ufffd') };
    },
  });
}
