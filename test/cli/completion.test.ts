import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCarrel } from './run-carrel.js';

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

/** Returns the script for a shell. */
async function scriptFor(shell: string): Promise<string> {
  const { status, stdout, stderr } = await runCarrel('completion', shell);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('carrel completion', () => {
  it.skipIf(!hasBash)('completes the last word of a command line in bash', async () => {
    const expected = [
      ['carrel co', ['compact', 'completion']],
      ['carrel help si', ['sign', 'site']],
      ['carrel completion ', ['bash', 'zsh', 'fish']],
      ['carrel serve a.snapshot --log ', ['off', 'error', 'info']],
      ['carrel serve --m', ['--monitoring', '--mcp', '--max-shrink', '--min-titles', '--metrics']],
      ['carrel serve --help a', ['addresses']],
      ['carrel build --he', ['--help']],
      // The shell completes names of files where there is no candidate.
      ['carrel build ', []],
      ['carrel build -o ', []],
    ] as const;
    const completed = expected.map(([line]) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _carrel; echo "\${COMPREPLY[*]}"`;
    });
    const script = [await scriptFor('bash'), 'complete -p carrel', ...completed].join('\n');
    const { stdout, stderr } = spawnSync('bash', ['-u'], { input: script, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual([
      'complete -o default -F _carrel carrel',
      ...expected.slice(0, -2).map(([, words]) => words.join(' ')),
    ]);
  });

  it('uses the function of bash in zsh', async () => {
    expect(await scriptFor('zsh')).toBe(
      `autoload -U +X bashcompinit && bashcompinit\n${await scriptFor('bash')}`,
    );
  });

  it('describes commands and options in fish', async () => {
    const lines = (await scriptFor('fish')).split('\n');
    for (const line of [
      "complete -c carrel -n __fish_use_subcommand -f -a build -d 'Builds a snapshot file from the records of a library'",
      "complete -c carrel -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'",
      "complete -c carrel -n '__fish_seen_subcommand_from build' -l output -s o -r -d 'the snapshot file to write, or - for standard output'",
      "complete -c carrel -n '__fish_seen_subcommand_from serve' -l log -x -a 'off error info' -d 'off, error, or info with a line per request'",
      "complete -c carrel -n '__fish_seen_subcommand_from serve' -l open -d 'accept requests without a key'",
    ])
      expect(lines).toContain(line);
  });
});
