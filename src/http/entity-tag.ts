import { hash } from 'node:crypto';

const LENGTH = 24;

/**
 * The strong `ETag` of a response: a digest of the bytes that are sent. Two responses with the same
 * tag are the same byte for byte, whichever snapshot, worker or release of Carrel they came from.
 */
export function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, LENGTH)}"`;
}

/**
 * Whether an `If-None-Match` header names a tag, or is `*`. Compared weakly, as RFC 9110, 13.1.2
 * has it: a cache on the way may have made the tag weak.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) ?? false;
}
