import { lazy } from '../../../search/index.js';
import { EACC_ROWS } from './eacc-rows.js';

/** The position of the characters in a row, after two bytes in hexadecimal and a space. */
const ROW_START = 5;
/** The third byte of the first character in a row. */
const FIRST_CODE = 0x21;
const SPACE = 0x20;

/**
 * The rows by the first two bytes of their codes. A row is read when one of its characters is first decoded, because
 * reading all rows takes about 10 ms.
 */
const rows = lazy(
  () =>
    new Map(
      EACC_ROWS.trim()
        .split('\n')
        .map((row) => [Number.parseInt(row.slice(0, ROW_START), 16), lazy(() => readRow(row))]),
    ),
);

/**
 * Returns the character of a three-byte code of the East Asian character set (EACC), as a UTF-16 code
 * unit; 0 for a code without a character.
 */
export function eastAsianCharacter(first: number, second: number, third: number): number {
  return rows().get((first << 8) | second)?.()[third] ?? 0;
}

function readRow(row: string): Uint16Array {
  const characters = new Uint16Array(0x80);
  let code = FIRST_CODE;
  for (const [part] of row.slice(ROW_START).matchAll(/\d+|\D/g)) {
    if (/\d/.test(part)) code += Number(part);
    else characters[code++] = part.charCodeAt(0);
  }
  // The ideographic space has a second code, with the third byte 0x20.
  if (row.startsWith('2123')) characters[SPACE] = characters[FIRST_CODE];
  return characters;
}
