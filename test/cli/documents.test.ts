import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, start } from './compiled.js';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Block {
  readonly document: string;
  readonly language: string;
  readonly code: string;
}

/** The code blocks of the documents, in order. */
const blocks: Block[] = ['README.md', ...documentsIn('.github/docs')].flatMap((document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    document,
    language,
    code,
  }));
});

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** What a line of a program says that it prints: `console.log(...); // this`. */
function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output);
}

describe('The documents', () => {
  beforeAll(compile);

  it('have only programs and commands in their code blocks', () => {
    expect(blocks.length).toBeGreaterThan(4);
    expect(new Set(blocks.map((block) => block.language))).toEqual(new Set(['js', 'sh']));
  });

  it.for(
    blocks.filter(({ language }) => language === 'js').map((block, i) => [i + 1, block] as const),
  )('have programs that run as they stand: number %i', async ([number, { code }]) => {
    // Within the package, so that it finds the package by its name.
    const folder = join(ROOT, 'dist/documents');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `program-${number}.mjs`);
    writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file], { cwd: ROOT });
    for (const promised of promisedOutput(code)) expect(stdout).toContain(promised);
  });

  it('have commands that do as they stand', async () => {
    const directory = scratchDirectory();
    symlinkSync(join(ROOT, 'data'), join(directory, 'data'));
    const commands = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => code.trim().split('\n'))
      .filter((line) => line.startsWith('carrel '));
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const [, name, ...args] = command.match(/'[^']*'|\S+/g) ?? [];
      const plain = args.map((arg) => arg.replace(/^'|'$/g, ''));
      if (name === 'serve') {
        const withoutPort = plain.map((arg) => (/^\d{4}$/.test(arg) ? '0' : arg));
        const served = await start(
          'carrel.js',
          ['serve', ...withoutPort],
          /Serving at/,
          {},
          directory,
        );
        expect((await served.stop('SIGTERM')).status).toBe(0);
      } else {
        const script = join(ROOT, 'dist/cli/carrel.js');
        const { stdout } = await run(process.execPath, [script, name, ...plain], {
          cwd: directory,
        });
        expect(stdout, command).not.toBe('');
      }
    }
  });

  it('name the request that npm start prints first among their own', async () => {
    const curl = blocks.find(({ code }) => code.startsWith('curl '))?.code ?? '';
    const served = await start('demo.js', [], /Ctrl-C/, { PORT: '0' });
    const printed = served.stdout.replaceAll(`:${served.port}/`, ':8080/');
    expect(printed).toContain(curl.trim());
  });
});
