import { type Inspection, inspectSnapshot } from '../snapshot/file/inspect-snapshot.js';
import { type Command, readArguments, UsageError } from './command-line.js';
import { readable } from './readable.js';

/** `carrel inspect FILE` */
export const inspect: Command = {
  help: `carrel inspect FILE

Shows what is inside a snapshot file: its library, how many records of each kind, and its sections
with their sizes and checksums, every byte checked.

  FILE    a snapshot file
  --json  print it as JSON

Example: carrel inspect branch.snapshot
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      json: { type: 'boolean', default: false },
    });
    const [file, ...more] = positionals;
    if (file === undefined) throw new UsageError('no FILE is given.');
    if (more.length > 0) throw new UsageError(`one FILE is wanted; found also '${more[0]}'.`);
    const inspection = inspectSnapshot(file);
    process.stdout.write(
      values.json ? `${JSON.stringify(inspection, null, 2)}\n` : page(inspection),
    );
    return 0;
  },
};

function page({
  file,
  formatVersion,
  size,
  fingerprint,
  library,
  counts,
  sections,
}: Inspection): string {
  const width = Math.max(...sections.map((section) => section.name.length));
  const lines = [
    `${file}: snapshot of format ${formatVersion}, ${readable(size)} bytes, undamaged`,
    `library   ${library.id}: ${library.name}, as of ${library.snapshot_date}`,
    `snapshot  ${fingerprint}`,
    `records   ${Object.entries(counts)
      .map(([kind, count]) => `${readable(count)} ${kind.replace('userContent', 'user content')}`)
      .join(', ')}`,
    'sections',
    ...sections.map(({ name, encoding, length, checksum }) => {
      const bytes = readable(length).padStart(15);
      return `  ${name.padEnd(width)}  ${encoding.padEnd(11)}${bytes} bytes  ${checksum}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
