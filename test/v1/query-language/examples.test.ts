import { describe, expect, it } from 'vitest';
import { openedCatalog, realCatalogs, skippedCatalog } from '../../shared-data.js';
import { search, smallLibrary } from './small-library.js';

/** Catalogs that only some machines have. */
const REAL_NAMES = ['goodbooks', 'gutenberg'];

/** Queries like the queries of real clients, the catalog that each query searches, and the titles that it finds. */
const EXAMPLES: readonly (readonly [
  query: string,
  catalog: 'small' | 'alderwick' | 'meridian' | 'goodbooks' | 'gutenberg',
  titles: readonly string[],
])[] = [
  [
    'Anywhere:(canadian immigration) -Title:(census) language:(eng) format:(BK)',
    'small',
    ['Strangers at Our Gates'],
  ],
  [
    'title:(lonesome dove) author:(mcmurtry) formatcode:(BK OR PAPERBACK OR LPRINT)',
    'goodbooks',
    ['Lonesome Dove'],
  ],
  [
    'title:(call wild) author:(london) formatcode:(BK OR PAPERBACK OR LPRINT)',
    'alderwick',
    ['The Call of the Wild', 'The Call of the Wild'],
  ],
  [
    '(contributor:(Herman Melville) AND title:(Moby Dick) AND formatcode:(BK))',
    'goodbooks',
    ['Moby-Dick or, The Whale'],
  ],
  [
    '(contributor:(Herman Melville) AND title:(Moby Dick) AND formatcode:(PAPERBACK))',
    'alderwick',
    ['Moby-Dick'],
  ],
  [
    '(identifier:(0142437239) OR identifier:(9780142437230)) available:"Main Library" isolanguage:"eng"',
    'small',
    ['Don Quixote'],
  ],
  [
    '(identifier:(0142437239) OR identifier:(9780142437230)) available:"Main Library" isolanguage:"eng"',
    'goodbooks',
    ['Don Quixote'],
  ],
  [
    'formatcode:(BK )  anywhere:(the hunger games)',
    'goodbooks',
    [
      'Catching Fire',
      'Mockingjay',
      'The Girl Who Was on Fire',
      'The Hunger Games',
      'The Hunger Games',
      'The Hunger Games Tribute Guide',
      'The Hunger Games Trilogy Boxset',
      'The World of the Hunger Games (Hunger Games Trilogy)',
    ],
  ],
  ['nw:[0 TO 7]', 'alderwick', ['Cello Concerto ; Sea Pictures', 'Spoon River Anthology']],
  ['nw:[0 TO 7]', 'meridian', ['Études', '人間失格']],
  ['title:(人間失格)', 'meridian', ['人間失格']],
  ['title:"間失"', 'meridian', ['人間失格']],
  ['title:人間*', 'meridian', ['人間失格']],
  ['title:(война мир) language:ru', 'meridian', ['Война и мир. Том 1-2', 'Война и мир. Том 3-4']],
  ['py:[1918 TO 1939] su:samarkand', 'small', ['The Road to Samarkand']],
  ['py:[1918 TO 1939] su:frontier', 'alderwick', ['My Ántonia']],
  ['series:eye', 'small', ['Women and Woodmen']],
  ['series:eye', 'goodbooks', ['Monster in His Eyes']],
  ['leprechaun', 'small', ['Greek Myths for the Young']],
  ['se:(bartimaeus trilogy)', 'small', ['The Amulet of Samarkand']],
  ['ca:"J 637.4 GRE"', 'small', ['Greek Myths for the Young']],
  ['ca:"lp f"', 'alderwick', ['Little Women', 'Pride and Prejudice', 'The Call of the Wild']],
  [
    'isolanguage:(wel OR hun)',
    'gutenberg',
    ['Báró Podmaniczky Pál és a norvég Biblia', 'Cartrefi Cymru', 'Ceiriog', "Gwaith Twm o'r Nant"],
  ],
];

describe('The query', () => {
  it.for(EXAMPLES)('%s finds the expected titles in %s', ([query, name, titles], { skip }) => {
    if (REAL_NAMES.includes(name) && !realCatalogs.includes(name)) {
      skip(skippedCatalog(name));
    }
    const found = search(query, name === 'small' ? smallLibrary : openedCatalog(name)).titles.map(
      ({ title }) => title,
    );
    expect(found.sort()).toEqual(titles);
  });
});
