import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPrivateWords, isChecked, PRIVATE_WORDS } from './prose.js';

const ROOT = join(import.meta.dirname, '..');
const SKIPPED_FOLDERS = ['.git', 'dist', 'node_modules'];

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.includes(entry.name) ? [] : filesIn(path);
    return entry.isFile() && isChecked(path) ? [path] : [];
  });
}

// The folder `reference` contains the generated API reference.
const files = filesIn('').filter((path) => !path.startsWith('reference/'));

/**
 * For each private word: a text that contains the word, the word as it is reported, and the path of the file.
 * Default path: `docs/a.md`.
 */
const SAMPLES: readonly (readonly [text: string, found: string, path?: string])[] = [
  ['The query is forgiven.', 'forgiven'],
  ['A posting has a signature.', 'signature', 'src/search/a.ts'],
  ['const vocabulary = open();', 'vocabulary', 'src/search/a.ts'],
  ['the saturation of a term', 'saturation', 'src/search/a.ts'],
  ['columns that are laid out', 'laid out', 'src/search/a.ts'],
  ['const facetTally = 1;', 'Tally'],
  ['function expand(askedWords) {}', 'asked Words'],
  ['a hopeful document', 'hopeful'],
  ['readonly uniformScore?: number;', 'uniform Score'],
  ['the certainTerms of a query', 'certain Terms'],
  ['Function words are optional.', 'Function words'],
  ['/** Reads a token stream. */', 'token stream'],
  ['character pairs of Chinese', 'character pairs'],
  ['const termPairs = [];', 'term Pairs'],
  ['by value number', 'value number'],
  ['boundScores(documents)', 'bound Scores'],
  ['misspeltTerms(term)', 'misspelt Terms'],
  ['as in an expert search', 'expert search'],
  ['const MOST_TERMS = 1024;', 'MOST_TERMS'],
  ['const FEWEST = 2;', 'FEWEST'],
  ['const patience = setTimeout(end);', 'patience'],
  ["it('tells its version')", 'tells'],
  ['/** Is told of each change. */', 'Is told'],
  ['The signal is heeded.', 'heeded'],
  ['whoever calls it', 'whoever'],
  ['four strangers install it', 'strangers'],
  ["limit: wanted a number, found 'x'", 'wanted'],
  ['port 8080, unless given', 'unless given'],
  ['One document in so many has it.', 'so many'],
  ['Those of no process.', 'Those of'],
  ['frequencies, beside the documents', 'beside'],
  ['What is wrong with a record throws.', 'What is wrong with'],
  ['/** What came of it. */', 'came of it'],
  ['/** and of other matches some. */', '/** and'],
  ['/** Of fewer matches all scores are computed, */', 'computed, */'],
];

describe('findPrivateWords', () => {
  it.each(SAMPLES)('finds the private word in %j', (text, found, path = 'docs/a.md') => {
    const messages = findPrivateWords(path, `A first line.\n${text}\nA last line.\n`);
    expect(messages).toEqual([expect.stringMatching(/^[\w/.]+:2: expected .+, found '.+'$/)]);
    expect(messages[0]).toContain(`, found '${found}'`);
  });

  it('has a sample for each pattern', () => {
    const uses = SAMPLES.flatMap(([text, , path = 'docs/a.md']) => findPrivateWords(path, text));
    const unused = PRIVATE_WORDS.filter(
      ({ use }) => !uses.some((message) => message.includes(`: expected ${use}, found `)),
    );
    expect(unused).toEqual([]);
  });

  it('finds a phrase that continues on the next line of a comment', () => {
    expect(findPrivateWords('a.ts', '/**\n * One in so\n * many.\n */')).toEqual([
      "a.ts:2: expected the number or its name, found 'so many'",
    ]);
    expect(findPrivateWords('a.sh', '# One in so\n# few.')).toHaveLength(1);
    expect(findPrivateWords('a.ts', '// One in so\n  // few.')).toHaveLength(1);
  });

  it.each([
    'Totally unwanted misunderstandings, reported besiders.',
    'function wordsOf(text) {}',
    'export function* wordEnds<T>() {}',
    'The most frequent word has the fewest letters.',
    '/* A signature of a file, laid out by a controlled vocabulary. */',
    'Strangers on a Train',
    'WantedBy=graphical.target',
  ])('finds nothing in %j', (text) => {
    expect(findPrivateWords('docs/a.md', text)).toEqual([]);
  });
});

describe('the prose of the repository', () => {
  it('is checked in every kind of file, except data and generated files', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files).toEqual(
      expect.arrayContaining([
        '.ci/run',
        '.github/CONTRIBUTING.md',
        'README.md',
        'bench/bench.ts',
        'docs/README.md',
        'package.json',
        'rolldown.config.js',
        'src/index.ts',
        'src/kiosk/assets/kiosk.css',
        'test/architecture.test.ts',
        'test/walkthroughs/run.sh',
      ]),
    );
    expect(files.filter((path) => path.startsWith('data/'))).toEqual([]);
  });

  it('contains no private words', () => {
    const found = files.flatMap((path) =>
      findPrivateWords(path, readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
