import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
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
      genres: ['Fiction'],
    });
  });

  it('have no headings of FAST whose parts are in one other heading', () => {
    const title = mapped(`
      650 #0 $aWhaling$zUnited States$xHistory$y19th century.
      650 #7 $aWhaling.$2fast$0(OCoLC)fst01174284
      650 #7 $aWhaling$xHistory.$2fast
      650 #7 $aSailors.$2fast
      651 #7 $aUnited States.$2fast
      650 #2 $awhaling, United States
      650 #6 $aBaleines$xChasse.
      650 #6 $aBaleines -- Chasse
    `);
    expect(title?.subjects).toEqual([
      'Whaling -- United States -- History -- 19th century',
      'Sailors',
      'whaling, United States',
      'Baleines -- Chasse',
    ]);
    expect(title?.topics).toContain('Sailors');
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

  it('by the narrowings topic, place, period and person', () => {
    expect(found({ topic: 'Whaling' })).toBe('a,b');
    expect(found({ place: 'France -- Paris' })).toBe('a');
    expect(found({ period: 'Revolution, 1789-1799' })).toBe('a');
    expect(found({ person: 'Ahab' })).toBe('b');
  });

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
