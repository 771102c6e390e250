import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { explainSearchTitles } from '../../src/v1/explain-search-titles.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { searchTitles, validated } from '../v1/validated-operations.js';
import { runCarrel } from './run-carrel.js';

/** Runs `carrel search`, expects exit status 0, and returns the standard output. */
async function outputOf(...args: string[]): Promise<string> {
  const { stdout, ...outcome } = await runCarrel('search', ...args);
  expect(outcome).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** Writes a source directory with two books, and returns its path. */
function source(): string {
  const titles = [
    book('1', 'Moby-Dick', {
      sub_title: 'or, The Whale',
      authors: [{ name: 'Herman Melville' }, { name: 'Tom Quirk' }],
    }),
    book('2', 'Typee', { authors: [{ name: 'Herman Melville' }] }),
  ];
  return writeRecords(scratchDirectory(), recordsOf({ titles }));
}

describe('carrel search', () => {
  it('prints the number of titles and one line per title', async () => {
    expect(await outputOf(source(), 'melville')).toBe(
      [
        '2 titles',
        '2  Typee  Herman Melville  Book',
        '1  Moby-Dick: or, The Whale  Herman Melville; Tom Quirk  Book',
        '',
      ].join('\n'),
    );
  });

  it('with --json prints the response body of the API', async () => {
    const directory = source();
    const text = await outputOf(
      directory,
      'melville',
      '--json',
      '--type',
      'author',
      '--limit',
      '1',
    );
    const params = { q: 'melville', library: 'harbour', search_type: 'author', limit: 1 } as const;
    const context = { baseUrl: 'http://localhost:8080' };
    expect(validated('titles', JSON.parse(text))).toEqual(
      searchTitles([openCatalog(directory)], params, context),
    );
  });

  it('joins its arguments into one query, and opens a source directory', async () => {
    expect(await outputOf(source(), 'melville', 'whale')).toBe(
      '1 title\n1  Moby-Dick: or, The Whale  Herman Melville; Tom Quirk  Book\n',
    );
  });

  it('names QUERY in an error about the query', async () => {
    const directory = source();
    for (const args of [[], ['--explain']]) {
      const custom = ['(whale', '--type', 'custom', ...args];
      const { status, stderr } = await runCarrel('search', directory, ...custom);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^carrel search: QUERY, character \d+: expected /);
    }
    expect((await runCarrel('search', directory, 'a'.repeat(100_000))).stderr).toMatch(
      /^carrel search: QUERY: expected /,
    );
  });

  it('prints 0 titles when nothing matches', async () => {
    expect(await outputOf(source(), 'nothing')).toBe('0 titles\n');
  });

  it('prints at most as many titles as --limit', async () => {
    expect(await outputOf(source(), '*', '--limit', '1')).toBe(
      '2 titles\n1  Moby-Dick: or, The Whale  Herman Melville; Tom Quirk  Book\n',
    );
  });

  it('with --explain prints how each title matches, and the factors of its score', async () => {
    const text = await outputOf(source(), 'the whalle', 'melville', '--explain');
    expect(text.replaceAll(/\d+\.\d+/g, 'N').split('\n')).toEqual([
      '1 title',
      'Words:',
      '  the (optional): 1 title',
      '  whalle: 0 titles',
      '  melville: 2 titles',
      'Queries:',
      '  all_words: 0 titles. All words match.',
      '  prefix: 0 titles. The last word may be incomplete.',
      '  typos: 1 title. Words may be misspelled.',
      '',
      '1. Moby-Dick [1]',
      '  Group typos. Score N:',
      '    +    N  whalle, similar word: whale; title N',
      '    +    N  melville, as typed; author N',
      '    +    N  the, optional word; title N',
      '    ×    N  words that match',
      '',
    ]);
  });

  it('with --explain and --title prints why a title is not found, or its place', async () => {
    const missing = await outputOf(source(), 'whale', '--explain', '--title', '2');
    expect(missing).toContain(
      'Typee [2] is not in the results:\n  It does not have the word: whale\n',
    );
    const found = await outputOf(source(), 'melville', '--explain', '--limit', '1', '--title', '1');
    expect(found).toContain('The place of 1:\n2. Moby-Dick [1]\n');
    const { stderr } = await runCarrel('search', source(), 'whale', '--title', '2');
    expect(stderr).toContain('--title: expected the option --explain too, found none');
    const unknown = await runCarrel('search', source(), 'whale', '--explain', '--title', 'x');
    expect(unknown).toMatchObject({ status: 1, stderr: "carrel search: No title 'x' found.\n" });
  });

  it('with --explain prints the words that name a value, and the groups of titles', async () => {
    const titles = [
      book('1', 'The eBook of Whales'),
      book('2', 'Whales', { format: { id: 'EBOOK' } }),
    ];
    const directory = writeRecords(scratchDirectory(), recordsOf({ titles }));
    const text = await outputOf(directory, 'whales ebook', '--explain', '--limit', '1');
    expect(text.split('\n').slice(4, 11)).toEqual([
      'Read as a narrowing too: ebook (title_format=EBOOK)',
      'Queries:',
      '  all_words: 1 title. All words match.',
      '  named_value: 2 titles. The format or another value that the query names matches, and so do the',
      '      other words.',
      'Groups, one after another:',
      '  all_words: 1 title. All words match.',
    ]);
  });

  it('with --explain prints lines of at most 100 characters', async () => {
    const subjects = Array.from({ length: 6 }, (_, i) => `Whales in the ocean ${i}`);
    const texts = { subjects, series: [{ name: 'Ocean' }], description: 'Ocean', notes: ['Ocean'] };
    const titles = [book('1', `Ocean ${'and ocean '.repeat(15)}`, { ...texts, tags: ['ocean'] })];
    const directory = writeRecords(scratchDirectory(), recordsOf({ titles }));
    const text = await outputOf(directory, 'ocean', '--explain');
    const lengths = text.split('\n').map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
    expect(Math.max(...lengths)).toBeGreaterThan(80);
  });

  it('with --explain and --json prints the result of explainSearchTitles', async () => {
    const directory = source();
    const text = await outputOf(directory, 'melville', '--explain', '--json');
    const params = { q: 'melville', library: 'harbour' };
    const catalog = openCatalog(directory);
    const explanation = explainSearchTitles([catalog], params, { baseUrl: 'http://localhost' });
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(explanation)));
    expect(explanation.titles).toHaveLength(2);
  });
});
