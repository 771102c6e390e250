import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SiteResponse } from '../site.js';
import type { Headers, Reply } from './reply.js';

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

const TAG_LENGTH = 24;

/**
 * Returns the strong `ETag` of a body: a digest of its bytes as sent. Equal bytes have the same tag in
 * every process.
 */
function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)}"`;
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
 * A smaller body is sent uncompressed if the client accepts `identity`, because it fits into one network
 * packet.
 */
const MIN_COMPRESSED_BYTES = 1024;

/*
 * Compression levels, chosen by measurement on pages of titles with metadata (6 to 20 kB of JSON):
 *
 * - gzip, level 1: 54 µs, 18.6 % of the size
 * - gzip, level 6: 70 µs, 17.4 %
 * - brotli, quality 5: 107 µs, 16.3 %
 *
 * The asynchronous functions of `node:zlib` take 175 µs for gzip (level 6) and for brotli (quality 5).
 */
const GZIP = { level: 6 };
const BROTLI_QUALITY = 5;

/**
 * Encodes a body in the coding that the client prefers, and adds `Content-Length`, `Content-Encoding`,
 * `ETag` and `Vary` to the headers. Compression is synchronous, because asynchronous compression of a
 * page of titles takes longer.
 */
export function represent(
  body: string | Uint8Array,
  headers: Headers,
  accepted: AcceptedCodings,
): Representation {
  const plain = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const isSmall = plain.length < MIN_COMPRESSED_BYTES;
  const coding = isSmall && accepted.identity ? 'identity' : accepted.preferred;
  const bytes = encode(plain, coding);
  const vary = [headers.Vary, 'Accept-Encoding'].filter((names) => names !== undefined);
  return {
    bytes,
    headers: {
      ...headers,
      'Content-Length': bytes.length,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      ETag: entityTag(bytes),
      Vary: vary.join(', '),
    },
  };
}

/** Encodes bytes. The output of zlib is copied, because it is a view of a much larger buffer. */
function encode(bytes: Uint8Array, coding: ContentCoding): Uint8Array {
  switch (coding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return Uint8Array.from(gzipSync(bytes, GZIP));
    case 'br':
      return Uint8Array.from(
        brotliCompressSync(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
      );
  }
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

/** Creates a reply with a site's response. A status of 200 becomes 304 when `If-None-Match` matches. */
export function siteReply(
  { status, headers, body }: SiteResponse,
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
