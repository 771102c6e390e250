import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSynonyms, SynonymLineError } from '../../../src/catalog/synonyms/parse-synonyms.js';

function split(entries: string): string[][] {
  return entries.split('|').map((entry) => entry.split(' '));
}

function errorOf(line: string): string {
  try {
    parseSynonyms(line);
  } catch (error) {
    expect(error).toBeInstanceOf(SynonymLineError);
    return (error as Error).message;
  }
  throw new Error('expected a SynonymLineError, found none');
}

describe('parseSynonyms', () => {
  it.each([
    ['sofa, couch', 'sofa|couch'],
    ['  Sofa ,divan, COUCH  ', 'sofa|divan|couch'],
    ['sci-fi, science fiction, scifi', 'sci fi|science fiction|scifi'],
    ["Björk, O'Brien, e-mail", 'bjork|obrien|e mail'],
    ['紅樓夢, 石頭記', '红楼 楼梦|石头 头记'],
    ['c#, c sharp', 'c|c sharp'],
    ['a = b, c', 'a b|c'],
  ])('reads %j as equivalent words and phrases', (line, entries) => {
    expect(parseSynonyms(line)).toEqual({
      from: split(entries),
      to: split(entries),
      isOneWay: false,
    });
  });

  it.each([
    ['sofa => couch', 'sofa', 'couch'],
    ['lotr, the lord => lord of the rings, tolkien', 'lotr|the lord', 'lord of the rings|tolkien'],
    ['us=>us', 'us', 'us'],
    ['1\\,000 => a\\=>b', '1000', 'a b'],
    ['back\\\\slash => x', 'back slash', 'x'],
    ['\\# sign => hash', 'sign', 'hash'],
  ])('reads %j as a one-way rule', (line, from, to) => {
    expect(parseSynonyms(line)).toEqual({ from: split(from), to: split(to), isOneWay: true });
  });

  it.each(['', '   ', '# sofa, couch', '  # =>', '\r'])('skips %j', (line) => {
    expect(parseSynonyms(line)).toBeUndefined();
  });

  it.each([
    ['sofa', "expected two or more words or phrases with commas between them, or =>, found 'sofa'"],
    ['sofa, , couch', 'expected a word or phrase at each comma and =>, found nothing'],
    ['sofa, couch,', 'expected a word or phrase at each comma and =>, found nothing'],
    ['=> couch', 'expected a word or phrase at each comma and =>, found nothing'],
    ['sofa =>', 'expected a word or phrase at each comma and =>, found nothing'],
    ['sofa, !!!', "expected a word or phrase at each comma and =>, found '!!!'"],
    ['a => b => c', 'expected at most one =>, found 2'],
    ['sofa, couch\\', 'expected a character after \\, found the end of the line'],
    [
      'x, a b c d e f g h i j k l m',
      "expected at most 12 words in a phrase, found 13 in 'a b c d e f g h i j k l m'",
    ],
    [`${'a,'.repeat(32)}a`, 'expected at most 32 words and phrases, found 33'],
    ['a, '.padEnd(2001, 'b'), 'expected at most 2000 characters, found 2001'],
  ])('rejects %j', (line, message) => {
    expect(errorOf(line)).toBe(message);
  });

  it('returns rules with words on both sides, or throws a SynonymLineError, for any line', () => {
    const lines = fc.array(
      fc.constantFrom('a', 'Bé', ' ', ',', '=>', '=', '\\', '#', '東京', '-'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(lines, (parts) => {
        try {
          const rule = parseSynonyms(parts.join(''));
          for (const terms of [...(rule?.from ?? []), ...(rule?.to ?? [])]) {
            expect(terms.length).toBeGreaterThan(0);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SynonymLineError);
          expect((error as Error).message).toMatch(/^expected .+, found .+/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
