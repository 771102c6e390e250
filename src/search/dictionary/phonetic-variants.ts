import type { TermDictionary, TermRange } from './term-dictionary.js';

/** Groups of letters that sound alike in names and words of European languages. */
const SOUNDS = [
  ['ph', 'f', 'v'],
  ['ck', 'k', 'c', 'ch', 'q'],
  ['kh', 'h', 'ch', 'x'],
  ['c', 's', 'ss', 'sc'],
  ['z', 's', 'tz', 'ts'],
  ['cz', 'ch', 'tch', 'tsch', 'c'],
  ['sch', 'sh', 'ch', 's'],
  ['kn', 'n', 'gn'],
  ['wr', 'r', 'rh'],
  ['ps', 's'],
  ['wh', 'w', 'v'],
  ['th', 't', 'd'],
  ['gh', 'g'],
  ['dg', 'j', 'g', 'dj'],
  ['j', 'y', 'i'],
  ['ks', 'x', 'cks'],
  ['qu', 'kw', 'k'],
  ['ite', 'ight', 'yte'],
  ['ie', 'y', 'ey', 'i', 'ee', 'ea'],
  ['ei', 'ie', 'ai', 'ay', 'a'],
  ['ou', 'u', 'oo', 'ow'],
  ['au', 'o', 'aw', 'ough'],
  ['er', 'or', 'ar', 'ir', 'ur', 're'],
  ['oe', 'o', 'e'],
  ['ae', 'e', 'a'],
  ['eu', 'oi', 'oy'],
  ['ll', 'l'],
] as const;

/** The maximum number of variants of a word. */
const MAX_VARIANTS = 512;

/** For each group of letters, the groups that sound alike. */
const ALIKE: ReadonlyMap<string, readonly string[]> = createAlike();
const MAX_GROUP = Math.max(...[...ALIKE.keys()].map((group) => group.length));

function createAlike(): Map<string, string[]> {
  const alike = new Map<string, string[]>();
  for (const sounds of SOUNDS) {
    for (const sound of sounds) {
      const others = sounds.filter((other) => other !== sound);
      alike.set(sound, [...new Set([...(alike.get(sound) ?? []), ...others])]);
    }
  }
  return alike;
}

/**
 * Returns words that sound like a word: one group of letters, then two groups, are replaced by groups that sound
 * alike. Returns at most {@link MAX_VARIANTS} words.
 *
 * @example phoneticVariants('steven').includes('stephen') // true
 */
export function phoneticVariants(word: string): string[] {
  const variants = new Set(replaceOne(word, 0));
  for (const [variant, end] of [...replaceOneWithEnd(word)]) {
    for (const second of replaceOne(variant, end)) {
      if (variants.size >= MAX_VARIANTS) return [...variants];
      variants.add(second);
    }
  }
  variants.delete(word);
  return [...variants];
}

function replaceOne(word: string, from: number): string[] {
  return [...replaceOneWithEnd(word, from)].map(([variant]) => variant);
}

/** Yields the words with one group of letters replaced, and the position after the new group. */
function* replaceOneWithEnd(word: string, from = 0): Generator<readonly [string, number]> {
  for (let start = from; start < word.length; start++) {
    for (let length = 1; length <= MAX_GROUP && start + length <= word.length; length++) {
      for (const other of ALIKE.get(word.slice(start, start + length)) ?? []) {
        yield [word.slice(0, start) + other + word.slice(start + length), start + other.length];
      }
    }
  }
}

/**
 * Finds the terms that are {@link phoneticVariants} of a word, without the limit of {@link MAX_VARIANTS}. Reads the
 * dictionary like a trie, which takes less time than creating the variants. The result can include the word itself.
 *
 * @returns the ordinals of the terms
 */
export function findPhoneticVariants(dictionary: TermDictionary, word: string): Set<number> {
  const found = new Set<number>();
  addVariants(word, 0, { start: 0, end: dictionary.size }, true);
  return found;

  /**
   * Replaces each group of letters from a position on. Stops at a beginning that no term has.
   *
   * @param range contains all terms with the same letters before the position
   * @param replacesTwo whether to replace a second group in each variant
   */
  function addVariants(text: string, from: number, range: TermRange, replacesTwo: boolean): void {
    for (let start = from, before = range; start < text.length; start++) {
      before = dictionary.prefixRange(text.slice(0, start), before);
      if (before.start === before.end) return;
      for (let length = 1; length <= MAX_GROUP && start + length <= text.length; length++) {
        for (const other of ALIKE.get(text.slice(start, start + length)) ?? []) {
          const beginning = text.slice(0, start) + other;
          const within = dictionary.prefixRange(beginning, before);
          if (within.start === within.end) continue;
          const variant = beginning + text.slice(start + length);
          const term = dictionary.find(variant, within);
          if (term >= 0) found.add(term);
          if (replacesTwo) addVariants(variant, beginning.length, within, false);
        }
      }
    }
  }
}
