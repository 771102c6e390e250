import type { MarcField, MarcRecord, MarcSubfield } from '../marc-record.js';
import { textDecoder } from './decode-text.js';
import { readDirectory } from './directory.js';
import type { RecordEncoding } from './record-encoding.js';

/** A parsed record, or the reason for refusing it. */
export type ParsedRecord =
  | { readonly record: MarcRecord; readonly repairs: readonly string[] }
  | { readonly problem: string; readonly controlNumber?: string };

const LEADER_BYTES = 24;
const FIELD_TERMINATOR = '\x1e';
const SUBFIELD_DELIMITER = '\x1f';
const RECORD_TERMINATOR = 0x1d;
const REPLACEMENT = '\ufffd';

/**
 * Parses one ISO 2709 record.
 *
 * @param bytes the record, from its leader to its record terminator, which may be missing
 * @param encoding the encoding of the text
 */
export function parseRecord(bytes: Buffer, encoding: RecordEncoding): ParsedRecord {
  if (bytes.length <= LEADER_BYTES) {
    return {
      problem: `expected a leader of ${LEADER_BYTES} bytes and a directory, found ${bytes.length} bytes`,
    };
  }
  const latin1 = bytes.toString('latin1');
  const directory = readDirectory(bytes, latin1);
  if (typeof directory === 'string') return { problem: directory, ...controlNumberOf(latin1) };

  const leader = latin1.slice(0, LEADER_BYTES);
  const repairs: string[] = [];
  const declaredLength = leader.slice(0, 5);
  if (Number(declaredLength) !== bytes.length) {
    repairs.push(
      bytes[bytes.length - 1] === RECORD_TERMINATOR
        ? `leader/00-04: expected the record length ${bytes.length}, found '${declaredLength}'`
        : 'expected a record terminator at the end, found none',
    );
  }
  if (directory.repair !== undefined) repairs.push(directory.repair);

  const decoder = textDecoder(bytes, latin1, encoding);
  if (decoder.repair !== undefined) repairs.push(decoder.repair);
  const fields = directory.entries.map(({ tag, start, end }) => {
    const { text, isDamaged, hasWindows1252 } = decoder.decode(start, end);
    if (isDamaged) {
      repairs.push(`${tag}: expected ${decoder.name}, found invalid bytes; read as U+FFFD`);
    }
    if (hasWindows1252) {
      repairs.push(
        `${tag}: expected ${decoder.name}, found bytes of Windows-1252; read as Windows-1252`,
      );
    }
    return parseField(tag, text, repairs);
  });
  return { record: { leader, fields }, repairs };
}

function parseField(tag: string, text: string, repairs: string[]): MarcField {
  if (tag.startsWith('00')) return { tag, value: text };
  const first = text.indexOf(SUBFIELD_DELIMITER);
  if (first !== 2) {
    repairs.push(
      first === -1
        ? `${tag}: expected subfields, found none; the text was read as subfield a`
        : `${tag}: expected two indicators, found '${text.slice(0, first)}'`,
    );
  }
  const indicators = first === 2 ? text : text.slice(0, first === -1 ? 2 : first).padEnd(2);
  return {
    tag,
    indicator1: indicators[0],
    indicator2: indicators[1],
    subfields: subfieldsOf(tag, text, first, repairs),
  };
}

function subfieldsOf(tag: string, text: string, first: number, repairs: string[]): MarcSubfield[] {
  if (first === -1) return text.length > 2 ? [{ code: 'a', value: text.slice(2) }] : [];
  const subfields: MarcSubfield[] = [];
  let start = first + 1;
  while (start <= text.length) {
    const found = text.indexOf(SUBFIELD_DELIMITER, start);
    const end = found === -1 ? text.length : found;
    // A delimiter without a subfield code is ignored.
    if (end > start) subfields.push(parseSubfield(tag, text.slice(start, end), repairs));
    start = end + 1;
  }
  return subfields;
}

function parseSubfield(tag: string, text: string, repairs: string[]): MarcSubfield {
  const code = text[0];
  if (code > ' ' && code <= '~') return { code, value: text.slice(1) };
  repairs.push(
    `${tag}: expected a subfield code, found none; the text was kept under the code U+FFFD`,
  );
  return { code: REPLACEMENT, value: code === REPLACEMENT ? text.slice(1) : text };
}

/**
 * Returns field 001 of a record whose directory cannot be read. Requires that field 001 is the first field
 * and that its text consists of 1 to 40 printable ASCII characters.
 */
function controlNumberOf(latin1: string): { controlNumber: string } | undefined {
  if (latin1.slice(LEADER_BYTES, LEADER_BYTES + 3) !== '001') return undefined;
  const start = latin1.indexOf(FIELD_TERMINATOR) + 1;
  const controlNumber = latin1.slice(start, latin1.indexOf(FIELD_TERMINATOR, start)).trim();
  return start > 0 && /^[ -~]{1,40}$/.test(controlNumber) ? { controlNumber } : undefined;
}
