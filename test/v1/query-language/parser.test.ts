import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/v1/api-error.js';
import { parseCustomQuery } from '../../../src/v1/query-language/parser.js';
import type { SyntaxTree } from '../../../src/v1/query-language/syntax-tree.js';

const word = (text: string): SyntaxTree => ({ kind: 'word', text });

function messageFor(query: string): string {
  try {
    parseCustomQuery(query);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    return error.message;
  }
  throw new Error(`${query} parses.`);
}

describe('parseCustomQuery', () => {
  it('reads adjacent clauses as AND', () => {
    const both = { kind: 'and', clauses: [word('moby'), word('dick')] };
    expect(parseCustomQuery('moby dick')).toEqual(both);
    expect(parseCustomQuery('moby AND dick')).toEqual(both);
  });

  it('binds NOT tighter than AND, and AND tighter than OR', () => {
    expect(parseCustomQuery('a NOT b OR c AND d')).toEqual({
      kind: 'or',
      clauses: [
        { kind: 'and', clauses: [word('a'), { kind: 'not', clause: word('b') }] },
        { kind: 'and', clauses: [word('c'), word('d')] },
      ],
    });
  });

  it('reads `and` in lower case as a word, not as an operator', () => {
    expect(parseCustomQuery('war and peace')).toEqual({
      kind: 'and',
      clauses: [word('war'), word('and'), word('peace')],
    });
  });

  it('cancels a double negation', () => {
    expect(parseCustomQuery('NOT -a')).toEqual(word('a'));
    expect(parseCustomQuery('NOT (NOT a)')).toEqual(word('a'));
    expect(parseCustomQuery('---a')).toEqual({ kind: 'not', clause: word('a') });
  });

  it('reads a hyphen as NOT only at the beginning of a clause, with no space after the hyphen', () => {
    expect(parseCustomQuery('sci-fi')).toEqual(word('sci-fi'));
    expect(parseCustomQuery('a - b')).toEqual({
      kind: 'and',
      clauses: [word('a'), word('-'), word('b')],
    });
    expect(parseCustomQuery('py:-44')).toEqual({
      kind: 'field',
      field: 'pubyear',
      clause: word('-44'),
    });
  });

  it('reads a name and a colon as a field only directly before a value', () => {
    expect(parseCustomQuery('star wars: a new hope')).toEqual({
      kind: 'and',
      clauses: [word('star'), word('wars:'), word('a'), word('new'), word('hope')],
    });
    expect(parseCustomQuery('(star wars:)')).toEqual({
      kind: 'and',
      clauses: [word('star'), word('wars:')],
    });
    expect(parseCustomQuery('3:10')).toEqual(word('3:10'));
    expect(parseCustomQuery('ti:2001:x')).toEqual({
      kind: 'field',
      field: 'title',
      clause: word('2001:x'),
    });
  });

  it('accepts all names and codes of a field in any case', () => {
    for (const name of ['author', 'CONTRIBUTOR', 'Artist', 'au', 'Co', 'AR']) {
      expect(parseCustomQuery(`${name}:x`)).toEqual({
        kind: 'field',
        field: 'author',
        clause: word('x'),
      });
    }
  });

  it('applies a field to the clauses of its group that have no field of their own', () => {
    expect(parseCustomQuery('title:(moby -author:(twain))')).toEqual({
      kind: 'field',
      field: 'title',
      clause: {
        kind: 'and',
        clauses: [
          word('moby'),
          { kind: 'not', clause: { kind: 'field', field: 'author', clause: word('twain') } },
        ],
      },
    });
  });

  it('reads curly quotation marks as straight quotation marks, and an operator in a phrase as a word', () => {
    const phrase = { kind: 'phrase', text: 'this AND that' };
    expect(parseCustomQuery('"this AND that"')).toEqual(phrase);
    expect(parseCustomQuery('“this AND that”')).toEqual(phrase);
    expect(parseCustomQuery('„this AND that“')).toEqual(phrase);
  });

  it('reads a phrase, ~ and a number as a proximity search, and ~ before a word as text', () => {
    const near = (distance: number) => ({ kind: 'proximity', text: 'war peace', distance });
    expect(parseCustomQuery('"war peace"~1')).toEqual(near(1));
    expect(parseCustomQuery('ti:(“war peace”~100)')).toEqual({
      kind: 'field',
      field: 'title',
      clause: near(100),
    });
    expect(parseCustomQuery('"war peace" ~5 a~b')).toEqual({
      kind: 'and',
      clauses: [{ kind: 'phrase', text: 'war peace' }, word('~5'), word('a~b')],
    });
    expect(parseCustomQuery('"war peace"\\~5')).toEqual({
      kind: 'and',
      clauses: [{ kind: 'phrase', text: 'war peace' }, word('~5')],
    });
  });

  it('reads wildcards, and a single * as every title', () => {
    expect(parseCustomQuery('wom?n')).toEqual({
      kind: 'wildcard',
      pieces: ['wom', 'n'],
      hasTrailingStar: false,
    });
    expect(parseCustomQuery('lepre*')).toEqual({
      kind: 'wildcard',
      pieces: ['lepre'],
      hasTrailingStar: true,
    });
    expect(parseCustomQuery('*')).toEqual({ kind: 'all' });
    expect(parseCustomQuery('"a* b?"')).toEqual({ kind: 'phrase', text: 'a* b?' });
  });

  it('reads the character after a backslash literally', () => {
    expect(parseCustomQuery('what\\? \\AND \\(sic\\) a\\ b "say \\"hi\\""')).toEqual({
      kind: 'and',
      clauses: [
        word('what?'),
        word('AND'),
        word('(sic)'),
        word('a b'),
        { kind: 'phrase', text: 'say "hi"' },
      ],
    });
  });

  it('reads ranges without an upper bound', () => {
    expect(parseCustomQuery('py:[1918 TO *]')).toEqual({
      kind: 'field',
      field: 'pubyear',
      clause: { kind: 'range', from: '1918', to: '*' },
    });
  });

  it('returns a deeply frozen tree', () => {
    const tree = parseCustomQuery('title:(a OR wom?n*) -b');
    const isFrozen = (node: unknown): boolean =>
      typeof node !== 'object' ||
      node === null ||
      (Object.isFrozen(node) && Object.values(node).every(isFrozen));
    expect(isFrozen(tree)).toBe(true);
  });
});

describe('parseCustomQuery throws 400', () => {
  it.for([
    ['title:(moby', `character 12: expected a closing ")", found the end of the query`],
    [
      'moby)',
      `character 5: expected a word, a phrase, a group or a field, or the end of the query, found ')'`,
    ],
    ['"moby', 'character 6: expected a closing quotation mark, found the end of the query'],
    [
      'moby AND',
      'character 9: expected a word, a phrase, a group or a field, found the end of the query',
    ],
    ['OR moby', `character 1: expected a word, a phrase, a group or a field, found 'OR'`],
    ['a AND OR b', `character 7: expected a word, a phrase, a group or a field, found 'OR'`],
    ['title:()', `character 8: expected a word, a phrase, a group or a field, found ')'`],
    ['title:AND', `character 7: expected a value for title, found 'AND'`],
    ['title:""', `character 7: expected a phrase with a word in it, found '""'`],
    [
      '*ology',
      `character 1: expected a letter or a digit before the first wildcard, found '*ology'`,
    ],
    [
      'a ?ology',
      `character 3: expected a letter or a digit before the first wildcard, found '?ology'`,
    ],
    ['col*r', `character 5: expected the end of the word after *, found 'r'`],
    [
      '"moby"~',
      'character 8: expected a whole number from 1 to 100 after ~, found the end of the query',
    ],
    ['"moby"~0', `character 8: expected a whole number from 1 to 100 after ~, found '0'`],
    ['"moby"~101', `character 8: expected a whole number from 1 to 100 after ~, found '101'`],
    ['"moby"~2.5', `character 8: expected a whole number from 1 to 100 after ~, found '2.5'`],
    ['"moby"~5a (b)', `character 8: expected a whole number from 1 to 100 after ~, found '5a'`],
    ['"moby"~ 5', `character 8: expected a whole number from 1 to 100 after ~, found ' '`],
    ['ti:""~5', `character 4: expected a phrase with a word in it, found '""~5'`],
    ['ca:"f cer"~5', `character 4: expected a value without ~ for callnumber, found '"f'`],
    ['fo:"a"~5', `character 4: expected a value without ~ for format, found '"a"~5'`],
    ['py:"1990"~5', `character 4: expected a value without ~ for pubyear, found '"1990"~5'`],
    ['moby\\', 'character 6: expected a character after "\\", found the end of the query'],
    ['py:[1918 1939]', `character 10: expected TO, as in [1918 TO 1939], found '1939]'`],
    ['py:[1918 TO 1939', 'character 17: expected a closing "]", found the end of the query'],
    ['py:[ TO 1939]', `character 9: expected TO, as in [1918 TO 1939], found '1939]'`],
    ['py:[]', `character 5: expected a number or *, found ']'`],
    ['py:old', `character 4: expected a number for pubyear, or a range of numbers, found 'old'`],
    [
      'py:[a TO b]',
      `character 4: expected a number for pubyear, or a range of numbers, found '[a'`,
    ],
    ['py:19*', `character 4: expected a number for pubyear, or a range of numbers, found '19*'`],
    ['ti:[a TO b]', `character 4: expected a word, a phrase or a group for title, found '[a'`],
    ['ca:6?7', `character 4: expected a call number without the wildcard ?, found '6?7'`],
    [
      '😀 )',
      `character 3: expected a word, a phrase, a group or a field, or the end of the query, found ')'`,
    ],
    ['titel:x', `character 1: expected a known field, found 'titel'; the nearest is 'title'`],
    ['a autor:x', `character 3: expected a known field, found 'autor'; the nearest is 'author'`],
    [
      'formatcodes:x',
      `character 1: expected a known field, found 'formatcodes'; the nearest is 'formatcode'`,
    ],
    [
      'Publication_date:x',
      `character 1: expected a known field, found 'Publication_date'; the nearest is 'pubyear'`,
    ],
    [
      'location:x',
      `character 1: expected a known field, found 'location'; the nearest is 'branch'`,
    ],
    ['zi:x', `character 1: expected a known field, found 'zi'; the nearest is 'ti'`],
  ])('for %s, with the position and what was expected there', ([query, message]) => {
    expect(messageFor(query)).toBe(`parameter 'q', ${message}`);
  });

  it('for more than 900 characters, counted in code points', () => {
    expect(parseCustomQuery('😀'.repeat(900))).toEqual(word('😀'.repeat(900)));
    expect(messageFor('😀'.repeat(901))).toBe(
      "parameter 'q': expected at most 900 characters, found 901",
    );
  });

  it('for more than 64 clauses, including clauses in groups', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    expect(parseCustomQuery(words(64))).toHaveProperty('clauses.length', 64);
    expect(messageFor(`title:(${words(65)})`)).toBe(
      "parameter 'q', character 254: expected at most 64 clauses, found clause 65",
    );
  });

  it('for more than 16 levels of parentheses, including the parentheses of fields', () => {
    const nested = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(parseCustomQuery(nested(16))).toEqual(word('a'));
    expect(messageFor(nested(17))).toBe(
      "parameter 'q', character 17: expected at most 16 levels of parentheses, found level 17",
    );
    expect(messageFor(`title:${nested(17)}`)).toContain('character 23: expected at most 16 levels');
  });

  it('or returns a tree, and throws no other error, for 900 characters of repeated syntax', () => {
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
        expect(parseCustomQuery(piece.repeat(900).slice(0, 900))).toBeDefined();
      } catch (error) {
        expect(error, piece).toBeInstanceOf(ApiError);
      }
    }
  });
});
