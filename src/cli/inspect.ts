import {
  type Inspection,
  inspectSnapshot,
  type SectionDifference,
  verifySnapshot,
} from '../snapshot/file/inspect-snapshot.js';
import { defineCommand } from './command.js';
import { readTrustedKeys, TRUST_OPTION } from './shared-options.js';
import { formatNumber, jsonLines, print, readStandardInput } from './standard-streams.js';

export const inspect = defineCommand(
  {
    name: 'inspect',
    usage: 'FILE',
    description: `Checks every byte of a snapshot file and shows its contents: the library, the number
      of records of each kind, the number of words and phrases with synonyms, and the sections with
      their sizes and checksums. With --verify, also builds the snapshot again from its own records,
      which takes as long as carrel build, and compares the bytes, so that any change of the index
      is found.`,
    arguments: {
      FILE: {
        required: 'a snapshot file',
        text: 'a snapshot file; - reads it from standard input',
      },
    },
    options: {
      ...TRUST_OPTION,
      '--verify': 'build it again and compare; the exit status is 1 if it differs',
      '--json': 'print JSON',
    },
    example: 'carrel inspect branch.snapshot',
  },
  async (values, [file]) => {
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
);

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
  holdings,
  counts,
  synonyms,
  sections,
}: Inspection): string[] {
  const width = Math.max(...sections.map((section) => section.name.length));
  return [
    `${file}: snapshot with format version ${formatVersion}, ${formatNumber(size)} bytes, undamaged`,
    `library   ${library.id}: ${library.name}, as of ${library.snapshot_date}`,
    `snapshot  ${fingerprint}`,
    ...(holdings === undefined ? [] : [`holdings  read with the profile ${holdings}`]),
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
