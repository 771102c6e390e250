import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analyze,
  analyzePhrase,
  analyzeRuns,
  isStopWord,
  tokenize,
} from '../../../src/search/analysis/tokenizer.js';
import { runs } from '../../random-seed.js';

/** Texts, each with the terms that phrase queries match and the additional terms that are indexed. */
const CASES: readonly (readonly [text: string, terms: string, others?: string])[] = [
  // Case, accents, ligatures, special letters
  ['Moby-Dick', 'moby dick', 'mobydick'],
  ['WAR and Peace', 'war and peace'],
  ['Les Misérables', 'les miserables'],
  ['Žižek', 'zizek'],
  ['Dvořák', 'dvorak'],
  ['naïve café', 'naive cafe'],
  ['Nguyễn Du', 'nguyen du'],
  ['Ål og Ørred', 'al og orred', 'oerred'],
  ['Æsop', 'aesop'],
  ['Œuvres', 'oeuvres'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Đặng', 'dang'],
  ['Þórður', 'thordur'],
  ['İstanbul ışık', 'istanbul isik'],
  ['Ħal', 'hal'],
  ['ﬁne ﬂoor', 'fine floor'],
  ['e\u0301tude', 'etude'],
  ['co\u00adoperate', 'cooperate'],
  // Umlauts, rings and strokes, also spelled out
  ['Süskind', 'suskind', 'sueskind'],
  ['Su\u0308skind', 'suskind', 'sueskind'],
  ['SUESKIND', 'sueskind'],
  ['Nesbø', 'nesbo', 'nesboe'],
  ['Ärger über Öl', 'arger uber ol', 'aerger ueber oel'],
  ['Größe', 'grosse', 'groesse'],
  ['Håkan', 'hakan', 'haakan'],
  ['für', 'fur'],
  ['Ü 1', 'u 1'],
  ['Müller-Lüdenscheidt', 'muller ludenscheidt', 'mueller luedenscheidt mullerludenscheidt'],
  ['Noël naïve', 'noel naive'],
  ['poet blue', 'poet blue'],
  // Full width, half width, other digits
  ['ＡＢＣ　１２３', 'abc 123'],
  ['ﾊﾘｰ', 'ハリ リー', 'ー'],
  ['ﾄﾞﾘﾙ', 'ドリ リル', 'ル'],
  ['x² + y²', 'x2 y2'],
  ['Ⅳ', 'iv'],
  ['٢٠١٠', '2010'],
  ['۱۳۹۹', '1399'],
  ['२०२०', '2020'],
  // Apostrophes
  ["O'Brien", 'obrien', 'o brien'],
  ['O’Brien', 'obrien', 'o brien'],
  ['Oʼbrien', 'obrien', 'o brien'],
  ['OBrien', 'obrien'],
  ["Alice's Adventures", 'alices adventures', 'alice'],
  ["the boys' own", 'the boys own'],
  ["Don't", 'dont'],
  ["we'll", 'well'],
  ["L'Étranger", 'letranger', 'l etranger'],
  ["D'Artagnan", 'dartagnan', 'd artagnan'],
  ["dell'arte", 'dellarte', 'dell arte'],
  ["La toison d'or", 'la toison dor', 'd or'],
  ["Qu'est-ce", 'quest ce', 'qu est questce'],
  ["rock 'n' roll", 'rock n roll'],
  ['‘quoted’', 'quoted'],
  // Hyphens
  ['e-mail', 'e mail', 'email'],
  ['email', 'email'],
  ['e mail', 'e mail', 'email'],
  ['E‐Mail', 'e mail', 'email'],
  ['mother-in-law', 'mother in law', 'motherinlaw'],
  ['Jean-Paul', 'jean paul', 'jeanpaul'],
  ["O'Brien-Smith", 'obrien smith', 'o brien obriensmith'],
  ["will-o'-the-wisp", 'will o the wisp', 'willothewisp'],
  ['war--and peace', 'war and peace'],
  ['x-ray', 'x ray', 'xray'],
  ['T-shirt', 't shirt', 'tshirt'],
  ['t shirt', 't shirt', 'tshirt'],
  ['1914–1918', '1914 1918'],
  ['1743-1826', '1743 1826'],
  ['Catch-22', 'catch 22', 'catch22'],
  ['a-b-c-d-e-f-g', 'a b c d e f g'],
  // A letter before a word
  ['o brien', 'o brien', 'obrien'],
  ['vitamin d milk', 'vitamin d milk', 'dmilk'],
  ['a dog', 'a dog'],
  ['I robot', 'i robot'],
  ['y tu', 'y tu'],
  ['и мир', 'и мир'],
  // Initials
  ['J.K. Rowling', 'j k rowling', 'jk'],
  ['J. K. Rowling', 'j k rowling', 'jk'],
  ['JK Rowling', 'jk rowling'],
  ['Tolkien, J. R. R.', 'tolkien j r r', 'jrr'],
  ['j r r tolkien', 'j r r tolkien', 'jrr'],
  ['E.A. Poe', 'e a poe', 'ea'],
  ['U.S.A.', 'u s a', 'usa'],
  ['Franklin D. Roosevelt', 'franklin d roosevelt'],
  ['Л. Н. Толстой', 'л н толстои', 'лн'],
  // Ampersands and numbers
  ['Pride & Prejudice', 'pride and prejudice'],
  ['R&B', 'r and b'],
  ['1984', '1984'],
  ['2nd', '2nd'],
  ['20,000 Leagues', '20000 leagues', '20 000'],
  ['1,2', '1 2'],
  ['QA76.9', 'qa76 9'],
  ['007', '007'],
  // ISBNs
  ['0439023483', '9780439023481'],
  ['9780439023481', '9780439023481'],
  ['0-439-02348-3', '9780439023481'],
  ['0 439 02348 3', '9780439023481'],
  ['978-0-439-02348-1', '9780439023481'],
  ['978 0439023481', '9780439023481'],
  ['155404295X', '9781554042951'],
  ['1-55404-295-x (pbk.)', '9781554042951 pbk'],
  ['ISBN: 0439023483.', 'isbn 9780439023481'],
  ['0439023484', '0439023484'],
  ['9780439023482', '9780439023482'],
  ['979-10-90636-07-1', '9791090636071'],
  ['025192251726', '025192251726'],
  // Chinese, Japanese, Korean
  ['東京', '东京', '京'],
  ['東京都', '东京 京都', '都'],
  ['東', '东'],
  ['红楼梦', '红楼 楼梦', '梦'],
  ['紅樓夢', '红楼 楼梦', '梦'],
  ['頭髮 发', '头发 发', '发'],
  ['日 曰 気 气', '日 曰 気 气'],
  ['吾輩は猫である', '吾辈 辈は は猫 猫で であ ある', 'る'],
  ['ガラス', 'ガラ ラス', 'ス'],
  ['한국어 사전', '한국 국어 사전', '어 전'],
  ['JavaScript入門', 'javascript 入门', '门'],
  ['𠮷野家', '𠮷野 野家', '家'],
  // Cyrillic, Greek, Hebrew, Arabic, Indic scripts
  ['Война и мир', 'воина и мир'],
  ['Ёлка', 'елка'],
  ['Київ', 'киів'],
  ['Οδύσσεια', 'οδυσσεια'],
  ['Νίκος', 'νικοσ'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['בְּרֵאשִׁית', 'בראשית'],
  ['שלום', 'שלומ'],
  ['צה״ל', 'צהל'],
  ['בן־גוריון', 'בנ גוריונ', 'בנגוריונ'],
  ['القُرْآن', 'قران'],
  ['أحمد إبراهيم آدم', 'احمد ابراهيم ادم'],
  ['مكتبـــة', 'مكتبه'],
  ['مصطفى', 'مصطفي'],
  ['کتاب فارسی', 'كتاب فارسي'],
  // The Arabic article
  ['الكتاب', 'كتاب'],
  ['كتاب', 'كتاب'],
  ['الحرب والسلام', 'حرب سلام'],
  ['للأطفال', 'اطفال'],
  ['الألماني', 'ماني'],
  ['الله والدين إلى', 'الله والدين الي'],
  ['مقالات', 'مقالات'],
  ['हिन्दी', 'हिन्दी'],
  ['ไทย', 'ไทย'],
  // Transliterations and invisible characters
  ['Dostoevskiĭ, Fedorʹ', 'dostoevskii fedor'],
  ['ʻAbd al-Raḥmān', 'abd al rahman', 'alrahman'],
  ['\u200eabc\u200f', 'abc'],
  ['', ''],
  ['!? …', ''],
];

describe('analyze and analyzePhrase', () => {
  it('are tested with at least 100 texts', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(100);
  });

  const cases = CASES.map(([text, terms, others = '']) => ({ text, terms, others }));
  it.each(cases)(
    'split $text into the phrase terms $terms and the additional terms $others',
    ({ text, terms, others }) => {
      const split = (line: string) => line.split(' ').filter(Boolean);
      expect(analyzePhrase(text)).toEqual(split(terms));
      expect(analyze(text)).toEqual([...split(terms), ...split(others)]);
    },
  );

  it.for([
    ["The O'Brien e-book", [['the', 'obrien', 'e', 'book'], ['o', 'brien'], ['ebook']]],
    ["O'Brien-Smith", [['obrien', 'smith'], ['o', 'brien'], ['obriensmith']]],
    ["Alice's Adventures", [['alices', 'adventures'], ['alice']]],
    ['東京都 whale', [['东京', '京都', 'whale'], ['都']]],
    ['', [[]]],
  ] as const)(
    'return the terms of all runs, and of the first run, of analyzeRuns for %s',
    ([text, runs]) => {
      expect(analyzeRuns(text)).toEqual(runs);
      expect(analyzePhrase(text)).toEqual(runs[0]);
      expect(analyze(text)).toEqual(runs.flat());
    },
  );

  it('return terms that do not change when they are analyzed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of analyze(text)) {
          expect(analyzePhrase(term).join('')).toBe(term);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('return the same terms with and without the ASCII fast path', () => {
    const texts = fc.array(
      fc.constantFrom(..."abjmyz19 .,'-&:".split(''), 'ann', 'y.', 'mr. ', ' 20,000 ', ' j. k. '),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        expect(analyzePhrase(`${text} / дом`)).toEqual([...analyzePhrase(text), 'дом']);
        const others = analyze(text).slice(analyzePhrase(text).length);
        expect(analyze(`${text} / дом`)).toEqual([...analyzePhrase(text), 'дом', ...others]);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('find ISBNs in a text as in a text with another long number', () => {
    const texts = fc.array(
      fc.constantFrom(...'043x- ab'.split(''), '0439023483', '0-439-02348-3', '0 439 02348 3'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        expect(analyzePhrase(`999999999999 / ${text}`).slice(1)).toEqual(analyzePhrase(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('return the terms of the text without diacritics, and then only additional terms', () => {
    const texts = fc.array(
      fc.constantFrom(...'äÖüøÅaou12 .,\'-&é"'.split(''), 'u\u0308', 'a\u030a', 'für', '東', 'X'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/g, 'o');
        expect(analyzePhrase(text)).toEqual(analyzePhrase(plain));
        expect(analyze(text)).toEqual(expect.arrayContaining(analyze(plain)));
        const spelledOut = tokenize(text).flatMap((word) =>
          word.kind === 'plain' ? (word.variants ?? []) : [],
        );
        expect(analyze(text)).toEqual(expect.arrayContaining(spelledOut));
        for (const term of spelledOut) expect(term).toMatch(/ae|oe|ue|aa/);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('accept 150,000 CJK characters without a space and 150,000 letters joined by apostrophes', () => {
    expect(analyze('東'.repeat(150_000))).toHaveLength(150_000);
    expect(analyze("a'".repeat(150_000))).toHaveLength(150_000);
  });
});

describe('isStopWord', () => {
  it.each(['the', 'of', 'and', 'der', 'und', 'les', 'y', 'het', 'och', 'и', 'και', 'في'])(
    'returns true for %s',
    (term) => expect(isStopWord(term)).toBe(true),
  );

  it.each(['hobbit', 'history', 'war', 'not', '1984', 'книга', '東京', ''])(
    'returns false for %j',
    (term) => expect(isStopWord(term)).toBe(false),
  );
});
