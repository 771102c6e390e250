import { describe, expect, it } from 'vitest';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { marc } from '../marc-text.js';

/** Maps a record in text form. A record without 245 gets the title `Title`. */
function mapped(text: string) {
  const fields = text.includes('245') ? text : `245 00 $aTitle.\n${text}`;
  const { title } = mapRecord(marc(fields));
  if (title === undefined) throw new Error('no title');
  return title;
}

describe('The title of a record', () => {
  it('has no sort title if all characters are nonfiling', () => {
    expect(mapped('245 03 $a!!!').sort_title).toBeUndefined();
  });

  it('is split into title, subtitle and statement of responsibility', () => {
    expect(
      mapped('245 10 $aMoby-Dick, or, The whale :$ba tale of the sea /$cby Herman Melville.'),
    ).toMatchObject({
      title: 'Moby-Dick, or, The whale',
      sub_title: 'a tale of the sea',
      statement_of_responsibility: 'by Herman Melville',
    });
  });

  it('includes numbers and names of parts, without the medium', () => {
    expect(mapped('245 00 $aWar and peace.$nPart 2,$pThe battle$h[sound recording] /').title).toBe(
      'War and peace. Part 2, The battle',
    );
  });

  it('has parallel titles as alternate titles, not as subtitle', () => {
    const title = mapped('245 00 $aKokoro =$bThe heart of things /$cSoseki.');
    expect(title.title).toBe('Kokoro');
    expect(title.sub_title).toBeUndefined();
    expect(title.alternate_titles).toEqual(['The heart of things']);
    expect(mapped('245 00 $aKokoro :$b= The heart of things').alternate_titles).toEqual([
      'The heart of things',
    ]);
    expect(mapped('245 00 $aKunst :$bein Leitfaden = Art : a guide /$cMeier.')).toMatchObject({
      sub_title: 'ein Leitfaden',
      alternate_titles: ['Art : a guide'],
    });
  });

  it('has a sort title without nonfiling characters', () => {
    expect(mapped('245 14 $aDas Boot.')).toMatchObject({ title: 'Das Boot', sort_title: 'Boot' });
    expect(mapped("245 12 $aL'été.").sort_title).toBe('été');
    expect(mapped('245 13 $aal-Kitāb.').sort_title).toBe('Kitāb');
    // In older records, a letter and its accent are two characters.
    expect(mapped('245 13 $aÀ bord.').sort_title).toBe('bord');
  });

  it('is its own sort title if there are no nonfiling characters', () => {
    expect(mapped('245 00 $aA is for alibi.').sort_title).toBe('A is for alibi');
  });

  it('has no sort title if it would equal the default sort title', () => {
    const text = '008 840507s1984    nyu           000 0 eng d\n245 14 $aThe hobbit.';
    expect(mapped(text).sort_title).toBeUndefined();
  });

  it('has no sort title if the nonfiling characters end within a word', () => {
    expect(mapped('245 19 $aUnbelievable.').sort_title).toBeUndefined();
    expect(mapped('245 14 $aAb.').sort_title).toBeUndefined();
  });

  it('has the sort title after the control characters around its article', () => {
    for (const [start, end] of ['\u0098\u009c', '\u0088\u0089']) {
      expect(mapped(`245 00 $a${start}Der${end} Zauberberg.`)).toMatchObject({
        title: 'Der Zauberberg',
        sort_title: 'Zauberberg',
      });
      expect(mapped(`245 00 $a${start}Der ${end}Zauberberg.`).sort_title).toBe('Zauberberg');
      expect(mapped(`245 00 $a${start}L'${end}étranger.`).sort_title).toBe('étranger');
    }
  });

  it('has its original script from field 880 as alternate title', () => {
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

  it('is the uniform title if there is no 245, and undefined if there is neither', () => {
    expect(mapRecord(marc('130 0# $aBeowulf.')).title).toEqual({
      title: 'Beowulf',
      format: { id: 'BK' },
    });
    expect(mapRecord(marc('260 ## $aLondon.')).title).toBeUndefined();
  });

  it('has variant titles as alternate titles', () => {
    expect(
      mapped(`
        240 10 $aAtlas eclipticalis.$lEnglish.$f1984
        246 1# $iCover title:$aAtlas
        740 0# $aEcliptic atlas.
      `).alternate_titles,
    ).toEqual(['Atlas eclipticalis', 'Atlas', 'Ecliptic atlas']);
  });

  it('has no collective title as alternate title, but the title of one work', () => {
    const uniform = (text: string) => mapped(`240 10 ${text}`).alternate_titles;
    expect(uniform('$aPoems.$kSelections')).toBeUndefined();
    expect(uniform('$aSelections.$lEnglish.$f1984')).toBeUndefined();
    expect(uniform('$aLaws, etc. (Compiled statutes : 1976)')).toBeUndefined();
    expect(uniform('$aSonatas,$mpiano')).toBeUndefined();
    expect(uniform('$kSelections')).toBeUndefined();
    expect(uniform('$aSymphonies,$nno. 5, op. 67,$rC minor')).toEqual([
      'Symphonies, no. 5, op. 67, C minor',
    ]);
    expect(uniform('$aDivina commedia.$kSelections')).toEqual(['Divina commedia. Selections']);
  });
});

describe('The names of a record', () => {
  it('include the performer X at the beginning of a cast, although X can be a suffix', () => {
    expect(mapped('511 1# $aX, Anna Karina, Jr.').performers).toEqual([
      { name: 'X' },
      { name: 'Anna Karina, Jr.' },
    ]);
  });

  it('include authors as the heading writes them, without final punctuation and relators', () => {
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

  it('do not repeat the author of the record as a contributor of contained works', () => {
    const title = mapped('100 1# $aCage, John\n700 12 $aCage, John.$tWinter music');
    expect(title.authors).toEqual([{ name: 'Cage, John' }]);
    expect(title.additional_contributors).toBeUndefined();
  });

  it('include performers, split at semicolons, and a cast, split at commas', () => {
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
  });

  it.each([
    'Narrated by',
    'read by',
    'Gesprochen von',
    'gelesen von',
    'Lu par',
    'Leído por',
    'Letto da',
    'Voorgelezen door',
    'Sprecherin:',
  ])('include a performer after %s', (words) => {
    expect(mapped(`511 0# $a${words} Jim Dale.`).performers).toEqual([{ name: 'Jim Dale' }]);
  });
});

describe('The publication of a record', () => {
  it('has no date for the year 9999, and one year for a questionable span of equal years', () => {
    expect(mapped('008 840507s9999    nyu           000 0 eng d').publication_date).toBeUndefined();
    expect(mapped('008 840507q19801980nyu           000 0 eng d').publication_date).toBe('1980?');
  });

  it('has the publisher of 264 rather than 260, without place and printer', () => {
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

  it('has every publisher, but no text for an unknown publisher', () => {
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
    ...['[s.n.]', 's.n.', '[S. n.?],', 's.n', '[publisher not identified]', '[Publisher unknown]'],
    ...['[Verlag nicht ermittelbar]', '[Vertrieb nicht ermittelbar]', 'o. V.', 'Ohne Verlag'],
    ...['[éditeur non identifié]', '[éditeur inconnu]', "[maison d'édition non identifiée]"],
    ...['[editor no identificado]', '[editorial no identificada]', 'editor desconocido', 's.e.'],
    ...['[editore non identificato]', '[editora não identificada]', '[uitgever niet vastgesteld]'],
    ...['[uitgever onbekend]', '[б. и.]', '[издатель не указан]', '[出版者不明]', '[出版者不详]'],
    ...[
      'S.l. : s.n.',
      '[발행처불명]',
      '[nakladatel není znám]',
      '[S.l.] : [s.n.]',
      '[distributor not identified]',
      '[sine nomine]',
      '[?]',
    ],
  ])('has no publisher %s', (publisher) => {
    expect(mapped(`264 #1 $aParis :$b${publisher}$c2001`).publishers).toBeUndefined();
  });

  it.each([
    ...['[S.l.]', '[S.l.?]', '[Place of publication not identified]', '[Place unknown]', '[n.p.]'],
    ...['[Erscheinungsort nicht ermittelbar]', '[o.O.]', '[Lieu de publication non identifié]'],
    ...['[Lieu inconnu]', '[lugar de publicación no identificado]', '[Luogo non identificato]'],
    ...['[plaats van uitgave niet vastgesteld]', '[Б. м.]', '[место не указано]', '[S.l. : s.n.]'],
  ])('has no place %s', (place) => {
    expect(mapped(`264 #1 $a${place} :$bArena,$c2001`).publication_places).toBeUndefined();
  });

  it.each([
    ...[
      'Sine Qua Non',
      'N.P. Books',
      'The Great Unknown',
      'Unknown Press',
      'Verlag Das Wunderhorn',
    ],
    ...['Ohne Ende Verlag', 'Not So Plain Jane', 'S. Fischer', 'Éditions sans soucis', 'Sn'],
  ])('has the publisher %s', (publisher) => {
    expect(mapped(`264 #1 $aParis :$b${publisher},$c2001`).publishers).toEqual([
      { name: publisher },
    ]);
  });

  it.each([
    ['Chico, Calif. :', 'Chico, Calif.'],
    ['[Cambridge, Mass.] ;', 'Cambridge, Mass.'],
    ['Ottawa, Ont. :', 'Ottawa, Ont.'],
    ['Harmondsworth, Mddx. ;', 'Harmondsworth, Mddx.'],
    ['Garden City, N.Y. :', 'Garden City, N.Y.'],
    ['Berkeley (Calif.) :', 'Berkeley (Calif.)'],
    ['Paris.', 'Paris'],
    ['London, Paris.', 'London, Paris'],
    ['Frankfurt am Main.', 'Frankfurt am Main'],
  ])('has for the place %j the name %j', (text, place) => {
    expect(mapped(`260 ## $a${text}$bArena,$c1983.`).publication_places).toEqual([place]);
  });

  it('has every place of publication, but no text for an unknown place', () => {
    const places = (text: string) => mapped(text).publication_places;
    expect(
      places(`
        264 #1 $aNew York ;$aLondon :$bArena,$c1984.
        264 #2 $aChicago :$bBaker.
        260 ## $aBoston.`),
    ).toEqual(['New York', 'London']);
    expect(places('260 ## $a[Washington, D.C.] :$bArchives.')).toEqual(['Washington, D.C.']);
    expect(places('264 #0 $aOakland :$bMills College.')).toEqual(['Oakland']);
    expect(places('260 ## $a[S.l. :$bs.n.,$c1858?]')).toBeUndefined();
    expect(places('264 #1 $a[Place of publication not identified]')).toBeUndefined();
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
    ['d1uuu1956', '?-1956'],
    ['muuuu199u', '?-1990s'],
    ['d1911uuuu', '1911-?'],
    ['d19111uuu', '1911-?'],
    ['d2020202u', '2020-?'],
    ['d191119uu', '1911-?'],
    ['d1911192u', '1911-1920s'],
    ['q1uuu1899', '?-1899'],
    ['quuuu19uu', '?-19--'],
    ['tuuuu2011', '2011'],
    ['m1982    ', '1982'],
  ])('with %j in 008/06-14 has the date %s', (code, date) => {
    expect(mapped(`008 840507${code}nyu           000 0 eng d`).publication_date).toBe(date);
  });

  it('never has a year or decade that 008 and 260 do not name', () => {
    const years = ['1uuu', 'uuuu', '19uu', '199u', '1995', '9999'];
    for (const type of 'bcdeikmnpqrstu|') {
      for (const [from, to] of years.flatMap((a) => years.map((b) => [a, b]))) {
        const text = `008 840507${type}${from}${to}nyu           000 0 eng d\n260 ## $c[date unknown]`;
        const date = mapped(text).publication_date!;
        expect([undefined, 1900, 1990, 1995], `${type}${from}${to}: ${date}`).toContain(
          publicationYear(date),
        );
        expect(date === 'date unknown').toBe(publicationYear(date) === undefined);
      }
    }
  });

  it.each([
    ['260 ## $aPrag,$c[n.d.]', 'n.d.'],
    ['264 #1 $c[date of publication not identified]', 'date of publication not identified'],
    ['264 #1 $c[date of publication not identified]\n264 #4 $c©2011', '2011'],
    ['264 #1 $c[date unknown]\n260 ## $c1984.', '1984'],
    ['260 ## $c   -1956.', '?-1956'],
    ['260 ## $c[ ]', undefined],
    ['260 ## $aPrag', undefined],
  ])('without a date in 008 and with %j has the date %j', (fields, date) => {
    expect(mapped(`008 840507s1uuu    nyu           000 0 eng d\n${fields}`).publication_date).toBe(
      date,
    );
  });

  it('has the edition as written, without a final full stop unless it ends an abbreviation', () => {
    expect(mapped('250 ## $a2nd ed., rev. /$bby A. Smith.').edition).toBe(
      '2nd ed., rev. / by A. Smith',
    );
    expect(mapped('250 ## $a1. Aufl.').edition).toBe('1. Aufl.');
  });
});

describe('The extent', () => {
  it.each([
    ['xii, 350 p. :', 350],
    ['1 online resource (iii, 37 pages)', 37],
    ['24, 128, 2 p. ;', 128],
    ['188p.', 188],
    ['2 v. (xi, 1200 p.) :', 1200],
    ['212 S. ;', 212],
    ['[16] p. :', 16],
    ['24 leaves', 24],
  ])('%j has %i pages', (extent, pages) => {
    expect(mapped(`300 ## $a${extent}`).pages).toBe(pages);
  });

  it.each(['2 sound discs (121 min.)', '3 v. ;', '1 v. (unpaged)', 'p. 120-156 ;'])(
    '%j has no number of pages',
    (extent) => {
      expect(mapped(`300 ## $a${extent}`).pages).toBeUndefined();
    },
  );

  it('is the physical description as written', () => {
    expect(mapped('300 ## $a1 online resource (4 pages).').physical_description).toEqual([
      '1 online resource (4 pages)',
    ]);
    expect(mapped('300 ## $axix, 704 p. :$bill. ;$c24 cm +$e1 map.').physical_description).toEqual([
      'xix, 704 p. : ill. ; 24 cm + 1 map.',
    ]);
  });
});

describe('The series of a record', () => {
  it('includes names of parts, without parentheses around the whole name', () => {
    expect(mapped('440 #0 $aLecture notes.$pPhysics ;$v3').series).toEqual([
      { name: 'Lecture notes. Physics', number: '3' },
    ]);
    expect(mapped('490 0# $a(Penguin classics)').series).toEqual([{ name: 'Penguin classics' }]);
  });

  it('has a number without words such as no.', () => {
    expect(mapped('490 0# $aOscar narrativa ;$vno. 11').series).toEqual([
      { name: 'Oscar narrativa', number: '11' },
    ]);
    expect(mapped('830 #0 $aBibliothek ;$vBd. 4').series).toEqual([
      { name: 'Bibliothek', number: '4' },
    ]);
    expect(mapped('490 0# $aUnnumbered').series).toEqual([{ name: 'Unnumbered' }]);
    expect(mapped('490 0# $aMālā ; 37').series).toEqual([{ name: 'Mālā', number: '37' }]);
  });

  it.each([
    ['vol. 02', '02'],
    ['no 12.5', '12.5'],
    ['n° 5', '5'],
    ['n.º 5', '5'],
    ['núm. 5', '5'],
    ['t. IV', 'IV'],
    ['tomo V', 'V'],
    ['Bde. 1-3', '1-3'],
    ['H. 5', '5'],
    ['H5', 'H5'],
    ['deel 5', '5'],
    ['fasc. 250', '250'],
    ['вып. 5', '5'],
    ['第5巻', '5'],
    ['(5)', '5'],
    ['3 ; ISSN 1234-5678', '3'],
    ['2nd ser., v. 3', '2nd ser., v. 3'],
    ['Book five', 'Book five'],
    ['Division IV', 'Division IV'],
  ])('has for %j the number %j', (written, number) => {
    expect(mapped(`490 0# $aA series ;$v${written}`).series).toEqual([
      { name: 'A series', number },
    ]);
  });

  it('has the authorized form and the number of its statement', () => {
    expect(
      mapped('490 1# $aProblems of the world ;$v93\n830 #0 $aProblems of the contemporary world.'),
    ).toMatchObject({ series: [{ name: 'Problems of the contemporary world', number: '93' }] });
  });

  it('has the number of the first of several statements with its name', () => {
    const traced = '490 1# $aAnts ;$v1\n490 1# $aBees ;$v2\n490 1# $aBees ;$v3\n';
    expect(mapped(`${traced}830 #0 $aBees.\n830 #0 $aCrabs.`).series).toEqual([
      { name: 'Bees', number: '2' },
      { name: 'Crabs' },
    ]);
  });

  it('is the statement if there is no added entry', () => {
    expect(mapped('490 0# $aA\n490 1# $aB\n').series).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  it.each([
    [
      '490 1# $aNeue Mozart-Ausgabe ;$v3\n800 1# $aMozart, W. A.$tWorks.$f1955 ;$vBd. 3',
      { name: 'Mozart, W. A. Works. 1955', number: '3' },
      'Neue Mozart-Ausgabe',
    ],
    [
      '490 1# $aProblems of the world\n830 #0 $aProblems of the contemporary world.',
      { name: 'Problems of the contemporary world' },
      'Problems of the world',
    ],
    ['490 1# $aBees ;$v7\n830 #0 $aBees (Paris)', { name: 'Bees (Paris)', number: '7' }, 'Bees'],
  ])('has its traced name, and is found by its printed name too: %s', (fields, series, printed) => {
    expect(mapped(fields)).toMatchObject({ series: [series], alternate_series: [printed] });
  });

  it('has no other printed name if it differs only in case and punctuation', () => {
    const fields = '490 1# $aPenguin classics ;$v1\n830 #0 $aPenguin Classics ;$v1.';
    expect(mapped(fields).alternate_series).toBeUndefined();
  });

  it('has the title of a name-title added entry as its name', () => {
    expect(mapped('800 1# $aRowling, J. K.$tHarry Potter ;$v1.').series).toEqual([
      { name: 'Harry Potter', number: '1' },
    ]);
  });
});

describe('The subjects and genres of a record', () => {
  it('include each genre of field 655 once', () => {
    expect(mapped('655 #7 $aSea fiction.$2lcgft\n655 #7 $aSea fiction$2gsafd').genres).toEqual([
      'Sea fiction',
    ]);
  });
});

describe('The languages of a record', () => {
  it('are read from codes with a region', () => {
    expect(mapped('041 0# $apt-br').languages).toEqual([{ name: 'Portuguese' }]);
  });

  it('are read from 008 and 041, without the original language of a translation', () => {
    expect(
      mapped('008 840507s1983    fr            000 0 fre d\n041 1# $afre$aeng$hrus'),
    ).toMatchObject({
      primary_language: { name: 'French' },
      languages: [{ name: 'French' }, { name: 'English' }],
    });
  });

  it('are read from several codes in one subfield', () => {
    expect(mapped('041 0# $aengfretam').languages).toEqual([
      { name: 'English' },
      { name: 'French' },
      { name: 'Tamil' },
    ]);
  });

  it.each(['   ', '|||', 'zxx', 'und', 'mul', '0 e'])(
    'are undefined for the code %j in 008',
    (code) => {
      const title = mapped(`008 840507s1983    fr            000 0 ${code} d`);
      expect(title.primary_language).toBeUndefined();
      expect(title.languages).toBeUndefined();
    },
  );
});

describe('The languages of a record', () => {
  it.each(['eng  ger', 'engger', 'eng, ger', 'eng/ger', 'eng|ger', 'eng$ager', 'eng-ger'])(
    'are those of 041 with the codes %j',
    (codes) => {
      expect(mapped(`041 0# $a${codes}`).languages).toEqual([
        { name: 'English' },
        { name: 'German' },
      ]);
    },
  );
});

describe('The identifiers of a record', () => {
  it.each([
    ['020 ## $a394170660', { isbns: ['0394170660'] }],
    ['020 ## $aSBN 394-17066-0 (pbk.)', { isbns: ['0394170660'] }],
    ['020 ## $a978\u20130\u2013439\u201302348\u20131', { isbns: ['9780439023481'] }],
    ['020 ## $a0\u00ad439\u00ad02348\u00ad3', { isbns: ['0439023483'] }],
    ['020 ## $a0394170660 (v. 1) 0-394-17067-9', { isbns: ['0394170660', '0394170679'] }],
    ['020 ## $a0394170660 (1234567890123)', { isbns: ['0394170660'] }],
    ['020 ## $a123456788', { notes: ['ISBN as given: 123456788'] }],
    ['024 1# $a7\u221286936\u201373539\u20110', { upcs: ['786936735390'] }],
    ['022 0# $a1234\u2010567X', { identifiers: [{ type: 'issn', value: '1234-567X' }] }],
  ])('in %j are %j', (field, expected) => {
    expect(mapped(field)).toMatchObject(expected);
  });

  it('do not include an article number of 10 digits as ISBN', () => {
    expect(mapped('024 3# $a0140431950')).toMatchObject({ upcs: ['0140431950'] });
    expect(mapped('024 3# $a0140431950').isbns).toBeUndefined();
  });

  it('include the first of several class numbers', () => {
    expect(mapped('050 00 $aPS2384$b.M6$aQA76').call_number).toBe('PS2384 .M6');
  });

  it('include ISBNs without hyphens, spaces and qualifiers', () => {
    expect(
      mapped('020 ## $a0-439-02348-3 (pbk.) :$c$9.99\n020 ## $a978 0 439 02348 1').isbns,
    ).toEqual(['0439023483', '9780439023481']);
    expect(mapped('020 ## $a080442957x').isbns).toEqual(['080442957X']);
  });

  it('include canceled and invalid ISBNs as notes', () => {
    expect(mapped('020 ## $z0439023483 (print)\n020 ## $a8774 (fejl)')).toMatchObject({
      notes: ['Other or cancelled ISBN: 0439023483', 'ISBN as given: 8774 (fejl)'],
    });
  });

  it('include product codes, and article numbers of books as ISBNs', () => {
    expect(
      mapped('024 1# $a0 21475-08806 5\n024 3# $a9780439023481\n024 3# $a4006381333931'),
    ).toMatchObject({ upcs: ['021475088065', '4006381333931'], isbns: ['9780439023481'] });
  });

  it('include one call number: local, Library of Congress, Dewey or other, in this order of preference', () => {
    expect(mapped('050 00 $aPN241.5.S65$bF4 1983').call_number).toBe('PN241.5.S65 F4 1983');
    expect(mapped('082 04 $a813/.54$223\n050 00 $aPS3$bM4').call_number).toBe('PS3 M4');
    expect(mapped('082 04 $a813/.54$223').call_number).toBe('813.54');
    expect(mapped('050 00 $aPS3$bM4\n099 ## $aA$a1858$a.R65').call_number).toBe('A 1858 .R65');
    expect(mapped('050 00 $aISSN RECORD\n086 0# $aAE 2.106/2:').call_number).toBe('AE 2.106/2:');
  });
});

describe('The notes of a record', () => {
  it('include an audience, with a label for a number or range', () => {
    expect(mapped('521 1# $a5-8').suitabilities).toEqual([{ name: 'Interest age level: 5-8' }]);
    expect(mapped('521 1# $aAges 5 and up').suitabilities).toEqual([{ name: 'Ages 5 and up' }]);
  });

  it('include a table of contents, split into its entries', () => {
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

  it('include every summary except the first, which is the description', () => {
    expect(
      mapped('520 ## $aA hunt.\n520 1# $a"Great."--Times.\n504 ## $aIncludes index.'),
    ).toMatchObject({ description: 'A hunt.', notes: ['"Great."--Times.', 'Includes index.'] });
  });

  it('include frequency, playing time and related titles', () => {
    expect(
      mapped(`
        310 ## $aMonthly
        306 ## $a004858
        765 08 $iPrint version:$tCode.$x2574-2876$w(DLC)85010253
        770 00 $tWeekly code
      `).notes,
    ).toEqual([
      'Monthly',
      'Playing time: 0:48:58',
      'Print version: Code. 2574-2876',
      'Has supplement: Weekly code',
    ]);
  });

  it('add their audiences to the audience in 008/22', () => {
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

describe('The related works of a record', () => {
  it('are none for a title that is only punctuation', () => {
    const field = (tag: string) => `${tag} 1# $aCage, John.$t --`;
    expect(mapped(field('700')).related).toBeUndefined();
    expect(mapped(field('776')).related).toEqual([{ relation: 'Other form', title: 'Cage, John' }]);
  });

  it('are contained works, works with a relation in words, and other related works', () => {
    expect(
      mapped(`
        700 12 $aPartch, Harry,$d1901-1974.$tBarstow.
        740 02 $aSongbooks.
        730 02 $aVeni Creator Spiritus.
        700 1# $iContainer of (work):$aCage, John.$tAtlas.$lEnglish
        700 1# $iMotion picture adaptation of (work):$aDane, Clemence.$tEnter Sir John.
        710 2# $aAlexandria Drafting Company$tAlbemarle Co., Va. street map.
        730 0# $aSouthern living.
        730 0# $aSouthern living.
      `).related,
    ).toEqual([
      { relation: 'contains', title: 'Barstow / Partch, Harry, 1901-1974' },
      { relation: 'contains', title: 'Songbooks' },
      { relation: 'contains', title: 'Veni Creator Spiritus' },
      { relation: 'contains', title: 'Atlas / Cage, John' },
      { relation: 'Motion picture adaptation of', title: 'Enter Sir John / Dane, Clemence' },
      {
        relation: 'related',
        title: 'Albemarle Co., Va. street map / Alexandria Drafting Company',
      },
      { relation: 'related', title: 'Southern living' },
    ]);
  });

  it('are in their original script as well, and their names are no names of the record', () => {
    const title = mapped(`
      700 12 $6880-07$aKaro, Joseph ben Ephraim,$d1488-1575.$tOraḥ ḥayim.
      880 12 $6700-07/(2/r$aקארו, יוסף.$tאורח חיים.
    `);
    expect(title.related).toEqual([
      { relation: 'contains', title: 'Oraḥ ḥayim / Karo, Joseph ben Ephraim, 1488-1575' },
      { relation: 'contains', title: 'אורח חיים / קארו, יוסף' },
    ]);
    expect(title.alternate_titles).toBeUndefined();
    expect(title.alternate_authors).toBeUndefined();
  });

  it('are no other titles of the record', () => {
    const title = mapped('245 00 $aShe keng.\n246 3# $aShijing\n730 0# $aShijing.');
    expect(title.related).toBeUndefined();
  });
});

describe('The fixed fields of a record', () => {
  it.each([
    ['f ', true],
    ['b ', false],
    ['  ', undefined],
  ])('with literary text %j of a recording set fiction to %s', (text, fiction) => {
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
  ])('with literary form %j set fiction to %s', (form, fiction) => {
    expect(mapped(`008 840507s1983    nyu           000 ${form} eng d`).fiction).toBe(fiction);
  });

  it('set the date added to the date on which the record was created', () => {
    expect(mapped('008 840507s1983    nyu           000 0 eng d').added).toBe('1984-05-07');
    expect(mapped('008 210108s2021    nyu           000 0 eng d').added).toBe('2021-01-08');
    expect(mapped('008 670101s1959    nyu           000 0 eng d').added).toBe('1967-01-01');
    expect(mapped('008 000000s1983    nyu           000 0 eng d').added).toBeUndefined();
  });
});

describe('mapRecord', () => {
  it('does not read text such as 245-12 as the link of a field 880', () => {
    const record = marc('245 00 $aTitle.\n880 ## $a245-12 Broadway');
    expect(mapRecord(record).unused).toEqual(['880']);
  });

  it('returns the tag of each unused field, with duplicates', () => {
    const record = marc(`
      001 u1
      003 OCoLC
      024 5# $a10.1000/1
      338 ## $avolume
      039 ## $a1
      039 ## $a2
      245 00 $aTitle.
      880 ## $aNo link
    `);
    expect(mapRecord(record).unused).toEqual(['024', '039', '039', '880']);
  });

  it('ignores empty subfields', () => {
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

  it('replaces tabs, control characters and several spaces with one space, and trims the title', () => {
    expect(mapped('245 00 $a  The\t great\u00a0  book \u0007').title).toBe('The great book');
  });
});
