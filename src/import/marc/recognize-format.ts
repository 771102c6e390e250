import { TextDecoder } from 'node:util';
import { xmlEncoding } from './marcxml/xml-encoding.js';

/** A form of records that can be read here, or in words what the bytes are instead. */
export type RecordFormat = 'ISO 2709' | 'MARCXML' | { readonly instead: string };

/** How many bytes of a file settle what it is: more than the longest record of ISO 2709. */
export const BYTES_TO_RECOGNIZE = 1 << 17;

const LEADER = /\d{5}[\s\S]{5}22\d{5}[\s\S]{3}4500/;
const MARCXML_TAG = /<(?:[\w.-]+:)?(?:record|leader|controlfield|datafield)[\s>]/g;
const FIELD_TERMINATOR = '\x1e';
/** A leader, of MARC 21 or UNIMARC, and the directory behind it, of twelve digits a field. */
const DIRECTORY = /\d{5}[\s\S]{5}22\d{5}[\s\S]{3}45[\s\S]{2}((?:\d{12})+)/g;
const ENTRY = /\d{12}/g;
const UNIMARC = {
  instead: 'holds UNIMARC records, whose fields mean other things than those of MARC 21',
};

/** Other things by their first bytes, a character each. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'is a PNG image'],
  ['\xff\xd8\xff', 'is a JPEG image'],
  ['GIF8', 'is a GIF image'],
  ['%PDF', 'is a PDF document'],
  ['PK\x03\x04', 'is a ZIP archive or an office document'],
  ['BZh', 'is compressed with bzip2'],
  ['\xfd7zXZ', 'is compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'is compressed with Zstandard'],
  ['7z\xbc\xaf', 'is a 7z archive'],
  ['SQLite format 3', 'is an SQLite database'],
];

/** Other things by how their text begins. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/^\s*[{[]/, 'is JSON'],
  [/^\s*<(?:!doctype )?html/i, 'is an HTML page'],
  [/^\s*=LDR /, "holds records in MarcEdit's mnemonic form, which MarcEdit turns into ISO 2709"],
];

/**
 * Tells by the first bytes of a file whether it holds records. A damaged first record does not
 * mislead it: any record among the bytes will do.
 *
 * @param head the first `BYTES_TO_RECOGNIZE` bytes, or all where there are fewer
 */
export function recognizeFormat(head: Uint8Array): RecordFormat {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const markup = new TextDecoder(xmlEncoding(head)).decode(head);
  const terminators = text.split(FIELD_TERMINATOR).length - 1;
  const tags = markup.match(MARCXML_TAG)?.length ?? 0;
  if (isUnimarc(tags > terminators ? tagsOfMarkup(markup) : tagsOfDirectories(text)))
    return UNIMARC;
  if (tags > terminators) return 'MARCXML';
  if (LEADER.test(text) || (terminators > 0 && isText(text))) return 'ISO 2709';
  const other =
    SIGNATURES.find(([start]) => text.startsWith(start)) ??
    TEXTS.find(([start]) => start.test(markup));
  if (other !== undefined) return { instead: other[1] };
  if (/^\s*</.test(markup)) return 'MARCXML';
  return { instead: isText(text) ? 'is a text' : 'is of no form known here' };
}

/** UNIMARC has titles in 200, which is no field of MARC 21, where they are in 245. */
function isUnimarc(tags: readonly string[]): boolean {
  return tags.includes('200') && !tags.includes('245');
}

/** The tags of all records of ISO 2709. */
function tagsOfDirectories(text: string): string[] {
  return Array.from(text.matchAll(DIRECTORY), ([, entries]) => entries.match(ENTRY) ?? [])
    .flat()
    .map((entry) => entry.slice(0, 3));
}

function tagsOfMarkup(markup: string): string[] {
  return Array.from(markup.matchAll(/\stag\s*=\s*["'](\d{3})["']/g), ([, tag]) => tag);
}

/** Whether nearly no characters are controls that texts do not have. */
function isText(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x09 || (code > 0x0d && code < 0x1b) || code === 0x7f) controls++;
  }
  return controls * 100 < text.length;
}
