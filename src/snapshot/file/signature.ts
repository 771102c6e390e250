/*
 * Signs a snapshot file with Ed25519, and verifies the signature next to it. `read-snapshot-sections.ts` calls the
 * check if keys are trusted. The checksums of a snapshot are in `format/container/`.
 */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { type ByteSource, memoryBytes } from '../format/container/read-sections.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { FileError, readSmallFileSync, type SmallFileOptions } from './regular-file.js';

/** Public keys whose signatures are accepted. */
export interface TrustOptions {
  /**
   * Ed25519 public keys in PEM. A snapshot file is opened only if the file next to it with the suffix `.sig` has a
   * signature by one of the keys, and source directories are refused. Default: no signature is required.
   */
  readonly trust?: readonly string[] | undefined;
}

/** The signed bytes begin with this text, so that a signature is never valid for other kinds of data. */
const CONTEXT = 'carrel-snapshot-1\n';

/** The number of bytes that are hashed at a time. */
const HASHED_BYTES = 1 << 26;

/** How the file of a signature is read. A signature has 88 characters and white space. */
export const SIGNATURE_FILE: SmallFileOptions = {
  expected: 'the signature of the snapshot',
  maxBytes: 1024,
};

/** An Ed25519 signature in base64, and white space. */
const SIGNATURE = /^\s*([A-Za-z0-9+/]{86}==)\s*$/;

const KEYGEN = '`openssl genpkey -algorithm ed25519 -out private.pem` makes a key';
const PUBKEY = '`openssl pkey -in private.pem -pubout -out public.pem` writes the public key';

/** Returns the path of the signature of a snapshot file. */
export function signaturePath(file: string): string {
  return `${file}.sig`;
}

/**
 * Signs the bytes of a snapshot file.
 *
 * @param pem an Ed25519 private key in PEM, without a passphrase
 * @param name the name of the key in messages, such as the path of its file
 * @returns the Ed25519 signature in base64
 * @throws Error if the key is not an Ed25519 private key, or is encrypted
 */
export function signBytes(source: ByteSource, pem: string, name: string): string {
  const key = parsePrivateKey(pem, name);
  const message = signedMessage(source.size, (start, end) => source.read(start, end - start));
  return sign(null, message, key).toString('base64');
}

/**
 * Reads all bytes of a snapshot file once, and verifies the signature of the file.
 *
 * @param trust Ed25519 public keys in PEM, of which any may have signed the file
 * @param followsLinks Whether the signature is read if its path is a symbolic link. Default: true.
 * @throws SnapshotError if the signature is missing or malformed, or if none of the keys has signed the file
 * @throws Error if a key is not an Ed25519 public key
 */
export function verifyBytes(
  source: ByteSource,
  trust: readonly string[],
  followsLinks = true,
): ByteSource {
  const keys = publicKeys(trust);
  const file = signaturePath(source.name);
  const signature = readSignature(file, followsLinks);
  const bytes = source.read(0, source.size);
  const message = signedMessage(bytes.length, (start, end) => bytes.subarray(start, end));
  if (!keys.some((key) => verify(null, message, key, signature))) {
    throw new SnapshotError(
      file,
      'untrusted',
      'expected a signature of these bytes by a trusted key, found another; sign the snapshot again with `carrel sign`',
    );
  }
  // Bytes that are read again from the file would not be verified.
  return memoryBytes(source.name, bytes);
}

/** Returns the signed message: the context, and the SHA-512 of all bytes. */
function signedMessage(size: number, read: (start: number, end: number) => Uint8Array): Buffer {
  const hash = createHash('sha512');
  for (let at = 0; at < size; at += HASHED_BYTES) {
    hash.update(read(at, Math.min(size, at + HASHED_BYTES)));
  }
  return Buffer.concat([Buffer.from(CONTEXT), hash.digest()]);
}

function readSignature(file: string, followsLinks: boolean): Buffer {
  let text: string;
  try {
    text = readSmallFileSync(file, { ...SIGNATURE_FILE, followsLinks }).toString();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const problem = `${error.problem}; write it with \`carrel sign\``;
    throw new SnapshotError(file, 'untrusted', problem, { cause: error.cause });
  }
  const [, base64] = SIGNATURE.exec(text) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  throw new SnapshotError(
    file,
    'untrusted',
    'expected a signature of 88 base64 characters, found other data; write it with `carrel sign`',
  );
}

/**
 * Parses public keys.
 *
 * @param trust the keys in PEM
 * @param names The names of the keys in messages. Default: `trust[0]` and so on.
 * @throws Error if there is no key, or if a key is not an Ed25519 public key
 */
export function publicKeys(trust: readonly string[], names: readonly string[] = []): KeyObject[] {
  if (trust.length === 0) throw new Error('trust: expected at least one public key, found none');
  return trust.map((pem, i) => {
    const name = names[i] ?? `trust[${i}]`;
    if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
      throw new Error(`${name}: expected a public key, found a private key; ${PUBKEY}`);
    }
    const isPublic = pem.includes('-----BEGIN PUBLIC KEY-----');
    const key = isPublic ? tryParse(() => createPublicKey(pem)) : undefined;
    return checkEd25519(key, name, 'public', PUBKEY);
  });
}

function parsePrivateKey(pem: string, name: string): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    throw new Error(
      `${name}: expected a private key without a passphrase, found an encrypted key; \`openssl pkey -in encrypted.pem -out private.pem\` decrypts it`,
    );
  }
  if (pem.includes('-----BEGIN PUBLIC KEY-----')) {
    throw new Error(`${name}: expected a private key, found a public key; ${KEYGEN}`);
  }
  return checkEd25519(
    tryParse(() => createPrivateKey(pem)),
    name,
    'private',
    KEYGEN,
  );
}

function tryParse(parse: () => KeyObject): KeyObject | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function checkEd25519(
  key: KeyObject | undefined,
  name: string,
  kind: string,
  remedy: string,
): KeyObject {
  if (key?.asymmetricKeyType === 'ed25519') return key;
  const found = key === undefined ? 'other data' : `a key of the type ${key.asymmetricKeyType}`;
  throw new Error(`${name}: expected an Ed25519 ${kind} key in PEM, found ${found}; ${remedy}`);
}
