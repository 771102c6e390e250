import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build } from '../../src/cli/build.js';
import { UsageError } from '../../src/cli/command-line.js';
import { inspect } from '../../src/cli/inspect.js';
import { openapi } from '../../src/cli/openapi.js';
import { routes } from '../../src/cli/routes.js';
import { search } from '../../src/cli/search.js';
import { serve } from '../../src/cli/serve.js';
import { openApiDocument } from '../../src/v1/openapi/openapi-document.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';

const COMMANDS = { build, serve, search, inspect, openapi, routes };
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a command prints when all goes well. */
async function printed(name: Name, ...args: string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  expect(await COMMANDS[name].run(args)).toBe(0);
  return text;
}

/** A source of two books. */
function source(): string {
  const titles = [
    book('1', 'Moby-Dick', { sub_title: 'or, The Whale', authors: [{ name: 'Herman Melville' }] }),
    book('2', 'Typee', { authors: [{ name: 'Herman Melville' }] }),
  ];
  return writeRecords(scratchDirectory(), recordsOf({ titles }));
}

describe('a command', () => {
  it.each(NAMES)('%s has help that fits one screen of 24 lines and 100 columns', (name) => {
    const lines = COMMANDS[name].help.trimEnd().split('\n');
    expect(lines[0].startsWith(`carrel ${name} `)).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each<[Name, string[], string]>([
    ['build', [], 'no SOURCE is given.'],
    ['build', ['a'], 'no FILE is given; wanted -o FILE.'],
    ['build', ['a', '-o', ''], 'no FILE is given; wanted -o FILE.'],
    [
      'build',
      ['a', '-o', 'b', '--threads', '0'],
      "--threads is '0'; wanted a whole number from 1 to 64.",
    ],
    [
      'build',
      ['data', 'package.json', '-o', 'c'],
      "data is a directory, a SOURCE by itself; found also 'package.json'.",
    ],
    [
      'build',
      ['data', '-o', 'c', '--lenient'],
      '--lenient is for files of records, and data is a directory.',
    ],
    [
      'build',
      ['package.json', '-o', 'c'],
      'files of records name no library; wanted --library FILE, a file of JSON such as {"id": "branch", "name": "Branch Library", "snapshot_date": "2026-11-01T00:00:00Z"}.',
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--date', 'today'],
      "--date is 'today'; wanted now, or a date and time such as 2026-11-01T00:00:00Z.",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--holdings', 'aleph'],
      "--holdings is 'aleph'; wanted symphony, koha, sierra, sierra-949, evergreen, 852, none, or a JSON file that is there.",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--id', '35'],
      "--id is '35'; wanted a tag and a subfield such as 035a, or 001.",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--with', 'package.json'],
      "--with is 'package.json', which is no directory.",
    ],
    [
      'build',
      ['package.json', '-o', 'c', '--library', 'l', '--columns', 'x.json'],
      '--columns is for .csv; found no such SOURCE.',
    ],
    [
      'build',
      ['-', '-', '-o', 'c', '--library', 'l'],
      '- is given twice; standard input can be read once.',
    ],
    ['serve', [], 'no PATH is given.'],
    [
      'serve',
      ['a'],
      'no API key is given; wanted --api-key, --api-keys, CARREL_API_KEYS, or --open for none.',
    ],
    ['serve', ['a', '--api-key', ''], 'an --api-key is empty.'],
    [
      'serve',
      ['a', '--api-key', 'k', '--port', '65536'],
      "--port is '65536'; wanted a whole number from 0 to 65535.",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--port', '80a'],
      "--port is '80a'; wanted a whole number from 0 to 65535.",
    ],
    [
      'serve',
      ['a', '--api-key', 'k', '--base-url', 'example.org'],
      "--base-url is 'example.org'; wanted an address with http:// or https://.",
    ],
    [
      'serve',
      ['a', '--open', '--host', '0.0.0.0'],
      '--open lets everybody in who reaches --host 0.0.0.0; wanted 127.0.0.1, ::1 or localhost.',
    ],
    [
      'serve',
      ['a', '--open', '--limit', 'connection=1'],
      "there is no limit 'connection'; there are connections, requests-per-connection, requests-in-flight, requests-per-second, head-seconds, request-seconds, response-seconds, idle-seconds, head-bytes, url-bytes.",
    ],
    [
      'serve',
      ['a', '--open', '--limit', 'idle-seconds'],
      "--limit idle-seconds is ''; wanted a whole number from 1 to 1000000.",
    ],
    [
      'serve',
      ['a', '--open', '--log', 'debug'],
      "--log is 'debug'; wanted one of off, error, info.",
    ],
    [
      'serve',
      ['a', '--open', '--metrics', 'yes'],
      "--metrics is 'yes'; wanted one of local, all, none.",
    ],
    [
      'serve',
      ['a', '--open', '--cache', '64MB'],
      "--cache is '64MB'; wanted a whole number from 0 to 1000000.",
    ],
    ['search', [], 'no PATH is given.'],
    ['search', ['a'], 'no QUERY is given.'],
    ['search', ['a', ' '], 'no QUERY is given.'],
    [
      'search',
      ['a', 'b', '--type', 'title'],
      "--type is 'title'; wanted one of keyword, author, subject, tag, series, custom.",
    ],
    [
      'search',
      ['a', 'b', '--limit', '101'],
      "--limit is '101'; wanted a whole number from 1 to 100.",
    ],
    ['search', ['a', 'b', '--limit', '0'], "--limit is '0'; wanted a whole number from 1 to 100."],
    ['inspect', [], 'no FILE is given.'],
    ['inspect', ['a', 'b'], "one FILE is wanted; found also 'b'."],
    ['openapi', ['a'], "no argument is wanted; found 'a'."],
  ])('%s with %j is a bad command line', async (name, args, message) => {
    await expect(COMMANDS[name].run(args)).rejects.toThrow(new UsageError(message));
  });

  it.each(NAMES)('%s knows no option that is not its own', async (name) => {
    const run = COMMANDS[name].run(['a', '--colour']);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow("Unknown option '--colour'");
  });

  it.each<[Name, string[]]>([
    ['search', ['whale']],
    ['inspect', []],
    ['serve', ['--api-key', 'k', '--port', '0']],
  ])('%s of a file that is not there is bad input', async (name, args) => {
    const run = COMMANDS[name].run(['missing.snapshot', ...args]);
    await expect(run).rejects.toThrow('missing.snapshot does not exist; wanted a snapshot file.');
    await expect(run).rejects.not.toThrow(UsageError);
  });
});

describe('build', () => {
  it('refuses a SOURCE that is missing', async () => {
    const directory = source();
    const [missing, file] = [join(directory, 'missing'), join(directory, 'x.snapshot')];
    await expect(build.run([missing, '-o', file])).rejects.toThrow(
      `${missing} is not there; wanted a directory with library.json and titles.jsonl, or a file of records.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('refuses a FILE where none can stand', async () => {
    const directory = source();
    const nowhere = join(directory, 'nowhere');
    const file = join(nowhere, 'x.snapshot');
    await expect(build.run([directory, '-o', file])).rejects.toThrow(
      `${nowhere} is no directory; ${file} cannot stand there.`,
    );
    await expect(build.run([directory, '-o', directory])).rejects.toThrow(
      `${directory} is a directory; wanted a file to write.`,
    );
  });

  it('overwrites no file that it reads, whatever it is called', async () => {
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
      [[at('h.csv'), ...settings], 'h.csv'],
      [[at('h.csv'), ...settings], 'linked.csv'],
      [[at('h.csv'), ...settings], 'library.json'],
      [[at('h.csv'), ...settings], 'map.json'],
      [[at('h.csv'), ...settings], 'copies.json'],
      [[at('h.csv'), ...settings], 'users.jsonl'],
    ] as const) {
      const before = existsSync(at(name)) && readFileSync(at(name), 'utf8');
      await expect(build.run([...sources, '-o', at(name)])).rejects.toThrow(
        new UsageError(`--output is '${at(name)}', which is read; wanted another file.`),
      );
      expect(existsSync(at(name)) && readFileSync(at(name), 'utf8')).toBe(before);
    }
    const report = build.run([
      ...[at('h.csv'), ...settings, '-o', at('h.snapshot'), '--report', at('h.csv')],
    ]);
    await expect(report).rejects.toThrow(
      new UsageError(`--report is '${at('h.csv')}', which is read; wanted another file.`),
    );
  });

  it('writes its report over no snapshot', async () => {
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
        new UsageError(`--report is '${report}', which is --output too; wanted another file.`),
      );
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe('search', () => {
  it('takes several words for one query, and a source directory for a catalog', async () => {
    expect(await printed('search', source(), 'melville', 'whale')).toBe(
      '1 title\n1  Moby-Dick: or, The Whale  Herman Melville  Book\n',
    );
  });

  it('says so when there is no such title', async () => {
    expect(await printed('search', source(), 'nothing')).toBe('0 titles\n');
  });

  it('prints no more titles than it is told', async () => {
    expect(await printed('search', source(), '*', '--limit', '1')).toBe(
      '2 titles\n1  Moby-Dick: or, The Whale  Herman Melville  Book\n',
    );
  });
});

describe('openapi', () => {
  it('prints the description of the API, served from where it is told', async () => {
    const text = await printed('openapi', '--base-url', 'https://api.example.org');
    expect(JSON.parse(text)).toEqual(
      JSON.parse(JSON.stringify(openApiDocument('https://api.example.org'))),
    );
  });
});
