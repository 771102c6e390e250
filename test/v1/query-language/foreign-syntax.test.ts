import { describe, expect, it } from 'vitest';
import { parseCustomQuery } from '../../../src/v1/query-language/parser.js';
import { idsFor } from './small-library.js';

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
      `parameter 'q', character ${query.indexOf(':') + 2}: expected a value that is not a regular expression, found '${found}'; use the wildcards * and ?, or quotation marks for a text with /`,
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

describe('The characters of refused syntax', () => {
  const word = (text: string) => ({ kind: 'word', text });

  it.for([
    ...['c++', 'oklahoma!', 'a!b', 'a+b', 'a&&b', 'a||b', '&', '|', '!', '+', '-', '>2010', '<b>'],
    ...['^5', 'a^b', '^', 'a^', 'x^5y', '~', '~5', 'a~b', 'a/b', '/re/', 'or', 'and', 'not', 'to'],
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
