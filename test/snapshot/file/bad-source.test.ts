import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog, openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { SourceError } from '../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { type FileContent, scratchDirectory } from './scratch-directory.js';
import { SMALL_SOURCE, writeSource } from './source-files.js';

type Files = Readonly<Record<string, FileContent | undefined>>;

/**
 * Builds a source with errors, and returns the lines of the error, with paths relative to the source directory.
 * Expects that an existing snapshot is unchanged, and that `openCatalog` throws the same message.
 *
 * @param files the files that replace or extend `SMALL_SOURCE`; `undefined` removes a file
 */
async function errorsOf(files: Files): Promise<string[]> {
  const directory = scratchDirectory();
  const source = join(directory, 'source');
  mkdirSync(source);
  writeSource(source, files);
  const snapshot = join(directory, 'existing.snapshot');
  const before = Buffer.from('the previous content');
  writeFileSync(snapshot, before);
  const error = await buildSnapshot(source, snapshot).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceError);
  expect(readFileSync(snapshot).equals(before)).toBe(true);
  expect(readdirSync(directory).sort()).toEqual(['existing.snapshot', 'source']);
  expect(messageOf(() => openCatalog(source))).toBe((error as Error).message);
  return (error as Error).message.replaceAll(join(source, '/'), '').split('\n');
}

/** Returns the message of the error that a function throws. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('expected an error, found none');
}

/** Returns the message of `JSON.parse` for a text that is not JSON, on one line. Node versions differ in the message. */
function jsonError(text: string): string {
  return messageOf(() => JSON.parse(text)).replace(/\s+/g, ' ');
}

const date = '2018-01-15T16:23:09Z';
const title = { id: '1', title: 'Moby-Dick', format: { id: 'BK' } };
const list = { id: 'l', name: 'Sea', user: 1001, created: date, updated: date };

/**
 * Reads the cases in `bad-sources.txt`: a name, lines of files, and the lines of the error. A file without a line does not
 * exist.
 */
function readCases(): [string, Files, string[]][] {
  const text = readFileSync(join(import.meta.dirname, 'bad-sources.txt'), 'utf8');
  return text
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [name, ...rest] = block.split('\n');
      const files: Record<string, string | undefined> = {};
      for (const line of rest.filter((each) => !each.startsWith('- '))) {
        const [, file, content] = /^(\S+)(?: (.*))?$/.exec(line) ?? [];
        files[file] = files[file] === undefined ? content : `${files[file]}\n${content}`;
      }
      const errors = rest.filter((each) => each.startsWith('- ')).map((each) => each.slice(2));
      return [name.slice(2), files, errors];
    });
}

const CASES: [string, Files, unknown[]][] = [
  ...readCases(),
  [
    'a title and a list that exceed the limits',
    {
      'library.json': JSON.stringify({
        id: 'harbour',
        name: 'Harbour Library',
        snapshot_date: date,
        limits: { holdings: 1 },
      }),
      'titles.jsonl': [
        title,
        { ...title, id: '2', holdings: Array(2).fill({ branch: 'MAIN', status: 'LOST' }) },
      ],
      'lists.jsonl': [
        { ...list, list_items: Array(10_001).fill({ list_item_type: 'title', title: '1' }) },
      ],
    },
    [
      'lists.jsonl:1: list_items: expected at most 10000 items, found 10001; raise limits.list_items of the library record to accept this list',
      'titles.jsonl:2: holdings: expected at most 1 items, found 2; raise limits.holdings of the library record to accept this title',
    ],
  ],
  [
    'an empty library.json',
    { 'library.json': '' },
    ['library.json: expected a JSON object, found nothing'],
  ],
  [
    'a library.json that is not JSON',
    { 'library.json': '{"id": }' },
    [
      `library.json:1: expected a JSON object, found text that is not JSON (${jsonError('{"id": }\n')})`,
    ],
  ],
  [
    'a library.json with an error in a later line',
    { 'library.json': '{\n  "id": "harbour",\n  "name": }\n}\n' },
    [
      expect.stringMatching(
        /^library\.json:3: expected a JSON object, found text that is not JSON /,
      ),
    ],
  ],
  [
    'a library.json with a string that does not end in its line',
    { 'library.json': '{\n  "id": "harbour",\n  "name": "Harbour\n}\n' },
    [
      expect.stringMatching(
        /^library\.json:3: expected a JSON object, found text that is not JSON /,
      ),
    ],
  ],
  [
    'a library.json without its end',
    { 'library.json': '{\n  "id": "harbour",\n  "name": "Harbour"\n\n' },
    [
      expect.stringMatching(
        /^library\.json:3: expected a JSON object, found text that is not JSON /,
      ),
    ],
  ],
  [
    'a library.json that is not UTF-8',
    { 'library.json': Buffer.from('{\n  "id": "harbour",\n  "name": "Fl\xe8che"\n}\n', 'latin1') },
    ['library.json:3: expected a JSON object in UTF-8, found bytes that are not UTF-8'],
  ],
  [
    'a line that is not JSON, with a line number that counts blank lines',
    { 'titles.jsonl': `\n${JSON.stringify(title)}\n\n{"id": "2",}\n` },
    [
      `titles.jsonl:4: expected one JSON object per line, found text that is not JSON (${jsonError('{"id": "2",}')})`,
    ],
  ],
  [
    'a line that is not UTF-8',
    {
      'titles.jsonl': Buffer.from(
        '{"id":"1","title":"Les Mis\xe9rables","format":{"id":"BK"}}',
        'latin1',
      ),
    },
    ['titles.jsonl:1: expected one JSON object per line in UTF-8, found bytes that are not UTF-8'],
  ],
  [
    'a line of more than 64 MiB',
    { 'titles.jsonl': Buffer.concat([Buffer.alloc(66 * 2 ** 20, 'x'), Buffer.from('\n{')]) },
    [
      'titles.jsonl:1: expected a line of at most 67108864 bytes, found more',
      `titles.jsonl:2: expected one JSON object per line, found text that is not JSON (${jsonError('{')})`,
    ],
  ],
  [
    'a library record of more than 64 MiB',
    { 'library.json': Buffer.from(`${'x'.repeat(1e6)}\n`.repeat(68)) },
    ['library.json: expected a JSON object of at most 67108864 bytes, found more'],
  ],
  [
    'a title of more than 16 MiB',
    {
      'titles.jsonl': [title, { ...title, id: '2', contents: ['x'.repeat(9e6), 'x'.repeat(9e6)] }],
    },
    ['titles.jsonl:2: expected a title of at most 16777216 characters, found 18000012'],
  ],
];

describe('reading an invalid source', () => {
  it.each(CASES)('reports %s', async (_case, files, errors) => {
    expect(await errorsOf(files)).toEqual(errors);
  });

  it('lists the first 20 errors and counts the others', async () => {
    const lines = (count: number) => ({
      'titles.jsonl': Array.from({ length: count }, () => ({ ...title, id: 7 })),
    });
    const line = (n: number) =>
      `titles.jsonl:${n}: id: expected a non-empty string, found the number 7`;
    const twenty = Array.from({ length: 20 }, (_, n) => line(n + 1));
    expect(await errorsOf(lines(20))).toEqual(twenty);
    expect(await errorsOf(lines(1034))).toEqual([...twenty, '... and 1014 more errors']);
  });

  it('uses the singular for one further error', async () => {
    const bad = Array.from({ length: 21 }, () => ({ ...title, id: 7 }));
    expect((await errorsOf({ 'titles.jsonl': bad })).at(-1)).toBe('... and 1 more error');
  });

  it('reports the errors of all files together', async () => {
    const errors = await errorsOf({
      'library.json': '{}',
      'titles.jsonl': '{',
      'users.jsonl': '{',
      'user_content.jsonl': '{',
      'lists.jsonl': '{',
      'sessions.jsonl': '{',
    });
    const files = new Set(errors.map((error) => error.split(':')[0]));
    expect([...files].sort()).toEqual([
      'library.json',
      'lists.jsonl',
      'sessions.jsonl',
      'titles.jsonl',
      'user_content.jsonl',
      'users.jsonl',
    ]);
  });

  it('reports errors of records in memory with the index of the record', () => {
    const records = recordsOf({
      titles: [book('1', 'Emma'), book('1', '')],
      lists: [{ ...list, list_items: [] }],
    });
    expect(() => createCatalog(records)).toThrow(
      new SourceError(
        [
          {
            place: 'titles[1]',
            problem: 'title: expected a non-empty string, found the string ""',
          },
          {
            place: 'lists[0]',
            problem: "user: expected the id of a user in users, found '1001'",
          },
        ],
        2,
      ),
    );
  });
});

describe('a valid source', () => {
  const titlesOf = (files: Files) => {
    const catalog = openCatalog(writeSource(scratchDirectory(), files));
    return Array.from({ length: catalog.titles.size }, (_, number) => catalog.titles.get(number));
  };
  const line = JSON.stringify(title);

  it.each<[string, FileContent]>([
    ['without a line feed at the end of the file', line],
    ['with blank lines', `\n \n${line}\n\t\n\n`],
    ['with carriage returns', `${line}\r\n\r\n`],
    ['with a byte order mark', `\ufeff${line}\n`],
    ['with spaces around the objects', `  ${line}  \n`],
  ])('is read %s', (_case, content) => {
    expect(titlesOf({ 'titles.jsonl': content })).toEqual([title]);
  });

  it.each([
    ['a byte order mark', `\ufeff${SMALL_SOURCE['library.json']}`],
    [
      'carriage returns',
      JSON.stringify(JSON.parse(SMALL_SOURCE['library.json']), null, 2).replaceAll('\n', '\r\n'),
    ],
  ])('is read with %s in library.json', (_case, content) => {
    expect(titlesOf({ 'library.json': content })).toEqual([title]);
  });

  it('is read with lines longer than 1 MiB, the size of a chunk', () => {
    const titles = ['1', '2', '3'].map((id) => ({
      ...title,
      id,
      details_url: `https://example.org/${'水'.repeat(400_000)}${id}`,
    }));
    expect(titlesOf({ 'titles.jsonl': titles })).toEqual(titles);
  });

  it('is read without titles', () => {
    expect(titlesOf({ 'titles.jsonl': '' })).toEqual([]);
  });

  it('is read with the last value of a repeated field', () => {
    const twice = '{"id":"1","title":"The Whale","title":"Moby-Dick","format":{"id":"BK"}}';
    expect(titlesOf({ 'titles.jsonl': twice })).toEqual([title]);
  });
});
