import type { StringWriter } from './string-writer.js';

/** The code before a literal byte. No symbol has this code. */
export const ESCAPE = 255;

/** The maximum number of symbols. Their codes are the bytes below {@link ESCAPE}. */
const MAX_SYMBOLS = ESCAPE;
/** The maximum length of a symbol in bytes. */
export const MAX_SYMBOL_BYTES = 16;
/** The approximate size in bytes of the sample from which the symbols are chosen. */
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
 * @returns up to 255 symbols of 1 to 16 bytes as binary strings: each character, 0 to 0xff, stands for one byte
 */
export function trainSymbols(strings: StringWriter): string[] {
  const sample = sampleOf(strings);
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

/** Returns the first 64 KiB of every nth string as binary strings. The total size of all strings determines n. */
function sampleOf(strings: StringWriter): string[] {
  const step = Math.max(1, Math.floor(strings.length / SAMPLE_BYTES));
  const sample: string[] = [];
  let index = 0;
  for (const bytes of strings.strings()) {
    if (index++ % step !== 0) continue;
    let text = '';
    for (const byte of bytes.subarray(0, SAMPLE_BYTES)) text += String.fromCharCode(byte);
    sample.push(text);
  }
  // Sorted, so that the parts of the sample do not depend on the order of the strings.
  return sample.sort();
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
