import { randomBytes } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { copyFile, open, rm, stat } from 'node:fs/promises';
import { signaturePath } from '../signature.js';
import { type Address, withSuffix } from './address.js';
import { type Download, download, partPath, removeIdleParts } from './download.js';
import { AddressError, type RequestOptions, request } from './request.js';

/** Where a snapshot comes from: an address, or the path of a file. */
export interface SnapshotSource {
  /** The path, or the address without credentials and query. */
  readonly name: string;
  /**
   * Saves the snapshot in a file, unless the snapshot has a known version.
   *
   * @param prefix the path of the file without its suffix
   * @throws AddressError, or another Error with the name and the problem
   */
  save(
    prefix: string,
    known: string | undefined,
    options: RequestOptions,
  ): Promise<Download | undefined>;
  /** Returns the text of the signature. Undefined if there is none. */
  signature(options: RequestOptions): Promise<string | undefined>;
}

/** A signature has 88 characters and white space. */
const MAX_SIGNATURE_BYTES = 1024;

/** Returns a source that downloads the snapshot, and the signature from the address with the suffix `.sig`. */
export function addressSource(address: Address): SnapshotSource {
  const ofSignature = withSuffix(address, signaturePath(''));
  return {
    name: address.name,
    save: (prefix, known, options) => download(address, prefix, known, options),
    async signature(options) {
      const response = await request(ofSignature, {}, [200], options);
      let text = '';
      for await (const piece of response.pieces()) {
        text += Buffer.from(piece).toString('latin1');
        if (text.length <= MAX_SIGNATURE_BYTES) continue;
        throw new AddressError(
          ofSignature.name,
          `expected a signature of at most ${MAX_SIGNATURE_BYTES} bytes, found more`,
        );
      }
      return text;
    },
  };
}

/** Returns a source that copies a snapshot file. */
export function fileSource(path: string): SnapshotSource {
  return {
    name: path,
    async save(prefix, known) {
      const part = partPath(prefix, randomBytes(8).toString('hex'));
      try {
        const { ino, size, mtimeMs, ctimeMs } = await stat(path);
        const version = [ino, size, mtimeMs, ctimeMs].join();
        if (version === known) return undefined;
        await removeIdleParts(prefix, part);
        // A file system that can share the blocks of two files copies nothing.
        await copyFile(path, part, constants.COPYFILE_FICLONE);
        const file = await open(part, 'r+');
        await file.sync().finally(() => file.close());
        return { part, version, isResumed: false };
      } catch (error) {
        await rm(part, { force: true });
        const { code } = error as NodeJS.ErrnoException;
        const found = code === 'ENOENT' ? 'nothing' : `an error while it was copied (${code})`;
        throw new Error(`${path}: expected a snapshot file, found ${found}`, { cause: error });
      }
    },
    async signature() {
      try {
        return readFileSync(signaturePath(path), 'latin1');
      } catch {
        return undefined;
      }
    },
  };
}
