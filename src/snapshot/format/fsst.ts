import { compareBytes, lazy } from '../../search/index.js';

/** The code before a literal byte. No symbol has this code. */
export const ESCAPE = 255;

/** The maximum number of symbols. Their codes are the bytes below {@link ESCAPE}. */
const MAX_SYMBOLS = ESCAPE;
/** The maximum length of a symbol in bytes. */
export const MAX_SYMBOL_BYTES = 16;
/** The size in bytes at which the sample, from which the symbols are chosen, is complete. */
const SAMPLE_BYTES = 1 << 14;
/** The maximum size in bytes of one string in the sample, so that a long string does not determine the symbols. */
const MAX_STRING_BYTES = SAMPLE_BYTES >> 4;
/** The number of rounds of the training. */
const ROUNDS = 5;

/**
 * Builds a static symbol table: up to 255 frequent substrings, each of which can be written as a code of
 * one byte. See P. Boncz, T. Neumann and V. Leis, FSST: Fast Random Access String Compression, VLDB
 * 2020.
 *
 * Each round compresses a part of a sample with the symbols of the previous round. The part grows from one
 * fifth of the sample to the whole sample. The candidates for the next symbols are the symbols used, their
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
    const part = sample.filter((_, i) => i % (ROUNDS - round) === 0);
    symbols = highestScores(scoreCandidates(part, symbols));
  }
  return symbols;
}

/** The number of pieces of texts: the symbols by their codes, and from {@link FIRST_BYTE} on the bytes. */
const PIECES = 512;
const FIRST_BYTE = 256;

/**
 * A number for each pair of pieces, for the counts of {@link scoreCandidates}. The numbers are zeros between two calls.
 * The memory is reused, because fresh memory would take a small catalog longer than the training.
 */
const reusedPairCounts = lazy(() => new Uint32Array(PIECES * PIECES));

/** Returns the score of each candidate for the symbols of the next round. */
function scoreCandidates(
  sample: readonly Uint8Array[],
  symbols: readonly string[],
): Map<string, number> {
  const pairCounts = reusedPairCounts();
  const { next, codes } = buildTrie(symbols);
  const pieces = Array.from({ length: PIECES }, (_, piece) =>
    piece < FIRST_BYTE ? (symbols[piece] ?? '') : String.fromCharCode(piece - FIRST_BYTE),
  );
  const counts = new Uint32Array(PIECES);
  const pairs: number[] = [];
  for (const text of sample) {
    let previous = -1;
    for (let at = 0; at < text.length; ) {
      let piece = FIRST_BYTE + text[at];
      let after = at + 1;
      for (let reached = at, node = 0; reached < text.length; ) {
        node = next[node * 256 + text[reached++]];
        if (node === 0) break;
        if (codes[node] === ESCAPE) continue;
        piece = codes[node];
        after = reached;
      }
      counts[piece]++;
      if (after - at > 1) counts[FIRST_BYTE + text[at]]++;
      if (previous >= 0 && pieces[previous].length < MAX_SYMBOL_BYTES) {
        const pair = previous * PIECES + piece;
        if (pairCounts[pair]++ === 0) pairs.push(pair);
      }
      previous = piece;
      at = after;
    }
  }
  const scores = new Map<string, number>();
  for (let piece = 0; piece < PIECES; piece++) {
    if (counts[piece] > 0) addScore(scores, pieces[piece], counts[piece]);
  }
  for (const pair of pairs) {
    const symbol = pieces[Math.floor(pair / PIECES)] + pieces[pair % PIECES];
    addScore(scores, symbol.slice(0, MAX_SYMBOL_BYTES), pairCounts[pair]);
    pairCounts[pair] = 0;
  }
  return scores;
}

function addScore(scores: Map<string, number>, symbol: string, occurrences: number): void {
  scores.set(symbol, (scores.get(symbol) ?? 0) + occurrences * symbol.length);
}

/** Returns the candidates with the highest scores, the highest first, and equal scores in order of the candidates. */
function highestScores(scores: ReadonlyMap<string, number>): string[] {
  const sorted = Float64Array.from(scores.values()).sort();
  const lowest = sorted[Math.max(0, sorted.length - MAX_SYMBOLS)];
  return [...scores]
    .filter(([, score]) => score >= lowest)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MAX_SYMBOLS)
    .map(([symbol]) => symbol);
}

/**
 * Returns the bytes of strings, until they have 16 KiB or more in total. Of each string, the sample has
 * the first KiB. The strings are read in the order of the reversed bits of their indexes, so that the sample
 * is evenly spread over all strings.
 */
function sampleOf(count: number, textAt: (index: number) => Uint8Array): Uint8Array[] {
  const sample: Uint8Array[] = [];
  const bits = 32 - Math.clz32(Math.max(0, count - 1));
  for (let i = 0, length = 0; i < 2 ** bits && length < SAMPLE_BYTES; i++) {
    const index = reverseBits(i, bits);
    if (index >= count) continue;
    const text = new Uint8Array(textAt(index).subarray(0, MAX_STRING_BYTES));
    sample.push(text);
    length += text.length;
  }
  // Sorted, so that each part of the sample has strings of every kind.
  return sample.sort((a, b) => compareBytes(a, 0, a.length, b, 0, b.length));
}

/** Returns the number whose `bits` lowest bits are those of `number` in reverse order. */
function reverseBits(number: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = reversed * 2 + ((number >>> bit) & 1);
  return reversed;
}

/**
 * Builds a trie of the symbols' bytes. Node 0 is the root. `next[node * 256 + byte]` is a child node, or 0 if
 * there is no such child. `codes[node]` is the code of the symbol that ends at the node, or {@link ESCAPE} if
 * no symbol ends there.
 */
export function buildTrie(symbols: readonly string[]) {
  const size = symbols.reduce((sum, symbol) => sum + symbol.length, 1);
  const next = new Uint16Array(size * 256);
  const codes = new Uint8Array(size).fill(ESCAPE);
  let nodes = 1;
  symbols.forEach((symbol, code) => {
    let node = 0;
    for (const byte of bytesOf(symbol)) {
      if (next[node * 256 + byte] === 0) next[node * 256 + byte] = nodes++;
      node = next[node * 256 + byte];
    }
    codes[node] = code;
  });
  return { next, codes };
}

/** Returns the bytes of a binary string, in which each character, 0 to 0xff, stands for one byte. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
