import * as zlib from 'node:zlib';
import { type Checksum, crc32 } from '../format/crc32.js';

/** The platform's own CRC-32 where it has one (Node 20.15, 22.2 and later), else ours. */
export const checksum: Checksum = zlib.crc32 ?? crc32;
