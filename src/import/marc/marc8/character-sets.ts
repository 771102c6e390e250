/** A graphic character set of MARC-8 with one byte per character. */
export interface CharacterSet {
  /** The UTF-16 code unit of each code from 0x00 to 0x7f; 0 for a code without a character. */
  readonly characters: Uint16Array;
  /** Whether the character of a code is a combining mark. In MARC-8, a mark precedes its letter. */
  isMark(code: number): boolean;
}

/** The characters of consecutive codes and the first of these codes. */
type Run = readonly [first: number, characters: string];

/** The first and last code of the combining marks. */
type Marks = readonly [first: number, last: number];

/**
 * The character sets by the final character of their escape sequence, without the East Asian set.
 *
 * The mapping to Unicode follows the code tables of the Library of Congress (MARC 21 Specifications for
 * Record Structure, Character Sets, and Exchange Media). The first half of a ligature or double tilde is
 * mapped to a combining mark over two letters (U+0361 or U+0360).
 */
export const CHARACTER_SETS: ReadonlyMap<string, CharacterSet> = new Map([
  ['B', characterSet([[0x21, ascii()]])],
  // Extended Latin (ANSEL)
  [
    'E',
    characterSet(
      [
        [0x21, 'ŁØĐÞÆŒʹ·♭®±ƠƯʼ'],
        [0x30, 'ʻłøđþæœʺı£ð'],
        [0x3c, 'ơư'],
        [0x40, '°ℓ℗©♯¿¡ß€'],
        [0x60, '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030c\u030a'],
        [0x6b, '\u0361\ufe21'],
        [0x6d, '\u0315\u030b\u0310\u0327\u0328\u0323\u0324\u0325\u0333\u0332\u0326\u031c\u032e'],
        [0x7a, '\u0360\ufe23'],
        [0x7e, '\u0313'],
      ],
      [0x60, 0x7e],
    ),
  ],
  // Greek symbols
  ['g', characterSet([[0x61, 'αβγ']])],
  // Subscripts
  [
    'b',
    characterSet([
      [0x28, '₍₎'],
      [0x2b, '₊'],
      [0x2d, '₋'],
      [0x30, '₀₁₂₃₄₅₆₇₈₉'],
    ]),
  ],
  // Superscripts
  [
    'p',
    characterSet([
      [0x28, '⁽⁾'],
      [0x2b, '⁺'],
      [0x2d, '⁻'],
      [0x30, '⁰¹²³⁴⁵⁶⁷⁸⁹'],
    ]),
  ],
  // Basic Cyrillic
  [
    'N',
    characterSet([
      [
        0x21,
        '!"#$%&\'()*+,-./0123456789:;<=>?юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ',
      ],
    ]),
  ],
  // Extended Cyrillic
  [
    'Q',
    characterSet([
      [0x40, 'ґђѓєёѕіїјљњћќўџ'],
      [0x50, 'ѣѳѵѫ'],
      [0x5b, '['],
      [0x5d, ']'],
      [0x5f, '_ҐЂЃЄЁЅІЇЈЉЊЋЌЎЏЪѢѲѴѪ'],
    ]),
  ],
  // Basic Greek
  [
    'S',
    characterSet(
      [
        [0x21, '\u0300\u0301\u0308\u0342\u0313\u0314\u0345'],
        [0x30, '«»“”ʹ͵'],
        [0x3b, '·'],
        [0x3f, ';'],
        [0x41, 'ΑΒ'],
        [0x44, 'ΓΔΕϚϜΖΗΘΙΚΛΜΝΞΟΠϞΡΣ'],
        [0x58, 'ΤΥΦΧΨΩϠ'],
        [0x61, 'αβϐγδεϛϝζηθικλμνξοπϟρσςτυφχψωϡ'],
      ],
      [0x21, 0x27],
    ),
  ],
  // Basic Hebrew
  [
    '2',
    characterSet(
      [
        [
          0x21,
          '!\u05f4#$%&\u05f3()*+,\u05be./0123456789:;<=>?\u05b7\u05b8\u05b6\u05b5\u05b4\u05b9\u05bb\u05b0\u05b2\u05b3\u05b1\u05bc\u05bf\u05c1\ufb1e',
        ],
        [0x5b, '['],
        [0x5d, ']'],
        [
          0x60,
          '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05da\u05db\u05dc\u05dd\u05de\u05df\u05e0\u05e1\u05e2\u05e3\u05e4\u05e5\u05e6\u05e7\u05e8\u05e9\u05ea\u05f0\u05f1\u05f2',
        ],
      ],
      [0x40, 0x4e],
    ),
  ],
  // Basic Arabic
  [
    '3',
    characterSet(
      [
        [
          0x21,
          '!"#$\u066a&\'()\u066d+\u060c-./\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669:\u061b<=>\u061f',
        ],
        [
          0x41,
          '\u0621\u0622\u0623\u0624\u0625\u0626\u0627\u0628\u0629\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635\u0636\u0637\u0638\u0639\u063a[',
        ],
        [0x5d, ']'],
        [
          0x60,
          '\u0640\u0641\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064a\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0671\u0670',
        ],
        [0x78, '\u066c”“'],
      ],
      [0x6b, 0x72],
    ),
  ],
  // Extended Arabic
  [
    '4',
    characterSet(
      [
        [
          0x21,
          '\u06fd\u0672\u0673\u0679\u067a\u067b\u067c\u067d\u067e\u067f\u0680\u0681\u0682\u0683\u0684\u0685\u0686\u06bf\u0687\u0688\u0689\u068a\u068b\u068c\u068d\u068e\u068f\u0690\u0691\u0692\u0693\u0694\u0695\u0696\u0697\u0698\u0699\u069a\u069b\u069c\u06fa\u069d\u069e\u06fb\u069f\u06a0\u06fc\u06a1\u06a2\u06a3\u06a4\u06a5\u06a6\u06a7\u06a8\u06a9\u06aa\u06ab\u06ac\u06ad\u06ae\u06af\u06b0\u06b1\u06b2\u06b3\u06b4\u06b5\u06b6\u06b7\u06b8\u06ba\u06bb\u06bc\u06bd\u06b9\u06be\u06c0\u06c4\u06c5\u06c6\u06ca\u06cb\u06cd\u06ce\u06d0\u06d2\u06d3',
        ],
        [0x7d, '\u0306\u030c'],
      ],
      [0x7d, 0x7e],
    ),
  ],
]);

function characterSet(runs: readonly Run[], [first, last]: Marks = [0, -1]): CharacterSet {
  const characters = new Uint16Array(0x80);
  for (const [code, text] of runs) {
    for (let at = 0; at < text.length; at++) characters[code + at] = text.charCodeAt(at);
  }
  return { characters, isMark: (code) => code >= first && code <= last };
}

function ascii(): string {
  return String.fromCharCode(...Array.from({ length: 0x7e - 0x20 }, (_, at) => 0x21 + at));
}
