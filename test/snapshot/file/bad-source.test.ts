import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../src/snapshot/create-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/build-snapshot.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { SourceError } from '../../../src/snapshot/source-report.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { type FileContent, scratchDirectory } from './scratch-directory.js';
import { SMALL_SOURCE, writeSource } from './source-files.js';

type Files = Readonly<Record<string, FileContent | undefined>>;

/** What a build of the source says is wrong, with paths as they are within the source. */
async function problemsOf(files: Files): Promise<string[]> {
  const directory = scratchDirectory();
  const source = join(directory, 'source');
  mkdirSync(source);
  writeSource(source, files);
  const snapshot = join(directory, 'kept.snapshot');
  const before = Buffer.from('what stood here before');
  writeFileSync(snapshot, before);
  const error = await buildSnapshot(source, snapshot).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceError);
  expect(readFileSync(snapshot).equals(before)).toBe(true);
  expect(readdirSync(directory).sort()).toEqual(['kept.snapshot', 'source']);
  expect(messageOf(() => openCatalog(source))).toBe((error as Error).message);
  return (error as Error).message.replaceAll(join(source, '/'), '').split('\n');
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

/** The reason that this Node gives for a text that is not JSON. */
function reason(text: string): string {
  return messageOf(() => JSON.parse(text)).replace(/\s+/g, ' ');
}

const written = '2018-01-15T16:23:09Z';
const title = { id: '1', title: 'Moby-Dick', format: { id: 'BK' } };
const user = { id: 1001, name: 'ishmael' };
const list = { id: 'l', name: 'Sea', user: 1001, created: written, updated: written };
const TIME = 'an ISO 8601 date and time such as 2011-10-12T17:23:09Z';
const ADDRESS = 'an absolute address that begins with http:// or https://';

/** Content of one item about the one title. */
function said(content_type: string, content_data: unknown) {
  const item = { content_type: { id: content_type }, content_data, updated: written };
  return { user: 1001, title: '1', content: [item] };
}

const CASES: [string, Files, string[]][] = [
  [
    'a directory without any file',
    {
      'library.json': undefined,
      'titles.jsonl': undefined,
      'users.jsonl': undefined,
      'sessions.jsonl': undefined,
    },
    [
      'library.json: there is no such file, and a source needs it.',
      'titles.jsonl: there is no such file, and a source needs it.',
    ],
  ],
  [
    'a library.json that is empty',
    { 'library.json': '' },
    ['library.json:1: found nothing, wanted a JSON object.'],
  ],
  [
    'a library.json that is not JSON',
    { 'library.json': '{"id": }' },
    [`library.json:1: not JSON (${reason('{"id": }\n')}), wanted a JSON object.`],
  ],
  [
    'a library.json that is no object',
    { 'library.json': '[]' },
    ['library.json:1: found an array, wanted an object.'],
  ],
  [
    'a library with fields missing',
    { 'library.json': '{}' },
    [
      'library.json:1: id: missing, wanted a string of a-z, 0-9, _ and -, not beginning with a sign.',
      'library.json:1: name: missing, wanted a string that is not empty.',
      `library.json:1: snapshot_date: missing, wanted ${TIME}.`,
    ],
  ],
  [
    'a library with wrong values',
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
      'library.json:1: id: found the string "Harbour Library", wanted a string of a-z, 0-9, _ and -, not beginning with a sign.',
      'library.json:1: name: found the string "", wanted a string that is not empty.',
      `library.json:1: snapshot_date: found the string "2026-11-01", wanted ${TIME}.`,
      `library.json:1: catalog_url: found the string "/catalog", wanted ${ADDRESS}.`,
      'library.json:1: branches[0].name: missing, wanted a string that is not empty.',
      'library.json:1: formats: found an object, wanted an array.',
    ],
  ],
  [
    'a line that is not JSON, counted as editors do',
    { 'titles.jsonl': `\n${JSON.stringify(title)}\n\n{"id": "2",}\n` },
    [`titles.jsonl:4: not JSON (${reason('{"id": "2",}')}), wanted one JSON object a line.`],
  ],
  [
    'a line that is not UTF-8',
    {
      'titles.jsonl': Buffer.from(
        '{"id":"1","title":"Les Mis\xe9rables","format":{"id":"BK"}}',
        'latin1',
      ),
    },
    ['titles.jsonl:1: found bytes that are not UTF-8, wanted one JSON object a line in UTF-8.'],
  ],
  [
    'a line that is no object',
    { 'titles.jsonl': '"Moby-Dick"\n[]\nnull\n7\ntrue' },
    [
      'titles.jsonl:1: found the string "Moby-Dick", wanted an object.',
      'titles.jsonl:2: found an array, wanted an object.',
      'titles.jsonl:3: found null, wanted an object.',
      'titles.jsonl:4: found the number 7, wanted an object.',
      'titles.jsonl:5: found true, wanted an object.',
    ],
  ],
  [
    'a title with required fields missing',
    { 'titles.jsonl': [{}, { id: '2', title: 'Typee', format: {} }] },
    [
      'titles.jsonl:1: id: missing, wanted a string that is not empty.',
      'titles.jsonl:1: title: missing, wanted a string that is not empty.',
      'titles.jsonl:1: format: missing, wanted an object.',
      'titles.jsonl:2: format.id: missing, wanted a string that is not empty.',
    ],
  ],
  [
    'a title with fields of a wrong type',
    {
      'titles.jsonl': [
        { ...title, id: 1, rating: '4.5', fiction: 'yes', authors: 'Herman Melville', pages: 12.5 },
        { ...title, isbns: [9780142437247], sub_title: null, primary_language: 'English' },
      ],
    },
    [
      'titles.jsonl:1: id: found the number 1, wanted a string that is not empty.',
      'titles.jsonl:1: authors: found the string "Herman Melville", wanted an array.',
      'titles.jsonl:1: pages: found the number 12.5, wanted a whole number of at least 0.',
      'titles.jsonl:1: rating: found the string "4.5", wanted a number from 0 to 5.',
      'titles.jsonl:1: fiction: found the string "yes", wanted true or false.',
      'titles.jsonl:2: sub_title: found null, wanted a string.',
      'titles.jsonl:2: isbns[0]: found the number 9780142437247, wanted a string.',
      'titles.jsonl:2: primary_language: found the string "English", wanted an object.',
    ],
  ],
  [
    'a title with values out of their range',
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
      `titles.jsonl:1: details_url: found the string "javascript:alert(1)", wanted ${ADDRESS}.`,
      'titles.jsonl:1: pages: found the number -1, wanted a whole number of at least 0.',
      'titles.jsonl:1: series[0].name: found the string "", wanted a string that is not empty.',
      'titles.jsonl:1: holdings[0].status: missing, wanted a string that is not empty.',
      'titles.jsonl:1: holdings[1].branch: found the string "", wanted a string that is not empty.',
      'titles.jsonl:1: added: found the string "2023-02-29", wanted an ISO 8601 date, with or without a time, such as 2011-10-12T17:23:09Z.',
      'titles.jsonl:1: popularity: found the number -0.5, wanted a number of at least 0.',
      'titles.jsonl:1: rating: found the number 5.1, wanted a number from 0 to 5.',
    ],
  ],
  [
    'a value that is long, cut short in the message',
    { 'titles.jsonl': [{ ...title, details_url: 'x'.repeat(1000) }] },
    [`titles.jsonl:1: details_url: found the string "${'x'.repeat(60)}...", wanted ${ADDRESS}.`],
  ],
  [
    'a title id that is repeated',
    { 'titles.jsonl': [title, { ...title, id: '2' }, { ...title, title: 'The Whale' }, title] },
    [
      "titles.jsonl:3: id: found '1', the id of the title at titles.jsonl:1, wanted each id once.",
      "titles.jsonl:4: id: found '1', the id of the title at titles.jsonl:1, wanted each id once.",
    ],
  ],
  [
    'a user id that is repeated, once as a String and once as a Number',
    { 'users.jsonl': [user, { id: '1001', name: 'ahab' }] },
    ["users.jsonl:2: id: found '1001', the id of the user at users.jsonl:1, wanted each id once."],
  ],
  [
    'a list id that is repeated',
    {
      'lists.jsonl': [
        { ...list, list_items: [] },
        { ...list, list_items: [] },
      ],
    },
    ["lists.jsonl:2: id: found 'l', the id of the list at lists.jsonl:1, wanted each id once."],
  ],
  [
    'a session id that is repeated, which the message does not tell',
    {
      'sessions.jsonl': [
        { id: 'secret', user: 1001 },
        { id: 'secret', user: 1001 },
      ],
    },
    ['sessions.jsonl:2: id: found the id of an earlier session, wanted each id once.'],
  ],
  [
    'an id that every object has, repeated',
    {
      'titles.jsonl': [
        { ...title, id: '__proto__' },
        { ...title, id: '__proto__' },
      ],
    },
    [
      "titles.jsonl:2: id: found '__proto__', the id of the title at titles.jsonl:1, wanted each id once.",
    ],
  ],
  [
    'content of an unknown user about an unknown title',
    { 'user_content.jsonl': [{ user: 'nobody', title: '404' }] },
    [
      "user_content.jsonl:1: user: found 'nobody', wanted the id of a user in users.jsonl.",
      "user_content.jsonl:1: title: found '404', wanted the id of a title in titles.jsonl.",
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
      "lists.jsonl:1: user: found '__proto__', wanted the id of a user in users.jsonl.",
      "lists.jsonl:1: anchor_bib: found 'constructor', wanted the id of a title in titles.jsonl.",
      "lists.jsonl:1: list_items[1].title: found '404', wanted the id of a title in titles.jsonl.",
    ],
  ],
  [
    'session ids of which none can be one, which the message does not tell',
    {
      'sessions.jsonl': '{"id":5,"user":1001}\n{"id":"secret\\ud800","user":1001}\n"secret"',
    },
    [
      'sessions.jsonl:1: id: found something else, wanted a string that is not empty.',
      'sessions.jsonl:2: id: found something else, wanted whole characters, not half of a surrogate pair.',
      'sessions.jsonl:3: found something else, wanted an object.',
    ],
  ],
  [
    'a session that is not JSON, of which the message tells nothing',
    { 'sessions.jsonl': '{"id":secret,"user":1001}' },
    ['sessions.jsonl:1: not JSON, wanted one JSON object a line.'],
  ],
  [
    'a session of an unknown user',
    { 'sessions.jsonl': [{ id: 'secret', user: 7 }] },
    ["sessions.jsonl:1: user: found '7', wanted the id of a user in users.jsonl."],
  ],
  [
    'sessions without a users.jsonl',
    { 'users.jsonl': undefined },
    ["sessions.jsonl:1: user: found '1001', wanted the id of a user in users.jsonl."],
  ],
  [
    'a list with items that lack what their type asks for',
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
      'lists.jsonl:2: list_items[0].list_item_type: found the string "film", wanted one of title, url.',
      'lists.jsonl:2: list_items[1].list_item_type: missing, wanted one of title, url.',
      'lists.jsonl:2: list_items[2].url.title: missing, wanted a string that is not empty.',
      `lists.jsonl:2: list_items[2].url.url: missing, wanted ${ADDRESS}.`,
      'lists.jsonl:3: list_items: missing, wanted an array.',
      'lists.jsonl:1: list_items[0].title: missing, wanted because list_item_type is title.',
      'lists.jsonl:1: list_items[1].url: missing, wanted because list_item_type is url.',
    ],
  ],
  [
    'content data of another type than its content type has',
    {
      'user_content.jsonl': [
        said('rating', '4.5'),
        said('age_suitability', {}),
        said('comment', 5),
        said('tag', {}),
        said('quotation', 1),
        said('summary', 2),
        said('notice', 3),
        said('video', 'https://example.org'),
        said('similar_title', 1),
      ],
    },
    [
      'user_content.jsonl:1: content[0].content_data: found the string "4.5", wanted a number, as content of type rating has.',
      'user_content.jsonl:2: content[0].content_data: found an object, wanted a number, as content of type age_suitability has.',
      'user_content.jsonl:3: content[0].content_data: found the number 5, wanted a string, as content of type comment has.',
      'user_content.jsonl:4: content[0].content_data: found an object, wanted a string, as content of type tag has.',
      'user_content.jsonl:5: content[0].content_data: found the number 1, wanted a string, as content of type quotation has.',
      'user_content.jsonl:6: content[0].content_data: found the number 2, wanted a string, as content of type summary has.',
      'user_content.jsonl:7: content[0].content_data: found the number 3, wanted a string, as content of type notice has.',
      'user_content.jsonl:8: content[0].content_data: found the string "https://example.org", wanted an object, as content of type video has.',
      'user_content.jsonl:9: content[0].content_data: found the number 1, wanted an object, as content of type similar_title has.',
    ],
  ],
  [
    'content data of a type that no content has',
    { 'user_content.jsonl': [said('haiku', true), said('haiku', null), said('haiku', ['a'])] },
    ['true', 'null', 'an array'].map(
      (found, index) =>
        `user_content.jsonl:${index + 1}: content[0].content_data: found ${found}, wanted a string or a number or an object.`,
    ),
  ],
  [
    'a time that no calendar has',
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
      `user_content.jsonl:1: content[0].updated: found the string "2019-02-29T00:00:00Z", wanted ${TIME}.`,
    ],
  ],
  [
    'a user without a name, and with an id of no type',
    { 'users.jsonl': [user, { id: '2' }, { id: true, name: 'ahab' }, { id: '', name: 'pip' }] },
    [
      'users.jsonl:2: name: missing, wanted a string that is not empty.',
      'users.jsonl:3: id: found true, wanted a string that is not empty or a number.',
      'users.jsonl:4: id: found the string "", wanted a string that is not empty or a number.',
    ],
  ],
  [
    'a borrower id that is a number',
    { 'sessions.jsonl': [{ id: 's', user: 1001, borrowers: { harbour: 21870000341 } }] },
    ['sessions.jsonl:1: borrowers.harbour: found the number 21870000341, wanted a string.'],
  ],
];

describe('a bad source', () => {
  it.each(CASES)('is told of %s, and nothing is written', async (_what, files, problems) => {
    expect(await problemsOf(files)).toEqual(problems);
  });

  it('is told of twenty errors, then of how many more there are', async () => {
    const lines = (count: number) => ({
      'titles.jsonl': Array.from({ length: count }, () => ({ ...title, id: 7 })),
    });
    const line = (n: number) =>
      `titles.jsonl:${n}: id: found the number 7, wanted a string that is not empty.`;
    const twenty = Array.from({ length: 20 }, (_, n) => line(n + 1));
    expect(await problemsOf(lines(20))).toEqual(twenty);
    expect(await problemsOf(lines(1034))).toEqual([...twenty, '... and 1014 more errors.']);
  });

  it('is told of one more error as of one', async () => {
    const bad = Array.from({ length: 21 }, () => ({ ...title, id: 7 }));
    expect((await problemsOf({ 'titles.jsonl': bad })).at(-1)).toBe('... and 1 more error.');
  });

  it('is told of errors in all its files together', async () => {
    const problems = await problemsOf({
      'library.json': '{}',
      'titles.jsonl': '{',
      'users.jsonl': '{',
      'user_content.jsonl': '{',
      'lists.jsonl': '{',
      'sessions.jsonl': '{',
    });
    const files = new Set(problems.map((problem) => problem.split(':')[0]));
    expect([...files].sort()).toEqual([
      'library.json',
      'lists.jsonl',
      'sessions.jsonl',
      'titles.jsonl',
      'user_content.jsonl',
      'users.jsonl',
    ]);
  });

  it('in memory is told the same with the place in the records', () => {
    const records = recordsOf({
      titles: [book('1', 'Emma'), book('1', '')],
      lists: [{ ...list, list_items: [] }],
    });
    expect(() => createCatalog(records)).toThrow(
      new SourceError(
        [
          'titles[1]: title: found the string "", wanted a string that is not empty.',
          "lists[0]: user: found '1001', wanted the id of a user in users.",
        ],
        2,
      ),
    );
  });
});

describe('a source is read', () => {
  const answers = (files: Files) => {
    const catalog = openCatalog(writeSource(scratchDirectory(), files));
    return Array.from({ length: catalog.titles.size }, (_, number) => catalog.titles.get(number));
  };
  const line = JSON.stringify(title);

  it.each<[string, FileContent]>([
    ['without a line feed at its end', line],
    ['with blank lines', `\n \n${line}\n\t\n\n`],
    ['with carriage returns', `${line}\r\n\r\n`],
    ['with a byte order mark', `\ufeff${line}\n`],
    ['with spaces around its objects', `  ${line}  \n`],
  ])('%s', (_how, content) => {
    expect(answers({ 'titles.jsonl': content })).toEqual([title]);
  });

  it.each([
    ['a byte order mark', `\ufeff${SMALL_SOURCE['library.json']}`],
    [
      'carriage returns',
      JSON.stringify(JSON.parse(SMALL_SOURCE['library.json']), null, 2).replaceAll('\n', '\r\n'),
    ],
  ])('with %s in library.json', (_what, content) => {
    expect(answers({ 'library.json': content })).toEqual([title]);
  });

  it('with lines longer than what is read at a time', () => {
    const titles = ['1', '2', '3'].map((id) => ({
      ...title,
      id,
      description: `${'水'.repeat(400_000)}${id}`,
    }));
    expect(answers({ 'titles.jsonl': titles })).toEqual(titles);
  });

  it('without any title', () => {
    expect(answers({ 'titles.jsonl': '' })).toEqual([]);
  });

  it('with the last of two fields of one name, as JSON has it', () => {
    const twice = '{"id":"1","title":"The Whale","title":"Moby-Dick","format":{"id":"BK"}}';
    expect(answers({ 'titles.jsonl': twice })).toEqual([title]);
  });
});
