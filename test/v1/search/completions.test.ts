import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortTitle } from '../../../src/catalog/sort-title.js';
import { collationLetters } from '../../../src/search/columns/collation.js';
import { completionsOf } from '../../../src/v1/search/completions.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const name = fc.oneof(
  fc.constantFrom('The Sea', 'Sea', 'sea wolf', 'Seá', 'L’Été', '東京', '𐐷𐐷a', '￿', "O'Brien"),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'á', 'b', ' ', '東', '𐐷', '￿'),
    minLength: 1,
    maxLength: 5,
  }),
);
const records = fc.array(fc.record({ title: name, author: name, popularity: fc.nat(5) }), {
  maxLength: 60,
});

it('completions begin with the typed letters, ignoring case and accents, and the most popular or frequent is first', () => {
  fc.assert(
    fc.property(records, name, fc.integer({ min: 1, max: 100 }), (given, typed, limit) => {
      const { titles } = catalogOf({
        titles: given.map(({ title, author, popularity }, i) =>
          book(String(i), title, { authors: [{ name: author }], popularity }),
        ),
      });
      const { title, author } = completionsOf(titles);
      const isCompleted = (text: string) =>
        collationLetters(text).startsWith(collationLetters(typed));
      const numbers = Array.from({ length: titles.size }, (_, number) => number);
      expect(title.complete(typed, limit)).toEqual(
        numbers
          .filter((number) => isCompleted(sortTitle(titles.get(number))))
          .sort((a, b) => titles.ranks.popularity[a] - titles.ranks.popularity[b])
          .slice(0, limit),
      );
      const { dictionary, data } = titles.columns.author;
      const values = Array.from({ length: dictionary.size }, (_, value) => value);
      expect(author.complete(typed, limit)).toEqual(
        values
          .filter((value) => isCompleted(dictionary.get(value)))
          .sort((a, b) => data.counts[b] - data.counts[a] || a - b)
          .slice(0, limit),
      );
    }),
  );
});
