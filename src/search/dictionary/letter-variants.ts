/*
 * Finds terms that differ from a word in groups of letters that stand for the same sound: in languages with several spellings
 * of a sound, and in names that are romanized in several ways.
 */

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

/**
 * Groups of letters by which the romanizations of a Slavic, Greek, Arabic or Hebrew name differ: `Dostoevskij` and
 * `Dostoyevsky`, `Soljenitsyne` and `Solzhenitsyn`, `Muhammad` and `Mohamed`.
 */
export const ROMANIZATIONS = [
  ['i', 'y', 'j', 'ij', 'iy', 'ii', 'yi', 'yj', 'ie', 'ee'],
  ['e', 'ye', 'je', 'ie', 'yo', 'io', 'jo'],
  ['ya', 'ia', 'ja', 'iya', 'a'],
  ['yu', 'iu', 'ju', 'iou', 'you'],
  ['u', 'ou', 'oo', 'o'],
  ['a', 'e', 'aa', 'ah'],
  ['ai', 'ay', 'ei', 'ey', 'ae', 'e', 'aj', 'ej', 'i'],
  ['zh', 'j', 'z', 'sch', 'rz'],
  ['sh', 'ch', 'sch', 's', 'sz'],
  ['ch', 'tch', 'tsch', 'tsh', 'c', 'cz', 'tj'],
  ['kh', 'ch', 'h', 'x'],
  ['ts', 'tz', 'c', 'z', 'cz'],
  ['shch', 'sch', 'chtch', 'schtsch', 'stch', 'sc', 'szcz'],
  ['v', 'w', 'f', 'ff', 'ph', 'b'],
  ['x', 'ks', 'cs'],
  ['k', 'c', 'q', 'kh', 'g'],
  ['j', 'dzh', 'dj', 'dsch', 'dz', 'g'],
  ['g', 'gu', 'gh', 'h'],
  ['f', 'th', 't'],
  ['d', 'dh', 'dd'],
  ['s', 'ss', 'z'],
  ['m', 'mm'],
  ['n', 'nn', 'ne'],
  ['l', 'll'],
  ['os', 'us'],
  ['es', 'is'],
  ['mp', 'b'],
] as const;

/** For each group of letters, the groups that stand for the same sound. */
type Alike = ReadonlyMap<string, readonly string[]>;

const SIMILAR_SOUNDS = alikeOf(SOUNDS);
const OTHER_ROMANIZATIONS = alikeOf(ROMANIZATIONS);
const MAX_GROUP = Math.max(
  ...[...SIMILAR_SOUNDS.keys(), ...OTHER_ROMANIZATIONS.keys()].map((group) => group.length),
);

/** The maximum number of groups of letters that sound alike, and of a name that is romanized otherwise. */
const MAX_SOUNDS = 2;
const MAX_ROMANIZED_GROUPS = 5;
/** A word with fewer letters has no other romanizations. */
const MIN_ROMANIZED_LETTERS = 5;

function alikeOf(groups: readonly (readonly string[])[]): Alike {
  const alike = new Map<string, string[]>();
  for (const sounds of groups) {
    for (const sound of sounds) {
      const others = sounds.filter((other) => other !== sound);
      alike.set(sound, [...new Set([...(alike.get(sound) ?? []), ...others])]);
    }
  }
  return alike;
}

/**
 * Finds the terms that sound like a word: one or two groups of letters are replaced by groups that sound alike. The result
 * can include the word itself.
 *
 * @returns the ordinals of the terms, each with the lowest number of groups that are replaced
 */
export function findSimilarSounds(dictionary: TermDictionary, word: string): Map<number, number> {
  return findVariants(dictionary, word, SIMILAR_SOUNDS, MAX_SOUNDS);
}

/** The Latin letters of Russian, Bulgarian, Serbian, Ukrainian and Belarusian letters. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh' },
  ...{ ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{ і: 'i', є: 'ye', ў: 'u', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz' },
};
const CYRILLIC = /[а-яієўђјљњћџ]/g;

/**
 * Finds the terms that are another romanization of a word that the dictionary does not contain, or a romanization of a word
 * in Cyrillic letters.
 *
 * @returns the ordinals of the terms
 * @example findRomanizations(dictionary, 'толстой') // the ordinal of 'tolstoy'
 */
export function findRomanizations(dictionary: TermDictionary, word: string): number[] {
  const latin = word.replace(CYRILLIC, (letter) => LATIN[letter]);
  if (latin === word && dictionary.find(word) >= 0) return [];
  const same = dictionary.find(latin);
  const others =
    latin.length < MIN_ROMANIZED_LETTERS
      ? []
      : findVariants(dictionary, latin, OTHER_ROMANIZATIONS, MAX_ROMANIZED_GROUPS).keys();
  return [...new Set([...others, ...(same < 0 ? [] : [same])])];
}

/**
 * Finds the terms that differ from a word in groups of letters. Reads the dictionary like a trie.
 *
 * @returns the ordinals of the terms, each with the lowest number of groups that are replaced
 */
function findVariants(
  dictionary: TermDictionary,
  word: string,
  alike: Alike,
  maxReplaced: number,
): Map<number, number> {
  const found = new Map<number, number>();
  const replacements = Array.from({ length: word.length }, (_, at) =>
    replacementsAt(word, at, alike),
  );
  addVariants('', 0, { start: 0, end: dictionary.size }, 1);
  return found;

  /**
   * Replaces each group of letters from a position on. Stops at a beginning that no term has.
   *
   * @param beginning the letters that take the place of the letters before the position
   * @param range contains all terms with this beginning
   * @param replaced the number of groups that are then replaced
   */
  function addVariants(beginning: string, from: number, range: TermRange, replaced: number): void {
    let [before, within] = [beginning, range];
    for (let at = from; at < word.length; before += word[at++]) {
      within = dictionary.prefixRange(before, within);
      if (within.start === within.end) return;
      for (const { end, other } of replacements[at]) {
        const next = before + other;
        const narrowed = dictionary.prefixRange(next, within);
        if (narrowed.start === narrowed.end) continue;
        const term = dictionary.find(next + word.slice(end), narrowed);
        if (term >= 0) found.set(term, Math.min(replaced, found.get(term) ?? replaced));
        if (replaced < maxReplaced) addVariants(next, end, narrowed, replaced + 1);
      }
    }
  }
}

/** Returns the groups of letters that can take the place of the letters of a word from a position to an end. */
function replacementsAt(word: string, at: number, alike: Alike) {
  const ends = Array.from({ length: Math.min(MAX_GROUP, word.length - at) }, (_, i) => at + i + 1);
  return ends.flatMap((end) =>
    (alike.get(word.slice(at, end)) ?? []).map((other) => ({ end, other })),
  );
}
