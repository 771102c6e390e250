import { type Inspection, inspectSnapshot } from '../snapshot/file/inspect-snapshot.js';
import {
  type Command,
  readArguments,
  readTrustedKeys,
  TRUST_OPTION,
  UsageError,
} from './command-line.js';
import { formatNumber } from './format-number.js';

/** The command `carrel inspect`. */
export const inspect: Command = {
  help: `carrel inspect FILE

Checks every byte of a snapshot file and shows its contents: the library, the
number of records of each kind, the number of words and phrases with synonyms,
and the sections with their sizes and checksums.

  FILE            a snapshot file
  --trust PUBLIC  require a signature by this public key (PEM); may be repeated
  --json          print JSON

Example: carrel inspect branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      ...TRUST_OPTION,
      json: { type: 'boolean', default: false },
    });
    const [file, ...more] = positionals;
    if (file === undefined) throw new UsageError('FILE: expected a snapshot file, found nothing');
    if (more.length > 0)
      throw new UsageError(`FILE: expected one snapshot file, found '${file}' and '${more[0]}'`);
    const inspection = inspectSnapshot(file, { trust: readTrustedKeys(values.trust) });
    process.stdout.write(
      values.json ? `${JSON.stringify(inspection, null, 2)}\n` : report(inspection),
    );
    return 0;
  },
};

function report({
  file,
  formatVersion,
  size,
  fingerprint,
  library,
  counts,
  synonyms,
  sections,
}: Inspection): string {
  const width = Math.max(...sections.map((section) => section.name.length));
  const lines = [
    `${file}: snapshot with format version ${formatVersion}, ${formatNumber(size)} bytes, undamaged`,
    `library   ${library.id}: ${library.name}, as of ${library.snapshot_date}`,
    `snapshot  ${fingerprint}`,
    `records   ${Object.entries(counts)
      .map(
        ([kind, count]) => `${formatNumber(count)} ${kind.replace('userContent', 'user content')}`,
      )
      .join(', ')}`,
    `synonyms  of ${formatNumber(synonyms)} words and phrases`,
    'sections',
    ...sections.map(({ name, encoding, length, checksum }) => {
      const bytes = formatNumber(length).padStart(15);
      return `  ${name.padEnd(width)}  ${encoding.padEnd(11)}${bytes} bytes  ${checksum}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
