/*
 * Reads the MARC records of any file. The first bytes determine the format, and with it the reader. The fields of
 * the first records determine whether they are MARC 21 or UNIMARC. A file of another
 * format is refused with a description, such as `a PNG image`.
 */

import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { decompress, type Pieces, peek, RecordFileError, untilDamage } from '../record-file.js';
import { xmlEncoding } from '../text-encodings.js';
import type { MarcFormat, MarcRecord, RecordOutcome } from './marc-record.js';
import { readIso2709 } from './read-iso2709.js';
import { readMarcXml } from './read-marcxml.js';

/** Options of {@link readMarcRecords}. */
export interface MarcReadingOptions {
  /** The name of the file in messages. Default: `input`. */
  readonly name?: string | undefined;
  /** The format of the records. Default: the format of most of the records in the first 128 KiB. */
  readonly recordFormat?: MarcFormat | undefined;
  /**
   * The tags of the fields that the caller needs, which takes less time in ISO 2709. Other fields can be left out. Default:
   * all fields.
   *
   * @internal
   */
  readonly tags?: ReadonlySet<string>;
}

/**
 * Reads MARC records in ISO 2709 or MARCXML, plain or compressed with gzip: MARC 21 (in ISO 2709, UTF-8 or MARC-8) or
 * UNIMARC (in ISO 2709, UTF-8 or ISO 5426). The format is recognized by the content. Does not keep the whole file in
 * memory.
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
  { name = 'input', recordFormat, tags }: MarcReadingOptions = {},
): AsyncGenerator<RecordOutcome> {
  const outcomes = readAnyFormat(bytes, name, recordFormat, tags);
  return untilDamage(name, outcomes, (problem, { number }) => ({
    number: number + 1,
    problem,
    isTruncation: true,
  }));
}

async function* readAnyFormat(
  bytes: Pieces,
  name: string,
  recordFormat: MarcFormat | undefined,
  tags: ReadonlySet<string> | undefined,
): AsyncGenerator<RecordOutcome> {
  const { head, all } = await peek(await decompress(bytes), BYTES_TO_RECOGNIZE);
  const file = recognizeFile(head);
  // Reading the first record takes several times as long as later records, because its code is compiled.
  await setImmediate();
  if (typeof file !== 'string') throw new RecordFileError(name, file.found);
  const isXml = file === 'MARCXML';
  const format = recordFormat ?? (await formatOf(head, isXml));
  const outcomes = isXml ? readMarcXml(all, name) : readIso2709(all, format, tags);
  if (format === 'marc21') yield* outcomes;
  else {
    for await (const outcome of outcomes) {
      yield 'record' in outcome ? { ...outcome, record: { format, ...outcome.record } } : outcome;
    }
  }
}

/** A kind of file that can be read, or a description of other content for an error message. */
type RecognizedFile = 'ISO 2709' | 'MARCXML' | { readonly found: string };

/** The number of bytes that are examined to recognize a format. A valid ISO 2709 record has at most 99,999 bytes. */
export const BYTES_TO_RECOGNIZE = 1 << 17;

/** Matches the leader of a MARC 21 record in ISO 2709. */
const LEADER = /\d{5}[\s\S]{5}22\d{5}[\s\S]{3}4500/;
/** Matches the beginning of a start tag of MARCXML or UNIMARC slim XML, with or without a namespace prefix. */
const MARCXML_TAG = /<(?:[\w.-]+:)?(?:record|leader|controlfield|datafield|rec|lab|cf|df)[\s>]/g;
const FIELD_TERMINATOR = '\x1e';
/** The position of the word `ustar` in a tar archive. */
const TAR_MAGIC = 257;

const IN_JSON =
  'JSON; to build from titles in JSON, pass a directory with library.json and titles.jsonl';
const SPREADSHEET =
  'a spreadsheet of an office program; save it as CSV, in a file that ends in .csv';
const EXPORT = 'export the records in ISO 2709, MARCXML or CSV';

/** The first bytes of other formats, decoded as Latin-1, a description, and a text that follows the first bytes. */
const SIGNATURES: readonly (readonly [string, string, string?])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF', `a PDF document; ${EXPORT}`],
  ['PK\x03\x04', SPREADSHEET, 'xl/work'],
  ['PK\x03\x04', SPREADSHEET, 'opendocument.spreadsheet'],
  ['PK\x03\x04', `a ZIP archive or an office document; ${EXPORT}`],
  ['\xd0\xcf\x11\xe0', `an Excel or Word document; ${EXPORT}`],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['BZh', 'a file compressed with bzip2'],
  ['\xfd7zXZ', 'a file compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'a file compressed with Zstandard'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['SQLite format 3', 'an SQLite database'],
];

/** Patterns for the beginning of text in other formats. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'an empty file'],
  [/^\0+$/, 'only zero bytes, as in an empty tar archive'],
  // Titles with their MARC records, which `--keep-marc` keeps.
  [/^\s*\{"id":[^\n]*"format":\{"id":/, IN_JSON],
  [
    /^\s*[{[][\s\S]{0,4000}?"(?:leader|fields|LDR)"/,
    'records in MARC-in-JSON; export or convert them to ISO 2709 or MARCXML, for example with MarcEdit',
  ],
  [/^\s*[{[]/, IN_JSON],
  [/^\s*<(?:!doctype )?html/i, 'an HTML page'],
  [
    /^\s*=(?:LDR|LEADER|\d{3}) /i,
    "records in MarcEdit's mnemonic format; convert them to ISO 2709 with MarcEdit (MarcMaker)",
  ],
  [
    /^\s*\d{9} (?:LDR|FMT|\d{3})[ \w]{2} L /,
    'records in the sequential format of Aleph; export them in ISO 2709 or MARCXML',
  ],
  [
    /^\s*(?:(?:LEADER|LDR) +)?\d{5}[^\n]{15}45[^\n]{0,3}\n\d{3} /,
    'records as text, one line for each field; export or convert them to ISO 2709 or MARCXML, for example with yaz-marcdump -i line -o marc',
  ],
];

/**
 * Recognizes a file by its first bytes. The first record may be damaged if the bytes also contain an undamaged record.
 *
 * @param head the first {@link BYTES_TO_RECOGNIZE} bytes, or the whole file if it is shorter
 */
function recognizeFile(head: Uint8Array): RecognizedFile {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const encoding = xmlEncoding(head);
  // Markup is ASCII, which is the same in UTF-8 and in Latin-1.
  const markup = encoding.toLowerCase() === 'utf-8' ? text : new TextDecoder(encoding).decode(head);
  const terminators = occurrences(FIELD_TERMINATOR, text);
  const tags = markup.match(MARCXML_TAG)?.length ?? 0;
  if (tags > terminators) return 'MARCXML';
  if (text.startsWith('ustar', TAR_MAGIC)) return { found: 'a tar archive' };
  const other =
    SIGNATURES.find(([start, , part = '']) => text.startsWith(start) && text.includes(part)) ??
    TEXTS.find(([start]) => start.test(markup));
  if (other !== undefined && terminators === 0) return { found: other[1] };
  if (LEADER.test(text) || (terminators > 0 && isText(text))) return 'ISO 2709';
  if (other !== undefined) return { found: other[1] };
  if (/^\s*</.test(markup)) return 'MARCXML';
  if (encoding.startsWith('utf-16') && isText(markup)) {
    return { found: 'text in UTF-16; export the records in UTF-8' };
  }
  return { found: isText(text) ? 'text' : 'an unknown format' };
}

/** Returns the format of most of the records at the beginning of a file. */
async function formatOf(head: Uint8Array, isXml: boolean): Promise<MarcFormat> {
  async function* pieces() {
    yield head;
  }
  const records: MarcRecord[] = [];
  const outcomes = isXml ? readMarcXml(pieces(), '') : readIso2709(pieces(), 'marc21');
  try {
    for await (const outcome of outcomes) if ('record' in outcome) records.push(outcome.record);
  } catch (error) {
    // The file is refused with its name when it is read.
    if (!(error instanceof RecordFileError)) throw error;
  }
  return commonFormat(records);
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

/** The names of the formats in messages. */
const FORMAT_NAMES: Readonly<Record<MarcFormat, string>> = {
  marc21: 'MARC 21',
  unimarc: 'UNIMARC',
};

/** Matches 100 $a of UNIMARC, which begins with the date of the record: `20191011d1974`. */
const CODED_DATE = /^[\d |#-]{8}(?:[a-z |#]|$)/;

/**
 * Returns why a record is refused in a file of its format, if its fields are of the other format: a title in 200, which
 * MARC 21 does not define, or coded data in 100, and no title in 245; or in a UNIMARC file, a title in 245 and none in 200.
 */
export function formatProblem(record: MarcRecord): string | undefined {
  const { format = 'marc21' } = record;
  const [own, other] = format === 'unimarc' ? ['200', '245'] : ['245', '200'];
  if (has(record, own)) return undefined;
  const isCoded = format === 'marc21' && has(record, '100', CODED_DATE);
  if (!has(record, other) && !isCoded) return undefined;
  const otherFormat = format === 'unimarc' ? 'marc21' : 'unimarc';
  const found = FORMAT_NAMES[otherFormat];
  return `${own}: expected a ${FORMAT_NAMES[format]} record, found ${has(record, other) ? `a title in ${other}` : 'coded data in 100'}, as in ${found}; import ${found} records from files of their own (--record-format ${otherFormat})`;
}

/** Whether a record has the fields of UNIMARC: a title in 200, coded data in 100, and no title in 245. */
function isUnimarc(record: MarcRecord): boolean {
  return !has(record, '245') && has(record, '200') && has(record, '100', CODED_DATE);
}

/** Whether a record has a data field with a tag, and with a first subfield that matches the pattern, if there is one. */
function has({ fields }: MarcRecord, tag: string, pattern?: RegExp): boolean {
  return fields.some((field) => {
    if (field.tag !== tag || 'value' in field) return false;
    return pattern === undefined || pattern.test(field.subfields[0]?.value ?? '');
  });
}

/**
 * Returns the format that more records are in. Returns MARC 21 if as many are in both. A record without a title in 245
 * and without the fields of UNIMARC shows no format.
 */
export function commonFormat(records: readonly MarcRecord[]): MarcFormat {
  const inUnimarc = records.filter(isUnimarc).length;
  const inMarc21 = records.filter(({ fields }) => fields.some(({ tag }) => tag === '245')).length;
  return inUnimarc > inMarc21 ? 'unimarc' : 'marc21';
}
