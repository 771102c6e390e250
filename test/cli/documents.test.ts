import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startProvider } from '../import/oai/test-provider.js';
import { startStore } from '../snapshot/file/addresses/test-store.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, start } from './compiled.js';
import { runCarrel } from './run-carrel.js';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Block {
  readonly document: string;
  readonly language: string;
  readonly code: string;
}

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const documents = [
  'README.md',
  'CHANGELOG.md',
  'src/README.md',
  ...documentsIn('.github'),
  ...documentsIn('docs'),
  ...documentsIn('docs/internals'),
].map((document) => ({ document, text: readFileSync(join(ROOT, document), 'utf8') }));

/** The code blocks of the documents, in order. */
const blocks: Block[] = documents.flatMap(({ document, text }) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    document,
    language,
    code,
  })),
);

const ofLanguage = (language: string) => blocks.filter((block) => block.language === language);
const lines = ofLanguage('sh').flatMap(linesOf);

/** Commands that need npm, OpenSSL or a running server. `.ci/run` and `test/walkthroughs` run these commands. */
const SETUP_COMMANDS = [
  'npm ci && npm start',
  'npm ci && npm test',
  'npm pack --pack-destination ..',
  `npm install ../carrel-${version}.tgz`,
  `npm install --global ../carrel-${version}.tgz`,
  'cp -r node_modules/carrel/data data',
  'npx esbuild service.js --bundle --platform=node --external:carrel --outfile=service.cjs',
  'mv changes.jsonl compacted.jsonl',
  'touch changes.jsonl',
  'openssl genpkey -algorithm ed25519 -out private.pem',
  'openssl pkey -in private.pem -pubout -out public.pem',
  "curl 'http://127.0.0.1:8080/v1/titles?q=whale&library=alderwick&api_key=secret'",
  "curl 'http://127.0.0.1:8080/v1/titles?q=whale&library=harbour&api_key=secret'",
];

/** The kinds of JSON blocks other than responses, each with a field that only blocks of this kind have. */
const JSON_KINDS = {
  library: 'snapshot_date',
  title: 'format',
  holdings: 'field',
  columns: 'columns',
  assistant: 'mcpServers',
} as const;

/** Files that README.md links to and that are not in the package: documents for contributors, and screenshots. */
const ONLY_IN_REPOSITORY = /^(?:docs\/internals|docs\/screenshots|src)\//;

const jsonBlocks = (kind: keyof typeof JSON_KINDS) =>
  ofLanguage('json').filter(({ code }) => JSON_KINDS[kind] in JSON.parse(code));

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function linesOf({ code }: Block): string[] {
  return code.trim().split('\n');
}

function isDemoRequest(line: string): boolean {
  return line.startsWith('curl ') && line.includes('api_key=demo');
}

/**
 * Returns the requests to the demo, each with the response that the document shows, or undefined. A JSON block
 * directly after a block of commands is the response to the last request of that block.
 */
function demoRequests(): [request: string, shown: unknown][] {
  return blocks.flatMap((block, i) => {
    if (block.language !== 'sh') return [];
    const requests = linesOf(block).filter(isDemoRequest);
    const { language, code, document } = blocks[i + 1] ?? block;
    const isFollowedByResponse = language === 'json' && document === block.document;
    return requests.map((request): [string, unknown] => [
      request,
      isFollowedByResponse && request === requests.at(-1) ? JSON.parse(code) : undefined,
    ]);
  });
}

/** Returns only the fields and array items of a response that `like`, a shortened response, also has. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function shorten(response: any, like: unknown): unknown {
  if (Array.isArray(like)) return like.map((item, i) => shorten(response?.[i], item));
  if (typeof like !== 'object' || like === null) return response;
  return Object.fromEntries(
    Object.entries(like).map(([name, value]) => [name, shorten(response?.[name], value)]),
  );
}

/** Returns the links of a document to files of the repository, without web addresses. */
function linksOf(document: string, text: string): { path: string; anchor: string | undefined }[] {
  return Array.from(
    text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g),
    ([, path, anchor]) => ({
      path: path === '' ? document : join(dirname(document), path),
      anchor,
    }),
  );
}

/** Returns the paths in the repository that a document links to. */
function linkedFrom(document: string, text: string): string[] {
  return linksOf(document, text).map(({ path }) => path);
}

/** Returns the anchors of the headings of a document, such as `title-by-id` for `## Title by id`. */
function anchorsOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  return Array.from(prose.matchAll(/^#+ (.*)/gm), ([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Creates a folder that contains only a symbolic link to `data`. */
function createFolderWithData(): string {
  const directory = scratchDirectory();
  symlinkSync(join(ROOT, 'data'), join(directory, 'data'));
  return directory;
}

/**
 * By command, the output that a document shows in a text block directly after the command. Other text blocks are
 * files of synonyms.
 */
const shownOutputs: ReadonlyMap<string, string> = new Map(
  blocks.flatMap(({ document, language, code }, i): [string, string][] => {
    const before = blocks[i - 1];
    if (language !== 'text' || before?.document !== document) return [];
    const command = before.language === 'sh' ? linesOf(before).at(-1) : undefined;
    return command?.startsWith('carrel search ') ? [[command, code]] : [];
  }),
);

/** Returns the expected output in the comments of a program: `console.log(...); // output`. */
function shownOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output);
}

/** Runs a command of the package in a folder, and returns what it prints. */
async function printedByProcess(directory: string, args: readonly string[]): Promise<string> {
  const script = join(ROOT, 'dist/cli/carrel.js');
  return (await run(process.execPath, [script, ...args], { cwd: directory })).stdout;
}

/** Runs a command in a folder, in this process, and returns what it prints. */
async function printedBy(directory: string, args: readonly string[]): Promise<string> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    const { status, stdout, stderr } = await runCarrel(...args);
    expect(status, stderr).toBe(0);
    return stdout;
  } finally {
    process.chdir(before);
  }
}

/** Programs of the documents that together take longer than this do not end. A very busy machine takes minutes. */
const PROGRAMS_TIMEOUT_MS = 1_200_000;

describe('The documents', () => {
  beforeAll(compile);

  it('contain only code blocks that are tested', () => {
    // test/containers follows the steps of container engines, which the console blocks start.
    const tested = ['console', 'js', 'json', 'jsonl', 'sh', 'text', 'ts'];
    expect(new Set(blocks.map((block) => block.language))).toEqual(new Set(tested));
    expect(lines.length).toBeGreaterThan(SETUP_COMMANDS.length);
    const others = lines.filter((line) => !line.startsWith('carrel ') && !isDemoRequest(line));
    expect(new Set(others)).toEqual(new Set(SETUP_COMMANDS));
    expect(ofLanguage('text').length).toBe(1 + shownOutputs.size);
    const settings = Object.keys(JSON_KINDS).flatMap((kind) =>
      jsonBlocks(kind as keyof typeof JSON_KINDS),
    );
    const responses = demoRequests().filter(([, shown]) => shown !== undefined);
    expect(settings.length + responses.length).toBe(ofLanguage('json').length);
    // test/walkthroughs/contributor.sh adds the ts blocks to the source code.
    expect(new Set(ofLanguage('ts').map(({ document }) => document))).toEqual(
      new Set(['.github/CONTRIBUTING.md']),
    );
  });

  it.each(documents)('contain no indented code blocks: $document', ({ text }) => {
    const indented = /\n\n {4}\S.*/.exec(text.replace(/^```.*?^```$/gms, ''));
    expect(indented).toBeNull();
  });

  it.each(documents)('link to files that exist: $document', ({ document, text }) => {
    const missing = linkedFrom(document, text).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('link to headings that exist: $document', ({ document, text }) => {
    const missing = linksOf(document, text).filter(({ path, anchor }) => {
      const target = documents.find((other) => other.document === path);
      return anchor !== undefined && target && !anchorsOf(target.text).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  it.each(['docs', 'docs/internals'])(
    'in %s are all linked from the README.md of the folder',
    (folder) => {
      const index = join(folder, 'README.md');
      const text = documents.find(({ document }) => document === index)?.text ?? '';
      const indexed = [index, ...linkedFrom(index, text)];
      expect(documentsIn(folder).filter((path) => !indexed.includes(path))).toEqual([]);
    },
  );

  it('that are in the package link only to files in the package, except README.md', async () => {
    const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run('npm', pack, { cwd: ROOT, maxBuffer: 1 << 26 });
    const packed: string[] = JSON.parse(stdout)[0].files.map((file: { path: string }) => file.path);
    const isPacked = (path: string) =>
      packed.some((file) => file === path || file.startsWith(join(path, '/')));
    const links = documents
      .filter(({ document }) => isPacked(document))
      .flatMap(({ document, text }) =>
        linkedFrom(document, text).filter(
          (path) => document !== 'README.md' || !ONLY_IN_REPOSITORY.test(path),
        ),
      );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !isPacked(path))).toEqual([]);
    expect(packed.filter((path) => path.startsWith('docs/internals/'))).toEqual([]);
  });

  describe('contain JavaScript examples', () => {
    const programs = ofLanguage('js').map(({ code }, i) => ({ number: i + 1, code }));
    let outcomes: { stdout: string; error?: string; ended: boolean }[] = [];
    beforeAll(async () => {
      // The files are inside the package, so that the examples can import the package by name.
      const folder = join(ROOT, 'dist/documents');
      mkdirSync(folder, { recursive: true });
      const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
      const files = programs.map(({ number, code }) => {
        const file = join(folder, `program-${number}.mjs`);
        writeFileSync(file, code);
        const cwd = join(directory, String(number));
        mkdirSync(cwd);
        symlinkSync(join(ROOT, 'data'), join(cwd, 'data'));
        return { file, cwd };
      });
      const runner = join(import.meta.dirname, 'run-programs.mjs');
      const options = { timeout: PROGRAMS_TIMEOUT_MS };
      const { stdout } = await run(process.execPath, [runner, JSON.stringify(files)], options);
      outcomes = JSON.parse(stdout);
      rmSync(directory, { recursive: true });
      rmSync(folder, { recursive: true });
    }, PROGRAMS_TIMEOUT_MS);

    it.each(programs)(
      'that run, end, and print the output in their comments: number $number',
      ({ number, code }) => {
        const { stdout, error, ended } = outcomes[number - 1];
        expect({ error, ended }).toEqual({ error: undefined, ended: true });
        for (const shown of shownOutput(code)) expect(stdout).toContain(shown);
      },
    );
  });

  it('contain carrel commands that run', async () => {
    const directory = createFolderWithData();
    writeFileSync(join(directory, 'synonyms.txt'), ofLanguage('text')[0].code);
    const [changes, ...others] = ofLanguage('jsonl');
    expect(others).toEqual([]);
    // Changes are later than the snapshots that the documents build with `--date now`.
    const later = changes.code.replaceAll(/"at":"[^"]*"/g, '"at":"9999-11-01T00:00:00Z"');
    writeFileSync(join(directory, 'changes.jsonl'), later);
    writeFileSync(join(directory, 'compacted.jsonl'), later);
    const provider = await startProvider();
    const store = await startStore();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const [publicFile, privateFile] = ['public.pem', 'private.pem'].map((name) =>
      join(directory, name),
    );
    writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const commands = new Set(lines.filter((line) => line.startsWith('carrel ')));
    expect(commands.size).toBeGreaterThan(3);
    // The command that replaces its own input is last, because other commands read the same snapshot.
    const isLast = (command: string) => Number(command.includes('compacted.jsonl'));
    for (const command of [...commands].sort((a, b) => isLast(a) - isLast(b))) {
      const [, name, ...args] = command.match(/'[^']*'|\S+/g) ?? [];
      const plain = args.map((arg) =>
        arg.startsWith('https://koha.example/')
          ? provider.address
          : arg.replace(/^'|'$/g, '').replace('https://snapshots.example/', store.address),
      );
      if (name === 'serve') {
        for (const file of ['alderwick.snapshot', 'changes.jsonl']) {
          store.files.set(file, readFileSync(join(directory, file)));
        }
        const withoutPort = plain.map((arg) => (/^\d{4}$/.test(arg) ? '0' : arg));
        const served = await start(
          'carrel.js',
          ['serve', ...withoutPort],
          /Serving at/,
          { CACHE_DIRECTORY: join(directory, 'cache') },
          directory,
        );
        expect((await served.stop('SIGTERM')).status).toBe(0);
      } else {
        // The service worker of a site is a file that only the package has.
        const print = name === 'site' ? printedByProcess : printedBy;
        const output = await print(directory, [name, ...plain]);
        expect(output, command).not.toBe('');
        if (name === 'compact')
          expect(output).toContain(`${linesOf(changes).length} changes applied`);
        expect(output).toBe(shownOutputs.get(command) ?? output);
      }
    }
  });

  it('contain configurations of assistants whose commands end at the end of their input', async () => {
    const directory = createFolderWithData();
    const servers = jsonBlocks('assistant').map(({ code }) => JSON.parse(code).mcpServers.library);
    const commands = servers.filter(({ command }) => command === 'carrel');
    expect(commands.length).toBeGreaterThan(1);
    for (const { args } of commands) {
      const existing = args.map((arg: string) => arg.replace(/.*\.snapshot$/, 'data/alderwick'));
      const script = join(ROOT, 'dist/cli/carrel.js');
      const child = run(process.execPath, [script, ...existing], { cwd: directory });
      child.child.stdin?.end();
      expect((await child).stderr).toContain('alderwick: ');
    }
  });

  it('contain valid library, holdings and columns files', async () => {
    const directory = createFolderWithData();
    writeFileSync(join(directory, 'books.csv'), 'id,Titel,Verfasser\n1,Emma,Austen\n');
    const libraries = jsonBlocks('library');
    expect(libraries.length).toBeGreaterThan(1);
    const builds: { library: string; records: string; option?: [string, string] }[] = [
      ...libraries.map(({ code }) => ({ library: code, records: 'data/harbour.mrc' })),
      ...jsonBlocks('holdings').map(({ code }) => ({
        library: libraries[0].code,
        records: 'data/harbour.mrc',
        option: ['--holdings', code],
      })),
      ...jsonBlocks('columns').map(({ code }) => ({
        library: libraries[0].code,
        records: 'books.csv',
        option: ['--columns', code],
      })),
    ];
    for (const { library, records, option: [name, settings] = [] } of builds) {
      writeFileSync(join(directory, 'library.json'), library);
      const options = name === undefined ? [] : [name, 'settings.json'];
      if (settings !== undefined) writeFileSync(join(directory, 'settings.json'), settings);
      const args = ['build', records, '--library', 'library.json', ...options, '-o', 'a.snapshot'];
      args.push('--allow-library-change', '--max-shrink', '100');
      expect(await printedBy(directory, args)).toContain(`of '${JSON.parse(library).id}'`);
    }
  });

  it('contain valid titles in the source format', async () => {
    const titles = jsonBlocks('title').map(({ code }) => JSON.stringify(JSON.parse(code)));
    expect(titles.length).toBeGreaterThan(0);
    const directory = scratchDirectory();
    writeFileSync(join(directory, 'library.json'), jsonBlocks('library')[0].code);
    writeFileSync(join(directory, 'titles.jsonl'), titles.join('\n'));
    const built = await printedBy(directory, ['build', '.', '-o', 'a.snapshot']);
    expect(built).toMatch(new RegExp(`: ${titles.length} titles? of`));
  });

  it('contain responses that the demo returns', async () => {
    const { port } = await start('demo.js', [], /Ctrl-C/, { PORT: '0' });
    const requests = demoRequests();
    expect(requests.length).toBeGreaterThan(7);
    for (const [request, shown] of requests) {
      const [, address] = /'(.*)'/.exec(request) ?? [];
      const response = await fetch(address.replace(':8080/', `:${port}/`));
      const text = (await response.text()).replaceAll(`:${port}/`, ':8080/');
      expect(shorten(JSON.parse(text), shown), request).toEqual(shown ?? JSON.parse(text));
      const isError = typeof shown === 'object' && shown !== null && 'error' in shown;
      expect(response.ok, request).toBe(!isError);
    }
  });

  it('contain as the first demo request a request that npm start prints', async () => {
    const curl = lines.find(isDemoRequest) ?? '';
    const served = await start('demo.js', [], /Ctrl-C/, { PORT: '0' });
    const printed = served.stdout.replaceAll(`:${served.port}/`, ':8080/');
    expect(printed).toContain(curl.trim());
  });
});
