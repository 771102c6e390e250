/* The completion of the command line in a shell, from the tables of the commands. */

import { type Command, defineCommand, labeledOptions } from './command.js';
import { print } from './standard-streams.js';

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string[]>> = {
  bash: bashLines,
  zsh: (commands) => ['autoload -U +X bashcompinit && bashcompinit', ...bashLines(commands)],
  fish: fishLines,
};

/** Creates the command `completion` for all commands. */
export function createCompletion(loadCommands: () => Promise<readonly Command[]>): Command {
  return defineCommand(
    {
      name: 'completion',
      usage: 'SHELL',
      description: `
      Prints a script that completes the commands, their options, and the values of options that are
      one of a few words. Load it when the shell starts:

        source <(carrel completion bash)    in ~/.bashrc
        source <(carrel completion zsh)     in ~/.zshrc, after compinit
        carrel completion fish | source     in ~/.config/fish/config.fish`,
      arguments: {
        SHELL: { required: 'a shell', words: Object.keys(SHELLS), text: 'bash, zsh or fish' },
      },
      options: {},
      example: 'carrel completion bash > /etc/bash_completion.d/carrel',
    },
    async (_, [shell]) => {
      print(SHELLS[shell](await loadCommands()));
      return 0;
    },
  );
}

/** Returns the commands after `carrel`, and after `carrel help`. */
function commandNames(commands: readonly Command[]): string[] {
  return [...commands.map(({ name }) => name), 'help'];
}

function argumentWords(command: Command): string[] {
  return labeledOptions(command.arguments).flatMap(({ words = [] }) => words);
}

/**
 * Returns a function of bash. Where it has no candidates, the shell completes names of files. Candidates depend on the
 * number of the word, on the command, and on the word before.
 */
function bashLines(commands: readonly Command[]): string[] {
  const names = commandNames(commands).join(' ');
  const cases = commands.flatMap((command) => {
    const { name, topics = {} } = command;
    const options = labeledOptions(command.options);
    const after = (place: string, words: readonly string[] = []) =>
      words.length === 0 ? [] : [`    ${place}) candidates='${words.join(' ')}' ;;`];
    const all = ['--help', ...options.map((option) => `--${option.name}`)];
    return [
      ...after(`2\\ '${name} '*`, argumentWords(command)),
      ...after(`*\\ '${name} --help'`, Object.keys(topics)),
      ...options.flatMap((option) => after(`*\\ '${name} --${option.name}'`, option.words)),
      `    *\\ '${name} '*) [[ $word == -* ]] && candidates='${all.join(' ')}' ;;`,
    ];
  });
  return `_carrel() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} candidates=
  case "$COMP_CWORD \${COMP_WORDS[1]} $before" in
    1\\ * | 2\\ 'help '*) candidates='${names}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$word"))
}
complete -o default -F _carrel carrel`.split('\n');
}

/** Returns commands of fish, one for each command, option and argument with words. */
function fishLines(commands: readonly Command[]): string[] {
  const start = 'complete -c carrel -n';
  return [
    ...commands.map(
      ({ name, description }) =>
        `${start} __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
    ),
    `${start} __fish_use_subcommand -f -a help -d 'show the options of a command'`,
    `${start} '__fish_seen_subcommand_from help' -f -a '${commandNames(commands).join(' ')}'`,
    ...commands.flatMap((command) => {
      const place = `${start} '__fish_seen_subcommand_from ${command.name}'`;
      const words = argumentWords(command);
      return [
        ...(words.length > 0 ? [`${place} -f -a '${words.join(' ')}'`] : []),
        ...labeledOptions(command.options).map(({ name, short, value, words, text }) =>
          [
            `${place} -l ${name}`,
            ...(short === undefined ? [] : [`-s ${short}`]),
            ...(words === undefined ? [] : [`-x -a '${words.join(' ')}'`]),
            ...(words === undefined && value !== undefined ? ['-r'] : []),
            `-d ${quoted(text)}`,
          ].join(' '),
        ),
      ];
    }),
  ];
}

/** Returns the first part of a text as a string of fish. */
function quoted(text: string): string {
  const [start] = text
    .trim()
    .replace(/\s+/g, ' ')
    .split(/[;(]|\.(?: |$)/);
  return `'${start.trim().replace(/['\\]/g, '\\$&')}'`;
}
