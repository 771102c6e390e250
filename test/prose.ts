/** A word or phrase that the project does not use, because a plain or standard term exists. */
export interface PrivateWord {
  /**
   * A regular expression. It matches whole words, also within identifiers: `asked words?` matches
   * `askedWord`. A space matches any white space, also between two lines of a comment.
   */
  readonly pattern: string;
  /** What to write instead. */
  readonly use: string;
  /** Whether upper and lower case differ. Default: false. */
  readonly isCaseSensitive?: boolean;
  /** The folders that are checked for this word, with a slash at the end. Default: all folders. */
  readonly folders?: readonly string[];
}

/** The words and phrases that no checked file contains. */
export const PRIVATE_WORDS: readonly PrivateWord[] = [
  // Private words for terms of search engines.
  { pattern: 'forgiv\\w*|forgave', use: 'relax, relaxed or relaxation' },
  {
    pattern: 'signatures?',
    use: 'frequency set',
    folders: ['src/search/', 'src/snapshot/encoding/', 'src/snapshot/format/', 'test/search/'],
  },
  {
    pattern: 'vocabular(?:y|ies)',
    use: 'term dictionary',
    folders: ['src/search/', 'src/snapshot/', 'test/search/'],
  },
  { pattern: 'saturation', use: 'term frequency factor', folders: ['src/search/', 'test/search/'] },
  {
    pattern: 'laid out',
    use: 'stored in rows, or row layout',
    folders: ['src/search/', 'src/snapshot/', 'test/search/'],
  },
  { pattern: 'tall(?:y|ies|ied)', use: 'counter or count' },
  { pattern: 'asked words?', use: 'expanded word' },
  { pattern: 'hopefuls?', use: 'competitive' },
  { pattern: 'uniform scores?', use: 'constant score' },
  { pattern: 'certain terms?', use: 'required terms' },
  { pattern: 'function words?', use: 'stop words' },
  { pattern: 'token (?:streams?|codes?)', use: 'forward index or forward ids' },
  { pattern: 'character pairs?', use: 'CJK bigrams' },
  { pattern: 'term pairs?', use: 'bigram postings' },
  { pattern: 'value numbers?', use: 'ordinal' },
  { pattern: 'bound scores?', use: 'maximum scores' },
  { pattern: 'misspelt terms?', use: 'spelling candidates' },
  {
    pattern: 'reader search(?!es)|expert search(?:es)?|find as (?:reader|expert)',
    use: 'keyword search or custom search',
  },
  {
    pattern: '(?:MOST|FEWEST|LONGEST)(?:_[A-Z]+)*',
    use: 'MAX_ or MIN_ and a unit',
    isCaseSensitive: true,
  },
  { pattern: 'patience', use: 'timeout or limit' },
  // Verbs for people, used of code.
  { pattern: 'tells', use: 'returns, reports or shows' },
  {
    pattern: '(?:is|are|be|was|were|been|being) told',
    use: 'receives, is notified of or is called with',
  },
  { pattern: 'heed(?:s|ed|ing)?', use: 'apply, handle or use' },
  // Vague phrases.
  { pattern: 'who(?:so)?ever', use: 'a person or program by name' },
  { pattern: 'strangers', use: 'new users', isCaseSensitive: true },
  { pattern: 'wanted(?! by=)', use: 'expected' },
  { pattern: 'unless (?:given|told|said|asked)', use: 'Default: ...' },
  { pattern: 'so (?:many|few)', use: 'the number or its name' },
  { pattern: 'Those of', use: 'the noun, repeated', isCaseSensitive: true },
  { pattern: 'besides?', use: 'next to, in addition to, compared with or parallel to' },
  { pattern: 'what is wrong with', use: 'the errors of, or invalid' },
  { pattern: '(?:came|comes?) of it', use: 'the result' },
  // Sentences that continue from one declaration to the next.
  { pattern: '/\\*\\*? (?:and|but|or)', use: 'a complete sentence' },
  { pattern: '\\w+, \\*/', use: 'a complete sentence' },
];

const TEXT_FILE = /(?:^\.ci\/run|\.(?:css|html|js|json|md|mjs|service|sh|ts))$/;

/** Data and generated files, and the two files that contain the words to find. */
const EXCLUDED = [
  /^data\//,
  /(?:^|\/)package-lock\.json$/,
  /^src\/catalog\/names\/language-table\.ts$/,
  /^src\/import\/marc\/marc8\/eacc-rows\.ts$/,
  /^test\/examples\/typed-client\/api\.d\.ts$/,
  /^test\/prose(?:\.test)?\.ts$/,
];

/** Returns whether a file is checked, by its path in the repository. */
export function isChecked(path: string): boolean {
  return TEXT_FILE.test(path) && !EXCLUDED.some((excluded) => excluded.test(path));
}

/** Matches white space, or a line break within a comment or a quotation. */
const SPACE = '\\s+(?:(?:\\*(?!/)|//|#|>)\\s+)*';

const COMPILED = PRIVATE_WORDS.map(({ pattern, isCaseSensitive, ...word }) => ({
  ...word,
  expression: new RegExp(
    `(?<![A-Za-z])(?:${pattern.replaceAll(' ', SPACE)})(?![A-Za-z])`,
    isCaseSensitive ? 'g' : 'gi',
  ),
}));

/**
 * Finds private words in a file.
 *
 * @returns messages of the form `path:line: expected EXPECTED, found 'WORD'`
 */
export function findPrivateWords(path: string, text: string): string[] {
  // Removes the keyword `function` of declarations, and splits identifiers into words.
  const words = text.replace(/\bfunction\*?(?= \w+[(<])/g, '').replace(/([a-z])(?=[A-Z])/g, '$1 ');
  return COMPILED.filter(
    ({ folders }) => folders?.some((folder) => path.startsWith(folder)) ?? true,
  ).flatMap(({ expression, use }) =>
    [...words.matchAll(expression)].map(({ index, 0: found }) => {
      const line = words.slice(0, index).split('\n').length;
      return `${path}:${line}: expected ${use}, found '${found.replace(/\s+(?:(?:\*|\/\/|#|>)\s+)*/g, ' ')}'`;
    }),
  );
}
