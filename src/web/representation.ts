/* Content codings and entity tags, without Node. `http/compression.ts` compresses bodies. */

import { sha256 } from '@noble/hashes/sha2.js';
import type { WebResponse } from './web-request.js';

/** A value of `Content-Encoding`. `identity` is an uncompressed body, for which the header is omitted. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** The content codings that a client accepts. */
export interface AcceptedCodings {
  /** The coding with the highest weight. For equal weights: br, then gzip, then identity. */
  readonly preferred: ContentCoding;
  /** Whether the client also accepts an uncompressed body. */
  readonly identity: boolean;
}

/** The content codings, the best compression first. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** Accepts only an uncompressed body, as for a request without `Accept-Encoding`. */
const IDENTITY_ONLY: AcceptedCodings = { preferred: 'identity', identity: true };

/**
 * Parses an `Accept-Encoding` header (RFC 9110, 12.5.3): codings with weights, and `*` for all codings
 * that are not named. If the header names neither `identity` nor `*`, `identity` has the lowest positive
 * weight. A weight that is not a number counts as 0.
 *
 * @returns undefined when the client refuses br, gzip and identity
 *
 * @example acceptedCodings('gzip, br;q=0.5')?.preferred // 'gzip'
 */
export function acceptedCodings(header: string | undefined): AcceptedCodings | undefined {
  if (header === undefined) return IDENTITY_ONLY;
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const [coding, ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const name = coding === 'x-gzip' ? 'gzip' : coding;
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const otherWeight = weights.get('*');
  const lowestWeight = Number.MIN_VALUE;
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? otherWeight ?? (coding === 'identity' ? lowestWeight : 0);
  const [preferred] = CODINGS.filter((coding) => weightOf(coding) > 0).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  return preferred && { preferred, identity: weightOf('identity') > 0 };
}

/**
 * Returns whether an `If-None-Match` header contains a tag, or is `*`. The comparison ignores a prefix `W/` (RFC 9110,
 * 13.1.2), because a proxy may have added the prefix.
 */
function matchesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) ?? false;
}

/**
 * Encodes a body in a content coding that the client accepts, and adds `Content-Length`, `Content-Encoding`, `ETag` and
 * `Vary` to the headers.
 */
export type Represent = (
  body: string | Uint8Array,
  headers: WebResponse['headers'],
  accepted: AcceptedCodings,
) => { readonly body: Uint8Array; readonly headers: WebResponse['headers'] };

/** The number of bytes of a SHA-256 digest in an `ETag`, which has a third more characters. */
const TAG_BYTES = 18;

/** Adds `Content-Length` and `ETag` to the headers of a body, and does not compress the body. Needs nothing from Node. */
export const representUncompressed: Represent = (body, headers) => {
  const bytes = bytesOf(body);
  const tag = btoa(String.fromCharCode(...sha256(bytes).subarray(0, TAG_BYTES)));
  const ETag = `"${tag.replaceAll('+', '-').replaceAll('/', '_')}"`;
  return { body: bytes, headers: { ...headers, 'Content-Length': String(bytes.length), ETag } };
};

/** Returns the bytes of a body, a string as UTF-8. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** Matches the content types that are compressed: text, JavaScript, JSON and XML, including SVG. */
const COMPRESSIBLE = /^text\/|^application\/(?:javascript|json|xml)|\+(?:json|xml)/i;

/** Default headers of a site's response. Pages change with the snapshot, so caches must revalidate. */
const SITE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };

/** Encodes the response of a site. */
export function representPage(
  page: WebResponse,
  represent: Represent,
  accepted: AcceptedCodings = IDENTITY_ONLY,
): WebResponse {
  const isText = COMPRESSIBLE.test(page.headers['Content-Type'] ?? '');
  const headers = { ...SITE_HEADERS, ...page.headers };
  return { ...page, ...represent(page.body ?? '', headers, isText ? accepted : IDENTITY_ONLY) };
}

/** Returns 304 without a body instead of 200 if the client has the response already: `If-None-Match` matches its `ETag`. */
export function revalidated(response: WebResponse, ifNoneMatch: string | undefined): WebResponse {
  const { status, headers } = response;
  if (ifNoneMatch === undefined || status !== 200 || headers.ETag === undefined) return response;
  if (!matchesEntityTag(ifNoneMatch, headers.ETag)) return response;
  const { 'Content-Length': _, 'Content-Type': __, 'Content-Encoding': ___, ...kept } = headers;
  return { ...response, status: 304, headers: kept, body: undefined };
}
