import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/v1/api-error.js';
import { parseCustomQuery } from '../../../src/v1/query-language/parser.js';
import { printQuery, type SyntaxTree } from '../../../src/v1/query-language/syntax-tree.js';
import { idsFor } from './small-library.js';

const word = (text: string): SyntaxTree => ({ kind: 'word', text });

function errorFor(query: string): ApiError {
  try {
    parseCustomQuery(query);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    return error;
  }
  throw new Error(`${query} parses.`);
}

const messageFor = (query: string) => errorFor(query).message;
const codeOf = (query: string) => errorFor(query).code;

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
  const CLAUSE = 'a word, a phrase, a group or a field';
  const CLAUSE_OR_END = `${CLAUSE}, or the end of the query`;
  const DISTANCE = 'a whole number from 1 to 100 after ~';
  const YEARS = 'a number for pubyear, or a range such as [1980 TO 1989]';
  const LETTER = 'a letter or a digit before the first wildcard';
  const END = 'the end of the query';

  it.for([
    ['title:(moby', 12, 'a closing ")"', END],
    ['moby)', 5, CLAUSE_OR_END, "')'"],
    ['"moby', 6, 'a closing quotation mark', END],
    ['moby AND', 9, CLAUSE, END],
    ['OR moby', 1, CLAUSE, "'OR'"],
    ['a AND OR b', 7, CLAUSE, "'OR'"],
    ['title:()', 8, CLAUSE, "')'"],
    ['title:AND', 7, 'a value for title', "'AND'"],
    ['title:""', 7, 'a phrase with a word in it', `'""'`],
    ['*ology', 1, LETTER, "'*ology'"],
    ['a ?ology', 3, LETTER, "'?ology'"],
    ['col*r', 5, 'the end of the word after *', "'r'"],
    ['"moby"~', 8, DISTANCE, END],
    ['"moby"~0', 8, DISTANCE, "'0'"],
    ['"moby"~101', 8, DISTANCE, "'101'"],
    ['"moby"~2.5', 8, DISTANCE, "'2.5'"],
    ['"moby"~5a (b)', 8, DISTANCE, "'5a'"],
    ['"moby"~ 5', 8, DISTANCE, "' '"],
    ['ti:""~5', 4, 'a phrase with a word in it', `'""~5'`],
    ['ca:"f cer"~5', 4, 'a value without ~ for callnumber', `'"f'`],
    ['fo:"a"~5', 4, 'a value without ~ for format', `'"a"~5'`],
    ['py:"1990"~5', 4, 'a value without ~ for pubyear', `'"1990"~5'`],
    ['moby\\', 6, 'a character after "\\"', END],
    ['py:[1918 1939]', 10, 'TO, as in [1918 TO 1939]', "'1939]'"],
    ['py:[1918 TO', 12, 'a number or *', END],
    ['py:[1918 TO 1939', 17, 'a closing "]"', END],
    ['py:[ TO 1939]', 9, 'TO, as in [1918 TO 1939]', "'1939]'"],
    ['py:[]', 5, 'a number or *', "']'"],
    ['py:old', 4, YEARS, "'old'"],
    ['py:[a TO b]', 4, YEARS, "'[a'"],
    ['py:19*', 4, YEARS, "'19*'"],
    ['ti:[a TO b]', 4, 'a word, a phrase or a group for title', "'[a'"],
    ['ca:6?7', 4, 'a call number without the wildcard ?', "'6?7'"],
    ['😀 )', 3, CLAUSE_OR_END, "')'"],
    ['titel:x', 1, 'a known field', "'titel'; the nearest is 'title'"],
    ['a autor:x', 3, 'a known field', "'autor'; the nearest is 'author'"],
    ['formatcodes:x', 1, 'a known field', "'formatcodes'; the nearest is 'formatcode'"],
    ['Publication_date:x', 1, 'a known field', "'Publication_date'; the nearest is 'pubyear'"],
    ['location:x', 1, 'a known field', "'location'; the nearest is 'branch'"],
    ['zi:x', 1, 'a known field', "'zi'; the nearest is 'ti'"],
  ] as const)(
    'for %s, with the position and what was expected there',
    ([query, at, expected, found]) => {
      const message = `parameter 'q', character ${at}: expected ${expected}, found ${found}`;
      expect(messageFor(query)).toBe(message);
    },
  );

  it('for more than 900 characters, counted in code points', () => {
    expect(parseCustomQuery('😀'.repeat(900))).toEqual(word('😀'.repeat(900)));
    expect(codeOf('😀'.repeat(901))).toBe('query_too_long');
    expect(codeOf('(moby')).toBe('invalid_query');
    expect(messageFor('😀'.repeat(901))).toBe(
      "parameter 'q': expected at most 900 characters, found 901",
    );
  });

  it('for more than 64 clauses, including clauses in groups', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    expect(parseCustomQuery(words(64))).toHaveProperty('clauses.length', 64);
    expect(codeOf(`title:(${words(65)})`)).toBe('query_too_long');
    expect(messageFor(`title:(${words(65)})`)).toBe(
      "parameter 'q', character 254: expected at most 64 clauses, found clause 65",
    );
  });

  it('for more than 16 levels of parentheses, including the parentheses of fields', () => {
    const nested = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(parseCustomQuery(nested(16))).toEqual(word('a'));
    expect(codeOf(nested(17))).toBe('query_too_long');
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

const message = (query: string) => {
  try {
    parseCustomQuery(query);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
};

describe('Syntax of other search engines', () => {
  it.for([
    ['samarkand && road', 'samarkand AND road', ['b6']],
    ['quixote || road', 'quixote OR road', ['b4', 'b6']],
    ['samarkand && (road || amulet)', 'samarkand AND (road OR amulet)', ['b5', 'b6']],
    ['+samarkand +road', 'samarkand road', ['b6']],
    ['+title:samarkand +(road OR amulet)', 'title:samarkand (road OR amulet)', ['b5', 'b6']],
    ['+"the road"', '"the road"', ['b6']],
    ['samarkand !road', 'samarkand NOT road', ['b5', 'b7']],
    ['samarkand !(road OR amulet)', 'samarkand NOT (road OR amulet)', ['b7']],
    ['samarkand !title:"the road"', 'samarkand NOT title:"the road"', ['b5', 'b7']],
    ['!!samarkand', 'samarkand', ['b5', 'b6', 'b7']],
    ['py:[1918 to 1939]', 'py:[1918 TO 1939]', ['b6']],
    ['nw:[* to 7]', 'nw:[* TO 7]', ['b5']],
  ] as const)('is accepted: %s means %s', ([foreign, own, ids]) => {
    expect(parseCustomQuery(foreign)).toEqual(parseCustomQuery(own));
    expect(idsFor(foreign).sort()).toEqual(ids);
  });

  it.for([
    ['py:>1964', ['b5']],
    ['py:>=1964', ['b5', 'b7']],
    ['py:<1925', ['b9']],
    ['py:<=1925', ['b6', 'b9']],
    ['pubyear:(>1924 <1965)', ['b6', 'b7']],
    ['py:(<1925 OR >1964)', ['b5', 'b9']],
    ['py:>-44', ['b5', 'b6', 'b7']],
    ['py:<-43.5', ['b9']],
    ['py:>1924.5 -py:>1925', ['b6']],
    ['nw:<8', ['b5']],
    ['nw:<=8', ['b5', 'b6']],
    ['new:>7', ['b6']],
    ['new:>=7', ['b5', 'b6']],
    ['sr:>4.34', ['b9']],
    ['sr:>=4.34', ['b4', 'b9']],
    ['starrating:<5', ['b4']],
    ['starrating:<=5', ['b4', 'b9']],
    ['lexile:>500', []],
  ] as const)('is accepted in every field of numbers: %s finds %j', ([query, ids]) => {
    expect(idsFor(query).sort()).toEqual(ids);
  });

  it.for([
    ['whale^5', 6, '^5'],
    ['title:whale^0.5', 12, '^0.5'],
    ['title:wha*^2', 11, '^2'],
    ['"moby dick"^5', 12, '^5'],
    ['title:(moby dick)^5', 18, '^5'],
    ['py:[1900 TO 1910]^2', 18, '^2'],
  ] as const)('is refused: a boost in %s', ([query, at, found]) => {
    expect(message(query)).toBe(
      `parameter 'q', character ${at}: expected a clause without a boost, found '${found}'; remove the boost, or write \\^ for the character`,
    );
  });

  it.for([
    ['whale~', 6, '~'],
    ['title:whale~2', 12, '~2'],
    ['whale~0.8 moby', 6, '~0.8'],
    ['(moby dick)~5', 12, '~5'],
  ] as const)('is refused: ~ after %s', ([query, at, found]) => {
    expect(message(query)).toBe(
      `parameter 'q', character ${at}: expected a clause without ~, found '${found}'; use ~ only after a phrase, as in "war peace"~5, or write \\~ for the character`,
    );
  });

  it.for([
    ['title:/mob.*/', '/mob.*/'],
    ['title:/moby dick/ whale', '/moby'],
    ['ca:/6[0-9]+/', '/6[0-9]+/'],
    ['title:/a\\/b/', '/a\\/b/'],
  ])('is refused: the regular expression in %s', ([query, found]) => {
    expect(message(query)).toBe(
      `parameter 'q', character ${query.indexOf(':') + 2}: expected a value that is not a regular expression, found '${found}'; in a field of text, use the wildcards * and ?, or quotation marks for a text with /`,
    );
  });

  it.for([
    ['title:emma or author:austen', 12, 'or'],
    ['title:emma and author:austen', 12, 'and'],
    ['title:emma not author:austen', 12, 'not'],
    ['title:emma Or author:austen', 12, 'Or'],
    ['title:emma and not author:austen', 12, 'and'],
    ['title:emma AND not author:austen', 16, 'not'],
    ['title:emma OR not -author:austen', 15, 'not'],
    ['title:(emma OR persuasion) or author:(austen)', 28, 'or'],
    ['(title:emma) or (author:austen OR author:bronte)', 14, 'or'],
    ['whale title:"moby dick" or author:melville', 25, 'or'],
  ] as const)('is refused: the operator between the fields of %s', ([query, at, found]) => {
    expect(message(query)).toBe(
      `parameter 'q', character ${at}: expected an operator in capitals between two fields, found '${found}'; write AND, OR or NOT, or quotation marks for the word`,
    );
  });
});

describe('Syntax of Lucene, Solr, CQL and EBSCO', () => {
  it.for([
    ['title: dune', 'title:dune'],
    ['TI:\tdune messiah', 'title:dune messiah'],
    ['title : dune', 'title:dune'],
    ['title: (dune OR emma) -author: king', 'title:(dune OR emma) -author:king'],
    ['a ! b', 'a -b'],
    ['a !  (b c)', 'a -(b c)'],
    ['*:*', '*'],
    ['*:* -title:dune', '* -title:dune'],
    ['title:(+dune -messiah)', 'title:(dune -messiah)'],
    ['"dune"~1', '"dune"~1'],
    ['author:king AND NOT title:it', 'author:king -title:it'],
    ['pubyear:1980-1985', 'pubyear:[1980 TO 1985]'],
    ['py:1980\u20131985', 'pubyear:[1980 TO 1985]'],
    ['py:1980..1985', 'pubyear:[1980 TO 1985]'],
    ['py:(1980- OR 1950)', 'pubyear:([1980 TO *] OR 1950)'],
    ['py:-44', 'pubyear:\\-44'],
    ['py>1980', 'pubyear:>1980'],
    ['py >= 1980 and py < "1990"', 'pubyear:>=1980 pubyear:<1990'],
    ['au=king and ti=shining', 'author:king title:shining'],
    ['author = king not title = "the shining"', 'author:king -title:"the shining"'],
    ['formatcode=(BK OR DVD)', 'format:(BK OR DVD)'],
    ['dc.title any "road sea"', 'title:(road OR sea)'],
    ['dc.creator all "stephen king"', 'author:(stephen king)'],
    ['title all "wom?n se*"', 'title:(wom?n se*)'],
    ['title all "(a) \\"b\\" c"', 'title:(a \\"b\\" c)'],
    ['title adj "moby dick"', 'title:"moby dick"'],
    ['title any dune or author any "king straub"', 'title:dune OR author:(king OR straub)'],
    ['bath.isbn=9780142437230', 'identifier:9780142437230'],
    ['cql.serverChoice = "moby dick"', 'anywhere:"moby dick"'],
    ['cql.allRecords=1', 'anywhere:*'],
    ['cql.allRecords=1 not title=dune', 'anywhere:* -title:dune'],
    ['title=romeo and juliet', 'title:romeo juliet'],
    ['title=a and (title=b or title=c)', 'title:a (title:b OR title:c)'],
    ['emma or title=dune', 'emma OR title:dune'],
  ] as const)('is accepted: %s means %s', ([foreign, own]) => {
    expect(printQuery(parseCustomQuery(foreign))).toBe(printQuery(parseCustomQuery(own)));
  });

  it('applies operators of CQL from the left, and operators in capitals by their precedence', () => {
    const printed = (query: string) => printQuery(parseCustomQuery(query));
    expect(printed('au=king or au=straub and ti=talisman')).toBe(
      '(author:king OR author:straub) title:talisman',
    );
    expect(printed('ti=a and ti=b or ti=c not ti=d')).toBe('(title:a title:b OR title:c) -title:d');
    expect(printed('au=king OR au=straub AND ti=talisman')).toBe(
      'author:king OR author:straub title:talisman',
    );
  });

  it.for([
    ['gone N3 girl', 6, 'N3', '"war peace"~3'],
    ['"gone" W3 (girl)', 8, 'W3', '"war peace"~3'],
    ['GONE W3 GIRL', 6, 'W3', '"war peace"~3'],
    ['gone w/3 girl', 6, 'w/3', '"war peace"~3'],
    ['gone W/3 girl', 6, 'W/3', '"war peace"~3'],
    ['gone NEAR/3 girl', 6, 'NEAR/3', '"war peace"~3'],
    ['gone NEAR girl', 6, 'NEAR', '"war peace"~3'],
    ['gone ADJ2 girl', 6, 'ADJ2', '"war peace"~3'],
    ['gone XOR girl', 6, 'XOR', '"war peace"~3'],
    ['gone | girl', 6, '|', '"war peace"~3'],
    ['title=gone prox/distance<3 title=girl', 12, 'prox/distance<3', '"war peace"~3'],
    ['dune sortBy title', 6, 'sortBy', 'use the parameter sort'],
    ['wom#n', 4, '#n', 'write ? for one character'],
    ['title:colo$r', 11, '$r', 'write ? for one character'],
    ['comput$2 art', 7, '$2', 'write ? for one character'],
    ['/re/', 1, '/re/', 'use the wildcards'],
    ['title=^dune', 7, '^dune', 'write \\^'],
    ['py:[1980 TO 1990}', 17, '}', 'write [1980 TO 1989]'],
    ['py:{1980 TO 1990]', 4, '{1980', 'write [1980 TO 1989]'],
    ['{!edismax}dune', 1, '{!edismax}dune', 'braces'],
    ['_exists_:summary', 1, '_exists_:summary', 'write summary:*'],
    ['title:-dune', 7, '-dune', 'write -title:'],
    ['title:!"dune"', 7, '!"dune"', 'write -title:'],
    ['title exact "dune"', 7, 'exact', 'write title:"..."'],
    ['title == dune', 7, '==', 'write title:"..."'],
    ['title <> dune', 7, '<>', '-title:"..."'],
    ['py within "1980 1985"', 4, 'within', 'py:[1980 TO 1989]'],
    ['title =/relevant dune', 7, '=/relevant', 'without modifiers'],
    ['title any/stem "a b"', 7, 'any/stem', 'without modifiers'],
    ['title > dune', 9, 'dune', 'a field of numbers before >'],
    ['py>new', 4, 'new', 'a number for pubyear'],
    ['title all quiet on', 1, 'title', 'write title:(...)'],
    ['TI gone girl', 1, 'TI', 'write ti:(...)'],
    ['gone girl AND AU flynn', 15, 'AU', 'write au:(...)'],
    ['gone girl and (AU flynn)', 16, 'AU', 'write au:(...)'],
    ['KW dune', 1, 'KW', 'write anywhere:(...)'],
    ['TI GONE GIRL', 1, 'TI', 'write ti:(...)'],
    ['title:', 7, '', 'a value for title'],
    ['writer: king', 1, 'writer', "nearest is 'author'"],
    ['dune and writer = king', 10, 'writer', "nearest is 'author'"],
    ['dune year=1980', 6, 'year', "nearest is 'pubyear'"],
    ['dc.rights=x', 1, 'dc.rights', 'the nearest is'],
  ] as const)('is refused: %s', ([query, at, found, hint]) => {
    const refused = message(query);
    expect(refused).toContain(`parameter 'q', character ${at}: expected `);
    expect(refused).toContain(`found ${found === '' ? 'the end of the query' : `'${found}`}`);
    expect(refused).toContain(hint);
  });

  it.for([
    ...[
      'star wars: a new hope',
      'the award : a novel',
      'e=mc2',
      'x = y',
      'love <3',
      'c#',
      'f# minor',
    ],
    ...[
      '$100',
      'LA CONFIDENTIAL',
      'AN AMERICAN TRAGEDY',
      'SO NEAR YET',
      'so near yet',
      'N3',
      'W3 C',
    ],
    ...['prox', 'sortby', 'all quiet on the western front', 'a new all in one', 'any', 'cat|dog'],
    ...['oklahoma !', 'Mr.Robot:x', 'love / hate / war', 'born in LA today', 'TI', '1980-1985'],
  ])('is text in %s', (query) => {
    const tree = parseCustomQuery(query);
    const words = tree.kind === 'and' ? tree.clauses : [tree];
    expect(words.map((one) => one.kind === 'word' && one.text)).toEqual(query.split(' '));
    expect(parseCustomQuery(printQuery(tree))).toEqual(tree);
  });

  it('is text after a backslash and between quotation marks', () => {
    for (const text of ['TI', 'wom#n', 'title=dune', 'prox', '{a TO b]', 'W3', '^dune', '*:*']) {
      expect(parseCustomQuery(`x "${text}" y`)).toHaveProperty('clauses.1', {
        kind: 'phrase',
        text,
      });
    }
    for (const [query, text] of [
      ['\\TI gone', 'TI'],
      ['wom\\#n gone', 'wom#n'],
      ['title\\=dune gone', 'title=dune'],
      ['\\^dune gone', '^dune'],
    ]) {
      expect(parseCustomQuery(query)).toHaveProperty('clauses.0', word(text));
    }
  });
});

describe('The characters of refused syntax', () => {
  const word = (text: string) => ({ kind: 'word', text });

  it.for([
    ...['c++', 'oklahoma!', 'a!b', 'a+b', 'a&&b', 'a||b', '&', '|', '!', '+', '-', '>2010', '<b>'],
    ...[
      '^5',
      'a^b',
      '^',
      'a^',
      'x^5y',
      '~',
      '~5',
      'a~b',
      'a/b',
      '/usr/bin',
      'or',
      'and',
      'not',
      'to',
    ],
  ])('are text in %s', (text) => {
    expect(parseCustomQuery(text)).toEqual(word(text));
  });

  it.for([
    ['whale\\^5', 'whale^5'],
    ['whale\\~', 'whale~'],
    ['\\+whale', '+whale'],
    ['\\!whale', '!whale'],
    ['\\&&', '&&'],
    ['\\||', '||'],
    ['\\or', 'or'],
  ])('are text after a backslash, as in %s', ([query, text]) => {
    expect(parseCustomQuery(query)).toEqual(word(text));
  });

  it('are text between quotation marks', () => {
    for (const text of ['whale^5', 'whale~', '&&', '!whale', '+whale', 'py:>2010', '/re/']) {
      expect(parseCustomQuery(`"${text}"`)).toEqual({ kind: 'phrase', text });
    }
  });

  it.for([
    'title:emma or austen',
    'emma or author:austen',
    'title:(emma or author)',
    'title:or author:austen',
    'title:emma "or" author:austen',
    'title:emma \\or author:austen',
    'title:emma or whale author:austen',
    'war and peace',
    'title:/usr/bin',
    'title:"/re/"',
  ])('are text in %s', (query) => {
    expect(message(query)).toBe('no error');
  });

  it('do not change which titles a query finds', () => {
    expect(idsFor('title:samarkand! title:"road!"')).toEqual(['b6']);
    expect(idsFor('title:(road or amulet)')).toEqual([]);
  });
});

/** A part of the advice in a message, a query that follows the advice, and a query with the meaning that it says. */
type Advice = readonly [part: string, query: string, meaning: string];

/** Refused queries, and the advice in the message. */
const ADVICE: readonly (readonly [refused: string, ...followed: readonly Advice[]])[] = [
  ['whale^5', ['remove the boost', 'whale', 'whale'], ['write \\^', 'whale\\^5', 'whale\\^5']],
  [
    'war~2',
    ['"war peace"~5', '"war peace"~5', '"war peace"~5'],
    ['write \\~', 'war\\~2', 'war\\~2'],
  ],
  [
    'title:/mob.*/',
    ['wildcards * and ?', 'title:mob*', 'title:mob*'],
    ['wildcards * and ?', 'title:m?b', 'title:m?b'],
    ['quotation marks', 'title:"/mob.*/"', 'title:"/mob.*/"'],
  ],
  ['/re/', ['wildcards', 're*', 're*'], ['quotation marks', '"/re/"', '"/re/"']],
  [
    'wom#n',
    ['write ?', 'wom?n', 'wom?n'],
    ['* for any ending', 'wom*', 'wom*'],
    ['or \\#', 'wom\\#n', 'wom\\#n'],
  ],
  ['comput$', ['* for any ending', 'comput*', 'comput*'], ['and \\$', 'comput\\$', 'comput\\$']],
  ['title=^dune', ['remove ^', 'title=dune', 'title:dune'], ['write \\^', '\\^dune', '\\^dune']],
  ...['py:[1980 TO 1990}', 'py:{1980 TO 1990]', 'py:{1980 TO 1990}'].map(
    (query) =>
      [
        query,
        ['write [1980 TO 1989]', 'py:[1980 TO 1989]', 'pubyear:[1980 TO 1989]'],
        ['quotation marks', '"{1980 TO 1990"', '"{1980 TO 1990"'],
      ] as const,
  ),
  ['_exists_:summary', ['write summary:*', 'summary:*', 'summary:*']],
  ['_exists_:writer', ['write author:*', 'author:*', 'author:*']],
  ['_exists_:', ['write title:*', 'title:*', 'title:*']],
  [
    'title:-dune',
    ['write -title:', '-title:dune', '-title:dune'],
    ['quotation marks', 'title:"-dune"', 'title:"-dune"'],
  ],
  ['writer:-king', ['write -author:', '-author:king', '-author:king']],
  [
    'title == dune',
    ['write title:"..."', 'title:"dune"', 'title:"dune"'],
    ['-title:"..." for NOT', '-title:"dune"', '-title:"dune"'],
  ],
  ['writer == king', ['write author:"..."', 'author:"king"', 'author:"king"']],
  [
    'py within "1980 1985"',
    ['write py:1980', 'py:1980', 'pubyear:1980'],
    ['-py:1980 for NOT', '-py:1980', '-pubyear:1980'],
    ['py:[1980 TO 1989] for a range', 'py:[1980 TO 1989]', 'pubyear:[1980 TO 1989]'],
  ],
  ['py = 1980 - 1985', ['write py:[1980 TO 1985]', 'py:[1980 TO 1985]', 'pubyear:[1980 TO 1985]']],
  [
    'title all quiet on',
    ['write title:(...)', 'title:(quiet on)', 'title:(quiet on)'],
    ['quotation marks', '"title all quiet on"', '"title all quiet on"'],
  ],
  [
    'TI gone girl',
    ['write ti:(...)', 'ti:(gone girl)', 'title:(gone girl)'],
    ['quotation marks', '"TI" gone girl', '"TI" gone girl'],
  ],
  ['KW dune', ['write anywhere:(...)', 'anywhere:(dune)', 'anywhere:dune']],
  [
    'gone N3 girl',
    ['AND, OR or NOT', 'gone OR girl', 'gone OR girl'],
    ['write "war peace"~3', '"gone girl"~3', '"gone girl"~3'],
    ['quotation marks', 'gone "N3" girl', 'gone "N3" girl'],
  ],
  ['dune sortBy title', ['quotation marks', 'dune "sortBy" title', 'dune "sortBy" title']],
  [
    'title:emma or author:king',
    ['write AND, OR or NOT', 'title:emma OR author:king', 'title:emma OR author:king'],
    ['quotation marks', 'title:emma "or" author:king', 'title:emma "or" author:king'],
  ],
  ['writer:king', ["the nearest is 'author'", 'author:king', 'author:king']],
  ['py:old', ['a range such as [1980 TO 1989]', 'py:[1980 TO 1989]', 'pubyear:[1980 TO 1989]']],
  ['py:[1918 1939]', ['TO, as in [1918 TO 1939]', 'py:[1918 TO 1939]', 'pubyear:[1918 TO 1939]']],
  ['title > dune', ['a field of numbers before >', 'py > 1980', 'pubyear:>1980']],
];

describe('The advice in a message', () => {
  it.for(ADVICE)('is accepted, and has the meaning that it says: %s', ([refused, ...followed]) => {
    const text = messageFor(refused);
    for (const [part, query, meaning] of followed) {
      expect(text).toContain(part);
      expect(printQuery(parseCustomQuery(query))).toBe(printQuery(parseCustomQuery(meaning)));
    }
  });

  it('does not refuse years with a hyphen in a field of text', () => {
    expect(printQuery(parseCustomQuery('title: 1984 - 1985'))).toBe('title:1984 \\- 1985');
  });
});
