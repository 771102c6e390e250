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
  /** For each word of a pair that looks like two forms of a word but is not: the words of its pairs. */
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

/** German nouns with a plural in `-er`. */
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
  irregular: partnersOf([
    'museum museen',
    'drama dramen',
    'thema themen',
    'firma firmen',
    'mythos mythen',
  ]),
  unrelated: partnersOf([
    'reis reise',
    'reis reisen',
    'wein weinen',
    'rat raten',
    'mut muten',
    'tor toren',
  ]),
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
  irregular: partnersOf([
    'oeil yeux',
    'ciel cieux',
    'travail travaux',
    'vitrail vitraux',
    'corail coraux',
  ]),
  unrelated: partnersOf([
    'cour cours',
    'fil fils',
    'foi fois',
    'mar mars',
    'moi mois',
    'pari paris',
    'ver vers',
  ]),
};

const SPANISH: Inflections = {
  word: LATIN_WORD,
  paradigms: [
    paradigm(/^[a-z]{2,}[aeiou]$/, '- s'),
    paradigm(/^[a-z]{2,}[bdijlmnrstuxy]$/, '- es'),
    paradigm(/^[a-z]{2,}$/, 'z ces'),
  ],
  irregular: partnersOf([]),
  unrelated: partnersOf(['dio dios', 'marte martes']),
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
  irregular: partnersOf([
    'человек люди людеи людям людьми людях',
    'ребенок дети детеи детям детьми детях',
    'день дня дни днеи дням днях',
    'отец отца отцу отцом отце отцы отцов отцам отцах',
    'конец конца концу концом конце концы',
    'брат братья братьев братьям братьями братьях',
    'друг друзья друзеи друзьям друзьями друзьях',
    'сын сыновья сыновеи сыновьям сыновьями',
    'любовь любви любовью',
    'мать матери матерью матереи матерям',
    'дочь дочери дочерью дочереи дочерям',
    'время времени временем времена времен',
    'имя имени именем имена имен',
    'сказка сказки сказке сказку сказкои сказок сказкам сказками сказках',
    'песня песни песне песню песнеи песен песням песнями песнях',
    'письмо письма письму письмом письме писем письмам письмами письмах',
  ]),
  unrelated: partnersOf([]),
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
