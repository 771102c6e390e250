import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bytesOf, type ContentCoding, type Represent } from '../web/representation.js';

const TAG_LENGTH = 24;

/**
 * Returns the strong `ETag` of a body: a digest of its bytes as sent. Equal bytes have the same tag in
 * every process.
 */
function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)}"`;
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
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;

/**
 * A larger body is compressed faster, so that other clients wait less. A list with 10,000 items (3.3 MB): gzip, level 1:
 * 34 ms instead of 78 ms; brotli, quality 2: 23 ms instead of 65 ms, to 346 kB instead of 252 kB.
 */
const LARGE_BODY_BYTES = 256 * 1024;
const LARGE_GZIP_LEVEL = 1;
const LARGE_BROTLI_QUALITY = 2;

/**
 * Encodes a body in the coding that the client prefers, and adds `Content-Length`, `Content-Encoding`,
 * `ETag` and `Vary` to the headers. Compression is synchronous, because asynchronous compression of a
 * page of titles takes longer.
 */
export const representCompressed: Represent = (body, headers, accepted) => {
  const plain = bytesOf(body);
  const isSmall = plain.length < MIN_COMPRESSED_BYTES;
  const coding = isSmall && accepted.identity ? 'identity' : accepted.preferred;
  const bytes = encode(plain, coding);
  const vary = [headers.Vary, 'Accept-Encoding'].filter((names) => names !== undefined);
  return {
    body: bytes,
    headers: {
      ...headers,
      'Content-Length': String(bytes.length),
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      ETag: entityTag(bytes),
      Vary: vary.join(', '),
    },
  };
};

/** Encodes bytes. The output of zlib is copied, because it is a view of a much larger buffer. */
function encode(bytes: Uint8Array, coding: ContentCoding): Uint8Array {
  const isLarge = bytes.length > LARGE_BODY_BYTES;
  switch (coding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return Uint8Array.from(gzipSync(bytes, { level: isLarge ? LARGE_GZIP_LEVEL : GZIP_LEVEL }));
    case 'br':
      return Uint8Array.from(
        brotliCompressSync(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isLarge ? LARGE_BROTLI_QUALITY : BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
      );
  }
}
