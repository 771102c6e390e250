import type { TermDictionary, TermRange } from './term-dictionary.js';

/** Groups of letters that sound alike in names and words of European languages. */
export const SOUNDS = [
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
 * Finds the terms that sound like a word: one or two groups of letters are replaced by groups that sound alike. Reads
 * the dictionary like a trie. The result can include the word itself.
 *
 * @returns the ordinals of the terms, each with the lowest number of groups that are replaced
 */
export function findPhoneticVariants(dictionary: TermDictionary, word: string): Map<number, 1 | 2> {
  const found = new Map<number, 1 | 2>();
  addVariants(word, 0, { start: 0, end: dictionary.size }, 1);
  return found;

  /**
   * Replaces each group of letters from a position on. Stops at a beginning that no term has.
   *
   * @param range contains all terms with the same letters before the position
   * @param replaced the number of groups that are then replaced
   */
  function addVariants(text: string, from: number, range: TermRange, replaced: 1 | 2): void {
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
          if (term >= 0 && found.get(term) !== 1) found.set(term, replaced);
          if (replaced === 1) addVariants(variant, beginning.length, within, 2);
        }
      }
    }
  }
}
