import { checksum, withSnapshotBytes } from '../snapshot/file/read-snapshot-sections.js';
import { signaturePath, signBytes } from '../snapshot/file/signature.js';
import { writeAtomically } from '../snapshot/file/writing/write-atomically.js';
import { readSections } from '../snapshot/format/container/read-sections.js';
import { defineCommand } from './command.js';
import { readKeyFile } from './shared-options.js';
import { print } from './standard-streams.js';

export const sign = defineCommand(
  {
    name: 'sign',
    usage: 'FILE --key PRIVATE',
    description: `Verifies all bytes of a snapshot file, signs it, and writes the signature to
      FILE.sig. With --trust, the other commands open only snapshots that have a signature by a
      trusted key.`,
    arguments: { FILE: { text: 'a snapshot file', required: 'a snapshot file', isFile: true } },
    options: {
      '--key PRIVATE': {
        isFile: true,
        required: 'the file of a private key',
        text: 'an Ed25519 private key in PEM, without a passphrase',
      },
    },
    notes: `
      Make the two keys with OpenSSL, and keep the private key off the servers:

        openssl genpkey -algorithm ed25519 -out private.pem
        openssl pkey -in private.pem -pubout -out public.pem`,
    example: 'carrel sign branch.snapshot --key private.pem',
  },
  async ({ key }, [file]) => {
    const pem = readKeyFile(key);
    const signature = withSnapshotBytes(file, (bytes) => {
      // Verifies all sections, so that no damaged snapshot is signed.
      readSections(bytes, checksum);
      return signBytes(bytes, pem, key);
    });
    const output = signaturePath(file);
    writeAtomically(output, [Buffer.from(`${signature}\n`)]);
    print(`${output}: signature of ${file}`);
    return 0;
  },
);
