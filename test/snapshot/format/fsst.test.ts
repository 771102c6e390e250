import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_SYMBOL_BYTES, trainSymbols } from '../../../src/snapshot/format/fsst.js';

const ROUNDS = 5;
const MAX_SYMBOLS = 255;

/** Trains symbols like `trainSymbols`, on strings that are shorter than the sample, with a `Map` of texts only. */
function trainPlainly(strings: readonly string[]): string[] {
  const sample = strings.toSorted();
  let symbols: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scores = new Map<string, number>();
    const count = (symbol: string) => scores.set(symbol, (scores.get(symbol) ?? 0) + symbol.length);
    for (const text of sample.filter((_, i) => i % (ROUNDS - round) === 0)) {
      let previous: string | undefined;
      for (let at = 0; at < text.length; ) {
        const matching = symbols.filter((symbol) => text.startsWith(symbol, at));
        const piece = matching.toSorted((a, b) => b.length - a.length)[0] ?? text[at];
        count(piece);
        if (piece.length > 1) count(text[at]);
        if (previous !== undefined && previous.length < MAX_SYMBOL_BYTES) {
          count((previous + piece).slice(0, MAX_SYMBOL_BYTES));
        }
        previous = piece;
        at += piece.length;
      }
    }
    symbols = [...scores]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_SYMBOLS)
      .map(([symbol]) => symbol);
  }
  return symbols;
}

it('trainSymbols chooses the symbols that a plain implementation chooses', () => {
  const unit = fc.constantFrom('a', 'b', 'c', ' ', '"');
  const strings = fc.array(fc.string({ unit, maxLength: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(strings, (texts) => {
      const bytes = texts.map((text) => Buffer.from(text));
      expect(trainSymbols(bytes.length, (index) => bytes[index])).toEqual(trainPlainly(texts));
    }),
  );
});
