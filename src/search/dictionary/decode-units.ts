/**
 * The maximum number of arguments of a `String.fromCharCode` call. With too many arguments, a call throws
 * a `RangeError`.
 */
const MAX_ARGUMENTS = 4096;

/** Returns the text of UTF-16 code units. */
export function decodeUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS) {
    const part = units.subarray(at, at + MAX_ARGUMENTS);
    // Uses `apply`, because spread arguments take three times as long.
    text += String.fromCharCode.apply(null, part as unknown as number[]);
  }
  return text;
}
