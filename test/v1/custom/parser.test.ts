import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/v1/api-error.js';
import { parseQuery } from '../../../src/v1/custom/parser.js';
import type { SyntaxTree } from '../../../src/v1/custom/syntax-tree.js';

const word = (text: string): SyntaxTree => ({ kind: 'word', text });

function messageFor(query: string): string {
  try {
    parseQuery(query);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    return error.message;
  }
  throw new Error(`${query} parses.`);
}

describe('Parsing a query', () => {
  it('requires clauses side by side, and reads AND as the same', () => {
    const both = { kind: 'and', parts: [word('moby'), word('dick')] };
    expect(parseQuery('moby dick')).toEqual(both);
    expect(parseQuery('moby AND dick')).toEqual(both);
  });

  it('binds NOT before AND and AND before OR', () => {
    expect(parseQuery('a NOT b OR c AND d')).toEqual({
      kind: 'or',
      parts: [
        { kind: 'and', parts: [word('a'), { kind: 'not', part: word('b') }] },
        { kind: 'and', parts: [word('c'), word('d')] },
      ],
    });
  });

  it('reads operators in capitals only', () => {
    expect(parseQuery('war and peace')).toEqual({
      kind: 'and',
      parts: [word('war'), word('and'), word('peace')],
    });
  });

  it('reads two negations as none', () => {
    expect(parseQuery('NOT -a')).toEqual(word('a'));
    expect(parseQuery('NOT (NOT a)')).toEqual(word('a'));
    expect(parseQuery('---a')).toEqual({ kind: 'not', part: word('a') });
  });

  it('takes a hyphen for NOT only before a clause', () => {
    expect(parseQuery('sci-fi')).toEqual(word('sci-fi'));
    expect(parseQuery('a - b')).toEqual({ kind: 'and', parts: [word('a'), word('-'), word('b')] });
    expect(parseQuery('py:-44')).toEqual({ kind: 'field', field: 'pubyear', part: word('-44') });
  });

  it('takes a name for a field only where a value follows its colon at once', () => {
    expect(parseQuery('star wars: a new hope')).toEqual({
      kind: 'and',
      parts: [word('star'), word('wars:'), word('a'), word('new'), word('hope')],
    });
    expect(parseQuery('(star wars:)')).toEqual({
      kind: 'and',
      parts: [word('star'), word('wars:')],
    });
    expect(parseQuery('3:10')).toEqual(word('3:10'));
    expect(parseQuery('ti:2001:x')).toEqual({
      kind: 'field',
      field: 'title',
      part: word('2001:x'),
    });
  });

  it('knows a field by any of its names and codes in any case', () => {
    for (const name of ['author', 'CONTRIBUTOR', 'Artist', 'au', 'Co', 'AR']) {
      expect(parseQuery(`${name}:x`)).toEqual({ kind: 'field', field: 'author', part: word('x') });
    }
  });

  it('lets the parts of a group stand in its field or name another', () => {
    expect(parseQuery('title:(moby -author:(twain))')).toEqual({
      kind: 'field',
      field: 'title',
      part: {
        kind: 'and',
        parts: [
          word('moby'),
          { kind: 'not', part: { kind: 'field', field: 'author', part: word('twain') } },
        ],
      },
    });
  });

  it('takes curly quotation marks for straight ones, and operators within them for words', () => {
    const phrase = { kind: 'phrase', text: 'this AND that' };
    expect(parseQuery('"this AND that"')).toEqual(phrase);
    expect(parseQuery('“this AND that”')).toEqual(phrase);
    expect(parseQuery('„this AND that“')).toEqual(phrase);
  });

  it('reads wildcards, and a star by itself as everything', () => {
    expect(parseQuery('wom?n')).toEqual({
      kind: 'wildcard',
      pieces: ['wom', 'n'],
      anyEnding: false,
    });
    expect(parseQuery('lepre*')).toEqual({ kind: 'wildcard', pieces: ['lepre'], anyEnding: true });
    expect(parseQuery('*')).toEqual({ kind: 'all' });
    expect(parseQuery('"a* b?"')).toEqual({ kind: 'phrase', text: 'a* b?' });
  });

  it('takes the character behind a backslash as it stands', () => {
    expect(parseQuery('what\\? \\AND \\(sic\\) a\\ b "say \\"hi\\""')).toEqual({
      kind: 'and',
      parts: [
        word('what?'),
        word('AND'),
        word('(sic)'),
        word('a b'),
        { kind: 'phrase', text: 'say "hi"' },
      ],
    });
  });

  it('reads ranges with open ends', () => {
    expect(parseQuery('py:[1918 TO *]')).toEqual({
      kind: 'field',
      field: 'pubyear',
      part: { kind: 'range', from: '1918', to: '*' },
    });
  });

  it('gives a tree that nobody can change', () => {
    const tree = parseQuery('title:(a OR wom?n*) -b');
    const isFrozen = (node: unknown): boolean =>
      typeof node !== 'object' ||
      node === null ||
      (Object.isFrozen(node) && Object.values(node).every(isFrozen));
    expect(isFrozen(tree)).toBe(true);
  });
});

describe('A query that does not parse', () => {
  it.for([
    ['title:(moby', `character 12: expected a closing ")", found the end of the query.`],
    [
      'moby)',
      `character 5: expected a word, a phrase, a group or a field, or the end of the query, found ')'.`,
    ],
    ['"moby', 'character 6: expected a closing quotation mark, found the end of the query.'],
    [
      'moby AND',
      'character 9: expected a word, a phrase, a group or a field, found the end of the query.',
    ],
    ['OR moby', `character 1: expected a word, a phrase, a group or a field, found 'OR'.`],
    ['a AND OR b', `character 7: expected a word, a phrase, a group or a field, found 'OR'.`],
    ['title:()', `character 8: expected a word, a phrase, a group or a field, found ')'.`],
    ['title:AND', `character 7: expected a value for title, found 'AND'.`],
    ['title:""', `character 7: expected a phrase with a word in it, found '""'.`],
    [
      '*ology',
      `character 1: expected a letter or digit before the first wildcard, found '*ology'.`,
    ],
    [
      'a ?ology',
      `character 3: expected a letter or digit before the first wildcard, found '?ology'.`,
    ],
    ['col*r', `character 5: expected the end of the word after *, found 'r'.`],
    ['moby\\', 'character 6: expected the character that "\\" is for, found the end of the query.'],
    ['py:[1918 1939]', `character 10: expected TO, as in [1918 TO 1939], found '1939]'.`],
    ['py:[1918 TO 1939', 'character 17: expected a closing "]", found the end of the query.'],
    ['py:[ TO 1939]', `character 9: expected TO, as in [1918 TO 1939], found '1939]'.`],
    ['py:[]', `character 5: expected a number or *, found ']'.`],
    ['py:old', `character 4: expected a number for pubyear, or a range of numbers, found 'old'.`],
    [
      'py:[a TO b]',
      `character 4: expected a number for pubyear, or a range of numbers, found '[a'.`,
    ],
    ['py:19*', `character 4: expected a number for pubyear, or a range of numbers, found '19*'.`],
    [
      'ti:[a TO b]',
      `character 4: expected a word, a phrase or a group, as title has no ranges, found '[a'.`,
    ],
    [
      'ca:6?7',
      `character 4: expected the beginning of a call number, in which no ? may stand, found '6?7'.`,
    ],
    [
      '😀 )',
      `character 3: expected a word, a phrase, a group or a field, or the end of the query, found ')'.`,
    ],
    ['titel:x', `character 1: there is no field 'titel'; the nearest is 'title'.`],
    ['a autor:x', `character 3: there is no field 'autor'; the nearest is 'author'.`],
    ['formatcodes:x', `character 1: there is no field 'formatcodes'; the nearest is 'formatcode'.`],
    ['zi:x', `character 1: there is no field 'zi'; the nearest is 'ti'.`],
  ])('%s is told what was expected where', ([query, message]) => {
    expect(messageFor(query)).toBe(`Parameter 'q', ${message}`);
  });

  it('may have 900 characters and no more, whatever they take to store', () => {
    expect(parseQuery('😀'.repeat(900))).toEqual(word('😀'.repeat(900)));
    expect(messageFor('😀'.repeat(901))).toBe(
      "Parameter 'q' has 901 characters; a query may have 900.",
    );
  });

  it('may have 64 clauses and no more, within a group too', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    expect(parseQuery(words(64))).toHaveProperty('parts.length', 64);
    expect(messageFor(`title:(${words(65)})`)).toBe(
      "Parameter 'q', character 254: a query may have 64 clauses, this is one more.",
    );
  });

  it('may nest parentheses 16 levels deep and no more, a field’s own included', () => {
    const nested = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(parseQuery(nested(16))).toEqual(word('a'));
    expect(messageFor(nested(17))).toBe(
      "Parameter 'q', character 17: parentheses may stand 16 levels deep, this is one more.",
    );
    expect(messageFor(`title:${nested(17)}`)).toContain('character 23: parentheses');
  });

  it('is parsed or refused with a sentence, whatever its 900 characters are', () => {
    const pieces = [
      '(',
      ')',
      '-',
      'a',
      'a ',
      '"',
      '\\',
      '?',
      'a?',
      '*',
      '[',
      'a:',
      ':',
      'ti:(',
      'NOT ',
      'a-',
    ];
    const attempts = pieces.flatMap((piece) => [piece, `${piece} `, `a${piece}`]);
    for (const piece of attempts) {
      try {
        expect(parseQuery(piece.repeat(900).slice(0, 900))).toBeDefined();
      } catch (error) {
        expect(error, piece).toBeInstanceOf(ApiError);
      }
    }
  });
});
