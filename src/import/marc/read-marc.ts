/*
 * Reads the MARC records of any file. The first bytes determine the format, and with it the reader. A file of another
 * format is refused with a description, such as `a PNG image`.
 */

import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { decompress, type Pieces, peek, RecordFileError, untilGzipDamage } from '../record-file.js';
import { xmlEncoding } from '../text-encodings.js';
import type { RecordOutcome } from './marc-record.js';
import { readIso2709 } from './read-iso2709.js';
import { readMarcXml } from './read-marcxml.js';

/** Options of {@link readMarcRecords}. */
export interface MarcReadingOptions {
  /** The name of the file in messages. Default: `input`. */
  readonly name?: string | undefined;
}

/**
 * Reads MARC 21 records in ISO 2709 (UTF-8 or MARC-8) or MARCXML, plain or compressed with gzip. The
 * format is recognized by the content. Does not keep the whole file in memory.
 *
 * A damaged record throws no error: the record is returned with repairs, or refused.
 *
 * @param bytes the whole file, in pieces of any length
 * @returns one outcome per record, in the order of the file
 * @throws RecordFileError if the file is in another format, or if its gzip data is damaged before the
 *   first outcome
 * @example
 * for await (const outcome of readMarcRecords(createReadStream('data/harbour.mrc'))) {
 *   if ('record' in outcome) console.log(outcome.record.leader);
 *   else console.log(outcome.number, outcome.problem);
 * }
 */
export function readMarcRecords(
  bytes: Pieces,
  { name = 'input' }: MarcReadingOptions = {},
): AsyncGenerator<RecordOutcome> {
  return untilGzipDamage(name, readAnyFormat(bytes, name), (problem, { number }) => ({
    number: number + 1,
    problem,
    isTruncation: true,
  }));
}

async function* readAnyFormat(bytes: Pieces, name: string): AsyncGenerator<RecordOutcome> {
  const { head, all } = await peek(await decompress(bytes), BYTES_TO_RECOGNIZE);
  const format = recognizeFormat(head);
  // Reading the first record takes several times as long as later records, because its code is compiled.
  await setImmediate();
  if (format === 'ISO 2709') yield* readIso2709(all);
  else if (format === 'MARCXML') yield* readMarcXml(all, name);
  else throw new RecordFileError(name, format.found);
}

/** A format that can be read, or a description of other content for an error message. */
type RecordFormat = 'ISO 2709' | 'MARCXML' | { readonly found: string };

/**
 * The number of bytes that are examined to recognize a format. A valid ISO 2709 record has at most 99,999
 * bytes.
 */
export const BYTES_TO_RECOGNIZE = 1 << 17;

/** Matches the leader of a MARC 21 record in ISO 2709. */
const LEADER = /\d{5}[\s\S]{5}22\d{5}[\s\S]{3}4500/;
/** Matches the beginning of a start tag of MARCXML, with or without a namespace prefix. */
const MARCXML_TAG = /<(?:[\w.-]+:)?(?:record|leader|controlfield|datafield)[\s>]/g;
const FIELD_TERMINATOR = '\x1e';
/** Matches a leader of MARC 21 or UNIMARC, and the directory entries with numeric tags after the leader. */
const DIRECTORY = /\d{5}[\s\S]{5}22\d{5}[\s\S]{3}45[\s\S]{2}((?:\d{12})+)/g;
const ENTRY_CHARS = 12;

/** The first bytes of other formats, decoded as Latin-1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive or an office document'],
  ['BZh', 'a file compressed with bzip2'],
  ['\xfd7zXZ', 'a file compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'a file compressed with Zstandard'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['SQLite format 3', 'an SQLite database'],
];

/** Patterns for the beginning of text in other formats. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'an empty file'],
  [/^\s*[{[]/, 'JSON'],
  [/^\s*<(?:!doctype )?html/i, 'an HTML page'],
  [/^\s*=LDR /, "records in MarcEdit's mnemonic format; convert them to ISO 2709 with MarcEdit"],
];

/**
 * Recognizes the format of a file by its first bytes. The first record may be damaged if the bytes also
 * contain an undamaged record.
 *
 * @param head the first {@link BYTES_TO_RECOGNIZE} bytes, or the whole file if it is shorter
 */
function recognizeFormat(head: Uint8Array): RecordFormat {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const encoding = xmlEncoding(head);
  // Markup is ASCII, which is the same in UTF-8 and in Latin-1.
  const markup = encoding.toLowerCase() === 'utf-8' ? text : new TextDecoder(encoding).decode(head);
  const terminators = occurrences(FIELD_TERMINATOR, text);
  const tags = markup.match(MARCXML_TAG)?.length ?? 0;
  if (isUnimarc(tags > terminators ? tagsOfMarkup(markup) : tagsOfDirectories(text)))
    return { found: 'UNIMARC records, whose fields have other meanings' };
  if (tags > terminators) return 'MARCXML';
  if (LEADER.test(text) || (terminators > 0 && isText(text))) return 'ISO 2709';
  const other =
    SIGNATURES.find(([start]) => text.startsWith(start)) ??
    TEXTS.find(([start]) => start.test(markup));
  if (other !== undefined) return { found: other[1] };
  if (/^\s*</.test(markup)) return 'MARCXML';
  return { found: isText(text) ? 'text' : 'an unknown format' };
}

/** Returns whether the record is UNIMARC, which has the title in field 200. MARC 21 has it in field 245. */
function isUnimarc(tags: Iterable<string>): boolean {
  let hasField200 = false;
  for (const tag of tags) {
    if (tag === '245') return false;
    if (tag === '200') hasField200 = true;
  }
  return hasField200;
}

/** Returns the tags in the directories of ISO 2709 records. */
function* tagsOfDirectories(text: string): Generator<string> {
  for (const [, entries] of text.matchAll(DIRECTORY)) {
    for (let at = 0; at < entries.length; at += ENTRY_CHARS) yield entries.slice(at, at + 3);
  }
}

function* tagsOfMarkup(markup: string): Generator<string> {
  for (const [, tag] of markup.matchAll(/\stag\s*=\s*["'](\d{3})["']/g)) yield tag;
}

function occurrences(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Whether fewer than 1 in 100 characters are control characters that neither text nor ISO 2709 uses. */
function isText(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x09 || (code > 0x0d && code < 0x1b) || code === 0x7f) controls++;
  }
  return controls * 100 < text.length;
}
