import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SiteResponse } from '../site.js';
import type { Headers, Reply } from './reply.js';

/** A value of `Content-Encoding`. `identity` is an uncompressed body, for which the header is omitted. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** The content codings that a client accepts. */
export interface AcceptedCodings {
  /** The coding with the highest weight. For equal weights, the one that compresses better. */
  readonly preferred: ContentCoding;
  /** Whether the client also accepts an uncompressed body. */
  readonly identity: boolean;
}

/** The content codings, the best compression first. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** The codings of a client that does not send `Accept-Encoding`. */
const IDENTITY_ONLY: AcceptedCodings = { preferred: 'identity', identity: true };

/**
 * Parses an `Accept-Encoding` header (RFC 9110, 12.5.3): codings with weights, and `*` for all codings
 * that are not named. If the header names neither `identity` nor `*`, the weight of `identity` is the
 * lowest possible.
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
 * Returns the strong `ETag` of a response: a digest of the bytes sent. Two responses with the same tag
 * have the same bytes, from any snapshot, worker or release of Carrel.
 */
function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)}"`;
}

/**
 * Whether an `If-None-Match` header contains a tag, or is `*`. The comparison is weak (RFC 9110,
 * 13.1.2), because a proxy may have made the tag weak.
 */
function matchesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) ?? false;
}

/** The bytes of a response as sent, with their headers. */
export interface Representation {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/** Smaller bodies are not compressed, because they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/*
 * Compression levels, chosen by measurement on pages of titles with metadata (6 to 20 kB of JSON):
 *
 * - gzip, level 1: 54 µs, 18.6 % of the size
 * - gzip, level 6: 70 µs (a third of the time of a search), 17.4 %
 * - brotli, quality 5: 107 µs, 16.3 %
 *
 * In the thread pool of zlib, gzip (level 6) and brotli (quality 5) both take 175 µs.
 */
const GZIP = { level: 6 };
const BROTLI_QUALITY = 5;

/**
 * Encodes a body in the coding that the client prefers, and adds `Content-Length`, a strong `ETag` and
 * `Vary` to the headers. Compression is synchronous, because for a page of titles a switch to another
 * thread takes longer than the compression.
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

/** Copies the output of zlib, which is a view of a much larger buffer. */
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

/** Creates a reply with a representation, or a 304 when `If-None-Match` contains its tag. */
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

/** Matches the content types of text, JSON, XML and SVG, which compression makes smaller. */
const COMPRESSIBLE = /^text\/|^application\/(?:javascript|json|xml)|\+(?:json|xml)/i;

/** Default headers of a site's response. `no-cache`, because pages change with the snapshot. */
const SITE_HEADERS: Headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };

/** Creates a reply with a site's response, or a 304 when `If-None-Match` contains its tag. */
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
