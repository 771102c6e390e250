import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sign } from '../../../src/cli/sign.js';
import { inspectSnapshot } from '../../../src/snapshot/file/inspect-snapshot.js';
import { openCatalog, readCatalogSections } from '../../../src/snapshot/file/open-catalog.js';
import { openCatalogs } from '../../../src/snapshot/file/open-catalogs.js';
import { createOpeningThread } from '../../../src/snapshot/file/opening-thread.js';
import { withSnapshotBytes } from '../../../src/snapshot/file/read-snapshot-sections.js';
import { openReplaceableCatalogs } from '../../../src/snapshot/file/replaceable-catalogs.js';
import { publicKeys, verifyBytes } from '../../../src/snapshot/file/signature.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { compactSnapshot } from '../../../src/snapshot/file/writing/compact-snapshot.js';
import {
  type ByteSource,
  memoryBytes,
  readSections,
} from '../../../src/snapshot/format/container/read-sections.js';
import { SnapshotError } from '../../../src/snapshot/format/container/snapshot-error.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { dataOfSections } from '../data-of-sections.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeRecords } from './source-files.js';

const hasOpenssl = (() => {
  try {
    return /^OpenSSL [3-9]/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }));
  } catch {
    return false;
  }
})();

const PEM = { type: 'spki', format: 'pem' } as const;
const PRIVATE_PEM = { type: 'pkcs8', format: 'pem' } as const;

/** Writes a new private key, and returns its path and the public key in PEM. */
function keyPair(directory: string, name: string): { file: string; publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const file = join(directory, `${name}.pem`);
  writeFileSync(file, privateKey.export(PRIVATE_PEM));
  return { file, publicKey: String(publicKey.export(PEM)) };
}

/** Builds a snapshot, signs it with a new key, and creates another key that did not sign it. */
async function signedSnapshot() {
  const directory = scratchDirectory();
  const file = join(directory, 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), file);
  const key = keyPair(directory, 'private');
  expect(await sign.run([file, '--key', key.file])).toBe(0);
  return { directory, file, key, other: keyPair(directory, 'other') };
}

describe('carrel sign', () => {
  it('writes the Ed25519 signature of a prefix and the SHA-512 of the file', async () => {
    const { file, key } = await signedSnapshot();
    const text = readFileSync(`${file}.sig`, 'utf8');
    expect(text).toMatch(/^[A-Za-z0-9+/]{86}==\n$/);
    const message = Buffer.concat([
      Buffer.from('carrel-snapshot-1\n'),
      createHash('sha512').update(readFileSync(file)).digest(),
    ]);
    expect(verify(null, message, key.publicKey, Buffer.from(text, 'base64'))).toBe(true);
  });

  it('refuses keys that cannot sign, and files that are not snapshots', async () => {
    const { directory, file, key } = await signedSnapshot();
    const write = (name: string, text: string | Buffer) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { privateKey } = generateKeyPairSync('ed25519');
    const encrypted = privateKey.export({ ...PRIVATE_PEM, cipher: 'aes256', passphrase: 'x' });
    for (const [pem, message] of [
      [key.publicKey, 'expected a private key, found a public key'],
      [
        rsa.export(PRIVATE_PEM),
        'expected an Ed25519 private key in PEM, found a key of the type rsa',
      ],
      [encrypted, 'expected a private key without a passphrase, found an encrypted key'],
      ['no key', 'expected an Ed25519 private key in PEM, found other data'],
    ] as const) {
      const bad = write('bad.pem', pem);
      await expect(sign.run([file, '--key', bad])).rejects.toThrow(`${bad}: ${message}; `);
    }
    const text = write('notes.txt', 'not a snapshot');
    await expect(sign.run([text, '--key', key.file])).rejects.toThrow(
      `${text}: expected a Carrel snapshot, found other data`,
    );
  });

  it.each(['library', 'titles.details.bytes'])(
    'refuses a snapshot whose section %s is damaged',
    async (section) => {
      const { file, key } = await signedSnapshot();
      rmSync(`${file}.sig`);
      const { sections } = inspectSnapshot(file);
      const bytes = readFileSync(file);
      bytes[sections.find(({ name }) => name === section)!.offset] ^= 1;
      writeFileSync(file, bytes);
      await expect(sign.run([file, '--key', key.file])).rejects.toThrow(
        new SnapshotError(
          file,
          'damaged',
          `damaged: section '${section}' does not match its checksum; copy the snapshot again, or build it again from its source`,
          { section },
        ),
      );
      expect(existsSync(`${file}.sig`)).toBe(false);
    },
  );
});

describe('trust', () => {
  it('accepts a signature by any of the keys', async () => {
    const { file, key, other } = await signedSnapshot();
    const trust = [other.publicKey, key.publicKey];
    expect(openCatalog(file, { trust }).titles.size).toBe(1);
    expect((await createOpeningThread().open(file, { trust })).catalog.titles.size).toBe(1);
    await using set = await openCatalogs([file], { trust });
    expect(set.current()[0].titles.size).toBe(1);
    expect(inspectSnapshot(file, { trust }).counts.titles).toBe(1);
    expect(openCatalog(file, { trust }).fingerprint).toBe(openCatalog(file).fingerprint);
  });

  it('refuses a signature by another key, and a file that has changed', async () => {
    const { file, key, other } = await signedSnapshot();
    const refused = `${file}.sig: expected a signature of these bytes by a trusted key, found another; `;
    expect(() => openCatalog(file, { trust: [other.publicKey] })).toThrow(refused);
    // A byte after the end would be reported as damage if the file were parsed first.
    appendFileSync(file, 'x');
    expect(() => openCatalog(file, { trust: [key.publicKey] })).toThrow(refused);
    const opening = createOpeningThread().open(file, { trust: [key.publicKey] });
    await expect(opening).rejects.toThrow(refused);
  });

  it('reads no bytes of the file again after their verification', async () => {
    const { file, key } = await signedSnapshot();
    const { sections: expected } = readCatalogSections(file, { leavesRecordsInFile: false });
    const overwriteAndRead = (bytes: ByteSource) => {
      writeFileSync(file, new Uint8Array(bytes.size));
      return new Map(readSections(bytes));
    };
    const trust = [key.publicKey];
    expect(withSnapshotBytes(file, overwriteAndRead, { trust })).toEqual(expected);
  });

  it('verifies sections that are read into shared memory', async () => {
    const { file, key } = await signedSnapshot();
    const trust = [key.publicKey];
    const { sections } = readCatalogSections(file, { trust, isShared: true });
    for (const [name, data] of dataOfSections(sections))
      expect(data.buffer, name).toBeInstanceOf(SharedArrayBuffer);
    expect(new Map(sections)).toEqual(new Map(readCatalogSections(file, { trust }).sections));
  });

  it('is required of a snapshot to which changes are applied', async () => {
    const { directory, file, key, other } = await signedSnapshot();
    const changes = join(directory, 'changes.jsonl');
    const output = join(directory, 'new.snapshot');
    writeFileSync(changes, '{"op":"delete","kind":"titles","id":"1"}\n');
    const compact = (trust: readonly string[]) => compactSnapshot(file, changes, output, { trust });
    expect(() => compact([other.publicKey])).toThrow(`${file}.sig: expected a signature of these`);
    expect(compact([key.publicKey]).titles).toBe(0);
  });

  it('refuses a missing and a malformed signature', async () => {
    const { file, key } = await signedSnapshot();
    const trust = [key.publicKey];
    writeFileSync(`${file}.sig`, `${readFileSync(`${file}.sig`, 'utf8').slice(1)}`);
    expect(() => openCatalog(file, { trust })).toThrow(
      `${file}.sig: expected a signature of 88 base64 characters, found other data; `,
    );
    rmSync(`${file}.sig`);
    expect(() => openCatalog(file, { trust })).toThrow(
      `${file}.sig: expected the signature of the snapshot, found nothing; `,
    );
  });

  it('refuses a source directory', async () => {
    const { key } = await signedSnapshot();
    const source = writeRecords(scratchDirectory(), recordsOf({ titles: [book('1', 'Typee')] }));
    const error = `${source}: expected a signed snapshot file, found a directory; `;
    const trust = [key.publicKey];
    expect(() => openCatalog(source, { trust })).toThrow(SnapshotError);
    expect(() => openCatalog(source, { trust })).toThrow(error);
    await expect(openCatalogs([source], { trust })).rejects.toThrow(error);
  });

  it('refuses keys that are not Ed25519 public keys, and an empty list', async () => {
    const { file, key } = await signedSnapshot();
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const open = (trust: readonly string[]) => () => openCatalog(file, { trust });
    expect(open([])).toThrow('trust: expected at least one public key, found none');
    expect(open([key.publicKey, readFileSync(key.file, 'utf8')])).toThrow(
      'trust[1]: expected a public key, found a private key; ',
    );
    expect(open([String(other.export(PEM))])).toThrow(
      'trust[0]: expected an Ed25519 public key in PEM, found a key of the type ec; ',
    );
    expect(() => publicKeys(['no key'], ['public.pem'])).toThrow(
      'public.pem: expected an Ed25519 public key in PEM, found other data; ',
    );
  });

  it('keeps the served catalog when a replacement has no valid signature', async () => {
    const { file, key } = await signedSnapshot();
    const files = await openReplaceableCatalogs([file], { trust: [key.publicKey] });
    await buildSnapshot(recordsOf({ titles: [book('1', 'Omoo')] }), file);
    const { replaced, refused } = await files.refresh([file]);
    expect(replaced).toEqual([]);
    expect(refused).toEqual([expect.stringMatching(/\.sig: expected a signature of these bytes/)]);
    expect(files.current()[0].titles.get(0).title).toBe('Typee');
    await sign.run([file, '--key', key.file]);
    expect((await files.refresh([file])).refused).toEqual([]);
    expect(files.current()[0].titles.get(0).title).toBe('Omoo');
  });

  it('reads the bytes of a file once, so that the verified bytes are the bytes that are parsed', async () => {
    const { file, key } = await signedSnapshot();
    const bytes = readFileSync(file);
    const source = memoryBytes(file, new Uint8Array(bytes).buffer);
    const reads: number[] = [];
    const verified = verifyBytes(
      {
        ...source,
        read(offset, length) {
          reads.push(length);
          return source.read(offset, length);
        },
      },
      [key.publicKey],
    );
    expect(Buffer.from(verified.read(64, 64))).toEqual(bytes.subarray(64, 128));
    expect(reads).toEqual([bytes.length]);
  });

  it.runIf(hasOpenssl)('accepts keys and signatures that openssl makes', async () => {
    const { directory, file } = await signedSnapshot();
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory });
    openssl('genpkey', '-algorithm', 'ed25519', '-out', 'openssl.pem');
    openssl('pkey', '-in', 'openssl.pem', '-pubout', '-out', 'public.pem');
    const digest = createHash('sha512').update(readFileSync(file)).digest();
    writeFileSync(
      join(directory, 'message'),
      Buffer.concat([Buffer.from('carrel-snapshot-1\n'), digest]),
    );
    openssl('pkeyutl', '-sign', '-inkey', 'openssl.pem', '-rawin', '-in', 'message', '-out', 'raw');
    writeFileSync(`${file}.sig`, readFileSync(join(directory, 'raw')).toString('base64'));
    const trust = [readFileSync(join(directory, 'public.pem'), 'utf8')];
    expect(openCatalog(file, { trust }).titles.size).toBe(1);
  });
});
