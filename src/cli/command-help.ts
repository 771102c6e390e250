/* The help of a command on a terminal, from the tables of the command. */

import { type CommandTable, labeledOptions } from './command.js';

/** The width of a terminal, in columns. */
const WIDTH = 80;

/** The text of an option with a longer label begins on the next line. */
const MAX_LABEL_CHARS = 18;

/**
 * Returns the lines of `carrel COMMAND --help TOPIC`, or of `carrel COMMAND --help`.
 *
 * @param topic The word after `--help`. A word that is not a topic is ignored. Default: none.
 */
export function helpLines(command: CommandTable, topic = ''): string[] {
  const { topics = {}, arguments: args } = command;
  const ofTopics = Object.values(topics).flatMap(({ options = [] }) => options);
  const all = labeledOptions(command.options);
  const page = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
  const rows =
    page === undefined
      ? [
          ...labeledOptions(args),
          ...all
            .filter(({ label, brief }) => brief !== undefined || !ofTopics.includes(label))
            .map(({ brief, ...option }) => ({ ...option, text: brief ?? option.text })),
        ]
      : all.filter(({ label }) => page.options?.includes(label));
  const { usage, description, notes, example } = page ?? command;
  const labels = rows.map(({ label }) => label.length);
  const width = Math.max(0, ...labels.filter((length) => length <= MAX_LABEL_CHARS));
  return [
    `carrel ${command.name} ${usage}`,
    ...textLines(description),
    ...(rows.length > 0 ? [''] : []),
    ...rows.flatMap(({ heading, label, text, default: value }) => [
      ...(heading === undefined ? [] : ['', `${heading}:`]),
      ...optionLines(label, value === undefined ? text : `${text} (default: ${value})`, width),
    ]),
    ...(notes === undefined ? [] : textLines(notes)),
    '',
    ...example.split(/\n\s*/).map((line, i) => (i === 0 ? 'Example: ' : '         ') + line),
  ];
}

function optionLines(label: string, text: string, width: number): string[] {
  const indentation = ' '.repeat(width + 4);
  const [first, ...lines] = wrap(text, WIDTH - indentation.length).map(
    (line) => indentation + line,
  );
  const start = `  ${label}`;
  return label.length > width
    ? [start, first, ...lines]
    : [start + first.slice(start.length), ...lines];
}

function textLines(text: string): string[] {
  return paragraphsOf(text).flatMap(({ lines, isPreformatted }) => [
    '',
    ...(isPreformatted ? lines : wrap(lines.join(' '), WIDTH)),
  ]);
}

/** A paragraph of a text, without the indentation of the text. */
interface Paragraph {
  readonly lines: readonly string[];
  readonly isPreformatted: boolean;
}

/** Returns the paragraphs of a text. A paragraph whose lines are all indented further than the text is preformatted. */
export function paragraphsOf(text: string): Paragraph[] {
  const indentations = text.match(/^ *(?=\S)/gm)?.map(({ length }) => length) ?? [];
  const indentation = new RegExp(`^ {${Math.min(...indentations)}}`, 'gm');
  const paragraphs = text
    .replace(/^\n/, '')
    .replace(indentation, '')
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => {
    const lines = paragraph.split('\n');
    return { lines, isPreformatted: lines.every((line) => line.startsWith('  ')) };
  });
}

/** Breaks a text between words. Line breaks of the text are spaces. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1);
    if (line === '') lines[lines.length - 1] = word;
    else if (`${line} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
