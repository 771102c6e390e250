/*
 * Finds terms that a misspelled word may stand for: by edits, by sound, by the beginning of a word that is still typed, and
 * by groups of letters that stand for the same sound in one language or in romanized names. `v1/` decides which of the
 * terms a search uses.
 */

import { type EditRows, walkNearTerms } from './expand-term.js';
import { type TermDictionary, type TermRange, unitsOf } from './term-dictionary.js';

/** A typed word, or the typed beginning of a word, with fewer code units has no other spellings. */
const MIN_UNITS = 4;
/** A typed word, or the typed beginning of a word, with more code units has no other spellings. */
const MAX_UNITS = 48;
/** Two words may differ by two edits when the longer word has at least this many code units. */
const MIN_UNITS_FOR_TWO_EDITS = 8;
/** A typed word with at least this many code units may differ by two edits from any word. */
const MIN_TYPED_UNITS_FOR_TWO_EDITS = 7;

/** A term that may be the correct spelling of a typed word. */
interface SpellingCandidate {
  /** The ordinal of the term. */
  readonly term: number;
  /** The number of edits between the term and the typed word. */
  readonly edits: 1 | 2;
}

/**
 * Finds the terms that `typed` may be a misspelling of, in dictionary order, without `typed` itself.
 * A candidate begins with the first or second letter of `typed` and differs from `typed` by one edit: an insertion,
 * deletion, replacement or swap of letters. When `typed` has at least 7 letters or the candidate at least 8, a
 * candidate may differ by two edits. Letters are UTF-16 code units. The number of edits is the unrestricted
 * Damerau-Levenshtein distance.
 *
 * Other candidates are `typed` with another first letter or with a letter before it, which count as one edit, and
 * terms that sound like `typed`, in which each group of letters with another spelling counts as one edit. A word that
 * is not in the dictionary, or is in Cyrillic letters, may also be a name that the dictionary romanizes otherwise, which
 * counts as one edit.
 *
 * @param typed a word. A word of fewer than 4 or more than 48 letters has no candidates.
 */
export function findSpellingCandidates(
  dictionary: TermDictionary,
  typed: string,
): SpellingCandidate[] {
  const candidates: SpellingCandidate[] = [];
  if (typed.length < MIN_UNITS || typed.length > MAX_UNITS) return candidates;
  // The longer word has at least 8 letters if the typed word has 6 and the term has two letters more.
  const maxEdits = typed.length >= MIN_UNITS_FOR_TWO_EDITS - 2 ? 2 : 1;
  // A term can also begin with the second letter, if the first letter is wrong or was swapped with the second.
  for (const letter of new Set([typed[0], typed[1]])) {
    const rows = new DamerauLevenshteinRows(dictionary.units, typed, maxEdits);
    walkNearTerms(dictionary, dictionary.prefixRange(letter), rows, (term, length) => {
      const edits = rows.edits(length);
      const isLong =
        typed.length >= MIN_TYPED_UNITS_FOR_TWO_EDITS || length >= MIN_UNITS_FOR_TWO_EDITS;
      if (edits > 0 && edits <= (isLong ? maxEdits : 1)) {
        candidates.push({ term, edits: edits as 1 | 2 });
      }
    });
  }
  const found = new Set(candidates.map(({ term }) => term)).add(dictionary.find(typed));
  for (const variant of otherBeginnings(typed)) {
    const term = dictionary.find(variant);
    if (term < 0 || found.has(term)) continue;
    found.add(term);
    candidates.push({ term, edits: 1 });
  }
  for (const [term, edits] of findSimilarSounds(dictionary, typed)) {
    if (!found.has(term)) candidates.push({ term, edits: edits === 1 ? 1 : 2 });
    found.add(term);
  }
  for (const term of findRomanizations(dictionary, typed)) {
    if (!found.has(term)) candidates.push({ term, edits: 1 });
  }
  return candidates.sort((a, b) => a.term - b.term);
}

/** The letters that words begin with, in two scripts. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщыэюя'];

/** Returns the typed word with another first letter, and with each letter before it. */
function otherBeginnings(typed: string): string[] {
  const alphabet = ALPHABETS.find((letters) => letters.includes(typed[0])) ?? '';
  return [...alphabet].flatMap((letter) => [letter + typed, letter + typed.slice(1)]);
}

/**
 * The unrestricted Damerau-Levenshtein distances of the prefixes of a term from the prefixes of a word, at most
 * `maxEdits + 1`.
 */
class DamerauLevenshteinRows implements EditRows {
  private readonly target: Uint16Array;
  private readonly width: number;
  private readonly rowCount: number;
  private readonly distances: Uint8Array;
  /** For each row, a lower bound of the distances in this row and all later rows. */
  private readonly minEdits: Uint8Array;

  constructor(
    private readonly units: Uint16Array,
    typed: string,
    private readonly maxEdits: number,
  ) {
    this.target = unitsOf(typed);
    this.width = typed.length + 1;
    this.rowCount = typed.length + maxEdits + 2;
    this.distances = new Uint8Array(this.rowCount * this.width).fill(maxEdits + 1);
    this.minEdits = new Uint8Array(this.rowCount).fill(maxEdits + 1);
    this.minEdits[0] = 0;
    for (let column = 0; column < this.width; column++) {
      this.distances[column] = Math.min(column, maxEdits + 1);
    }
  }

  fill(row: number, start: number): boolean {
    if (row >= this.rowCount) return false;
    this.fillNearDiagonal(row, start);
    this.minEdits[row] = this.minEditsFrom(row);
    return this.minEdits[row] <= this.maxEdits;
  }

  /**
   * Returns the distance of the typed word from the first `length` code units of the term, at most
   * `maxEdits + 1`.
   */
  edits(length: number): number {
    return this.distances[length * this.width + this.width - 1];
  }

  /**
   * Fills the columns at most `maxEdits` from the diagonal, from the three rows before. In any other column,
   * the distance is above `maxEdits`.
   */
  private fillNearDiagonal(row: number, start: number): void {
    const { distances, width, target, units, maxEdits } = this;
    const here = row * width;
    const before = here - width;
    const unit = units[start + row - 1];
    const first = Math.max(1, row - maxEdits);
    const last = Math.min(width - 1, row + maxEdits);
    let left = first === 1 ? Math.min(row, maxEdits + 1) : maxEdits + 1;
    distances[here + first - 1] = left;
    for (let column = first; column <= last; column++) {
      const targetUnit = target[column - 1];
      let edits = Math.min(
        distances[before + column - 1] + (targetUnit === unit ? 0 : 1),
        distances[before + column] + 1,
        left + 1,
      );
      // Two swapped letters can have one other letter between them in one of the words: two edits. With two
      // letters between them, the swap would take three edits.
      if (row > 1 && column > 1) {
        const isCrossing = target[column - 2] === unit;
        if (isCrossing && units[start + row - 2] === targetUnit) {
          edits = Math.min(edits, distances[before - width + column - 2] + 1);
        }
        if (maxEdits === 2) {
          if (isCrossing && row > 2 && units[start + row - 3] === targetUnit) {
            edits = Math.min(edits, distances[before - 2 * width + column - 2] + 2);
          }
          if (column > 2 && target[column - 3] === unit && units[start + row - 2] === targetUnit) {
            edits = Math.min(edits, distances[before - width + column - 3] + 2);
          }
        }
      }
      left = Math.min(edits, maxEdits + 1);
      distances[here + column] = left;
    }
    if (last + 1 < width) distances[here + last + 1] = maxEdits + 1;
  }

  /**
   * Returns a lower bound of the distances in a row and all later rows. The bound depends on the rows
   * before, because the distance after a swap in a later row is computed from one of these rows.
   */
  private minEditsFrom(row: number): number {
    const { distances, width, minEdits, maxEdits } = this;
    let smallest = maxEdits + 1;
    const last = Math.min(width - 1, row + maxEdits);
    for (let column = Math.max(0, row - maxEdits - 1); column <= last; column++) {
      smallest = Math.min(smallest, distances[row * width + column]);
    }
    return Math.min(smallest, minEdits[row - 1] + 1);
  }
}

/**
 * Letters from this code unit on are not inserted or replaced: Chinese, Japanese and Korean characters, of which a
 * dictionary can have thousands.
 */
const FIRST_CJK_UNIT = 0x2e80;

/**
 * Finds the prefixes of terms that `typed` may be a misspelling of. Each of them differs from `typed` by one edit:
 * an insertion, deletion, replacement or swap of letters, also of the first letter. Letters are UTF-16 code
 * units. A prefix that begins with `typed`, or with another prefix of the result, is left out.
 *
 * @param typed the beginning of a word. A text of fewer than 4 or more than 48 letters has no other spellings.
 * @returns the prefixes in the order of their UTF-16 code units
 * @remarks Takes O(letters of `typed` × distinct letters × log terms).
 * @example findMisspelledPrefixes(dictionary, 'hobi') // ['hob'], if terms begin with 'hob'
 */
export function findMisspelledPrefixes(dictionary: TermDictionary, typed: string): string[] {
  if (typed.length < MIN_UNITS || typed.length > MAX_UNITS) return [];
  const spellings = new Set<string>();
  const add = (spelling: string) => {
    if (spelling.startsWith(typed)) return;
    const { start, end } = dictionary.prefixRange(spelling);
    if (start < end) spellings.add(spelling);
  };
  for (let at = 0; at < typed.length; at++) {
    const before = typed.slice(0, at);
    const range = dictionary.prefixRange(before);
    if (range.start === range.end) break;
    const after = typed.slice(at + 1);
    add(before + after);
    if (after !== '') add(before + after[0] + typed[at] + after.slice(1));
    for (const letter of nextLetters(dictionary, range, before)) {
      add(before + letter + after);
      add(before + letter + typed.slice(at));
    }
  }
  return withoutExtensions([...spellings].sort());
}

function nextLetters(
  dictionary: TermDictionary,
  { start, end }: TermRange,
  prefix: string,
): string[] {
  const letters: string[] = [];
  let term = dictionary.lengthOf(start) === prefix.length ? start + 1 : start;
  while (term < end) {
    const unit = dictionary.units[dictionary.offsets[term] + prefix.length];
    if (unit >= FIRST_CJK_UNIT) break;
    const letter = String.fromCharCode(unit);
    letters.push(letter);
    term = Math.max(term + 1, dictionary.prefixRange(prefix + letter).end);
  }
  return letters;
}

/** Removes every text that begins with another text of the list. The texts must be sorted. */
function withoutExtensions(sorted: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !text.startsWith(last)) kept.push(text);
  }
  return kept;
}

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
function findSimilarSounds(dictionary: TermDictionary, word: string): Map<number, number> {
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
function findRomanizations(dictionary: TermDictionary, word: string): number[] {
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
