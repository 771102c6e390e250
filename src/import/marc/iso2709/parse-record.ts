import type { MarcField, MarcRecord, MarcSubfield } from '../marc-record.js';
import { fieldPlaces } from './field-places.js';
import type { RecordEncoding } from './record-encoding.js';
import { textDecoding } from './text-decoding.js';

/** A record that was read, or why it was not. */
export type ParsedRecord =
  | { readonly record: MarcRecord; readonly repairs: readonly string[] }
  | { readonly problem: string; readonly controlNumber?: string };

const LEADER = 24;
const FIELD_TERMINATOR = '\x1e';
const SUBFIELD_DELIMITER = '\x1f';
const RECORD_TERMINATOR = 0x1d;
const REPLACEMENT = '\ufffd';

/**
 * Reads one record of ISO 2709.
 *
 * @param bytes the record from its leader to its terminator
 * @param encoding what its texts are encoded in
 */
export function parseRecord(bytes: Buffer, encoding: RecordEncoding): ParsedRecord {
  if (bytes.length <= LEADER) {
    return {
      problem: `Its ${bytes.length} bytes are no record, which has a leader of ${LEADER} and a directory.`,
    };
  }
  const latin1 = bytes.toString('latin1');
  const places = fieldPlaces(bytes, latin1);
  if (typeof places === 'string') return { problem: places, ...controlNumberOf(latin1) };

  const leader = latin1.slice(0, LEADER);
  const repairs: string[] = [];
  const told = Number(leader.slice(0, 5));
  if (told !== bytes.length) {
    repairs.push(
      bytes[bytes.length - 1] === RECORD_TERMINATOR
        ? `The record is ${bytes.length} bytes long, its leader says ${leader.slice(0, 5)}.`
        : 'The record terminator at its end is missing.',
    );
  }
  if (places.repair !== undefined) repairs.push(places.repair);

  const decoding = textDecoding(bytes, latin1, encoding);
  if (decoding.repair !== undefined) repairs.push(decoding.repair);
  const fields = places.fields.map(({ tag, start, end }) => {
    const { text, isDamaged, hasWindows } = decoding.decode(start, end);
    if (isDamaged) {
      repairs.push(`${tag}: bytes that are no character of ${decoding.name} were read as U+FFFD.`);
    }
    if (hasWindows) {
      repairs.push(
        `${tag}: bytes that are no character of ${decoding.name} were read as Windows-1252.`,
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
        ? `${tag}: there is no subfield in it; its text was read as subfield a.`
        : `${tag}: '${text.slice(0, first)}' stands where two indicators are wanted.`,
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
    // A delimiter with nothing behind it delimits nothing.
    if (end > start) subfields.push(parseSubfield(tag, text.slice(start, end), repairs));
    start = end + 1;
  }
  return subfields;
}

function parseSubfield(tag: string, text: string, repairs: string[]): MarcSubfield {
  const code = text[0];
  if (code > ' ' && code <= '~') return { code, value: text.slice(1) };
  repairs.push(`${tag}: a subfield has no code; its text was kept under the code U+FFFD.`);
  return { code: REPLACEMENT, value: code === REPLACEMENT ? text.slice(1) : text };
}

/** Field 001, where the directory begins with it and its text follows. */
function controlNumberOf(latin1: string): { controlNumber: string } | undefined {
  if (latin1.slice(LEADER, LEADER + 3) !== '001') return undefined;
  const start = latin1.indexOf(FIELD_TERMINATOR) + 1;
  const controlNumber = latin1.slice(start, latin1.indexOf(FIELD_TERMINATOR, start)).trim();
  return start > 0 && /^[ -~]{1,40}$/.test(controlNumber) ? { controlNumber } : undefined;
}
