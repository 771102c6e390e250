import { sha256 } from '@noble/hashes/sha2.js';
import type { Headers, Reply } from './reply.js';
import type { SiteResponse } from './site.js';

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
 * Whether an `If-None-Match` header contains a tag, or is `*`. The comparison ignores a prefix `W/` (RFC
 * 9110, 13.1.2), because a proxy may have added the prefix.
 */
function matchesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) ?? false;
}

/** The body of a response as sent, with its headers. */
export interface Representation {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/**
 * Encodes a body in a content coding that the client accepts, and adds `Content-Length`, `Content-Encoding`, `ETag` and
 * `Vary` to the headers.
 */
export type Represent = (
  body: string | Uint8Array,
  headers: Headers,
  accepted: AcceptedCodings,
) => Representation;

/** The number of bytes of a SHA-256 digest in an `ETag`, which has a third more characters. */
const TAG_BYTES = 18;

/** Adds `Content-Length` and `ETag` to the headers of a body, and does not compress the body. Needs nothing from Node. */
export const representUncompressed: Represent = (body, headers) => {
  const bytes = bytesOf(body);
  const tag = btoa(String.fromCharCode(...sha256(bytes).subarray(0, TAG_BYTES)));
  const ETag = `"${tag.replaceAll('+', '-').replaceAll('/', '_')}"`;
  return { bytes, headers: { ...headers, 'Content-Length': bytes.length, ETag } };
};

/** Returns the bytes of a body, a string as UTF-8. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** Creates a reply with the status 200, or 304 when `If-None-Match` matches the tag. */
export function conditionalReply(
  { bytes, headers }: Representation,
  ifNoneMatch: string | undefined,
): Reply {
  if (ifNoneMatch === undefined || !matchesEntityTag(ifNoneMatch, String(headers.ETag))) {
    return { status: 200, headers, body: bytes };
  }
  const { 'Content-Length': _, 'Content-Type': __, 'Content-Encoding': ___, ...kept } = headers;
  return { status: 304, headers: kept };
}

/** Matches the content types that are compressed: text, JavaScript, JSON and XML, including SVG. */
const COMPRESSIBLE = /^text\/|^application\/(?:javascript|json|xml)|\+(?:json|xml)/i;

/** Default headers of a site's response. Pages change with the snapshot, so caches must revalidate. */
const SITE_HEADERS: Headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };

/**
 * Creates a reply with a site's response. A status of 200 becomes 304 when `If-None-Match` matches.
 *
 * @param represent encodes the body
 */
export function siteReply(
  { status, headers, body }: SiteResponse,
  represent: Represent,
  accepted: AcceptedCodings = IDENTITY_ONLY,
  ifNoneMatch?: string,
): Reply {
  const allHeaders = { ...SITE_HEADERS, ...headers };
  const isText = COMPRESSIBLE.test(headers['Content-Type'] ?? '');
  const representation = represent(body, allHeaders, isText ? accepted : IDENTITY_ONLY);
  return status === 200
    ? conditionalReply(representation, ifNoneMatch)
    : { status, headers: representation.headers, body: representation.bytes };
}
