import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

const FILM = 'LDR 00000ngm a2200000 i 4500';
const MUSIC = 'LDR 00000njm a2200000 i 4500';
const SPEECH = 'LDR 00000nim a2200000 i 4500';
const MAIN = '100 1# $aPratchett, Terry.';

/** Returns the names of a record in text form by their role, and its related works. */
function namesIn(...lines: string[]) {
  const text = lines.join('\n');
  const { title } = mapRecord(marc(text.includes('245') ? text : `245 00 $aTitle.\n${text}`));
  const texts = (names: readonly { readonly name: string }[] = []) => names.map(({ name }) => name);
  return {
    authors: texts(title?.authors),
    performers: texts(title?.performers),
    contributors: texts(title?.additional_contributors),
    related: title?.related ?? [],
  };
}

describe('A person in 700 without a relator', () => {
  const gaiman = '700 1# $aGaiman, Neil,$d1960-';
  it.each([
    ['a text', [MAIN, gaiman]],
    [
      'a text whose statement names both',
      [MAIN, '245 00 $aA /$cT. Pratchett & N. Gaiman.', gaiman],
    ],
    ['a text after a semicolon', [MAIN, '245 00 $aA /$cT. Pratchett ; Neil Gaiman.', gaiman]],
    [
      'a text whose statement ends early',
      [MAIN, '245 00 $aA /$cTerry Pratchett [et al.].', gaiman],
    ],
    ['a text whose statement names neither', [MAIN, '245 00 $aA /$cedited by A. Hart.', gaiman]],
    ['a text with an author called Ed', [MAIN, '245 00 $aA /$cEd Pratchett, Neil Gaiman.', gaiman]],
    ['a text before another role', [MAIN, '245 00 $aA /$cN. Gaiman ; edited by Ann Hart', gaiman]],
  ])('is an author of %s with a main author', (_, lines) => {
    expect(namesIn(...lines)).toMatchObject({
      authors: ['Pratchett, Terry', 'Gaiman, Neil, 1960-'],
      contributors: [],
    });
  });

  it.each([
    ['a text without a main author', ['245 00 $aA /$cNeil Gaiman.', gaiman]],
    ['a text of an organization', ['110 2# $aUnesco.', gaiman]],
    ['a film', [FILM, MAIN, gaiman]],
    ['a recording of music', [MUSIC, MAIN, gaiman]],
    ['recorded speech', [SPEECH, MAIN, gaiman]],
    ...[
      'by T. Pratchett ; edited by Neil Gaiman',
      'by T. Pratchett',
      'T. Pratchett ; N. Gaiman, editor',
      'edited by Marc Zimmerman ; with Neil Gaiman',
      'T. Pratchett, translated by Ann Hart and Neil Gaiman',
      'T. Pratchett ; mit einem Vorwort von Neil Gaiman',
      'T. Pratchett ; aus dem Englischen von Neil Gaiman',
      'T. Pratchett ; traduit par Neil Gaiman',
      'T. Pratchett ; ilustraciones de Neil Gaiman',
      'T. Pratchett ; a cura di Neil Gaiman',
      'T. Pratchett ; перевод Н. Gaiman',
    ].map((statement) => [
      `a text with the statement ${statement}`,
      [MAIN, `245 00 $aA /$c${statement}.`, gaiman],
    ]),
  ] as [string, string[]][])('is a contributor of %s', (_, lines) => {
    const { authors, contributors } = namesIn(...lines);
    expect(authors).not.toContain('Gaiman, Neil, 1960-');
    expect(contributors).toContain('Gaiman, Neil, 1960-');
  });

  it('is a contributor if it is an organization', () => {
    expect(namesIn(MAIN, '710 2# $aNational Geographic Society.').contributors).toEqual([
      'National Geographic Society',
    ]);
  });
});

describe('The role of a name', () => {
  it.each([
    [FILM, '700 1# $aHarman, Ray,$ecomposer.', 'contributors', 'Harman, Ray (composer)'],
    [FILM, '700 1# $aHarman, Ray$4cmp', 'contributors', 'Harman, Ray (composer)'],
    [FILM, '100 1# $aGavin, Liam,$efilm director.', 'contributors', 'Gavin, Liam (film director)'],
    [
      FILM,
      '100 1# $aGavin, Liam,$edirector,$eactor.',
      'performers',
      'Gavin, Liam (director, actor)',
    ],
    [FILM, '100 1# $aGavin, Liam,$eauthor.', 'authors', 'Gavin, Liam'],
    [FILM, '100 1# $aGavin, Liam.', 'authors', 'Gavin, Liam'],
    [MUSIC, '700 1# $aHarman, Ray,$ecomposer.', 'authors', 'Harman, Ray'],
    [MUSIC, '100 1# $aHarman, Ray,$eperformer.', 'authors', 'Harman, Ray'],
    [SPEECH, '700 1# $aHarman, Ray,$ecomposer.', 'contributors', 'Harman, Ray (composer)'],
    ['', '100 1# $aHart, Ann,$eeditor.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann.$4070', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann.$4730', 'contributors', 'Hart, Ann (translator)'],
    ['', '700 1# $aHart, Ann.$4999', 'contributors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann,$e730.', 'contributors', 'Hart, Ann (translator)'],
    ['', '700 1# $aHart, Ann,$eauteur.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann,$eVerfasserin.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann.$4xyz', 'contributors', 'Hart, Ann (xyz)'],
    [
      '',
      '700 1# $aHart, Ann$4http://id.loc.gov/relators/ill/',
      'contributors',
      'Hart, Ann (illustrator)',
    ],
    [
      '',
      '700 1# $aHart, Ann$4http://rdaregistry.info/Elements/a/P50195',
      'contributors',
      'Hart, Ann',
    ],
    ['', '700 1# $aHart, Ann$eHerausgeberin$4edt', 'contributors', 'Hart, Ann (editor)'],
    ['', '700 1# $aHart, Ann$eHerausgeberin', 'contributors', 'Hart, Ann (herausgeberin)'],
    [
      '',
      '700 1# $aHart, Ann$ejoint editor$4edt',
      'contributors',
      'Hart, Ann (joint editor, editor)',
    ],
    ['', '700 1# $aHart, Ann$e[Hrsg.]', 'contributors', 'Hart, Ann (editor)'],
    ['', '700 1# $aHart, Ann$e(tr.)', 'contributors', 'Hart, Ann (translator)'],
    ['', '700 1# $aHart, Ann$e[Übers.]', 'contributors', 'Hart, Ann (translator)'],
    ['', '700 1# $aHart, Ann,$ecoauthor.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann,$ejt. author.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann,$eförfattare.', 'authors', 'Hart, Ann'],
    ['', '700 1# $aHart, Ann,$ewriter.', 'authors', 'Hart, Ann'],
    [FILM, '700 1# $aHart, Ann,$ewriter.', 'contributors', 'Hart, Ann (writer)'],
    ['', '720 ## $aHart, Ann$eauthor', 'authors', 'Hart, Ann'],
    ['', '720 ## $aHart, Ann', 'contributors', 'Hart, Ann'],
    [SPEECH, '700 1# $aHart, Ann$eSprecher$4nrt', 'performers', 'Hart, Ann (narrator)'],
    [SPEECH, '700 1# $aHart, Ann,$enarrateur.', 'performers', 'Hart, Ann (narrateur)'],
  ] as const)('in %j with %j is in %s as %s', (leader, field, list, name) => {
    const { related, ...lists } = namesIn(leader, field);
    expect(lists).toEqual({ authors: [], performers: [], contributors: [], [list]: [name] });
  });
});

describe('An added entry for a work', () => {
  it.each([
    ['$iBased on (work):$aLocke, M.$tTempest.', 'Based on', 'Tempest / Locke, M.'],
    ['$iAdaptation of (work):$aLocke, M.', 'Adaptation of', 'Locke, M.'],
    ['$aLocke, M.$tTempest.', 'related', 'Tempest / Locke, M.'],
  ])('%s is a related work only', (field, relation, title) => {
    expect(namesIn(MAIN, `700 1# ${field}`)).toEqual({
      authors: ['Pratchett, Terry'],
      performers: [],
      contributors: [],
      related: [{ relation, title }],
    });
  });
});

describe('A person in both 511 and 700', () => {
  it.each([
    ['1# $aTom Hanks, Robin Wright.', ['Hanks, Tom, 1956- (actor)', 'Robin Wright']],
    ['1# $aTom Hanks (Woody), Tim Allen.', ['Hanks, Tom, 1956- (actor, Woody)', 'Tim Allen']],
    [
      '1# $aRobin Wright and Tom Hanks as Woody.',
      ['Robin Wright', 'Hanks, Tom, 1956- (actor, Woody)'],
    ],
    ['0# $aRead by Tom Hanks.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aHanks, Tom.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aGelesen von Tom Hanks.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aLu par Tom Hanks.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aSprecher: Tom Hanks.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aNarrated by the author.', ['Hanks, Tom, 1956- (actor)']],
    ['0# $aGelesen vom Autor.', ['Hanks, Tom, 1956- (actor)']],
    [
      '0# $aTom Hanks, banjo ; Jan Karlin, viola.',
      ['Hanks, Tom, 1956- (actor, banjo)', 'Jan Karlin, viola'],
    ],
    ['0# $aColin Hanks.', ['Colin Hanks', 'Hanks, Tom, 1956- (actor)']],
  ])('with 511 %s is a performer once', (note, performers) => {
    const heading = '700 1# $aHanks, Tom,$d1956-$eactor.';
    expect(namesIn(FILM, `511 ${note}`, heading).performers).toEqual(performers);
  });

  it('is a performer also if 700 has no relator or another one', () => {
    expect(
      namesIn(FILM, '511 1# $aA. Li, B. Mo', '700 1# $aLi, A.', '700 1# $aMo, B.,$edirector.'),
    ).toMatchObject({ performers: ['Li, A.', 'Mo, B. (director)'], contributors: [] });
  });

  it('is not another person with the same name', () => {
    const people = ['1802-1870', '1824-1895'].map((dates) => `Dumas, Alexandre, ${dates}`);
    const fields = people.map((name) => `700 1# $a${name}$4prf`);
    expect(namesIn(FILM, ...fields).performers).toEqual(people);
  });
});
