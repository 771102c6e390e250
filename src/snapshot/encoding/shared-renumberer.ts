import { FIELD_FORMS, type Form } from '../format/title-codec.js';

const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * The maximum number of bytes in the result per byte of the input. A number that becomes longer has at most
 * ten digits and takes at least two bytes of the input: a digit, and the comma or bracket after it.
 */
const MAX_GROWTH = 6;

/**
 * Returns a function that replaces the numbers of shared strings in a part of an encoded title. The function
 * receives the part as `encodeTitle` encoded it, in UTF-8. The function returns a view of a shared buffer,
 * which the next call overwrites.
 *
 * The function copies bytes, because parsing and writing JSON would take longer.
 *
 * @param newNumbers the new number of each shared string, by its number in the part
 */
export function createSharedRenumberer(newNumbers: Uint32Array): (part: Uint8Array) => Uint8Array {
  let input: Uint8Array = new Uint8Array(0);
  let at = 0;
  let output = new Uint8Array(1024);
  let length = 0;

  function copyByte(): void {
    output[length++] = input[at++];
  }

  /** Copies a string, a number, `true`, `false` or `null`. */
  function copyPlain(): void {
    if (input[at] !== QUOTE) {
      while (input[at] !== COMMA && input[at] !== CLOSING_BRACKET) copyByte();
      return;
    }
    copyByte();
    while (input[at] !== QUOTE) {
      if (input[at] === BACKSLASH) copyByte();
      copyByte();
    }
    copyByte();
  }

  /** Copies an object with all its values. */
  function copyObject(): void {
    let depth = 0;
    do {
      const byte = input[at];
      if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
      if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
      if (byte === QUOTE) copyPlain();
      else copyByte();
    } while (depth > 0);
  }

  function readNumber(): number {
    let number = 0;
    while (input[at] >= ZERO && input[at] <= NINE) number = number * 10 + input[at++] - ZERO;
    return number;
  }

  function writeNumber(number: number): void {
    let end = length + 1;
    for (let rest = number; rest > 9; rest = Math.floor(rest / 10)) end++;
    let rest = number;
    for (let to = end - 1; to >= length; to--) {
      output[to] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    length = end;
  }

  /** Replaces the number of a shared string. Copies the `null` of an absent field. */
  function copyShared(): void {
    if (input[at] < ZERO || input[at] > NINE) copyPlain();
    else writeNumber(newNumbers[readNumber()]);
  }

  /** Copies an array. Calls `copyItem` with the index of each item. */
  function copyArray(copyItem: (index: number) => void): void {
    copyByte();
    for (let index = 0; input[at] !== CLOSING_BRACKET; index++) {
      if (index > 0) copyByte();
      copyItem(index);
    }
    copyByte();
  }

  function copierOf(form: Form): () => void {
    if (form === 'plain') return copyPlain;
    if (form === 'object') return copyObject;
    if (form === 'shared') return copyShared;
    if ('list' in form) {
      const copyItem = copierOf(form.list);
      return () => copyArray(copyItem);
    }
    const copyParts = Object.values(form.record).map(copierOf);
    const copyPart = (index: number) => copyParts[index]();
    return () => copyArray(copyPart);
  }

  const copiers = FIELD_FORMS.map(copierOf);
  let field = 0;
  /** Copies the number of a field, which has an even index, or the value of the field. */
  function copyNumberOrValue(index: number): void {
    if (index % 2 === 0) {
      field = readNumber();
      writeNumber(field);
    } else {
      copiers[field]();
    }
  }

  return (part) => {
    input = part;
    at = 0;
    length = 0;
    if (output.length < part.length * MAX_GROWTH) output = new Uint8Array(part.length * MAX_GROWTH);
    copyArray(copyNumberOrValue);
    return output.subarray(0, length);
  };
}
