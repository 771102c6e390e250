import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../src/snapshot/create-catalog.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { SourceError } from '../../../src/snapshot/source/source-report.js';
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
const user = { id: 1001, name: 'ishmael' };
const list = { id: 'l', name: 'Sea', user: 1001, created: date, updated: date };
const TIME = 'an ISO 8601 date and time such as 2011-10-12T17:23:09Z';
const ADDRESS = 'an absolute address that begins with http:// or https://';

/** Returns a record of user content with one item about title 1. */
function contentOf(content_type: string, content_data: unknown) {
  const item = { content_type: { id: content_type }, content_data, updated: date };
  return { user: 1001, title: '1', content: [item] };
}

const CASES: [string, Files, string[]][] = [
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
    'a directory without any files',
    {
      'library.json': undefined,
      'titles.jsonl': undefined,
      'users.jsonl': undefined,
      'sessions.jsonl': undefined,
    },
    [
      'library.json: expected a file, found nothing',
      'titles.jsonl: expected a file, found nothing',
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
    'a library.json that is not an object',
    { 'library.json': '[]' },
    ['library.json: expected an object, found an array'],
  ],
  [
    'a library with missing fields',
    { 'library.json': '{}' },
    [
      'library.json: id: expected a string of a-z, 0-9, _ and - that begins with a letter or a digit, found nothing',
      'library.json: name: expected a non-empty string, found nothing',
      `library.json: snapshot_date: expected ${TIME}, found nothing`,
    ],
  ],
  [
    'a library with invalid values',
    {
      'library.json': [
        {
          id: 'Harbour Library',
          name: '',
          snapshot_date: '2026-11-01',
          catalog_url: '/catalog',
          branches: [{ id: 'M' }],
          formats: {},
        },
      ],
    },
    [
      'library.json: id: expected a string of a-z, 0-9, _ and - that begins with a letter or a digit, found the string "Harbour Library"',
      'library.json: name: expected a non-empty string, found the string ""',
      `library.json: snapshot_date: expected ${TIME}, found the string "2026-11-01"`,
      `library.json: catalog_url: expected ${ADDRESS}, found the string "/catalog"`,
      'library.json: branches[0].name: expected a non-empty string, found nothing',
      'library.json: formats: expected an array, found an object',
    ],
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
  [
    'null for required fields',
    { 'titles.jsonl': [{ id: '1', title: null, format: { id: null, name: null } }] },
    [
      'titles.jsonl:1: title: expected a non-empty string, found null',
      'titles.jsonl:1: format.id: expected a non-empty string, found null',
    ],
  ],
  [
    'a line that is not an object',
    { 'titles.jsonl': '"Moby-Dick"\n[]\nnull\n7\ntrue' },
    [
      'titles.jsonl:1: expected an object, found the string "Moby-Dick"',
      'titles.jsonl:2: expected an object, found an array',
      'titles.jsonl:3: expected an object, found null',
      'titles.jsonl:4: expected an object, found the number 7',
      'titles.jsonl:5: expected an object, found true',
    ],
  ],
  [
    'a title without its required fields',
    { 'titles.jsonl': [{}, { id: '2', title: 'Typee', format: {} }] },
    [
      'titles.jsonl:1: id: expected a non-empty string, found nothing',
      'titles.jsonl:1: title: expected a non-empty string, found nothing',
      'titles.jsonl:1: format: expected an object, found nothing',
      'titles.jsonl:2: format.id: expected a non-empty string, found nothing',
    ],
  ],
  [
    'a title with fields of the wrong type',
    {
      'titles.jsonl': [
        { ...title, id: 1, rating: '4.5', fiction: 'yes', authors: 'Herman Melville', pages: 12.5 },
        { ...title, isbns: [9780142437247], primary_language: 'English' },
      ],
    },
    [
      'titles.jsonl:1: id: expected a non-empty string, found the number 1',
      'titles.jsonl:1: authors: expected an array, found the string "Herman Melville"',
      'titles.jsonl:1: pages: expected a whole number of at least 0, found the number 12.5',
      'titles.jsonl:1: rating: expected a number from 0 to 5, found the string "4.5"',
      'titles.jsonl:1: fiction: expected true or false, found the string "yes"',
      'titles.jsonl:2: isbns[0]: expected a string, found the number 9780142437247',
      'titles.jsonl:2: primary_language: expected an object, found the string "English"',
    ],
  ],
  [
    'a title with values out of range',
    {
      'titles.jsonl': [
        {
          ...title,
          details_url: 'javascript:alert(1)',
          pages: -1,
          series: [{ name: '' }],
          holdings: [{ branch: 'M' }, { status: 'AVAILABLE', branch: '' }],
          added: '2023-02-29',
          popularity: -0.5,
          rating: 5.1,
        },
      ],
    },
    [
      `titles.jsonl:1: details_url: expected ${ADDRESS}, found the string "javascript:alert(1)"`,
      'titles.jsonl:1: pages: expected a whole number of at least 0, found the number -1',
      'titles.jsonl:1: series[0].name: expected a non-empty string, found the string ""',
      'titles.jsonl:1: holdings[0].status: expected a non-empty string, found nothing',
      'titles.jsonl:1: holdings[1].branch: expected a non-empty string, found the string ""',
      'titles.jsonl:1: added: expected an ISO 8601 date, with or without a time, such as 2011-10-12T17:23:09Z, found the string "2023-02-29"',
      'titles.jsonl:1: popularity: expected a number of at least 0, found the number -0.5',
      'titles.jsonl:1: rating: expected a number from 0 to 5, found the number 5.1',
    ],
  ],
  [
    'a long value, truncated in the message',
    { 'titles.jsonl': [{ ...title, details_url: 'x'.repeat(1000) }] },
    [`titles.jsonl:1: details_url: expected ${ADDRESS}, found the string "${'x'.repeat(60)}..."`],
  ],
  [
    'a title id that is repeated',
    { 'titles.jsonl': [title, { ...title, id: '2' }, { ...title, title: 'The Whale' }, title] },
    [
      "titles.jsonl:3: id: expected a unique id, found '1', the id of the title at titles.jsonl:1",
      "titles.jsonl:4: id: expected a unique id, found '1', the id of the title at titles.jsonl:1",
    ],
  ],
  [
    'a user id that is repeated, as a string and as a number',
    { 'users.jsonl': [user, { id: '1001', name: 'ahab' }] },
    ["users.jsonl:2: id: expected a unique id, found '1001', the id of the user at users.jsonl:1"],
  ],
  [
    'a list id that is repeated',
    {
      'lists.jsonl': [
        { ...list, list_items: [] },
        { ...list, list_items: [] },
      ],
    },
    ["lists.jsonl:2: id: expected a unique id, found 'l', the id of the list at lists.jsonl:1"],
  ],
  [
    'a session id that is repeated, without quoting the id',
    {
      'sessions.jsonl': [
        { id: 'secret', user: 1001 },
        { id: 'secret', user: 1001 },
      ],
    },
    ['sessions.jsonl:2: id: expected a unique id, found the id of an earlier session'],
  ],
  [
    'a repeated id that is the name of a property of every object',
    {
      'titles.jsonl': [
        { ...title, id: '__proto__' },
        { ...title, id: '__proto__' },
      ],
    },
    [
      "titles.jsonl:2: id: expected a unique id, found '__proto__', the id of the title at titles.jsonl:1",
    ],
  ],
  [
    'content of an unknown user about an unknown title',
    { 'user_content.jsonl': [{ user: 'nobody', title: '404' }] },
    [
      "user_content.jsonl:1: user: expected the id of a user in users.jsonl, found 'nobody'",
      "user_content.jsonl:1: title: expected the id of a title in titles.jsonl, found '404'",
    ],
  ],
  [
    'a list of an unknown user with unknown titles',
    {
      'lists.jsonl': [
        {
          ...list,
          user: '__proto__',
          anchor_bib: 'constructor',
          list_items: [
            { list_item_type: 'title', title: '1' },
            { list_item_type: 'title', title: '404' },
          ],
        },
      ],
    },
    [
      "lists.jsonl:1: user: expected the id of a user in users.jsonl, found '__proto__'",
      "lists.jsonl:1: anchor_bib: expected the id of a title in titles.jsonl, found 'constructor'",
      "lists.jsonl:1: list_items[1].title: expected the id of a title in titles.jsonl, found '404'",
    ],
  ],
  [
    'invalid sessions, without quoting them',
    {
      'sessions.jsonl': '{"id":5,"user":1001}\n{"id":"secret\\ud800","user":1001}\n"secret"',
    },
    [
      'sessions.jsonl:1: id: expected a non-empty string, found another value',
      "sessions.jsonl:2: id: expected text without unpaired surrogates, other than '.' and '..', found another value",
      'sessions.jsonl:3: expected an object, found another value',
    ],
  ],
  [
    'a session that is not JSON, without quoting the line',
    { 'sessions.jsonl': '{"id":secret,"user":1001}' },
    ['sessions.jsonl:1: expected one JSON object per line, found text that is not JSON'],
  ],
  [
    'a session of an unknown user',
    { 'sessions.jsonl': [{ id: 'secret', user: 7 }] },
    ["sessions.jsonl:1: user: expected the id of a user in users.jsonl, found '7'"],
  ],
  [
    'sessions without a users.jsonl',
    { 'users.jsonl': undefined },
    ["sessions.jsonl:1: user: expected the id of a user in users.jsonl, found '1001'"],
  ],
  [
    'list items with missing or invalid fields',
    {
      'lists.jsonl': [
        { ...list, list_items: [{ list_item_type: 'title' }, { list_item_type: 'url' }] },
        {
          ...list,
          id: 'm',
          list_items: [{ list_item_type: 'film' }, {}, { list_item_type: 'url', url: {} }],
        },
        { ...list, id: 'n' },
      ],
    },
    [
      'lists.jsonl:2: list_items[0].list_item_type: expected one of title, url, found the string "film"',
      'lists.jsonl:2: list_items[1].list_item_type: expected one of title, url, found nothing',
      'lists.jsonl:2: list_items[2].url.title: expected a non-empty string, found nothing',
      `lists.jsonl:2: list_items[2].url.url: expected ${ADDRESS}, found nothing`,
      'lists.jsonl:3: list_items: expected an array, found nothing',
      'lists.jsonl:1: list_items[0].title: expected a value because list_item_type is title, found nothing',
      'lists.jsonl:1: list_items[1].url: expected a value because list_item_type is url, found nothing',
    ],
  ],
  [
    'content data that does not match its content type',
    {
      'user_content.jsonl': [
        contentOf('rating', '4.5'),
        contentOf('age_suitability', {}),
        contentOf('comment', 5),
        contentOf('tag', {}),
        contentOf('quotation', 1),
        contentOf('summary', 2),
        contentOf('notice', 3),
        contentOf('video', 'https://example.org'),
        contentOf('similar_title', 1),
      ],
    },
    [
      'user_content.jsonl:1: content[0].content_data: expected a number for content of type rating, found the string "4.5"',
      'user_content.jsonl:2: content[0].content_data: expected a number for content of type age_suitability, found an object',
      'user_content.jsonl:3: content[0].content_data: expected a string for content of type comment, found the number 5',
      'user_content.jsonl:4: content[0].content_data: expected a string for content of type tag, found an object',
      'user_content.jsonl:5: content[0].content_data: expected a string for content of type quotation, found the number 1',
      'user_content.jsonl:6: content[0].content_data: expected a string for content of type summary, found the number 2',
      'user_content.jsonl:7: content[0].content_data: expected a string for content of type notice, found the number 3',
      'user_content.jsonl:8: content[0].content_data: expected an object for content of type video, found the string "https://example.org"',
      'user_content.jsonl:9: content[0].content_data: expected an object for content of type similar_title, found the number 1',
    ],
  ],
  [
    'content data that is not a string, a number or an object',
    {
      'user_content.jsonl': [
        contentOf('haiku', true),
        contentOf('haiku', null),
        contentOf('haiku', ['a']),
      ],
    },
    ['true', 'null', 'an array'].map(
      (found, index) =>
        `user_content.jsonl:${index + 1}: content[0].content_data: expected a string or a number or an object, found ${found}`,
    ),
  ],
  [
    'a date that does not exist',
    {
      'user_content.jsonl': [
        {
          user: 1001,
          title: '1',
          content: [
            { content_type: { id: 'tag' }, content_data: 'sea', updated: '2019-02-29T00:00:00Z' },
          ],
        },
      ],
    },
    [
      `user_content.jsonl:1: content[0].updated: expected ${TIME}, found the string "2019-02-29T00:00:00Z"`,
    ],
  ],
  [
    'users without a name and users with an invalid id',
    { 'users.jsonl': [user, { id: '2' }, { id: true, name: 'ahab' }, { id: '', name: 'pip' }] },
    [
      'users.jsonl:2: name: expected a non-empty string, found nothing',
      'users.jsonl:3: id: expected a non-empty string or a number, found true',
      'users.jsonl:4: id: expected a non-empty string or a number, found the string ""',
    ],
  ],
  [
    'a borrower id that is a number',
    { 'sessions.jsonl': [{ id: 's', user: 1001, borrowers: { harbour: 21870000341 } }] },
    ['sessions.jsonl:1: borrowers.harbour: expected a string, found the number 21870000341'],
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
