import * as zlib from 'node:zlib';
import { type Checksum, crc32 } from '../../format/container/crc32.js';

/** The CRC-32 function: `zlib.crc32`, or the slower {@link crc32} in a version of Node without `zlib.crc32`. */
export const checksum: Checksum = zlib.crc32 ?? crc32;
