import { EACC_ROWS } from './eacc-rows.js';

const ROW_START = 5;
const FIRST = 0x21;
const SPACE = 0x20;

let rows: ReadonlyMap<number, Uint16Array> | undefined;

/**
 * The character of a code of three bytes in the East Asian set, as a UTF-16 code unit, or 0 where it
 * has none. The table is made at the first call.
 */
export function eastAsianCharacter(first: number, second: number, third: number): number {
  rows ??= readRows();
  return rows.get((first << 8) | second)?.[third] ?? 0;
}

function readRows(): Map<number, Uint16Array> {
  return new Map(
    EACC_ROWS.trim()
      .split('\n')
      .map((row) => [Number.parseInt(row.slice(0, ROW_START), 16), readRow(row)]),
  );
}

function readRow(row: string): Uint16Array {
  const characters = new Uint16Array(0x80);
  let code = FIRST;
  for (const [part] of row.slice(ROW_START).matchAll(/\d+|\D/g)) {
    if (/\d/.test(part)) code += Number(part);
    else characters[code++] = part.charCodeAt(0);
  }
  // The wide space has a code outside the range of the others too.
  if (row.startsWith('2123')) characters[SPACE] = characters[FIRST];
  return characters;
}
