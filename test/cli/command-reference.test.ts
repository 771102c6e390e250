import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Command, labeledOptions } from '../../src/cli/command.js';
import { loadCommands, paragraphsOf, wrap } from '../../src/cli/commands.js';
import { ROOT } from './compiled.js';

/** The width of lines in documents. */
const WIDTH = 120;

const INTRODUCTION = `# Command line

All commands of \`carrel\`, with their arguments and options. A terminal shows the same with \`carrel help COMMAND\`.
The exit status of a command is 0 if it succeeds, 1 for an error, and 2 for an invalid command line.

As the name of a file, \`-\` is standard input or output where this page says so. Everywhere else it is refused; write
\`./-\` for a file of this name.
`;

/** Marks options and quoted words as code. */
function marked(text: string): string {
  const word = /'([^']+)'|(?<![\w-])(--?[a-z][\w-]*(?: (?:[A-Z]+|\d+)\b)?)/g;
  return text.replace(word, (_, quoted, option) => `\`${quoted ?? option}\``);
}

function markdown(text: string): string[] {
  return paragraphsOf(text).flatMap(({ lines, isPreformatted }) => {
    if (!isPreformatted) return ['', ...wrap(marked(lines.join(' ')), WIDTH)];
    const code = lines.map((line) => line.slice(2).replaceAll('<', '&lt;')).join('\n');
    return ['', `<pre>${code}</pre>`];
  });
}

function sectionOf({ name, arguments: args, options, topics = {}, ...command }: Command): string[] {
  const rows = [...labeledOptions(args), ...labeledOptions(options)].flatMap(
    ({ heading, label, text, words = [], range, default: value }) => {
      const meaning = marked(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');
      const values = range === undefined ? words.join(', ') : range.join(' to ');
      return [
        ...(heading === undefined ? [] : [`| **${heading.split(';')[0]}** | | |`]),
        `| \`${label}\` | ${meaning}${value === undefined ? '' : ` (default: ${value})`} | ${values} |`,
      ];
    },
  );
  return [
    '',
    `## carrel ${name}`,
    '',
    `\`carrel ${name} ${command.usage}\``,
    ...markdown(command.description),
    ...(rows.length > 0
      ? ['', '| argument or option | meaning | values |', '| --- | --- | --- |', ...rows]
      : []),
    ...markdown(command.notes ?? ''),
    '',
    `Example: \`${command.example.replace(/\s+/g, ' ')}\``,
    ...Object.entries(topics).flatMap(([topic, { description, notes = '' }]) => [
      '',
      `### carrel ${name}: ${topic}`,
      ...markdown(description),
      ...markdown(notes),
    ]),
  ];
}

it('The page of the command line describes all commands and options', async () => {
  const commands = await loadCommands();
  const page = [INTRODUCTION, ...commands.flatMap(sectionOf), ''].join('\n');
  const text = page.replace(/\n{3,}/g, '\n\n').replace(/\n+$/, '\n');
  // `npx vitest run test/cli/command-reference.test.ts --update` writes the page.
  await expect(text).toMatchFileSnapshot(join(ROOT, 'docs/command-line.md'));
});
