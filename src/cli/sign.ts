import { checksum, withSnapshotBytes } from '../snapshot/file/read-snapshot-sections.js';
import { signaturePath, signBytes } from '../snapshot/file/signature.js';
import { writeAtomically } from '../snapshot/file/writing/write-atomically.js';
import { readSections } from '../snapshot/format/container/read-sections.js';
import {
  type Command,
  readArguments,
  readKeyFile,
  refuseStream,
  UsageError,
} from './command-line.js';
import { print } from './standard-streams.js';

export const sign: Command = {
  help: `carrel sign FILE --key PRIVATE

Verifies all bytes of a snapshot file, signs it, and writes the signature to
FILE.sig. With --trust, the other commands open only snapshots that have a
signature by a trusted key.

  FILE           a snapshot file
  --key PRIVATE  an Ed25519 private key in PEM, without a passphrase

Make the two keys with OpenSSL, and keep the private key off the servers:

  openssl genpkey -algorithm ed25519 -out private.pem
  openssl pkey -in private.pem -pubout -out public.pem

Example: carrel sign branch.snapshot --key private.pem
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { key: { type: 'string' } });
    const [file, ...more] = positionals;
    if (file === undefined) throw new UsageError('FILE: expected a snapshot file, found nothing');
    if (more.length > 0)
      throw new UsageError(`FILE: expected one snapshot file, found '${file}' and '${more[0]}'`);
    refuseStream('FILE', file);
    const { key } = values;
    if (key === undefined)
      throw new UsageError('--key: expected the file of a private key, found nothing');
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
};
