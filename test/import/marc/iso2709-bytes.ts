/** A field to write: its tag, and its text with `$` before each subfield code, or its bytes. */
export type FieldToWrite = readonly [tag: string, text: string | Uint8Array];

/**
 * Writes a record in ISO 2709. Text is written in UTF-8.
 *
 * @param fields control fields as text, data fields as indicators and subfields: `10$aTitle`
 * @param encoding the declared encoding (leader/09): `a` for UTF-8, a space for MARC-8. Default: `a`.
 */
export function iso2709(fields: readonly FieldToWrite[], encoding: 'a' | ' ' = 'a'): Buffer {
  const data = fields.map(([, text]) => Buffer.concat([bytesOf(text), Buffer.from('\x1e')]));
  let start = 0;
  const directory = fields.map(([tag], index) => {
    const entry = `${tag}${pad(data[index].length, 4)}${pad(start, 5)}`;
    start += data[index].length;
    return entry;
  });
  const base = 24 + directory.join('').length + 1;
  const leader = `${pad(base + start + 1, 5)}nam ${encoding}22${pad(base, 5)} a 4500`;
  return Buffer.concat([
    Buffer.from(`${leader}${directory.join('')}\x1e`, 'latin1'),
    ...data,
    Buffer.from('\x1d'),
  ]);
}

/** Writes each character as one byte, such as `\xe8` for a mark of MARC-8, and `$` as the subfield delimiter. */
export function marc8(text: string): Buffer {
  return Buffer.from(text.replaceAll('$', '\x1f'), 'latin1');
}

/** The bytes 0x80 to 0x9f, decoded as Latin-1, by their characters in Windows-1252. */
const WINDOWS_BYTES = new Map(
  Array.from({ length: 0x20 }, (_, at) => {
    // Without `stream`, some versions of Node decode Latin-1.
    const character = new TextDecoder('windows-1252').decode(Buffer.of(0x80 + at), {
      stream: true,
    });
    return [character, String.fromCharCode(0x80 + at)];
  }),
);

/** Writes text in Windows-1252, and `$` as the subfield delimiter. */
export function windows1252(text: string): Buffer {
  return marc8(Array.from(text, (character) => WINDOWS_BYTES.get(character) ?? character).join(''));
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text.replaceAll('$', '\x1f')) : text;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0').slice(-length);
}
