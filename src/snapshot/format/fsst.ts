/** The code before a literal byte. No symbol has this code. */
export const ESCAPE = 255;

/** The maximum number of symbols. Their codes are the bytes below {@link ESCAPE}. */
const MAX_SYMBOLS = ESCAPE;
/** The maximum length of a symbol in bytes. */
export const MAX_SYMBOL_BYTES = 16;
/** The size in bytes at which the sample, from which the symbols are chosen, is complete. */
const SAMPLE_BYTES = 1 << 16;
/** The number of rounds of the training. */
const ROUNDS = 6;

/**
 * Builds a static symbol table: up to 255 frequent substrings, each of which can be written as a code of
 * one byte. See P. Boncz, T. Neumann and V. Leis, FSST: Fast Random Access String Compression, VLDB
 * 2020.
 *
 * Each round compresses a part of a sample with the symbols of the previous round. The part grows from one
 * sixth of the sample to the whole sample. The candidates for the next symbols are the symbols used, their
 * first bytes, and the concatenations of adjacent symbols. The score of a candidate is its length multiplied
 * by its number of occurrences. The candidates with the highest scores are chosen. The same strings in the
 * same order always produce the same symbols.
 *
 * @param count the number of strings
 * @param textAt returns the bytes of the string at an index; called for the strings of the sample
 * @returns up to 255 symbols of 1 to 16 bytes as binary strings: each character, 0 to 0xff, stands for one byte
 */
export function trainSymbols(count: number, textAt: (index: number) => Uint8Array): string[] {
  const sample = sampleOf(count, textAt);
  let symbols: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scores = new Map<string, number>();
    const count = (symbol: string) => scores.set(symbol, (scores.get(symbol) ?? 0) + symbol.length);
    const longestMatch = createMatcher(symbols);
    for (let i = 0; i < sample.length; i += ROUNDS - round) {
      const text = sample[i];
      let previous = '';
      for (let at = 0; at < text.length; ) {
        const symbol = longestMatch(text, at) || text[at];
        count(symbol);
        if (symbol.length > 1) count(text[at]);
        if (previous !== '' && previous.length < MAX_SYMBOL_BYTES) {
          count((previous + symbol).slice(0, MAX_SYMBOL_BYTES));
        }
        previous = symbol;
        at += symbol.length;
      }
    }
    symbols = [...scores]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_SYMBOLS)
      .map(([symbol]) => symbol);
  }
  return symbols;
}

/**
 * Returns strings as binary strings, until they have 64 KiB or more in total. Of each string, the sample has
 * the first 64 KiB. The strings are read in the order of the reversed bits of their indexes, so that the sample
 * is evenly spread over all strings.
 */
function sampleOf(count: number, textAt: (index: number) => Uint8Array): string[] {
  const sample: string[] = [];
  const bits = 32 - Math.clz32(Math.max(0, count - 1));
  for (let i = 0, length = 0; i < 2 ** bits && length < SAMPLE_BYTES; i++) {
    const index = reverseBits(i, bits);
    if (index >= count) continue;
    let text = '';
    for (const byte of textAt(index).subarray(0, SAMPLE_BYTES)) text += String.fromCharCode(byte);
    sample.push(text);
    length += text.length;
  }
  // Sorted, so that each part of the sample has strings of every kind.
  return sample.sort();
}

/** Returns the number whose `bits` lowest bits are those of `number` in reverse order. */
function reverseBits(number: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = reversed * 2 + ((number >>> bit) & 1);
  return reversed;
}

/** Returns a function that returns the longest symbol at an offset of a text, or '' if no symbol matches. */
function createMatcher(symbols: readonly string[]): (text: string, at: number) => string {
  const byFirst = new Map<string, string[]>();
  for (const symbol of symbols) {
    const [first] = symbol;
    byFirst.set(first, [...(byFirst.get(first) ?? []), symbol]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.length - a.length);
  return (text, at) => {
    const list = byFirst.get(text[at]) ?? [];
    return list.find((symbol) => text.startsWith(symbol, at)) ?? '';
  };
}
