/** The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters. */
const CHARACTERS_FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes Windows-1252 from `start` up to, but not including, `end`. The bytes 0x81, 0x8d, 0x8f, 0x90 and
 * 0x9d, which have no character in Windows-1252, become control characters.
 *
 * `TextDecoder` is not used, because it decodes `windows-1252` as Latin-1 in some versions of Node.
 */
export function decodeWindows1252(bytes: Buffer, start = 0, end = bytes.length): string {
  return bytes
    .toString('latin1', start, end)
    .replace(/[\u0080-\u009f]/g, (control) => CHARACTERS_FROM_0X80[control.charCodeAt(0) - 0x80]);
}
