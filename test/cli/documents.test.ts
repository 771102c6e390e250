import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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

const documents = [
  'README.md',
  'CHANGELOG.md',
  'src/README.md',
  ...documentsIn('.github'),
  ...documentsIn('.github/docs'),
].map((document) => ({ document, text: readFileSync(join(ROOT, document), 'utf8') }));

/** The code blocks of the documents, in order. */
const blocks: Block[] = documents.flatMap(({ document, text }) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    document,
    language,
    code,
  })),
);

const ofLanguage = (wanted: string) => blocks.filter(({ language }) => language === wanted);
const lines = ofLanguage('sh').flatMap(({ code }) => code.trim().split('\n'));

/** What a newcomer types before there is a `carrel`: `.ci/run` and `test/strangers` type it. */
const FIRST_STEPS = [
  'npm install carrel',
  'cp -r node_modules/carrel/data data',
  "curl 'http://127.0.0.1:8080/v1/titles?q=whale&library=alderwick&api_key=secret'",
  'npm ci && npm start',
  'npm ci && npm test',
];

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** The files and folders of the repository that a document links to. */
function linkedFrom(document: string, text: string): string[] {
  return Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]*)(?:#[^)]*)?\)/g), ([, path]) =>
    join(dirname(document), path),
  );
}

/** An empty folder with the data of the package in it. */
function withData(): string {
  const directory = scratchDirectory();
  symlinkSync(join(ROOT, 'data'), join(directory, 'data'));
  return directory;
}

/** What a line of a program says that it prints: `console.log(...); // this`. */
function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output);
}

describe('The documents', () => {
  beforeAll(compile);

  it('have nothing in their code blocks that is not tried', () => {
    const tried = ['js', 'json', 'sh', 'ts'];
    expect(new Set(blocks.map((block) => block.language))).toEqual(new Set(tried));
    expect(lines.length).toBeGreaterThan(FIRST_STEPS.length);
    const demo = lines.filter((line) => line.startsWith('curl ') && line.includes('api_key=demo'));
    const others = lines.filter((line) => !line.startsWith('carrel ') && !demo.includes(line));
    expect(new Set(others)).toEqual(new Set(FIRST_STEPS));
    // Added to the code by test/strangers/contributor.sh.
    expect(new Set(ofLanguage('ts').map(({ document }) => document))).toEqual(
      new Set(['.github/CONTRIBUTING.md']),
    );
  });

  it.each(documents)('have no code without a fence: $document', ({ text }) => {
    const indented = /\n\n {4}\S.*/.exec(text.replace(/^```.*?^```$/gms, ''));
    expect(indented).toBeNull();
  });

  it.each(documents)('have links that lead somewhere: $document', ({ document, text }) => {
    const missing = linkedFrom(document, text).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it('have links that lead somewhere in the package too, where they are in it', async () => {
    const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run('npm', pack, { cwd: ROOT, maxBuffer: 1 << 26 });
    const packed: string[] = JSON.parse(stdout)[0].files.map((file: { path: string }) => file.path);
    const isPacked = (path: string) =>
      packed.some((file) => file === path || file.startsWith(join(path, '/')));
    const links = documents
      .filter(({ document }) => isPacked(document))
      .flatMap(({ document, text }) => linkedFrom(document, text));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !isPacked(path))).toEqual([]);
  });

  it.for(ofLanguage('js').map((block, i) => [i + 1, block] as const))(
    'have programs that run as they stand: number %i',
    async ([number, { code }]) => {
      // Within the package, so that it finds the package by its name.
      const folder = join(ROOT, 'dist/documents');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `program-${number}.mjs`);
      writeFileSync(file, code);
      const { stdout } = await run(process.execPath, [file], { cwd: withData() });
      for (const promised of promisedOutput(code)) expect(stdout).toContain(promised);
    },
  );

  it('have commands that do as they stand', async () => {
    const directory = withData();
    const commands = new Set(lines.filter((line) => line.startsWith('carrel ')));
    expect(commands.size).toBeGreaterThan(3);
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

  it('have files of settings that are taken as they stand', async () => {
    const directory = withData();
    writeFileSync(join(directory, 'books.csv'), 'id,Titel,Verfasser\n1,Emma,Austen\n');
    const [library, ...settings] = ofLanguage('json').map(({ code }, i) => {
      writeFileSync(join(directory, `${i}.json`), code);
      return { file: `${i}.json`, keys: Object.keys(JSON.parse(code)) };
    });
    expect(library.keys).toContain('snapshot_date');
    expect(settings.length).toBeGreaterThan(1);
    for (const { file, keys } of settings) {
      const isColumns = keys.includes('columns');
      const [records, option] = isColumns
        ? ['books.csv', '--columns']
        : ['data/harbour.mrc', '--holdings'];
      const args = [records, '--library', library.file, option, file, '-o', `${file}.snapshot`];
      const script = join(ROOT, 'dist/cli/carrel.js');
      const { stdout } = await run(process.execPath, [script, 'build', ...args], {
        cwd: directory,
      });
      expect(stdout).toContain("of 'harbour'");
    }
  });

  it('name the request that npm start prints first among their own', async () => {
    const curl = lines.find((line) => line.includes('api_key=demo')) ?? '';
    const served = await start('demo.js', [], /Ctrl-C/, { PORT: '0' });
    const printed = served.stdout.replaceAll(`:${served.port}/`, ':8080/');
    expect(printed).toContain(curl.trim());
  });
});
