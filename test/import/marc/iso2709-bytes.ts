/** A field to write: a tag, and its text with `$` before each subfield code, as cataloguers write it. */
export type FieldToWrite = readonly [tag: string, text: string | Uint8Array];

/**
 * A record as ISO 2709, directory and all.
 *
 * @param fields control fields as their text, data fields as indicators and subfields: `10$aTitle`
 * @param encoding leader position 9: `a` for UTF-8, a blank for MARC-8
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

/** Text with `$` for the subfield delimiter, as bytes of Latin-1: each character is a byte of MARC-8. */
export function marc8(text: string): Buffer {
  return Buffer.from(text.replaceAll('$', '\x1f'), 'latin1');
}

/** What Windows-1252 has in place of the controls of Latin-1, with the byte of each. */
const OF_WINDOWS = new Map(
  Array.from({ length: 0x20 }, (_, at) => {
    const character = new TextDecoder('windows-1252').decode(Buffer.of(0x80 + at), {
      stream: true,
    });
    return [character, String.fromCharCode(0x80 + at)];
  }),
);

/** Text with `$` for the subfield delimiter, as bytes of Windows-1252. */
export function windows1252(text: string): Buffer {
  return marc8(Array.from(text, (character) => OF_WINDOWS.get(character) ?? character).join(''));
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text.replaceAll('$', '\x1f')) : text;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0').slice(-length);
}
