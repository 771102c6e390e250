import { describe, expect, it } from 'vitest';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

/** What a record of these fields becomes; a title is there unless the record has its own. */
function mapped(text: string) {
  const fields = text.includes('245') ? text : `245 00 $aTitle.\n${text}`;
  const { title } = mapRecord(marc(fields));
  if (title === undefined) throw new Error('It became no title.');
  return title;
}

describe('the title of a record', () => {
  it('is filed as it stands where the count takes in all of it', () => {
    expect(mapped('245 03 $a!!!').sort_title).toBeUndefined();
  });

  it('is divided as ISBD divides it', () => {
    expect(
      mapped('245 10 $aMoby-Dick, or, The whale :$ba tale of the sea /$cby Herman Melville.'),
    ).toMatchObject({
      title: 'Moby-Dick, or, The whale',
      sub_title: 'a tale of the sea',
      statement_of_responsibility: 'by Herman Melville',
    });
  });

  it('keeps the numbers and names of parts, and not the medium', () => {
    expect(mapped('245 00 $aWar and peace.$nPart 2,$pThe battle$h[sound recording] /').title).toBe(
      'War and peace. Part 2, The battle',
    );
  });

  it('in another language beside it can be searched for, and is no sub-title', () => {
    const title = mapped('245 00 $aKokoro =$bThe heart of things /$cSoseki.');
    expect(title.title).toBe('Kokoro');
    expect(title.sub_title).toBeUndefined();
    expect(title.alternate_titles).toEqual(['The heart of things']);
    expect(mapped('245 00 $aKunst :$bein Leitfaden = Art : a guide /$cMeier.')).toMatchObject({
      sub_title: 'ein Leitfaden',
      alternate_titles: ['Art : a guide'],
    });
  });

  it('is filed from behind the nonfiling characters', () => {
    expect(mapped('245 14 $aDas Boot.')).toMatchObject({ title: 'Das Boot', sort_title: 'Boot' });
    expect(mapped("245 12 $aL'été.").sort_title).toBe('été');
    expect(mapped('245 13 $aal-Kitāb.').sort_title).toBe('Kitāb');
  });

  it('is filed as it stands where the cataloguer counts no article', () => {
    expect(mapped('245 00 $aA is for alibi.').sort_title).toBe('A is for alibi');
  });

  it('needs no filing form where its language has the same article', () => {
    const text = '008 840507s1984    nyu           000 0 eng d\n245 14 $aThe hobbit.';
    expect(mapped(text).sort_title).toBeUndefined();
  });

  it('is filed as it stands where the count ends within a word', () => {
    expect(mapped('245 19 $aUnbelievable.').sort_title).toBeUndefined();
    expect(mapped('245 14 $aAb.').sort_title).toBeUndefined();
  });

  it('in another script is searched for and shown beside it', () => {
    const title = mapped(`
      100 1# $6880-01$aRatsabi, Shalom.
      245 10 $6880-02$aAnarkhizm be-Tsiyon :$bben Buber le-Gordon /$cShalom Ratsabi.
      880 1# $6100-01/(2/r$aרצבי, שלום.
      880 10 $6245-02/(2/r$aאנרכיזם בציון :$bבין בובר לגורדון /$cשלום רצבי.
    `);
    expect(title).toMatchObject({
      title: 'Anarkhizm be-Tsiyon',
      alternate_titles: ['אנרכיזם בציון : בין בובר לגורדון'],
      authors: [{ name: 'Ratsabi, Shalom' }],
      alternate_authors: ['רצבי, שלום'],
      statement_of_responsibility: 'Shalom Ratsabi = שלום רצבי',
    });
  });

  it('in another script is found where its link stands in a wrong subfield', () => {
    const text = '245 00 $aLichnye fondy.\n880 00 $7245-02/(N$aЛичные фонды.';
    expect(mapped(text).alternate_titles).toEqual(['Личные фонды']);
  });

  it('is taken from a uniform title where there is no 245, and without any there is none', () => {
    expect(mapRecord(marc('130 0# $aBeowulf.')).title).toEqual({
      title: 'Beowulf',
      format: { id: 'BK' },
    });
    expect(mapRecord(marc('260 ## $aLondon.')).title).toBeUndefined();
  });

  it('is found by its other titles, and by those of works in it', () => {
    expect(
      mapped(`
        240 10 $aAtlas eclipticalis.$lEnglish.$f1984
        246 1# $iCover title:$aAtlas
        700 12 $aPartch, Harry,$d1901-1974.$tBarstow.
        740 02 $aSongbooks.
      `).alternate_titles,
    ).toEqual(['Atlas eclipticalis', 'Atlas', 'Barstow', 'Songbooks']);
  });
});

describe('the names of a record', () => {
  it('begin a list of performers with what looks like the end of a name', () => {
    expect(mapped('511 1# $aX, Anna Karina, Jr.').performers).toEqual([
      { name: 'X' },
      { name: 'Anna Karina, Jr.' },
    ]);
  });

  it('stand as libraries file them, without the punctuation behind them', () => {
    expect(mapped('100 1# $aFedorov, A. V.$q(Andreĭ Venediktovich),$d1906-1997.').authors).toEqual([
      { name: 'Fedorov, A. V. (Andreĭ Venediktovich), 1906-1997' },
    ]);
    expect(mapped('110 1# $aUnited States.$bCongress.$bHouse,$eissuing body.').authors).toEqual([
      { name: 'United States. Congress. House' },
    ]);
    expect(mapped('111 2# $aTagung Wald$n(2 :$d1999 :$cBonn),$jauthor.').authors).toEqual([
      { name: 'Tagung Wald (2 : 1999 : Bonn)' },
    ]);
  });

  it('stand where their relators put them, in words or in codes', () => {
    expect(
      mapped(`
        100 1# $aMelville, Herman,$d1819-1891,$eauthor.
        700 1# $aBryant, John,$ejoint author.
        700 1# $aMuller, Frank,$enarrator.
        700 1# $aQuirk, Tom,$d1946-$4edt$4http://id.loc.gov/vocabulary/relators/win
        700 1# $aKent, Rockwell,$eill.
        710 2# $aHarbour Players,$eperformer.
        700 1# $aShepard, Odell.
      `),
    ).toMatchObject({
      authors: [{ name: 'Melville, Herman, 1819-1891' }, { name: 'Bryant, John' }],
      performers: [{ name: 'Muller, Frank (narrator)' }, { name: 'Harbour Players' }],
      additional_contributors: [
        { name: 'Quirk, Tom, 1946- (editor, writer of introduction)' },
        { name: 'Kent, Rockwell (illustrator)' },
        { name: 'Shepard, Odell' },
      ],
    });
  });

  it('of an author are not told again for the works in it', () => {
    const title = mapped('100 1# $aCage, John\n700 12 $aCage, John.$tWinter music');
    expect(title.authors).toEqual([{ name: 'Cage, John' }]);
    expect(title.additional_contributors).toBeUndefined();
  });

  it('of performers are divided at semicolons, and a cast at commas', () => {
    expect(mapped('511 0# $aJim Foschia, clarinet ; Jan Karlin, viola.').performers).toEqual([
      { name: 'Jim Foschia, clarinet' },
      { name: 'Jan Karlin, viola' },
    ]);
    expect(
      mapped('511 1# $aPeter Sellers, Sammy Davis, Jr., and Ian Carmichael.').performers,
    ).toEqual([
      { name: 'Peter Sellers' },
      { name: 'Sammy Davis, Jr.' },
      { name: 'Ian Carmichael' },
    ]);
    expect(mapped('511 0# $aNarrated by Jim Dale.').performers).toEqual([{ name: 'Jim Dale' }]);
  });
});

describe('the publication of a record', () => {
  it('is of no year that is coded as the last of all, and of one where two are the same', () => {
    expect(mapped('008 840507s9999    nyu           000 0 eng d').publication_date).toBeUndefined();
    expect(mapped('008 840507q19801980nyu           000 0 eng d').publication_date).toBe('1980?');
  });

  it('has the publisher of 264 before that of 260, and neither place nor printer', () => {
    expect(
      mapped(`
        260 ## $aLondon :$bOld & Sons,$c1983.
        264 #1 $aOakland, Calif. :$bMills College Library,$c[1984]
        264 #3 $aReading :$bA Printer,$c1985.
        264 #4 $c©1982
      `),
    ).toMatchObject({
      publishers: [{ name: 'Mills College Library' }],
      publication_date: '1984',
    });
  });

  it('has every publisher, and none where none is known', () => {
    expect(
      mapped('260 ## $aWashington :$bArchives :$b[Supt. of Docs.],$c1963.').publishers,
    ).toEqual([{ name: 'Archives' }, { name: 'Supt. of Docs' }]);
    expect(mapped('260 ## $a[S.l. :$bs.n.,$c1858?]').publishers).toBeUndefined();
    expect(
      mapped('264 #1 $a[Place of publication not identified] :$b[publisher not identified],')
        .publishers,
    ).toBeUndefined();
  });

  it.each([
    ['s1984    ', '1984'],
    ['t20122011', '2012'],
    ['r19781950', '1978'],
    ['c19779999', '1977-'],
    ['d19771980', '1977-1980'],
    ['m19639999', '1963-'],
    ['m19821982', '1982'],
    ['q19001984', '1900-1984?'],
    ['d184u18uu', '1840s-18--'],
    ['s19uu    ', '19--'],
    ['s0870    ', '870'],
  ])('dated %s in 008 is dated %s', (code, date) => {
    expect(mapped(`008 840507${code}nyu           000 0 eng d`).publication_date).toBe(date);
  });

  it.each(['|||||||||', 'nuuuuuuuu', 'b        ', '         '])(
    'dated %j in 008 is dated as 260 says',
    (code) => {
      const text = `008 840507${code}nyu           000 0 eng d\n260 ## $bArena,$cc1982.`;
      expect(mapped(text).publication_date).toBe('1982');
    },
  );

  it('has an edition as it stands', () => {
    expect(mapped('250 ## $a2nd ed., rev. /$bby A. Smith.').edition).toBe(
      '2nd ed., rev. / by A. Smith',
    );
    expect(mapped('250 ## $a1. Aufl.').edition).toBe('1. Aufl.');
  });
});

describe('the extent of a record', () => {
  it.each([
    ['xii, 350 p. :', 350],
    ['1 online resource (iii, 37 pages)', 37],
    ['24, 128, 2 p. ;', 128],
    ['188p.', 188],
    ['2 v. (xi, 1200 p.) :', 1200],
    ['212 S. ;', 212],
    ['[16] p. :', 16],
  ])('%j has %i pages', (extent, pages) => {
    expect(mapped(`300 ## $a${extent}`).pages).toBe(pages);
  });

  it.each(['2 sound discs (121 min.)', '3 v. ;', '1 v. (unpaged)', 'p. 120-156 ;', '24 leaves'])(
    '%j has no number of pages',
    (extent) => {
      expect(mapped(`300 ## $a${extent}`).pages).toBeUndefined();
    },
  );

  it('stands as it was described', () => {
    expect(mapped('300 ## $axix, 704 p. :$bill. ;$c24 cm +$e1 map.').physical_description).toEqual([
      'xix, 704 p. : ill. ; 24 cm + 1 map.',
    ]);
  });
});

describe('the series of a record', () => {
  it('has the names of its parts, and no brackets around all of it', () => {
    expect(mapped('440 #0 $aLecture notes.$pPhysics ;$v3').series).toEqual([
      { name: 'Lecture notes. Physics', number: '3' },
    ]);
    expect(mapped('490 0# $a(Penguin classics)').series).toEqual([{ name: 'Penguin classics' }]);
  });

  it('has its number as a number', () => {
    expect(mapped('490 0# $aOscar narrativa ;$vno. 11').series).toEqual([
      { name: 'Oscar narrativa', number: '11' },
    ]);
    expect(mapped('830 #0 $aBibliothek ;$vBd. 4').series).toEqual([
      { name: 'Bibliothek', number: '4' },
    ]);
    expect(mapped('490 0# $aUnnumbered').series).toEqual([{ name: 'Unnumbered' }]);
    expect(mapped('490 0# $aMālā ; 37').series).toEqual([{ name: 'Mālā', number: '37' }]);
  });

  it('is told once, in the form that libraries file it under', () => {
    expect(
      mapped('490 1# $aProblems of the world ;$v93\n830 #0 $aProblems of the contemporary world.'),
    ).toMatchObject({ series: [{ name: 'Problems of the contemporary world', number: '93' }] });
  });

  it('has the number of its own name among several, the first where there are two', () => {
    const traced = '490 1# $aAnts ;$v1\n490 1# $aBees ;$v2\n490 1# $aBees ;$v3\n';
    expect(mapped(`${traced}830 #0 $aBees.\n830 #0 $aCrabs.`).series).toEqual([
      { name: 'Bees', number: '2' },
      { name: 'Crabs' },
    ]);
  });

  it('is told as it stands where it is filed under no other form', () => {
    expect(mapped('490 0# $aA\n490 1# $aB\n').series).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  it('of an author has the name of the series', () => {
    expect(mapped('800 1# $aRowling, J. K.$tHarry Potter ;$v1.').series).toEqual([
      { name: 'Harry Potter', number: '1' },
    ]);
  });
});

describe('the subjects of a record', () => {
  it('have their subdivisions behind dashes, each heading once', () => {
    expect(
      mapped(`
        600 10 $aKennedy, John F.$q(John Fitzgerald),$d1917-1963$xAssassination.
        650 #0 $aDance$xHistory$y20th century.
        650 #7 $aDance.$2fast
        650 #7 $aDance$2other
        651 #0 $aVietnam$xHistory$vSources.
        653 ## $awhales$asea stories
      `),
    ).toMatchObject({
      subjects: [
        'Kennedy, John F. (John Fitzgerald), 1917-1963 -- Assassination',
        'Dance -- History -- 20th century',
        'Dance',
        'Vietnam -- History -- Sources',
        'whales',
        'sea stories',
      ],
      genres: ['Sources'],
    });
  });

  it('are apart from what kind of work it is', () => {
    expect(mapped('655 #7 $aSea fiction.$2lcgft\n655 #7 $aSea fiction$2gsafd').genres).toEqual([
      'Sea fiction',
    ]);
  });
});

describe('the languages of a record', () => {
  it('are told by codes with a region too', () => {
    expect(mapped('041 0# $apt-br').languages).toEqual([{ name: 'Portuguese' }]);
  });

  it('are those of 008 and 041, without those it was translated from', () => {
    expect(
      mapped('008 840507s1983    fr            000 0 fre d\n041 1# $afre$aeng$hrus'),
    ).toMatchObject({
      primary_language: { name: 'French' },
      languages: [{ name: 'French' }, { name: 'English' }],
    });
  });

  it('are read where older records run their codes together', () => {
    expect(mapped('041 0# $aengfretam').languages).toEqual([
      { name: 'English' },
      { name: 'French' },
      { name: 'Tamil' },
    ]);
  });

  it.each(['   ', '|||', 'zxx', 'und', 'mul', '0 e'])('are not told by %j', (code) => {
    const title = mapped(`008 840507s1983    fr            000 0 ${code} d`);
    expect(title.primary_language).toBeUndefined();
    expect(title.languages).toBeUndefined();
  });
});

describe('the identifiers of a record', () => {
  it('are no ISBN where an article number is as short as an old one', () => {
    expect(mapped('024 3# $a0140431950')).toMatchObject({ upcs: ['0140431950'] });
    expect(mapped('024 3# $a0140431950').isbns).toBeUndefined();
  });

  it('have the first class number of several', () => {
    expect(mapped('050 00 $aPS2384$b.M6$aQA76').call_number).toBe('PS2384 .M6');
  });

  it('are the bare digits of its ISBNs', () => {
    expect(
      mapped('020 ## $a0-439-02348-3 (pbk.) :$c$9.99\n020 ## $a978 0 439 02348 1').isbns,
    ).toEqual(['0439023483', '9780439023481']);
    expect(mapped('020 ## $a080442957x').isbns).toEqual(['080442957X']);
  });

  it('that are not its own or cannot be read are notes, so that they still find it', () => {
    expect(mapped('020 ## $z0439023483 (print)\n020 ## $a8774 (fejl)')).toMatchObject({
      notes: ['Other or cancelled ISBN: 0439023483', 'ISBN as given: 8774 (fejl)'],
    });
  });

  it('are product codes, and article numbers of books are ISBNs', () => {
    expect(
      mapped('024 1# $a0 21475-08806 5\n024 3# $a9780439023481\n024 3# $a4006381333931'),
    ).toMatchObject({ upcs: ['021475088065', '4006381333931'], isbns: ['9780439023481'] });
  });

  it('are call numbers, a local one before a printed one', () => {
    expect(mapped('050 00 $aPN241.5.S65$bF4 1983').call_number).toBe('PN241.5.S65 F4 1983');
    expect(mapped('082 04 $a813/.54$223\n050 00 $aPS3$bM4').call_number).toBe('PS3 M4');
    expect(mapped('082 04 $a813/.54$223').call_number).toBe('813.54');
    expect(mapped('050 00 $aPS3$bM4\n099 ## $aA$a1858$a.R65').call_number).toBe('A 1858 .R65');
    expect(mapped('050 00 $aISSN RECORD\n086 0# $aAE 2.106/2:').call_number).toBe('AE 2.106/2:');
  });
});

describe('the notes of a record', () => {
  it('say for whom it is, with words for a number alone', () => {
    expect(mapped('521 1# $a5-8').suitabilities).toEqual([{ name: 'Interest age level: 5-8' }]);
    expect(mapped('521 1# $aAges 5 and up').suitabilities).toEqual([{ name: 'Ages 5 and up' }]);
  });

  it('divide a table of contents into its entries', () => {
    expect(mapped('505 0# $aLoomings -- The carpet-bag -- The Spouter Inn.').contents).toEqual([
      'Loomings',
      'The carpet-bag',
      'The Spouter Inn',
    ]);
    expect(mapped('505 00 $tAtlas /$rCage --$tSuite /$rHarrison.').contents).toEqual([
      'Atlas / Cage',
      'Suite / Harrison',
    ]);
  });

  it('are the first summary as the description, and any other as they stand', () => {
    expect(
      mapped('520 ## $aA hunt.\n520 1# $a"Great."--Times.\n504 ## $aIncludes index.'),
    ).toMatchObject({ description: 'A hunt.', notes: ['"Great."--Times.', 'Includes index.'] });
  });

  it('tell what is online where, and what it is related to', () => {
    expect(
      mapped(`
        310 ## $aMonthly
        306 ## $a004858
        776 08 $iPrint version:$tCode.$x2574-2876$w(DLC)85010253
        780 00 $tWeekly code
        856 40 $3PDF$uhttps://example.org/a
        856 41 $uhttps://example.org/b
      `).notes,
    ).toEqual([
      'Monthly',
      'Playing time: 0:48:58',
      'Print version: Code. 2574-2876',
      'Continues: Weekly code',
      'PDF: https://example.org/a',
      'Online: https://example.org/b',
    ]);
  });

  it('tell the audience, in words or by 008', () => {
    expect(
      mapped('008 840507s1983    nyu    j      000 1 eng d\n521 2# $a3-5.\n521 8# $aRated PG.'),
    ).toMatchObject({
      suitabilities: [
        { name: 'Juvenile' },
        { name: 'Interest grade level: 3-5' },
        { name: 'Rated PG' },
      ],
    });
  });
});

describe('the coded facts of a record', () => {
  it.each([
    ['f ', true],
    ['b ', false],
    ['  ', undefined],
  ])('call the literary text %j of a recording fiction: %s', (text, fiction) => {
    const record = `LDR 00000nim a2200000 i 4500\n008 840507s1983    nyunnnn        ${text}n  eng d`;
    expect(mapped(record).fiction).toBe(fiction);
  });

  it.each([
    ['1', true],
    ['f', true],
    ['0', false],
    ['e', false],
    ['p', undefined],
    [' ', undefined],
  ])('call the literary form %j fiction: %s', (form, fiction) => {
    expect(mapped(`008 840507s1983    nyu           000 ${form} eng d`).fiction).toBe(fiction);
  });

  it('tell the day on which the record was made', () => {
    expect(mapped('008 840507s1983    nyu           000 0 eng d').added).toBe('1984-05-07');
    expect(mapped('008 210108s2021    nyu           000 0 eng d').added).toBe('2021-01-08');
    expect(mapped('008 670101s1959    nyu           000 0 eng d').added).toBe('1967-01-01');
    expect(mapped('008 000000s1983    nyu           000 0 eng d').added).toBeUndefined();
  });
});

describe('the mapping', () => {
  it('takes for a link what stands in $6, or has the mark of one', () => {
    const record = marc('245 00 $aTitle.\n880 ## $a245-12 Broadway');
    expect(mapRecord(record).unused).toEqual(['880']);
  });

  it('names every field that no rule takes, as often as it stands', () => {
    const record = marc(`
      001 u1
      003 OCoLC
      024 7# $a10.1000/1$2doi
      035 ## $a1
      035 ## $a2
      245 00 $aTitle.
      880 ## $aNo link
    `);
    expect(mapRecord(record).unused).toEqual(['003', '024', '035', '035', '880']);
  });

  it('takes empty and odd subfields as nothing', () => {
    const title = mapped(`
      100 1# $a
      245 00 $aTitle$b $c/
      260 ## $b:$c.
      300 ## $a;
      490 0# $a$v1
      505 0# $a--
      650 #0 $a
      856 40 $u
    `);
    expect(title).toEqual({ title: 'Title', format: { id: 'BK' } });
  });

  it('puts a space for line breaks, tabs and several spaces', () => {
    expect(mapped('245 00 $a  The\t great\u00a0  book \u0007').title).toBe('The great book');
  });
});
