import type { StringWriter } from './string-writer.js';

/** The byte in front of one that is no symbol's code but stands for itself. */
export const ESCAPE = 255;

/** The most symbols: a code is a byte below {@link ESCAPE}. */
const MOST_SYMBOLS = ESCAPE;
/** The most bytes that a symbol stands for. */
export const LONGEST_SYMBOL = 16;
/** How many bytes of strings the symbols are chosen by. */
const SAMPLE_SIZE = 1 << 16;
const ROUNDS = 6;

/**
 * The beginnings, endings and middles that strings repeat most, to be written as one byte each (a
 * static symbol table, see P. Boncz, T. Neumann and V. Leis, FSST, VLDB 2020).
 *
 * A sample is written with no symbols at first, then with those that would have spared most: what
 * was written, and every two symbols side by side as one, are the next candidates. The same strings
 * give the same symbols.
 *
 * @returns symbols of 1 to 16 bytes, a character a byte
 */
export function chooseSymbols(strings: StringWriter): string[] {
  const sample = sampleOf(strings);
  let symbols: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const spared = new Map<string, number>();
    const write = (symbol: string) => spared.set(symbol, (spared.get(symbol) ?? 0) + symbol.length);
    const matcher = longestMatcher(symbols);
    for (const text of sample) {
      let before = '';
      for (let at = 0; at < text.length; ) {
        const symbol = matcher(text, at) || text[at];
        write(symbol);
        if (symbol.length > 1) write(text[at]);
        if (before !== '' && before.length < LONGEST_SYMBOL) {
          write((before + symbol).slice(0, LONGEST_SYMBOL));
        }
        before = symbol;
        at += symbol.length;
      }
    }
    symbols = [...spared]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MOST_SYMBOLS)
      .map(([symbol]) => symbol);
  }
  return symbols;
}

/** Strings from all over the writer's, a character a byte. */
function sampleOf(strings: StringWriter): string[] {
  const step = Math.max(1, Math.floor(strings.length / SAMPLE_SIZE));
  const sample: string[] = [];
  let number = 0;
  for (const bytes of strings.strings()) {
    if (number++ % step !== 0) continue;
    let text = '';
    for (const byte of bytes.subarray(0, SAMPLE_SIZE)) text += String.fromCharCode(byte);
    sample.push(text);
  }
  return sample;
}

/** Gives the longest of the symbols that stands at a place of a text, or the empty string. */
function longestMatcher(symbols: readonly string[]): (text: string, at: number) => string {
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
