/*
 * Other forms of words, in English and in four other languages, by rules and the exceptions in `irregular-words.json`. Used
 * to expand queries; the index has the words as they are written.
 */

import IRREGULAR_WORDS from './irregular-words.json' with { type: 'json' };

const ENGLISH_WORD = /^[a-z]{3,}$/;
const VOWEL = /[aeiouy]/;
/**
 * Matches one-syllable words that double their final consonant before an ending: `run`, `running`.
 */
const DOUBLES = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const DOUBLED = /([bdfgklmnprt])\1$/;
const HISSES = /(?:[sxz]|[cs]h)$/;
const CONSONANT_Y = /[^aeiou]y$/;

/** Irregular words: the base form, then the other forms. */
const IRREGULAR = IRREGULAR_WORDS.en.irregular.map((line) => line.split(' '));

const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.flatMap(([base, ...forms]) => forms.map((form) => [form, base] as const)),
);
const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  IRREGULAR.map(([base, ...forms]) => [base, forms]),
);

/** Words that look like regular plurals but are not. {@link inflections} returns no forms of these words. */
const NO_PLURALS: ReadonlySet<string> = new Set(
  'his this was has yes news series species always perhaps towards lens gas'.split(' '),
);

/**
 * Returns possible other forms of an English word: singular and plural, third person, past tense and
 * participles. Most forms come from spelling rules, so some results are not words. The caller must look
 * up each result in the index.
 *
 * @param term a result of `analyze`; only terms of at least three letters a to z have other forms
 * @example inflections('stories').includes('story') // true
 */
export function inflections(term: string): string[] {
  if (!ENGLISH_WORD.test(term) || NO_PLURALS.has(term)) return [];
  const forms = new Set<string>();
  for (const base of [term, ...basesOf(term)]) {
    forms.add(base);
    addForms(base, forms);
  }
  forms.delete(term);
  return [...forms];
}

function basesOf(term: string): string[] {
  const irregular = IRREGULAR_BASES.get(term);
  if (irregular !== undefined) return [irregular];
  if (term.endsWith('s')) return singularsOf(term);
  if (term.endsWith('ied') && term.length > 4) return [`${term.slice(0, -3)}y`];
  if (term.endsWith('ing')) return basesOfStem(term.slice(0, -3));
  if (term.endsWith('ed')) return basesOfStem(term.slice(0, -2));
  return [];
}

function singularsOf(term: string): string[] {
  if (/(?:ss|us|is)$/.test(term) || term.length < 4) return [];
  const singulars = [term.slice(0, -1)];
  if (term.endsWith('ies') && term.length > 4) singulars.push(`${term.slice(0, -3)}y`);
  else if (term.endsWith('ves')) singulars.push(`${term.slice(0, -3)}f`, `${term.slice(0, -3)}fe`);
  else if (term.endsWith('es') && (HISSES.test(term.slice(0, -2)) || term.endsWith('oes'))) {
    singulars.push(term.slice(0, -2));
  }
  return singulars;
}

/** Returns the possible base forms of a word, from the word without its ending `ing` or `ed`. */
function basesOfStem(stem: string): string[] {
  if (stem.length < 2 || !VOWEL.test(stem)) return [];
  const bases = [`${stem}e`];
  if (stem.length > 2 && !DOUBLES.test(stem)) bases.push(stem);
  if (DOUBLED.test(stem)) bases.push(stem.slice(0, -1));
  return bases.filter((base) => base.length > 2);
}

function addForms(base: string, forms: Set<string>): void {
  for (const form of IRREGULAR_FORMS.get(base) ?? []) forms.add(form);
  if (CONSONANT_Y.test(base)) {
    const stem = base.slice(0, -1);
    forms.add(`${stem}ies`).add(`${stem}ied`).add(`${base}ing`);
    return;
  }
  if (HISSES.test(base) || base.endsWith('o')) forms.add(`${base}es`);
  if (!base.endsWith('s')) forms.add(`${base}s`);
  if (base.endsWith('f')) forms.add(`${base.slice(0, -1)}ves`);
  if (base.endsWith('fe')) forms.add(`${base.slice(0, -2)}ves`);
  const stem = DOUBLES.test(base) ? base + base[base.length - 1] : base.replace(/e$/, '');
  forms.add(`${stem}ing`).add(`${stem}ed`);
}

/** A language other than English whose inflections are searched, by its ISO 639-1 code. */
export type InflectedLanguage = 'de' | 'es' | 'fr' | 'ru';

/** Words that consist of a stem and one of several endings are forms of each other. */
interface Paradigm {
  readonly stem: RegExp;
  readonly endings: readonly string[];
}

/** The inflections of a language. All words are folded, so that `й` is `и` and `ü` is `u`. */
interface Inflections {
  readonly word: RegExp;
  readonly paradigms: readonly Paradigm[];
  /** For each form of an irregular word: all forms of the word. */
  readonly irregular: ReadonlyMap<string, readonly string[]>;
  /** For each word of a pair that only looks like two forms of one word, such as `fil fils`: the words of its pairs. */
  readonly unrelated: ReadonlyMap<string, readonly string[]>;
}

function paradigm(stem: RegExp, endings: string): Paradigm {
  return { stem, endings: endings.split(' ').map((ending) => (ending === '-' ? '' : ending)) };
}

/** Returns, for each word, the words of all groups that contain it. A group is words with spaces between them. */
function partnersOf(groups: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const partners = new Map<string, string[]>();
  for (const words of groups.map((group) => group.split(' '))) {
    for (const word of words) partners.set(word, [...(partners.get(word) ?? []), ...words]);
  }
  return partners;
}

const LATIN_WORD = /^[a-z]{3,}$/;

const GERMAN_ER_PLURALS =
  'amt bad band bild bistum blatt brett buch dach denkmal dorf ei fach fass feld geist geld gesicht glas gott grab gras haupt haus heiligtum horn huhn irrtum kalb kind kleid korn kraut lamm land leib licht lied loch mann nest rad rand reichtum rind schild schloss schwert tal tuch volk wald weib wort';

const GERMAN: Inflections = {
  word: LATIN_WORD,
  paradigms: [
    paradigm(/^[a-z]{2,}[^aeiouy]$/, '- e'),
    paradigm(/^[a-z]{2,}[^aeiouy]$/, '- es'),
    paradigm(/^[a-z]{2,}[^e]$/, '- en'),
    paradigm(/^[a-z]{2,}[^s]$/, '- s'),
    paradigm(/^[a-z]{2,}(?:e|el|er)$/, '- n'),
    paradigm(/^[a-z]{3,}in$/, '- nen'),
    paradigm(/^(?:deutsch|[a-z]{3,}(?:isch|lich|ig|los|bar|sam|haft))$/, '- e en er es em'),
    paradigm(new RegExp(`^(?:${GERMAN_ER_PLURALS.replaceAll(' ', '|')})$`), '- er ern es'),
  ],
  irregular: partnersOf(IRREGULAR_WORDS.de.irregular),
  unrelated: partnersOf(IRREGULAR_WORDS.de.unrelated),
};

const FRENCH: Inflections = {
  word: LATIN_WORD,
  paradigms: [
    paradigm(/^[a-z]{2,}[^sxz]$/, '- s'),
    paradigm(/^[a-z]{1,}(?:au|eu|ou)$/, '- x'),
    paradigm(/^[a-z]{3,}$/, 'al ale ales aux'),
    paradigm(/^[a-z]{3,}$/, 'if ive ifs ives'),
    paradigm(/^[a-z]{3,}$/, 'eux euse euses'),
    paradigm(/^[a-z]{3,}$/, 'ien ienne iens iennes'),
    paradigm(/^[a-z]{3,}$/, 'ais aise aises'),
    paradigm(/^[a-z]{3,}$/, 'ois oise oises'),
    paradigm(/^[a-z]{3,}$/, 'el elle els elles'),
    paradigm(/^[a-z]{3,}$/, 'er ere ers eres'),
    paradigm(/^[a-z]{3,}$/, 'eur euse eurs euses'),
  ],
  irregular: partnersOf(IRREGULAR_WORDS.fr.irregular),
  unrelated: partnersOf(IRREGULAR_WORDS.fr.unrelated),
};

const SPANISH: Inflections = {
  word: LATIN_WORD,
  paradigms: [
    paradigm(/^[a-z]{2,}[aeiou]$/, '- s'),
    paradigm(/^[a-z]{2,}[bdijlmnrstuxy]$/, '- es'),
    paradigm(/^[a-z]{2,}$/, 'z ces'),
  ],
  irregular: partnersOf(IRREGULAR_WORDS.es.irregular),
  unrelated: partnersOf(IRREGULAR_WORDS.es.unrelated),
};

/** Russian stems of at least three letters that end in a consonant. */
const RUSSIAN_STEM = /^[а-я]{2,}[бвгджзклмнпрстфхцчшщ]$/;

const RUSSIAN: Inflections = {
  word: /^[а-я]{3,}$/,
  paradigms: [
    paradigm(RUSSIAN_STEM, '- а о у ы и е ом ем ои ою ов ев ам ами ах'),
    paradigm(RUSSIAN_STEM, 'ь я ю е и ем еи ею ью ям ями ях'),
    paradigm(/^[а-я]{2,}[аеиоу]$/, 'и я ю е ем ев ям ями ях'),
    paradigm(/^[а-я]{3,}$/, 'ия ии ию иеи ие ием иям иями иях'),
    paradigm(RUSSIAN_STEM, 'ыи ого ому ым ом ая ои ую ое ые ых ыми'),
    paradigm(RUSSIAN_STEM, 'ии ого ому его ему им ом ем ая яя ои еи ую юю ое ее ие их ими'),
  ],
  irregular: partnersOf(IRREGULAR_WORDS.ru.irregular),
  unrelated: partnersOf(IRREGULAR_WORDS.ru.unrelated),
};

const BY_LANGUAGE: Readonly<Record<InflectedLanguage, Inflections>> = {
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ru: RUSSIAN,
};

/**
 * Returns possible other forms of a word: cases and plurals of nouns and adjectives, and some feminine forms. Verbs
 * and derived words, such as `universe` and `university`, are not related. Most forms come from spelling rules, so
 * some results are not words. The caller must look up each result in the index.
 *
 * @param term a result of `analyze`
 * @example languageInflections('de', 'buch') // includes 'bucher', the term of `Bücher`
 */
export function languageInflections(language: InflectedLanguage, term: string): string[] {
  const { word, paradigms, irregular, unrelated } = BY_LANGUAGE[language];
  if (!word.test(term)) return [];
  const forms = new Set<string>();
  for (const { stem, endings } of paradigms) {
    for (const ending of endings) {
      if (!term.endsWith(ending)) continue;
      const stemOfTerm = term.slice(0, term.length - ending.length);
      if (stem.test(stemOfTerm)) for (const other of endings) forms.add(stemOfTerm + other);
    }
  }
  for (const form of irregular.get(term) ?? []) forms.add(form);
  for (const form of unrelated.get(term) ?? []) forms.delete(form);
  forms.delete(term);
  return [...forms];
}
