import { type CommandTable, type LabeledOption, labeledOptions, type Topic } from './command.js';

/*
 * The help of a command on a terminal, and its section of the reference page docs/command-line.md, both from the tables
 * of the command.
 */

/** The width of a terminal, in columns. */
const WIDTH = 80;

/** The text of an argument or an option with a longer label begins on the next line. */
const MAX_LABEL_CHARS = 18;

const INDENTATION = '  ';

/** A line of the help: the argument or option, and its text. */
type Row = readonly [label: string, text: string];

/** Returns the lines of `carrel COMMAND --help TOPIC`. For another word than a topic, those of `carrel COMMAND --help`. */
export function helpLines(command: CommandTable, topic = ''): string[] {
  const { topics = {} } = command;
  const page = Object.hasOwn(topics, topic) ? topics[topic] : command;
  const groups = page === command ? commandGroups(command) : [topicGroup(command, topics[topic])];
  const labels = groups.flatMap(({ rows }) => rows.map(([label]) => label.length));
  const width = Math.max(0, ...labels.filter((length) => length <= MAX_LABEL_CHARS));
  const lines = [
    [`carrel ${command.name} ${page.usage}`],
    textLines(page.description),
    ...groups
      .filter(({ rows }) => rows.length > 0)
      .map(({ heading, rows }) => [
        ...(heading === undefined ? [] : [`${heading}:`]),
        ...rows.flatMap((row) => rowLines(row, width)),
      ]),
    ...(page.notes === undefined ? [] : [textLines(page.notes)]),
    page.example.split(/\n\s*/).map((line, i) => (i === 0 ? 'Example: ' : '         ') + line),
  ];
  return lines.flatMap((block, i) => (i === 0 ? block : ['', ...block]));
}

interface Group {
  readonly heading?: string;
  readonly rows: Row[];
}

/** Returns the arguments and the options of a command. Options of topics are included only if they have a brief text. */
function commandGroups({ arguments: args, options, topics = {} }: CommandTable): Group[] {
  const ofTopics = Object.values(topics).flatMap((topic) => topic.options ?? []);
  const groups: Group[] = [{ rows: labeledOptions(args).map((option) => optionRow(option)) }];
  for (const option of labeledOptions(options)) {
    const { heading, label, brief } = option;
    if (heading !== undefined) groups.push({ heading, rows: [] });
    if (brief !== undefined || !ofTopics.includes(label))
      groups.at(-1)?.rows.push(optionRow(option, brief));
  }
  return groups;
}

function topicGroup(command: CommandTable, topic: Topic): Group {
  const options = labeledOptions(command.options).filter(({ label }) =>
    topic.options?.includes(label),
  );
  return { rows: options.map((option) => optionRow(option)) };
}

function optionRow({ label, text, default: value }: LabeledOption, brief = text): Row {
  return [label, value === undefined ? brief : `${brief} (default: ${value})`];
}

function rowLines([label, text]: Row, width: number): string[] {
  const indentation = ' '.repeat(2 * INDENTATION.length + width);
  const lines = wrap(text, WIDTH - indentation.length).map((line) => indentation + line);
  const start = INDENTATION + label;
  return label.length > width
    ? [start, ...lines]
    : [start + lines[0].slice(start.length), ...lines.slice(1)];
}

/** Returns the lines of a text with several paragraphs, which are wrapped if they are not preformatted. */
function textLines(text: string): string[] {
  return paragraphsOf(text).flatMap(({ lines, isPreformatted }, i) => [
    ...(i === 0 ? [] : ['']),
    ...(isPreformatted ? lines : wrap(lines.join(' '), WIDTH)),
  ]);
}

interface Paragraph {
  /** The lines without the indentation of the whole text. */
  readonly lines: readonly string[];
  readonly isPreformatted: boolean;
}

function paragraphsOf(text: string): Paragraph[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line, i) => i > 0 || line !== '');
  const indentations = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indentation = Math.min(...indentations);
  return lines
    .map((line) => line.slice(indentation))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      return { lines, isPreformatted: lines.every((line) => line.startsWith(INDENTATION)) };
    });
}

/** Breaks a text between words, whatever line breaks it has. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
