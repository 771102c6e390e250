import { TextDecoder } from 'node:util';

/** As much of a file as its encoding is told by, in bytes. */
const HEAD = 1024;

const UTF16_LITTLE_ENDIAN = 'utf-16le';
const UTF16_BIG_ENDIAN = 'utf-16be';
const DECLARED = /^[^<]*<\?xml[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/;

/**
 * The encoding of XML, told by its first bytes: UTF-16 by the zeros among them, any other by the
 * declaration. UTF-8 where none is declared, or one that is not known or cannot be.
 *
 * @returns a label that `TextDecoder` knows
 */
export function xmlEncoding(bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD);
  const wide = utf16Of(head);
  if (wide !== undefined) return wide;
  const text = Buffer.from(head).toString('latin1');
  const declared = DECLARED.exec(text)?.[1] ?? 'utf-8';
  const hasMark = text.startsWith('\xef\xbb\xbf');
  return hasMark || /^(?:utf-?16|ucs)/i.test(declared) || !isKnown(declared) ? 'utf-8' : declared;
}

/** Markup in UTF-16 has a zero in nearly every second byte. */
function utf16Of(head: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]++;
  const many = head.length / 4;
  if (zeros[1] > many) return UTF16_LITTLE_ENDIAN;
  if (zeros[0] > many) return UTF16_BIG_ENDIAN;
  return undefined;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
