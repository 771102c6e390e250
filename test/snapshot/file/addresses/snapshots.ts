import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signBytes } from '../../../../src/snapshot/file/signature.js';
import { buildSnapshot } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { memoryBytes } from '../../../../src/snapshot/format/container/read-sections.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { scratchDirectory } from '../scratch-directory.js';

const built = new Map<string, Buffer>();

/** Returns the bytes of a snapshot with a number of titles, whose names begin with a word. */
export async function snapshotBytes(word: string, count = 1, library = 'harbour'): Promise<Buffer> {
  const key = `${word} ${count} ${library}`;
  const bytes = built.get(key) ?? (await build(word, count, library));
  built.set(key, bytes);
  return bytes;
}

async function build(word: string, count: number, library: string): Promise<Buffer> {
  const file = join(scratchDirectory(), 'a.snapshot');
  const titles = Array.from({ length: count }, (_, i) => book(`${library}${i}`, `${word} ${i}`));
  await buildSnapshot(recordsOf({ titles, library: { id: library } }), file);
  return readFileSync(file);
}

/** Creates a key, and returns its public part in PEM and a function that signs snapshots. */
export function signingKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (bytes: Uint8Array) => Buffer.from(signBytes(memoryBytes('a', bytes), pem, 'key')),
  };
}
