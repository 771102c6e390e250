import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { hiddenHeadings, type SubjectSettings } from '../../../src/import/mapping/subjects.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { searchTitles } from '../../v1/validated-operations.js';
import { marc } from '../marc-text.js';

function mapped(text: string) {
  return mapRecord(marc(`245 00 $aTitle.\n${text}`)).title;
}

describe('The subjects of a record', () => {
  it('are split into topics, places, periods and people', () => {
    const title = mapped(`
      600 10 $aLincoln, Abraham,$d1809-1865$xAssassination.
      600 10 $aMelville, Herman,$d1819-1891.$tMoby Dick.
      610 20 $aUnited Nations$zFrance$zParis.
      648 #7 $a1861-1865$2fast
      650 #0 $aWhaling$xHistory$y19th century$vFiction.
      650 #0 $aTrials (Assassination)$zWashington (D.C.)
      651 #0 $aFrance$xHistory$yRevolution, 1789-1799.
      653 #0 $asea stories
      653 #1 $aAhab
      653 #4 $aVictorian era
      653 #5 $aNantucket
      653 #6 $aSea stories (novels)
      662 ## $aFrance$dParis
    `);
    expect(title).toMatchObject({
      topics: [
        'Assassination',
        'United Nations',
        'Whaling',
        'History',
        'Trials (Assassination)',
        'sea stories',
      ],
      places: ['France', 'France -- Paris', 'Washington (D.C.)', 'Nantucket'],
      periods: ['1861-1865', '19th century', 'Revolution, 1789-1799', 'Victorian era'],
      people: ['Lincoln, Abraham, 1809-1865', 'Melville, Herman, 1819-1891', 'Ahab'],
      genres: ['Fiction', 'Sea stories (novels)'],
    });
  });

  it('have no headings of FAST whose parts are in one other heading', () => {
    const title = mapped(`
      650 #0 $aWhaling$zUnited States$xHistory$y19th century.
      650 #7 $aWhaling.$2fast$0(OCoLC)fst01174284
      650 #7 $aWhaling$xHistory.$2fast
      650 #7 $aSailors.$2fast
      651 #7 $aUnited States.$2fast
      650 #1 $awhaling, United States
      650 #4 $aWhales$xHunting.
      650 #4 $aWhales -- Hunting
    `);
    expect(title?.subjects).toEqual([
      'Whaling -- United States -- History -- 19th century',
      'Sailors',
      'whaling, United States',
      'Whales -- Hunting',
    ]);
    expect(title?.topics).toContain('Sailors');
  });
});

describe('The vocabularies of subjects', () => {
  const RECORD = `
    245 00 $aTitle.
    650 #0 $aWhaling$zFrance.
    650 #1 $aWhales.
    650 #2 $aCetacea.
    650 #6 $aBaleines$zFrance$vRomans.
    650 #7 $aWalvissen.$2gtt
    650 #7 $aSailors.$2fast
    650 #4 $aMaritime history.
    653 ## $asea
    655 #7 $aSea stories.$2lcgft
    655 #7 $aRomans maritimes.$2rvmgf
    655 #7 $aSeeroman$2gnd-content
    690 ## $aLocal whales.`;
  const mappedFor = (settings: SubjectSettings, record = RECORD) => {
    const { title, searchedVocabularies } = mapRecord(marc(record), hiddenHeadings(settings));
    const { subjects = [], genres = [], subjects_searched = [], topics, places } = title!;
    return { subjects, genres, subjects_searched, topics, places, searchedVocabularies };
  };
  const DEFAULT = [
    'Whaling -- France',
    'Whales',
    'Sailors',
    'Maritime history',
    'sea',
    'Local whales',
  ];

  it('are those of the Library of Congress, FAST, genres and local headings by default', () => {
    expect(mappedFor({})).toEqual({
      subjects: DEFAULT,
      genres: ['Sea stories'],
      subjects_searched: [
        'Cetacea',
        'Baleines -- France -- Romans',
        'Walvissen',
        'Romans maritimes',
        'Seeroman',
      ],
      topics: ['Whaling', 'Whales', 'Sailors', 'Maritime history', 'sea', 'Local whales'],
      places: ['France'],
      searchedVocabularies: ['mesh', 'rvm', 'gtt', 'rvmgf', 'gnd-content'],
    });
  });

  it.each<[SubjectSettings, string[], string[]]>([
    [{ languages: ['fr'] }, ['Baleines -- France -- Romans'], ['Romans maritimes']],
    [{ languages: ['nl'] }, ['Walvissen'], []],
    [{ languages: ['en', 'de'] }, ['Cetacea'], ['Seeroman']],
    [{ languages: ['xx'] }, [], []],
  ])('include those of %j', (settings, subjects, genres) => {
    const mapped = mappedFor(settings);
    expect(mapped.subjects.toSorted()).toEqual([...DEFAULT, ...subjects].sort());
    expect(mapped.genres.filter((genre) => !['Sea stories', 'Romans'].includes(genre))).toEqual(
      genres,
    );
  });

  it('are only those that the library lists', () => {
    const { subjects, genres } = mappedFor({ subject_vocabularies: ['rvm', 'gtt', 'lcgft'] });
    expect(subjects).toEqual(['Baleines -- France -- Romans', 'Walvissen']);
    expect(genres).toEqual(['Romans', 'Sea stories']);
  });

  it('are all of a record that has no others, unless the library lists them', () => {
    const record = '245 00 $aTitle.\n650 #6 $aBaleines.\n650 #7 $aWalvissen$2gtt';
    expect(mappedFor({}, record).subjects).toEqual(['Baleines', 'Walvissen']);
    expect(mappedFor({ subject_vocabularies: ['lcsh'] }, record)).toMatchObject({
      subjects: [],
      subjects_searched: ['Baleines', 'Walvissen'],
    });
  });

  it('are recognized with a full stop after their code', () => {
    const record = '245 00 $aTitle.\n650 #7 $aSailors.$2FAST.\n650 #7 $aWalvissen$2gtt.';
    expect(mappedFor({}, record)).toMatchObject({
      subjects: ['Sailors'],
      searchedVocabularies: ['gtt'],
    });
  });

  it('of headings in another script are those of their fields 880', () => {
    const record = `245 00 $aTitle.\n650 #0 $aWhaling.\n880 #7 $6650-01$a捕鯨$2ndlsh`;
    expect(mappedFor({}, record).subjects_searched).toEqual(['捕鯨']);
    expect(mappedFor({ languages: ['ja'] }, record).subjects).toEqual(['Whaling', '捕鯨']);
  });

  it.each([
    ['$6650', true],
    ['$6650-00', true],
    ['$6 650-01', true],
    ['$6650/$1', true],
    ['$6$7650-01/$1', true],
    ['$6880-01', false],
    ['$66501', false],
    ['$6', false],
    ['', false],
  ])('are read from a field 880 with the link %j: %j', (link, isRead) => {
    const text = `245 00 $aTitle.\n880 #7 ${link}$a捕鯨$2ndlsh`;
    const shown = mappedFor({ languages: ['ja'] }, text);
    expect(shown.subjects).toEqual(isRead ? ['捕鯨'] : []);
    const hidden = mappedFor({ subject_vocabularies: ['lcsh'] }, text);
    expect(hidden.subjects_searched).toEqual(isRead ? ['捕鯨'] : []);
  });

  it('that are not shown are searched', () => {
    const catalog = catalogOf({ titles: [book('a', 'Omoo', { subjects_searched: ['Baleines'] })] });
    const found = (query: object) =>
      searchTitles([catalog], { q: '*', library: 'harbour', ...query }, { baseUrl: '' }).count;
    expect(found({ q: 'baleines' })).toBe(1);
    expect(found({ q: 'baleines', search_type: 'subject' })).toBe(1);
    expect(found({ subject: 'Baleines' })).toBe(0);
  });
});

describe('Titles are narrowed and found by parts of subjects', () => {
  const catalog = catalogOf({
    titles: [
      book('a', 'Loomings', {
        topics: ['Whaling'],
        places: ['France -- Paris', 'New York (N.Y.)'],
        periods: ['Revolution, 1789-1799'],
      }),
      book('b', 'Emma', {
        subjects: ['Whaling -- Fiction'],
        topics: ['Whaling'],
        people: ['Ahab'],
      }),
    ],
  });
  const found = (query: Record<string, string>) =>
    searchTitles(
      [catalog],
      { q: '*', library: 'harbour', ...query },
      { baseUrl: 'http://localhost' },
    )
      .titles.map(({ id }) => id)
      .sort()
      .join();

  it('by a search for the subject, even if no subject has the part', () => {
    expect(found({ q: 'whaling', search_type: 'subject' })).toBe('a,b');
    expect(found({ q: 'paris', search_type: 'subject' })).toBe('a');
  });

  it.each([
    ['period:1789', 'a'],
    ['period:(revolution 1789-1799)', 'a'],
    ['period:1861', ''],
    ['region:PARIS', 'a'],
    ['region:"New York"', 'a'],
    ['region:(new jersey)', ''],
    ['region:franc*', 'a'],
    ['region:*', 'a,b'],
    ['region:!', ''],
  ])('by the custom query %s', (q, expected) => {
    expect(found({ q, search_type: 'custom' })).toBe(expected);
  });
});
