import { generateKeyPairSync } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build } from '../../src/cli/build.js';
import { changes } from '../../src/cli/changes.js';
import { UsageError } from '../../src/cli/command-line.js';
import { compact } from '../../src/cli/compact.js';
import { harvest } from '../../src/cli/harvest.js';
import { inspect } from '../../src/cli/inspect.js';
import { openapi } from '../../src/cli/openapi.js';
import { search } from '../../src/cli/search.js';
import { serve } from '../../src/cli/serve.js';
import { sign } from '../../src/cli/sign.js';
import { site } from '../../src/cli/site.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { explainSearchTitles } from '../../src/v1/explain-search-titles.js';
import { openApiDocument } from '../../src/v1/openapi-document.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';

const COMMANDS = {
  build,
  serve,
  search,
  inspect,
  compact,
  changes,
  harvest,
  sign,
  openapi,
  site,
};
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];
const NO_QUERY = 'QUERY: expected the words to search for, or * for every title, found nothing';

/** Returns the error for `-` where it is not a standard stream. */
function noStream(where: string): string {
  return `${where}: expected the name of a file, found -, which is standard input or output elsewhere; write ./- for a file of this name`;
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a command, expects exit status 0, and returns the standard output. */
async function outputOf(name: Name, ...args: string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  expect(await COMMANDS[name].run(args)).toBe(0);
  return text;
}

/** Writes a source directory with two books, and returns its path. */
function source(): string {
  const titles = [
    book('1', 'Moby-Dick', { sub_title: 'or, The Whale', authors: [{ name: 'Herman Melville' }] }),
    book('2', 'Typee', { authors: [{ name: 'Herman Melville' }] }),
  ];
  return writeRecords(scratchDirectory(), recordsOf({ titles }));
}

describe('The command', () => {
  it.each(NAMES)('%s has help of at most 40 lines and 80 columns', (name) => {
    const lines = COMMANDS[name].help.trimEnd().split('\n');
    expect(lines[0].startsWith(`carrel ${name} `)).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each<[Name, string[], string]>([
    ['site', ['s', '-o', '-'], noStream('--output')],
    ['site', ['-', '-o', 's'], noStream('PATH')],
    ['serve', ['-', '--open'], noStream('PATH')],
    ['serve', ['s', '--open', '--changes', '-'], noStream('--changes')],
    ['serve', ['s', '--api-keys', '-'], noStream('--api-keys')],
    ['sign', ['-', '--key', 'k'], noStream('FILE')],
    ['sign', ['s', '--key', '-'], noStream('--key')],
    ['compact', ['-', '--changes', 'c', '-o', 's'], noStream('SNAPSHOT')],
    ['compact', ['s', '--changes', '-', '-o', 's'], noStream('--changes')],
    ['build', ['s', '--check', '-o', '-'], noStream('--output')],
    ['build', ['s', '--library', '-', '-o', 's'], noStream('--library')],
    ['build', ['s', '--with', '-', '-o', 's'], noStream('--with')],
    ['build', ['s', '--synonyms', '-', '-o', 's'], noStream('--synonyms')],
    ['build', ['s', '--columns', '-', '-o', 's'], noStream('--columns')],
    ['build', ['s', '--holdings', '-', '-o', 's'], noStream('--holdings')],
    [
      'harvest',
      ['http://127.0.0.1:2', '--library', 'l', '-o', 's', '--state', '-'],
      noStream('--state'),
    ],
    ['inspect', ['s', '--trust', '-'], noStream('--trust')],
    ['site', [], 'PATH: expected a snapshot file or a source directory, found nothing'],
    ['site', ['a'], '--output: expected a folder to write, found nothing'],
    ['site', ['a', '-o', 'b', '--covers', 'all'], "--covers: expected remote, found 'all'"],
    ['compact', [], 'SNAPSHOT: expected a snapshot file, found nothing'],
    ['compact', ['a', 'b'], "SNAPSHOT: expected one snapshot file, found also 'b'"],
    ['compact', ['a', '-o', 'b'], '--changes: expected a file of changes, found nothing'],
    ['compact', ['a', '--changes', 'b'], '--output: expected a file to write, found nothing'],
    [
      'compact',
      ['a', '--changes', 'b', '-o', 'b'],
      "--output: expected a file that is not also read, found 'b'",
    ],
    ['build', [], 'SOURCE: expected a directory or record files, found nothing'],
    ['build', ['a'], '--output: expected a file to write, found nothing'],
    ['build', ['a', '--check', '-o', ''], '--output: expected a file to write, found nothing'],
    [
      'build',
      ['a', '--check', '--report', 'r.json'],
      '--report: expected no report with --check, which writes nothing',
    ],
    [
      'build',
      ['a', '-o', 'b', '--max-shrink', '101'],
      "--max-shrink: expected a whole number from 0 to 100, found '101'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--min-titles', 'few'],
      "--min-titles: expected a whole number from 0 to 1000000000, found 'few'",
    ],
    ['build', ['a', '-o', ''], '--output: expected a file to write, found nothing'],
    [
      'build',
      ['a', '-o', 'b', '--threads', '0'],
      "--threads: expected a whole number from 1 to 64, found '0'",
    ],
    [
      'build',
      ['a', '-o', 'b', '--synonyms', 'c', '--synonyms', 'd'],
      "--synonyms: expected one file, found 'c' and 'd'; combine the files into one",
    ],
    [
      'build',
      ['data', 'package.json', '-o', 'c'],
      "SOURCE: expected one directory or record files, found the directory 'data' and 'package.json'",
    ],
    [
      'build',
      ['data', '-o', 'c', '--lenient'],
      "--lenient: expected record files as SOURCE, found the directory 'data'",
    ],
    [
      'build',
      ['package.json', '-o', 'c'],
      '--library: expected a JSON file, found nothing; record files need a library such as {"id": "branch", "name": "Branch Library", "snapshot_date": "2026-11-01T00:00:00Z"}',
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--date', 'today'],
      "--date: expected now, or a date and time such as 2026-11-01T00:00:00Z, found 'today'",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--holdings', 'aleph'],
      "--holdings: expected symphony, folio, koha, sierra, sierra-949, alma, alma-holdings, evergreen, 852, none or an existing JSON file, found 'aleph'",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--id', '35'],
      "--id: expected a tag and a subfield such as 035a, or 001, found '35'",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--with', 'package.json'],
      "--with: expected a directory, found 'package.json'",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--columns', 'x.json'],
      '--columns: expected a .csv file, a .tsv file or - as SOURCE, found none of them',
    ],
    [
      'build',
      ['-', '-', '-o', 'c', '--library', 'l'],
      'SOURCE: expected standard input (-) at most once, found it 2 times',
    ],
    ['serve', [], 'PATH: expected a snapshot file or a source directory, found nothing'],
    [
      'serve',
      ['package.json'],
      'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
    ],
    [
      'serve',
      ['package.json', '--api-key', ''],
      '--api-key: expected an API key, found an empty string',
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--port', '65536'],
      "--port: expected a whole number from 0 to 65535, found '65536'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--port', '80a'],
      "--port: expected a whole number from 0 to 65535, found '80a'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--base-url', 'example.org'],
      "--base-url: expected an address that begins with http:// or https://, found 'example.org'",
    ],
    [
      'serve',
      ['a', '--open', '--host', '0.0.0.0'],
      "--host: expected 127.0.0.1, ::1 or localhost with --open, found '0.0.0.0'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--host', '::'],
      '--host: expected --pages, --no-pages or --kiosk with an address that other machines can reach, found none of them; pages answer without an API key',
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--listen', '/run/carrel.sock'],
      "--listen: expected unix: and a path of at most 103 bytes, found '/run/carrel.sock'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--listen', 'unix:/run/carrel.sock'],
      '--listen: expected --base-url with --listen, found none',
    ],
    [
      'serve',
      ['a', '--listen', 'unix:a', '--base-url', 'https://example.org', '--port', '80'],
      '--listen: expected no --port with --listen, found both',
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--monitoring', '9090'],
      "--monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '9090'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--monitoring', '::1:9090'],
      "--monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '::1:9090'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--monitoring', 'localhost:65536'],
      "--monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found 'localhost:65536'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--drain', '601'],
      "--drain: expected a whole number from 0 to 600, found '601'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--workers', '257'],
      "--workers: expected a whole number from 1 to 256, or auto, found '257'",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--no-pages', '--kiosk'],
      '--no-pages: expected no --kiosk with --no-pages, found both',
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', 'proxy'],
      "--trusted-proxy: expected an address, a network such as 10.0.0.0/8 or unix:, found 'proxy'",
    ],
    [
      'serve',
      ['a', '--open', '--limit', 'connection=1'],
      "--limit: expected connections, requests-per-connection, requests-in-flight, key-requests-in-flight, requests-per-second, client-connections, client-requests-in-flight, client-requests-per-second, client-failed-keys, head-seconds, request-seconds, response-seconds, idle-seconds, head-bytes or url-bytes, found 'connection'",
    ],
    [
      'serve',
      ['a', '--open', '--cors', '*', '--cors', 'https://www.example.org/'],
      "--cors: expected an origin such as https://www.example.org, or *, found 'https://www.example.org/'",
    ],
    [
      'serve',
      ['a', '--open', '--limit', 'connections=5=6'],
      "--limit connections: expected a whole number from 1 to 1000000, found '5=6'",
    ],
    [
      'serve',
      ['a', '--open', '--limit', 'idle-seconds'],
      "--limit idle-seconds: expected a whole number from 1 to 1000000, found ''",
    ],
    [
      'serve',
      ['a', '--open', '--changes', ''],
      '--changes: expected a file of changes, found nothing',
    ],
    [
      'serve',
      ['a', '--open', '--cache-dir', ''],
      '--cache-dir: expected a directory, found nothing',
    ],
    [
      'serve',
      ['https://user:secret@example.org:99999/a', '--open'],
      'PATH: expected an address with a valid host, and a port from 1 to 65535, found another',
    ],
    [
      'serve',
      ['a', '--open', '--changes', 'ftp://user:secret@example.org/c'],
      '--changes: expected an address that begins with http:// or https://, found another',
    ],
    [
      'serve',
      ['a', '--open', '--changes', 'http://user:secret@example.org/c'],
      '--changes: expected an address that begins with https://, or an address of this machine, found http:// and another machine; changes have no signature',
    ],
    [
      'serve',
      ['a', '--open', '--changes', 'monday.jsonl', '--changes', 'tuesday.jsonl'],
      '--changes: expected one value, found more than one',
    ],
    [
      'serve',
      ['a', '--open', '--log', 'debug'],
      "--log: expected off, error or info, found 'debug'",
    ],
    [
      'serve',
      ['a', '--open', '--metrics', 'yes'],
      "--metrics: expected local, all or none, found 'yes'",
    ],
    [
      'serve',
      ['a', '--open', '--cache', '64MB'],
      "--cache: expected a whole number from 0 to 1000000, found '64MB'",
    ],
    ['search', [], 'PATH: expected a snapshot file or a source directory, found nothing'],
    ['search', ['a'], NO_QUERY],
    ['search', ['a', ' '], NO_QUERY],
    [
      'search',
      ['a', 'b', '--type', 'title'],
      "--type: expected keyword, author, subject, tag, series or custom, found 'title'",
    ],
    [
      'search',
      ['a', 'b', '--limit', '101'],
      "--limit: expected a whole number from 1 to 100, found '101'",
    ],
    [
      'search',
      ['a', 'b', '--limit', '0'],
      "--limit: expected a whole number from 1 to 100, found '0'",
    ],
    [
      'search',
      ['a', 'b', '--limit', '-1'],
      "--limit: expected a value, found '-1', which looks like an option; write --limit=-1",
    ],
    [
      'search',
      ['a', 'b', '--limit=-1'],
      "--limit: expected a whole number from 1 to 100, found '-1'",
    ],
    [
      'search',
      ['a', 'b', '--limit', '--json'],
      '--limit: expected a value, found the option --json',
    ],
    ['search', ['a', 'b', '--limit'], '--limit: expected a value, found nothing'],
    ['search', ['a', 'b', '--json=yes'], "--json: expected no value, found 'yes'"],
    [
      'search',
      ['a', '-b', '--limit', '-1'],
      '-b: expected an option of the command, found an unknown option; write -- before arguments that begin with -',
    ],
    [
      'search',
      ['a', 'b', '--constructor=1'],
      '--constructor: expected an option of the command, found an unknown option',
    ],
    [
      'serve',
      ['a', '--open', '--port', '-1'],
      "--port: expected a value, found '-1', which looks like an option; write --port=-1",
    ],
    [
      'serve',
      ['a', '--api-key', '-secret'],
      '--api-key: expected a value, found text that looks like an option; write --api-key=VALUE',
    ],
    [
      'build',
      ['a', '-o', '-b'],
      "--output: expected a value, found '-b', which looks like an option; write --output=-b",
    ],
    ['sign', [], 'FILE: expected a snapshot file, found nothing'],
    ['sign', ['a', 'b'], "FILE: expected one snapshot file, found 'a' and 'b'"],
    ['sign', ['a'], '--key: expected the file of a private key, found nothing'],
    ['inspect', [], 'FILE: expected a snapshot file, found nothing'],
    ['inspect', ['a', 'b'], "FILE: expected one snapshot file, found 'a' and 'b'"],
    ['openapi', ['a'], "expected no arguments, found 'a'"],
  ])('%s rejects the arguments %j', async (name, args, message) => {
    await expect(COMMANDS[name].run(args)).rejects.toThrow(new UsageError(message));
  });

  it.each(NAMES)('%s rejects an unknown option', async (name) => {
    const run = COMMANDS[name].run(['a', '--colour']);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(
      /^--colour: expected an option of the command, found an unknown option$/,
    );
  });

  it('rejects missing and unreadable files of keys and signatures, and missing sources', async () => {
    const directory = scratchDirectory();
    const at = (name: string) => join(directory, name);
    await outputOf('build', source(), '-o', at('branch.snapshot'));
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    mkdirSync(at('branch.snapshot.sig'));
    const cases: [Name, string[], string][] = [
      [
        'sign',
        ['a', '--key', at('no')],
        `${at('no')}: expected a file with a key in PEM, found nothing`,
      ],
      [
        'serve',
        ['a', '--open', '--trust', directory],
        `${directory}: expected a file with a key in PEM, found a directory`,
      ],
      [
        'serve',
        [at('branch.snapshot'), '--open', '--trust', at('public.pem')],
        `${at('branch.snapshot.sig')}: expected the signature of the snapshot, found a directory; write it with \`carrel sign\``,
      ],
      [
        'inspect',
        ['-', '--trust', at('public.pem')],
        '--trust: expected a snapshot file with its signature next to it, found standard input',
      ],
      [
        'search',
        ['-', 'moby', '--trust', at('public.pem')],
        '--trust: expected a snapshot file with its signature next to it, found standard input',
      ],
      [
        'changes',
        [at('no'), at('branch.snapshot')],
        `${at('no')}: expected a source directory, a snapshot file or a record file, found nothing`,
      ],
    ];
    for (const [name, args, message] of cases) {
      await expect(COMMANDS[name].run(args)).rejects.toThrow(message);
    }
  });

  it.each<[Name, string[]]>([
    ['search', ['whale']],
    ['inspect', []],
    ['serve', ['--api-key', 'k', '--port', '0']],
    ['serve', []],
  ])('%s rejects a missing file with an error that is not a UsageError', async (name, args) => {
    const run = COMMANDS[name].run(['missing.snapshot', ...args]);
    const expected = name === 'serve' ? 'a snapshot file or a source directory' : 'a snapshot file';
    await expect(run).rejects.toThrow(`missing.snapshot: expected ${expected}, found nothing`);
    await expect(run).rejects.not.toThrow(UsageError);
  });
});

describe('carrel build', () => {
  it('refuses a SOURCE that does not exist', async () => {
    const directory = source();
    const [missing, file] = [join(directory, 'missing'), join(directory, 'x.snapshot')];
    await expect(build.run([missing, '-o', file])).rejects.toThrow(
      `${missing}: expected a directory with library.json and titles.jsonl, or a record file, found nothing`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('prints a report of more lines than a call can have arguments', async () => {
    const directory = source();
    const records = join(directory, 'h.csv');
    writeFileSync(records, `id,title\n1,Emma\n${'2,\n'.repeat(30_000)}`);
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const report = await outputOf(
      ...(['build', records, '--library', join(directory, 'library.json')] as const),
      ...['-o', join(directory, 'h.snapshot'), '--lenient', '--report', '-'],
    );
    expect(JSON.parse(report).refused).toHaveLength(30_000);
  });

  it('writes the date of --date into the snapshot of a source directory', async () => {
    const [directory, file] = [source(), join(scratchDirectory(), 'a.snapshot')];
    const dateAfter = async (...args: string[]) => {
      await outputOf('build', directory, '-o', file, ...args);
      return openCatalog(file).library.snapshot_date;
    };
    const date = '2026-12-24T00:00:00Z';
    expect(await dateAfter('--date', date)).toBe(date);
    expect(await dateAfter('--date', 'now', '--check')).toBe(date);
    const before = Math.floor(Date.now() / 1000) * 1000;
    const now = Date.parse(await dateAfter('--date', 'now'));
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    await expect(build.run([directory, '-o', file, '--date', 'today'])).rejects.toThrow(
      "--date: expected now, or a date and time such as 2026-11-01T00:00:00Z, found 'today'",
    );
  });

  it('refuses an output path that is a directory or in a missing directory', async () => {
    const directory = source();
    const nowhere = join(directory, 'nowhere');
    const file = join(nowhere, 'x.snapshot');
    await expect(build.run([directory, '-o', file])).rejects.toThrow(
      `${file}: expected a file in an existing directory, found no directory '${nowhere}'`,
    );
    await expect(build.run([directory, '-o', directory])).rejects.toThrow(
      `${directory}: expected a regular file or a new path, found a directory`,
    );
  });

  it('refuses to overwrite a file that it reads, under any path of the file', async () => {
    const directory = source();
    const at = (name: string) => join(directory, name);
    writeFileSync(at('h.csv'), 'id,title\n1,Emma\n');
    writeFileSync(at('map.json'), '{"columns": {"id": "id", "title": "title"}}');
    writeFileSync(at('copies.json'), '{"field": "952", "branch": "a"}');
    linkSync(at('h.csv'), at('linked.csv'));
    symlinkSync('.', at('here'));
    const settings = [
      ...['--library', at('library.json'), '--with', directory],
      ...['--columns', at('map.json'), '--holdings', at('copies.json')],
    ];
    for (const [sources, name] of [
      [[directory], 'titles.jsonl'],
      [[directory], 'here/library.json'],
      [[directory], 'synonyms.txt'],
      [[directory, '--synonyms', at('h.csv')], 'h.csv'],
      [[at('h.csv'), ...settings], 'h.csv'],
      [[at('h.csv'), ...settings], 'linked.csv'],
      [[at('h.csv'), ...settings], 'library.json'],
      [[at('h.csv'), ...settings], 'map.json'],
      [[at('h.csv'), ...settings], 'copies.json'],
      [[at('h.csv'), ...settings], 'users.jsonl'],
    ] as const) {
      const before = existsSync(at(name)) && readFileSync(at(name), 'utf8');
      await expect(build.run([...sources, '-o', at(name)])).rejects.toThrow(
        new UsageError(`--output: expected a file that is not also read, found '${at(name)}'`),
      );
      expect(existsSync(at(name)) && readFileSync(at(name), 'utf8')).toBe(before);
    }
    const report = build.run([
      ...[at('h.csv'), ...settings, '-o', at('h.snapshot'), '--report', at('h.csv')],
    ]);
    await expect(report).rejects.toThrow(
      new UsageError(`--report: expected a file that is not also read, found '${at('h.csv')}'`),
    );
  });

  it('does not write the report over the snapshot', async () => {
    const directory = source();
    const [records, file] = [join(directory, 'h.csv'), join(directory, 'h.snapshot')];
    writeFileSync(records, 'id,title\n1,Emma\n');
    symlinkSync('.', join(directory, 'here'));
    for (const report of [file, join(directory, 'here', 'h.snapshot')]) {
      const run = build.run([
        ...[records, '--library', join(directory, 'library.json')],
        ...['-o', file, '--report', report],
      ]);
      await expect(run).rejects.toThrow(
        new UsageError(
          `--report: expected a file that is not also written by --output, found '${report}'`,
        ),
      );
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe('carrel search', () => {
  it('joins its arguments into one query, and opens a source directory', async () => {
    expect(await outputOf('search', source(), 'melville', 'whale')).toBe(
      '1 title\n1  Moby-Dick: or, The Whale  Herman Melville  Book\n',
    );
  });

  it('names QUERY in an error about the query', async () => {
    const directory = source();
    for (const args of [[], ['--explain']]) {
      const run = search.run([directory, '(whale', '--type', 'custom', ...args]);
      await expect(run).rejects.toThrow(/^QUERY, character \d+: expected /);
    }
    await expect(search.run([directory, 'a'.repeat(100_000)])).rejects.toThrow(/^QUERY: expected /);
  });

  it('prints 0 titles when nothing matches', async () => {
    expect(await outputOf('search', source(), 'nothing')).toBe('0 titles\n');
  });

  it('prints at most as many titles as --limit', async () => {
    expect(await outputOf('search', source(), '*', '--limit', '1')).toBe(
      '2 titles\n1  Moby-Dick: or, The Whale  Herman Melville  Book\n',
    );
  });

  it('with --explain prints how each title matches, and the factors of its score', async () => {
    const text = await outputOf('search', source(), 'the whalle', 'melville', '--explain');
    expect(text.replaceAll(/\d+\.\d+/g, 'N').split('\n')).toEqual([
      '1 title',
      'Words:',
      '  the (optional)',
      '  whalle',
      '  melville',
      'Relaxed (typos): Words may be misspelled. Without relaxation: 0 titles.',
      '',
      '1. Moby-Dick [1]',
      '  Matches the relaxed query (typos). Score N:',
      '    +    N  whalle, similar word: whale; title N',
      '    +    N  melville, as typed; author N',
      '    +    N  the, optional word; title N',
      '    ×    N  words that match',
      '',
    ]);
  });

  it('with --explain prints lines of at most 100 characters', async () => {
    const subjects = Array.from({ length: 6 }, (_, i) => `Whales in the ocean ${i}`);
    const texts = { subjects, series: [{ name: 'Ocean' }], description: 'Ocean', notes: ['Ocean'] };
    const titles = [book('1', `Ocean ${'and ocean '.repeat(15)}`, { ...texts, tags: ['ocean'] })];
    const directory = writeRecords(scratchDirectory(), recordsOf({ titles }));
    const text = await outputOf('search', directory, 'ocean', '--explain');
    const lengths = text.split('\n').map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
    expect(Math.max(...lengths)).toBeGreaterThan(80);
  });

  it('with --explain and --json prints the result of explainSearchTitles', async () => {
    const directory = source();
    const text = await outputOf('search', directory, 'melville', '--explain', '--json');
    const params = { q: 'melville', library: 'harbour' };
    const catalog = openCatalog(directory);
    const explanation = explainSearchTitles([catalog], params, { baseUrl: 'http://localhost' });
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(explanation)));
    expect(explanation.titles).toHaveLength(2);
  });
});

describe('carrel openapi', () => {
  it('prints the OpenAPI description with the address of --base-url', async () => {
    const text = await outputOf('openapi', '--base-url', 'https://api.example.org');
    expect(JSON.parse(text)).toEqual(
      JSON.parse(JSON.stringify(openApiDocument('https://api.example.org'))),
    );
  });
});
