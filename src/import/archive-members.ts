/*
 * Reads the files in a tar or ZIP archive piece by piece, such as the XML files in the `.tar.gz` that Alma publishes.
 * `record-file.ts` opens the archive.
 */

import { crc32, createInflateRaw } from 'node:zlib';
import { DamagedFileError, decompress, inflated, type Pieces, peek } from './record-file.js';

/** A file in an archive, or a whole file that is no archive. */
export interface ArchiveMember {
  /** The name of the archive, a slash, and the name in the archive. */
  readonly name: string;
  /** The content. It can be read until the next member is requested. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const BLOCK_BYTES = 512;
/** The maximum number of archives in each other. A crafted archive can contain a copy of itself. */
const MAX_NESTED = 5;
/** The maximum length of a name in an archive. */
const MAX_NAME_BYTES = 1 << 16;

/** Matches the names of files that macOS adds to archives. */
const OF_MACOS = /(?:^|\/)(?:\._[^/]*|\.DS_Store|__MACOSX\/.*)$/;
/** Matches the name of the first file in office documents, which are ZIP archives too. */
const OF_OFFICE = /^(?:\[Content_Types\]\.xml|mimetype|_rels\/|docProps\/)/;

/**
 * Yields the files in a tar or ZIP archive, also in archives within it, or the file itself if it is no archive. Archives
 * and the files in them may be compressed with gzip. Archives are recognized by their content.
 *
 * @param name the name of the file in messages
 * @throws DamagedFileError for a damaged or truncated archive, after the files before the damage
 */
export async function* archiveMembers(
  name: string,
  bytes: Pieces,
  nested = MAX_NESTED,
): AsyncGenerator<ArchiveMember> {
  const { head, all } = await peek(await decompress(bytes), BLOCK_BYTES);
  const isZip = isZipHeader(head);
  if (!isZip && !isTarHeader(head)) {
    yield { name, bytes: all };
    return;
  }
  if (nested === 0)
    throw new DamagedFileError('data', `archives in more than ${MAX_NESTED} others`);
  const reader = new ByteReader(all, isZip ? 'data of a ZIP archive' : 'data of a tar archive');
  try {
    for await (const member of isZip ? zipMembers(reader) : tarMembers(reader)) {
      if (OF_MACOS.test(member.name)) continue;
      yield* archiveMembers(`${name}/${member.name}`, member.bytes, nested - 1);
    }
  } finally {
    await reader.close();
  }
}

/** Yields a file of an archive, and reads the rest of its content, which the caller may not have read to its end. */
async function* readMember(
  name: string,
  content: AsyncGenerator<Uint8Array>,
): AsyncGenerator<ArchiveMember> {
  // Without a function `return`, a loop that ends early does not close the content.
  const iterator = { next: () => content.next() };
  yield { name, bytes: { [Symbol.asyncIterator]: () => iterator } };
  for await (const _ of content);
}

/** Reads bytes in pieces whose lengths the caller chooses. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  /** @param kind what the bytes are, for errors */
  constructor(
    pieces: AsyncIterable<Uint8Array>,
    readonly kind: string,
  ) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  damage(problem: string): DamagedFileError {
    return new DamagedFileError(this.kind, problem);
  }

  /** @throws DamagedFileError if fewer bytes are left */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  /**
   * Yields a number of bytes.
   *
   * @throws DamagedFileError if fewer bytes are left
   */
  async *upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const piece = await this.#next();
      if (piece === undefined) throw this.damage('unexpected end of file');
      this.unread(piece.subarray(left));
      left -= piece.length;
      yield left < 0 ? piece.subarray(0, left) : piece;
    }
  }

  /** Yields all bytes that are left. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await this.#next();
      if (piece === undefined) return;
      yield piece;
    }
  }

  /** Returns bytes to the beginning. */
  unread(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #next(): Promise<Buffer | undefined> {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (rest.length > 0) return rest;
    const { done, value } = await this.#pieces.next();
    return done ? undefined : Buffer.from(value.buffer, value.byteOffset, value.length);
  }
}

/** The position and length of numbers and texts in the header of a file in a tar archive. */
const TAR = { name: [0, 100], size: [124, 12], checksum: [148, 8], prefix: [345, 155] } as const;
const TAR_TYPE = 156;

/** Whether bytes begin with the header of a file in a tar archive, whose checksum is correct. */
function isTarHeader(bytes: Uint8Array): boolean {
  if (bytes.length < BLOCK_BYTES || bytes[0] === 0) return false;
  const header = Buffer.from(bytes.subarray(0, BLOCK_BYTES));
  const expected = Number.parseInt(tarText(header, 'checksum'), 8);
  header.fill(' ', TAR.checksum[0], TAR.checksum[0] + TAR.checksum[1]);
  return header.reduce((sum, byte) => sum + byte, 0) === expected;
}

function tarText(header: Buffer, field: keyof typeof TAR): string {
  const [start, length] = TAR[field];
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}

/** Parses the size of a file: octal digits, or for sizes from 8 GiB, a binary number after the byte 0x80. */
function tarSize(header: Buffer): number {
  const [start, length] = TAR.size;
  if (header[start] === 0x80) return header.readUIntBE(start + length - 6, 6);
  return Number.parseInt(tarText(header, 'size'), 8) || 0;
}

async function* tarMembers(reader: ByteReader): AsyncGenerator<ArchiveMember> {
  let longName: string | undefined;
  let longSize: number | undefined;
  for (;;) {
    const header = await reader.take(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    if (!isTarHeader(header)) throw reader.damage('a wrong checksum');
    const type = String.fromCharCode(header[TAR_TYPE]);
    const size = longSize ?? tarSize(header);
    if (type === 'L' || type === 'x') {
      if (size > MAX_NAME_BYTES) throw reader.damage('a name that is too long');
      const text = (await reader.take(size)).toString('utf8');
      if (type === 'L') longName = text.replace(/\0.*$/s, '');
      else {
        longName = /^\d+ path=(.*)$/m.exec(text)?.[1] ?? longName;
        const exact = /^\d+ size=(\d+)$/m.exec(text)?.[1];
        if (exact !== undefined) longSize = Number(exact);
      }
    } else {
      const names = [tarText(header, 'prefix'), tarText(header, 'name')].filter(Boolean);
      const name = longName ?? names.join('/');
      longName = undefined;
      longSize = undefined;
      if (type === '0' || type === '\0' || type === '7') {
        yield* readMember(name, reader.upTo(size));
      } else await reader.take(size);
    }
    await reader.take(-size & (BLOCK_BYTES - 1));
  }
}

const ZIP_FILE = 0x04034b50;
/** The position of the name in the header of a file. */
const ZIP_NAME = 30;
const ZIP_DESCRIPTOR = 0x08074b50;
/** The signatures of the directory and the end of a ZIP archive, which follow the files. */
const ZIP_END: readonly number[] = [0x02014b50, 0x06054b50, 0x06064b50];
const ENCRYPTED = 1;
const HAS_DESCRIPTOR = 8;
const STORED = 0;
const DEFLATED = 8;
/** The value in place of a size from 4 GiB, which is in an additional field. */
const LARGE_SIZE = 0xffffffff;

async function* zipMembers(reader: ByteReader): AsyncGenerator<ArchiveMember> {
  for (;;) {
    const signature = (await reader.take(4)).readUInt32LE();
    if (ZIP_END.includes(signature)) return;
    if (signature !== ZIP_FILE) throw reader.damage('no header of a file');
    const header = await reader.take(26);
    const [flags, method] = [header.readUInt16LE(2), header.readUInt16LE(4)];
    const name = (await reader.take(header.readUInt16LE(22))).toString('utf8');
    const extra = await reader.take(header.readUInt16LE(24));
    if (flags & ENCRYPTED) throw reader.damage('an encrypted file');
    if (method !== STORED && method !== DEFLATED) {
      throw reader.damage(`a file with the compression method ${method}`);
    }
    const isUnsized = (flags & HAS_DESCRIPTOR) !== 0;
    if (isUnsized && method === STORED) throw reader.damage('a stored file without its size');
    const content = zipContent(reader, {
      isDeflated: method === DEFLATED,
      size: header.readUInt32LE(14) === LARGE_SIZE ? largeSize(extra) : header.readUInt32LE(14),
      checksum: header.readUInt32LE(10),
      isUnsized,
    });
    if (name.endsWith('/')) for await (const _ of content);
    else yield* readMember(name, content);
  }
}

/** Returns the compressed size of a file from 4 GiB, which is the second number in the additional field 1. */
function largeSize(extra: Buffer): number {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1 && at + 20 <= extra.length) {
      return Number(extra.readBigUInt64LE(at + 12));
    }
  }
  return LARGE_SIZE;
}

interface ZipEntry {
  readonly isDeflated: boolean;
  /** The compressed size. */
  readonly size: number;
  readonly checksum: number;
  /** Whether the size and the checksum follow the content. */
  readonly isUnsized: boolean;
}

/** Yields the content of a file in a ZIP archive, and verifies its checksum. */
async function* zipContent(
  reader: ByteReader,
  { isDeflated, size, checksum, isUnsized }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const stored = isUnsized ? reader.pieces() : reader.upTo(size);
  const content = isDeflated
    ? inflated(stored, createInflateRaw(), reader.kind, (rest) => reader.unread(rest))
    : stored;
  let found = 0;
  for await (const piece of content) {
    found = crc32(piece, found);
    yield piece;
  }
  const expected = isUnsized ? await zipChecksum(reader) : checksum;
  if (found !== expected) throw reader.damage('a wrong checksum');
}

/** Reads the checksum and the sizes after the content of a file. The sizes have four or eight bytes. */
async function zipChecksum(reader: ByteReader): Promise<number> {
  const first = (await reader.take(4)).readUInt32LE();
  const checksum = first === ZIP_DESCRIPTOR ? (await reader.take(4)).readUInt32LE() : first;
  await reader.take(8);
  const next = await reader.take(4);
  const hasShortSizes = [ZIP_FILE, ...ZIP_END].includes(next.readUInt32LE());
  if (hasShortSizes) reader.unread(next);
  else await reader.take(4);
  return checksum;
}

/** Whether bytes begin like a ZIP archive that is no office document. */
function isZipHeader(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.length < ZIP_NAME || bytes.readUInt32LE() !== ZIP_FILE) return false;
  return !OF_OFFICE.test(bytes.toString('latin1', ZIP_NAME, ZIP_NAME + bytes.readUInt16LE(26)));
}
