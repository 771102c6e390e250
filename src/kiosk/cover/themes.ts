import type { Title } from '../../catalog/records/title.js';

/** The theme of a generated cover. The subjects of a title determine it. */
export type Theme =
  | 'sea'
  | 'crime'
  | 'love'
  | 'war'
  | 'science'
  | 'nature'
  | 'fantasy'
  | 'faith'
  | 'arts'
  | 'children'
  | 'society'
  | 'travel'
  | 'history'
  | 'other';

/** The beginnings of words in subjects, for each theme. The first theme with a match is the theme of a title. */
const STEMS: readonly (readonly [Theme, RegExp])[] = [
  [
    'sea',
    /\b(sea|ocean|ship|sail|whal|naval|marine|pirate|fish|island|water|mer\b|meer|mar\b)|мор/,
  ],
  [
    'crime',
    /\b(crim|detective|murder|myster|police|thrill|spy|spies|suspense|horror|gothic|vampire)/,
  ],
  ['war', /\b(war|battle|militar|soldier|army|guerre|krieg|guerra)|войн/],
  ['love', /\b(love|romance|marriage|courtship|women|amour|liebe|amor)|люб/],
  [
    'science',
    /\b(scien|physic|mathem|astronom|chemi|comput|technolog|engineer|biolog|medic|health|disease|covid|robot)/,
  ],
  [
    'nature',
    /\b(nature|animal|plant|garden|bird|forest|agricult|environment|ecolog|cook|food|farm)/,
  ],
  [
    'fantasy',
    /\b(fantas|magic|fairy|imaginary|mytholog|legend|supernatural|utopia|dystop|time travel)/,
  ],
  [
    'faith',
    /\b(relig|christ|church|bible|islam|buddh|jewish|juda|god|theolog|philosoph|spiritual)/,
  ],
  ['arts', /\b(art|music|painting|architect|design|photograph|theat|drama|poe[mt]|film|opera)/],
  ['children', /\b(child|juvenile|picture book|girls|boys|school|young adult)/],
  [
    'society',
    /\b(politic|law|econom|business|social|government|educat|psycholog|self-help|sociolog)/,
  ],
  ['travel', /\b(travel|voyage|description|cit(y|ies)|explor|adventure|paris|london)/],
  ['history', /\b(histor|biograph|ancient|medieval|memoir|autobiograph|geschicht)|истор/],
];

export function themeOf({ subjects = [], genres = [] }: Title): Theme {
  const text = [...subjects, ...genres].join('\n').toLowerCase();
  return STEMS.find(([, stems]) => stems.test(text))?.[0] ?? 'other';
}

/** Returns a number from 0 to 2³² - 1. Equal texts have equal numbers. */
function hashOf(text: string): number {
  // The hash function is FNV-1a. The high bits are then mixed into the low bits.
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns one of several options. Equal texts have equal options. */
export function choose<T>(options: readonly T[], text: string): T {
  return options[hashOf(text) % options.length];
}
