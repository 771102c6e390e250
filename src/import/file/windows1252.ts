/** The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes Windows-1252. `TextDecoder` is not used, because it decodes `windows-1252` as Latin-1 in
 * some versions of Node.
 */
export function decodeWindows1252(bytes: Buffer, start = 0, end = bytes.length): string {
  return bytes
    .toString('latin1', start, end)
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80]);
}
