/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Bytes of Windows-1252, which is Latin-1 with letters and marks of punctuation in place of controls.
 * The platform's own decoder takes it for Latin-1 in some versions of Node.
 */
export function decodeWindows1252(bytes: Buffer, start = 0, end = bytes.length): string {
  return bytes
    .toString('latin1', start, end)
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80]);
}
