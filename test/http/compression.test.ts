import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { representCompressed } from '../../src/http/compression.js';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word ${i % 977}`).join();

it.each([
  ['a page', words(1000), 5, 6],
  ['a body of more than 256 KiB', words(40_000), 2, 1],
])('compresses %s with the level for its size', (_name, body, quality, level) => {
  const bytesIn = (preferred: 'br' | 'gzip') =>
    Buffer.from(representCompressed(body, {}, { preferred, identity: true }).body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
  };
  expect(bytesIn('br').equals(brotliCompressSync(body, { params }))).toBe(true);
  expect(bytesIn('gzip').equals(gzipSync(body, { level }))).toBe(true);
});
