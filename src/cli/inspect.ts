import {
  type Inspection,
  inspectSnapshot,
  type SectionDifference,
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
and the sections with their sizes and checksums. With --verify, also builds the
snapshot again from its own records, which takes as long as carrel build, and
compares the bytes, so that any change of the index is found.

  FILE            a snapshot file; - reads it from standard input
  --trust PUBLIC  require a signature by this public key (PEM); may be repeated
  --verify        build it again and compare; the exit status is 1 if it differs
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
    const inspection = inspectSnapshot(snapshot, options);
    const differences = values.verify ? verifySnapshot(snapshot, options) : undefined;
    print(
      values.json
        ? jsonLines({ ...inspection, differences })
        : [...report(inspection), ...(differences === undefined ? [] : reportOf(differences))],
    );
    return differences === undefined || differences.length === 0 ? 0 : 1;
  },
};

function reportOf(differences: readonly SectionDifference[]): string[] {
  if (differences.length === 0) return ['verified: the records give the same bytes'];
  const lines = differences.map(({ section, problem }) => `  ${section}: ${problem}`);
  return ['differences from the snapshot that is built from the records', ...lines];
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
    ...sections.map(({ name, type, length, checksum }) => {
      const bytes = formatNumber(length).padStart(15);
      return `  ${name.padEnd(width)}  ${type.padEnd(3)}${bytes} bytes  ${checksum}`;
    }),
  ];
}
