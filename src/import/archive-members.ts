/*
 * Reads the files in a tar or ZIP archive piece by piece, such as the XML files in the `.tar.gz` that Alma publishes.
 * `record-file.ts` opens the archive.
 */

import { Unzip, UnzipInflate } from 'fflate/browser';
import { DamagedFileError, decompress, PIECE_BYTES, type Pieces, peek } from './record-file.js';

/** A file in an archive, or a whole file that is no archive. */
export interface ArchiveMember {
  /** The name of the archive, a slash, and the name in the archive. */
  readonly name: string;
  /** The content. It can be read until the next member is requested. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The length of the headers in a tar archive, and of the beginning of a file that is examined. */
const BLOCK_BYTES = 512;
/** The maximum number of nested archives. A crafted archive can contain a copy of itself. */
const MAX_NESTED = 5;
/** Matches the names of files that macOS adds to archives. */
const OF_MACOS = /(?:^|\/)(?:\._[^/]*|\.DS_Store|__MACOSX\/.*)$/;
/** The beginning of a ZIP archive, and the position of the name of its first file. */
const ZIP_START = 'PK\x03\x04';
const ZIP_NAME = 30;
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
  const start = Buffer.from(head).toString('latin1');
  const isZip = start.startsWith(ZIP_START) && !OF_OFFICE.test(start.slice(ZIP_NAME));
  if (!isZip && !isTarHeader(head)) {
    yield { name, bytes: all };
    return;
  }
  if (nested === 0)
    throw new DamagedFileError('data', `archives in more than ${MAX_NESTED} others`);
  for await (const member of isZip ? zipMembers(all) : tarMembers(all)) {
    if (OF_MACOS.test(member.name)) continue;
    yield* archiveMembers(`${name}/${member.name}`, member.bytes, nested - 1);
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

/** The position and length of numbers and texts in the header of a file in a tar archive. */
const TAR = { name: [0, 100], size: [124, 12], checksum: [148, 8], prefix: [345, 155] } as const;
const TAR_TYPE = 156;
/** The types of files, and of long names in the forms of GNU and PAX. Entries of other types are skipped. */
const TAR_FILES = '0\x007';
const TAR_NAMES = 'Lx';

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

async function* tarMembers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveMember> {
  const pieces = bytes[Symbol.asyncIterator]();
  const damage = (problem: string) => new DamagedFileError('data of a tar archive', problem);
  let rest = Buffer.alloc(0);
  /** Yields a number of bytes. */
  async function* upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const { done, value } = rest.length > 0 ? { value: rest } : await pieces.next();
      if (done) throw damage('unexpected end of file');
      rest = Buffer.from(value.subarray(left));
      yield Buffer.from(value.subarray(0, left));
      left -= value.length;
    }
  }
  async function take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of upTo(length)) parts.push(part);
    return Buffer.concat(parts);
  }
  let longName: string | undefined;
  try {
    for (;;) {
      const header = await take(BLOCK_BYTES);
      if (header.every((byte) => byte === 0)) return;
      if (!isTarHeader(header)) throw damage('a wrong checksum');
      const type = String.fromCharCode(header[TAR_TYPE]);
      const size = tarSize(header);
      if (TAR_NAMES.includes(type) && size <= PIECE_BYTES) {
        const text = (await take(size)).toString('utf8');
        longName = type === 'L' ? text.replace(/\0.*$/s, '') : /^\d+ path=(.*)$/m.exec(text)?.[1];
      } else {
        const names = [tarText(header, 'prefix'), tarText(header, 'name')].filter(Boolean);
        const name = longName ?? names.join('/');
        longName = undefined;
        if (TAR_FILES.includes(type)) yield* readMember(name, upTo(size));
        else for await (const _ of upTo(size));
      }
      await take(-size & (BLOCK_BYTES - 1));
    }
  } finally {
    await pieces.return?.();
  }
}

/** A file of a ZIP archive, and what has been decompressed of it. */
interface UnzippedFile {
  readonly name: string;
  readonly pieces: Uint8Array[];
  hasEnded: boolean;
}

/** The number of bytes at the end of a ZIP archive that are searched for the signature of its end. */
const TAIL_BYTES = 1024;
const ZIP_END = 'PK\x05\x06';

async function* zipMembers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveMember> {
  const damage = (problem: string) => new DamagedFileError('data of a ZIP archive', problem);
  const files: UnzippedFile[] = [];
  const unzip = new Unzip((found) => {
    const file: UnzippedFile = { name: found.name, pieces: [], hasEnded: false };
    found.ondata = (error, piece, isLast) => {
      if (error !== null) throw error;
      file.pieces.push(piece);
      file.hasEnded = isLast;
    };
    files.push(file);
    found.start();
  });
  unzip.register(UnzipInflate);
  let tail = Buffer.alloc(0);
  /** Decompresses the archive. Yields after each piece of it. */
  const steps = (async function* () {
    for await (const piece of bytes) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        const part = piece.subarray(at, at + PIECE_BYTES);
        tail = Buffer.concat([tail, part]).subarray(-TAIL_BYTES);
        try {
          unzip.push(part);
        } catch (error) {
          throw damage((error as Error).message);
        }
        yield;
      }
    }
    if (!tail.includes(ZIP_END)) throw damage('unexpected end of file');
  })();
  async function* contentOf(file: UnzippedFile): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield* file.pieces.splice(0);
      if (file.hasEnded) return;
      if ((await steps.next()).done) throw damage('unexpected end of file');
    }
  }
  try {
    for (;;) {
      const file = files.shift();
      if (file === undefined && (await steps.next()).done) return;
      if (file !== undefined && !file.name.endsWith('/')) {
        yield* readMember(file.name, contentOf(file));
      }
    }
  } finally {
    await steps.return();
  }
}
