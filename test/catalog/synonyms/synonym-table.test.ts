import { describe, expect, it } from 'vitest';
import {
  parseSynonyms,
  SynonymLineError,
  type SynonymRule,
} from '../../../src/catalog/synonyms/parse-synonyms.js';
import {
  openSynonyms,
  type Synonyms,
  SynonymTableBuilder,
} from '../../../src/catalog/synonyms/synonym-table.js';

function rule(line: string): SynonymRule {
  const parsed = parseSynonyms(line);
  if (parsed === undefined) throw new Error(`${line}: expected a rule, found none`);
  return parsed;
}

function rowsOf(own: readonly string[], shipped: readonly string[] = []): readonly string[] {
  const builder = new SynonymTableBuilder();
  for (const line of own) builder.add(rule(line));
  return builder.rows(shipped.map(rule));
}

function open(own: readonly string[], shipped: readonly string[] = []): Synonyms {
  return openSynonyms(rowsOf(own, shipped));
}

/** Returns the matches of a query at a position, each as `length: alternative|alternative`. */
function lookup(synonyms: Synonyms, query: string, at = 0): string[] {
  return synonyms
    .lookup(query.split(' '), at)
    .map(
      ({ length, alternatives }) =>
        `${length}: ${alternatives.map((terms) => terms.join(' ')).join('|')}`,
    );
}

describe('Synonyms.lookup', () => {
  it('returns the other words of a line in all directions', () => {
    const synonyms = open(['sofa, couch, day bed']);
    expect(lookup(synonyms, 'sofa')).toEqual(['1: couch|day bed']);
    expect(lookup(synonyms, 'day bed')).toEqual(['2: couch|sofa']);
    expect(synonyms.size).toBe(3);
  });

  it('returns the alternatives of a one-way rule in one direction', () => {
    const synonyms = open(['lotr => lord of the rings, tolkien']);
    expect(lookup(synonyms, 'lotr')).toEqual(['1: lord of the rings|tolkien']);
    expect(lookup(synonyms, 'tolkien')).toEqual([]);
    expect(lookup(synonyms, 'lord of the rings')).toEqual([]);
  });

  it('returns all phrases that begin at the position, the longest first', () => {
    const synonyms = open(['world war => war', 'world => earth', 'world war two => ww2']);
    expect(lookup(synonyms, 'a world war two novel', 1)).toEqual(['3: ww2', '2: war', '1: earth']);
    expect(lookup(synonyms, 'the world war', 1)).toEqual(['2: war', '1: earth']);
    expect(lookup(synonyms, 'a world war two novel', 2)).toEqual([]);
    expect(lookup(synonyms, 'world', 1)).toEqual([]);
  });

  it('does not follow the alternatives of alternatives', () => {
    const synonyms = open(['a, b', 'b, c']);
    expect(lookup(synonyms, 'a')).toEqual(['1: b']);
    expect(lookup(synonyms, 'b')).toEqual(['1: a|c']);
  });

  it.each([
    ['organise', 'organize'],
    ['organizations', 'organisations'],
    ['analyse', 'analyze'],
    ['colour', 'color'],
    ['colors', 'colours'],
    ['behavioural', 'behavioral'],
    ['demeanor', 'demeanour'],
    ['labourer', 'laborer'],
    ['neighborhood', 'neighbourhood'],
    ['honourable', 'honorable'],
    ['favorites', 'favourites'],
  ])('returns the spelling variant of %s', (word, variant) => {
    expect(lookup(open([]), word)).toEqual([`1: ${variant}`]);
    expect(lookup(open([]), variant)).toEqual([`1: ${word}`]);
  });

  it.each([
    'four',
    'for',
    'hour',
    'tour',
    'doctor',
    'raise',
    'wise',
    'prize',
    'size',
    'autor',
    'this',
    '',
  ])('returns no spelling variant of %j', (word) => expect(lookup(open([]), word)).toEqual([]));

  it('adds a spelling variant to the alternatives of the word', () => {
    const synonyms = open(['colour => hue', 'colour film => movie']);
    expect(lookup(synonyms, 'colour film')).toEqual(['2: movie', '1: hue|color']);
  });
});

describe('SynonymTableBuilder', () => {
  it('returns the same rows for any order of lines and words', () => {
    const rows = rowsOf(['a, b', 'c => d, e', 'b, c'], ['a, z']);
    expect(rowsOf(['c, b', 'b, a', 'c => e, d'], ['z, a'])).toEqual(rows);
    expect(rows).toEqual(['a\tb\tz', 'b\ta\tc', 'c\tb\td\te', 'z\ta']);
  });

  it('adds equivalent words to the shipped synonyms', () => {
    expect(rowsOf(['us, folks'], ['us => united states'])).toEqual([
      'folks\tus',
      'us\tfolks\tunited states',
    ]);
  });

  it('replaces shipped synonyms by those of a one-way rule', () => {
    expect(rowsOf(['us => folks'], ['us, usa => united states'])).toEqual([
      'us\tfolks',
      'usa\tunited states',
    ]);
    expect(rowsOf(['us => us'], ['us => united states'])).toEqual([]);
  });

  it('rejects more than 32 alternatives of one phrase', () => {
    const lines = Array.from({ length: 33 }, (_, i) => `my word => w${i}`);
    expect(() => rowsOf(lines.slice(1))).not.toThrow();
    expect(() => rowsOf(lines)).toThrow(
      new SynonymLineError("expected at most 32 alternatives of 'my word', found 33"),
    );
  });

  it('rejects more than 10,000 rules', () => {
    const builder = new SynonymTableBuilder();
    for (let i = 0; i < 10_000; i++) builder.add(rule(`a${i} => b`));
    expect(() => builder.add(rule('c => d'))).toThrow(
      new SynonymLineError('expected at most 10000 lines with synonyms, found more'),
    );
  });
});
