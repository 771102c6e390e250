import {
  type Inspection,
  inspectSnapshot,
  type StructureInspection,
  verifySnapshot,
} from '../snapshot/file/inspect-snapshot.js';
import {
  type Command,
  readArguments,
  readTrustedKeys,
  TRUST_OPTION,
  UsageError,
} from './command-line.js';
import { formatNumber } from './format-number.js';
import { jsonLines, print, readStandardInput } from './standard-streams.js';

export const inspect: Command = {
  help: `carrel inspect FILE

Checks every byte of a snapshot file and shows its contents: the library, the
number of records of each kind, the number of words and phrases with synonyms,
and the sections with their sizes and checksums. With --verify, also checks
every structure, as opening the snapshot does, and shows the structures.

  FILE            a snapshot file; - reads it from standard input
  --trust PUBLIC  require a signature by this public key (PEM); may be repeated
  --verify        check every structure; the exit status is 1 if one is invalid
  --json          print JSON

Example: carrel inspect branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      ...TRUST_OPTION,
      verify: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    });
    const [file, ...more] = positionals;
    if (file === undefined) throw new UsageError('FILE: expected a snapshot file, found nothing');
    if (more.length > 0)
      throw new UsageError(`FILE: expected one snapshot file, found '${file}' and '${more[0]}'`);
    const options = { trust: readTrustedKeys(values.trust) };
    const snapshot = file === '-' ? await readStandardInput(options.trust) : file;
    const structures = values.verify ? verifySnapshot(snapshot, options) : undefined;
    const isValid = structures?.every(({ problem }) => problem === undefined) ?? true;
    const inspection = isValid ? inspectSnapshot(snapshot, options) : undefined;
    print(
      ...(values.json
        ? jsonLines({ ...inspection, structures })
        : [
            ...(inspection === undefined ? [] : report(inspection)),
            ...(structures === undefined ? [] : reportOf(structures)),
          ]),
    );
    return isValid ? 0 : 1;
  },
};

function reportOf(structures: readonly StructureInspection[]): string[] {
  const width = Math.max(...structures.map(({ structure }) => structure.length));
  const lines = structures.map(({ structure, problem = 'valid' }) => {
    return `  ${structure.padEnd(width)}  ${problem}`;
  });
  return ['structures', ...lines];
}

function report({
  file,
  formatVersion,
  size,
  fingerprint,
  library,
  counts,
  synonyms,
  sections,
}: Inspection): string[] {
  const width = Math.max(...sections.map((section) => section.name.length));
  return [
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
}
