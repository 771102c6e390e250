import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleSchema } from '../../../src/catalog/records/title-schema.js';
import { mapRecord } from '../../../src/import/mapping/map-record.js';
import { UNIMARC_FIELD_RULES } from '../../../src/import/mapping/unimarc-rules.js';
import type { MarcField, MarcRecord } from '../../../src/import/marc/marc-record.js';
import { publicMarcRecord } from '../../../src/import/title-importer.js';
import { recordChecker } from '../../../src/snapshot/source/record-checker.js';
import { SourceReport } from '../../../src/snapshot/source/source.js';
import { runs } from '../../random-seed.js';
import { marc } from '../marc-text.js';

const LEADER = 'LDR 00000cam0 2200000   450 ';

/** Parses a UNIMARC record. It is a book with a title, unless the text has a leader or a field 200. */
function unimarc(text: string): MarcRecord {
  const lines = [
    text.includes('LDR') ? '' : LEADER,
    /^\s*200/m.test(text) ? '' : '200 1# $aTitle',
    text,
  ];
  return { ...marc(lines.join('\n')), format: 'unimarc' };
}

function titleOf(text: string) {
  return mapRecord(unimarc(text)).title!;
}

const NSB = '\u0098';
const NSE = '\u009c';

describe('A UNIMARC record', () => {
  it('of SUDOC becomes a title', () => {
    const record = unimarc(`
      001 000000124
      003 http://www.sudoc.fr/000000124
      010 ## $a2-07-010796-5$brel.$d148 FRF
      035 ## $a(OCoLC)489103868
      100 ## $a19750228d1974    m  y0frey50      ba
      101 0# $afre
      105 ## $aa   f   001yy
      200 1# $aZoologie$hIV$iTétrapodes, domaines faunistiques$fsous la direction d'Andrée Tétry
      214 #0 $a[Paris]$cGallimard$dDL 1974
      215 ## $a1 vol. (XVI-1637 p.)$cill.$d18 cm
      225 2# $aEncyclopédie de la Pléiade$v37
      320 ## $aNotes bibliogr. Index
      410 #| $0001033107$tEncyclopédie de la Pléiade$x0768-3138$v37
      606 ## $3027238466$aMammifères$3027232050$xDictionnaires$2rameau
      676 ## $a590.3
      680 ## $aQL45.2
      702 #1 $3027158241$aTétry$bAndrée$f1907-1992$4340
      801 #3 $aFR$bAbes$c20191011$gAFNOR$h007195540`);
    expect(mapRecord(record)).toEqual({
      brokenLinks: [],
      searchedVocabularies: [],
      unused: ['801'],
      title: {
        title: 'Zoologie. IV, Tétrapodes, domaines faunistiques',
        format: { id: 'BK' },
        isbns: ['2070107965'],
        call_number: 'QL45.2',
        additional_contributors: [{ name: 'Tétry, Andrée, 1907-1992 (editor)' }],
        publishers: [{ name: 'Gallimard' }],
        publication_places: ['Paris'],
        publication_date: '1974',
        pages: 1637,
        physical_description: ['1 vol. (XVI-1637 p.) : ill. ; 18 cm'],
        series: [{ name: 'Encyclopédie de la Pléiade', number: '37' }],
        primary_language: { name: 'French' },
        languages: [{ name: 'French' }],
        suitabilities: [{ name: 'Adult' }],
        notes: ['Notes bibliogr. Index'],
        statement_of_responsibility: "sous la direction d'Andrée Tétry",
        subjects: ['Mammifères -- Dictionnaires'],
        topics: ['Mammifères', 'Dictionnaires'],
        fiction: false,
        added: '1975-02-28',
        identifiers: [{ type: 'oclc', value: '489103868' }],
      },
    });
  });

  it.each([
    [
      'the title',
      '200 1# $aEmma$ea novel$fJane Austen$gedited by R. Chapman',
      {
        title: 'Emma',
        sub_title: 'a novel',
        statement_of_responsibility: 'Jane Austen ; edited by R. Chapman',
      },
    ],
    ['works of one author', '200 1# $aEmma$aPersuasion', { title: 'Emma ; Persuasion' }],
    ['a work of another author', '200 1# $aEmma$cIvanhoe', { title: 'Emma. Ivanhoe' }],
    [
      'a parallel title',
      '200 1# $aThe whale$dLa baleine',
      { title: 'The whale', alternate_titles: ['La baleine'] },
    ],
    ['a part without a number', '200 1# $aHistoire$iLe sport', { title: 'Histoire. Le sport' }],
    [
      'marks that a system wrote',
      '200 1# $aEmma :$e: a novel /$f/ Jane Austen',
      { title: 'Emma', sub_title: 'a novel', statement_of_responsibility: 'Jane Austen' },
    ],
    [
      'non-sorting marks',
      `200 1# $a${NSB}Lo ${NSE}Stato innovatore`,
      { title: 'Lo Stato innovatore', sort_title: 'Stato innovatore' },
    ],
    [
      'non-sorting marks of ISO 6630',
      "200 1# $a\u0088L'\u0089altra faccia",
      { title: "L'altra faccia", sort_title: 'altra faccia' },
    ],
    [
      'non-sorting marks after an escape',
      "200 1# $a\u001b\u0088L'\u001b\u0089altra faccia",
      { title: "L'altra faccia", sort_title: 'altra faccia' },
    ],
    [
      'a volume of a set',
      '200 1# $aТ. 2$eроман\n461 #0 $12001 $aСобрание сочинений',
      { title: 'Собрание сочинений. Т. 2', sub_title: 'роман' },
    ],
    [
      'a title and its set',
      '200 1# $aEmma\n461 #0 $tNovels$v3',
      { title: 'Emma', notes: ['In: Novels. 3'] },
    ],
    ['only a key title', '200 1# $e\n530 0# $aNature', { title: 'Nature' }],
    [
      'other titles',
      '500 10 $aOliver Twist$mFrench\n512 1# $aCover\n517 1# $aSpine$evariant',
      { alternate_titles: ['Oliver Twist', 'Cover', 'Spine : variant'] },
    ],
    [
      'the transcription of CNMARC',
      '200 1# $a红楼梦$Ahong lou meng',
      { title: '红楼梦', alternate_titles: ['hong lou meng'] },
    ],
    ['an edition', '205 ## $a2e éd.$brevue', { edition: '2e éd., revue' }],
    [
      'a publication',
      '210 ## $aRoma$aBari$cLaterza$dcop. 2014',
      {
        publishers: [{ name: 'Laterza' }],
        publication_places: ['Roma', 'Bari'],
        publication_date: '2014',
      },
    ],
    [
      '214 before 210',
      '210 ## $cA$aB\n214 #0 $cC$aD\n214 #3 $cE',
      { publishers: [{ name: 'C' }], publication_places: ['D'] },
    ],
    [
      'a product code',
      '072 ## $a012345678905\n073 #0 $a9782070107964',
      { upcs: ['012345678905'], isbns: ['9782070107964'] },
    ],
    [
      'an ISSN',
      '011 ## $a0768-3138$f1111-1111',
      {
        identifiers: [
          { type: 'issn', value: '0768-3138' },
          { type: 'other', value: '1111-1111' },
        ],
      },
    ],
    [
      'a national number',
      '020 ## $aFR$b07605054',
      { identifiers: [{ type: 'other', value: '07605054' }] },
    ],
    ['a Dewey number', '676 ## $a338.45$v23', { call_number: '338.45' }],
    ['contents', '327 1# $aOne$aTwo -- Three', { contents: ['One', 'Two', 'Three'] }],
    [
      'a table of contents',
      '359 2# $pP. 1$bPreface$pP. 2$bIndex',
      { contents: ['Preface', 'Index'] },
    ],
    ['a summary', '330 ## $aFirst\n330 ## $aSecond', { description: 'First', notes: ['Second'] }],
    [
      'a thesis',
      '328 #0 $bThèse$cHistoire$eParis 1$d1998',
      { notes: ['Thèse, Histoire, Paris 1, 1998'] },
    ],
    [
      'a series as printed only',
      '225 1# $aThe series$v3',
      { series: [{ name: 'The series', number: '3' }] },
    ],
    [
      'a series with embedded fields',
      '225 2# $aBest$v64\n410 #0 $1001X1$12001 $aBestsellers$v641',
      { series: [{ name: 'Bestsellers', number: '641' }] },
    ],
    [
      'an original title',
      '454 #0 $1001X$12001 $aSecond foundation.$1700 #1$aAsimov$b, Isaac',
      {
        alternate_titles: ['Second foundation'],
        notes: ['Translation of: Asimov, Isaac. Second foundation'],
      },
    ],
    [
      'an earlier title',
      '430 #0 $0123$tOld title',
      { related: [{ relation: 'Continues', title: 'Old title', id: '123' }] },
    ],
    [
      'a later title',
      '440 #0 $100199$12001 $aNew title',
      { related: [{ relation: 'Continued by', title: 'New title', id: '99' }] },
    ],
    [
      'another medium',
      '452 #1 $tEmma (Online)$y9780000000000',
      { related: [{ relation: 'Other form', title: 'Emma (Online). 9780000000000' }] },
    ],
    [
      'an article',
      '463 #1 $tNature$vvol. 3$x0028-0836',
      { notes: ['In: Nature. vol. 3. 0028-0836'] },
    ],
    [
      'a link',
      '856 4# $uhttp://a.example/$2Full text$zFree',
      { links: [{ kind: 'resource', url: 'http://a.example/', text: 'Full text', note: 'Free' }] },
    ],
    [
      'the language of the original',
      '101 1# $aeng$cfre',
      {
        primary_language: { name: 'English' },
        languages: [{ name: 'English' }],
        notes: ['Original language: French'],
      },
    ],
    [
      'a cast',
      '323 ## $aJean Gabin, Arletty',
      { performers: [{ name: 'Jean Gabin' }, { name: 'Arletty' }] },
    ],
    ['an audience', '333 ## $aÀ partir de 8 ans', { notes: ['Audience: À partir de 8 ans'] }],
  ])('has %s', (_, text, expected) => {
    expect(titleOf(text)).toMatchObject(expected);
  });

  it.each([
    ['700 #1 $aAsimov$bIsaac$f1920-1992$4070', 'authors', 'Asimov, Isaac, 1920-1992'],
    ['700 #1 $aAsimov$b, Isaac$f <1920-    >', 'authors', 'Asimov, Isaac, 1920-'],
    ['700 #0 $aJean-Paul$dII$cpape$f1920-2005', 'authors', 'Jean-Paul II, pape, 1920-2005'],
    ['700 #0 $aHomère$f08..-08..', 'authors', 'Homère, 08..-08..'],
    ['701 #1 $aOther$bAnn', 'authors', 'Other, Ann'],
    ['702 #1 $aOther$bAnn$4070', 'authors', 'Other, Ann'],
    ['701 #1 $aOther$bAnn$4340', 'additional_contributors', 'Other, Ann (editor)'],
    ['702 #1 $aScaglia$bCesare$4730', 'additional_contributors', 'Scaglia, Cesare (translator)'],
    ['702 #1 $aScaglia$bCesare', 'additional_contributors', 'Scaglia, Cesare'],
    [
      '100 ## $a20191011d2019    m  y0frey50      ba\n702 #1 $aScaglia$bCesare',
      'additional_contributors',
      'Scaglia, Cesare',
    ],
    ['702 #1 $aX$bY$4570', 'additional_contributors', 'X, Y'],
    ['702 #1 $aX$bY$4999', 'additional_contributors', 'X, Y'],
    ['702 #0 $a高鹗$4译', 'additional_contributors', '高鹗 (translator)'],
    ['702 #1 $aGabin$bJean$4005', 'performers', 'Gabin, Jean (actor)'],
    ['710 01 $aFrance$bMinistère des finances', 'authors', 'France. Ministère des finances'],
    ['710 02 $aSociété savante$cParis', 'authors', 'Société savante (Paris)'],
    ['710 12 $aCongrès$d3$f1998$eLyon', 'authors', 'Congrès (3 : 1998 : Lyon)'],
    ['712 02 $aGallimard$4650', 'additional_contributors', 'Gallimard (publisher)'],
    ['720 #1 $aMédicis', 'authors', 'Médicis'],
  ] as const)('has the name in %s', (text, field, name) => {
    const { authors, additional_contributors, performers } = titleOf(text);
    expect({ authors, additional_contributors, performers }).toEqual({ [field]: [{ name }] });
  });

  it('has no collective title among its titles', () => {
    expect(titleOf('500 10 $aWorks')).not.toHaveProperty('alternate_titles');
  });

  it('has the names of an authority record without its number', () => {
    const { authors, subjects } = titleOf(`
      606 ## $3123$9456$aBaleines$3789$xChasse
      700 #1 $3IT\\ICCU\\X$9012$aMelville$bHerman`);
    expect({ authors, subjects }).toEqual({
      authors: [{ name: 'Melville, Herman' }],
      subjects: ['Baleines -- Chasse'],
    });
  });

  it('has subjects, places, periods, people and genres', () => {
    const { subjects, topics, places, periods, people, genres } = titleOf(`
      600 #1 $aHugo$bVictor$f1802-1885$xCritique$jBiographies
      601 02 $aONU$bConseil
      604 ## $1700 #1$aMozart$bW. A.$150010$aRequiem
      606 ## $aArt$yFrance$z19e siècle$jCatalogues
      607 ## $aParis$xHistoire
      608 ## $aRoman policier
      610 1# $abaleines$acétacés`);
    expect({ subjects, topics, places, periods, people, genres }).toEqual({
      subjects: [
        'Hugo, Victor, 1802-1885 -- Critique -- Biographies',
        'ONU. Conseil',
        'Mozart, W. A. Requiem',
        'Art -- France -- 19e siècle -- Catalogues',
        'Paris -- Histoire',
        'baleines',
        'cétacés',
      ],
      topics: ['Critique', 'ONU. Conseil', 'Art', 'Histoire', 'baleines', 'cétacés'],
      places: ['France', 'Paris'],
      periods: ['19e siècle'],
      people: ['Hugo, Victor, 1802-1885'],
      genres: ['Biographies', 'Catalogues', 'Roman policier'],
    });
  });

  it('has the headings of another vocabulary beside those that are shown as searched', () => {
    const text = '606 ## $aMammifères$jGuides$2rameau\n606 ## $aMammals$2lc';
    const { title, searchedVocabularies } = mapRecord(unimarc(text));
    expect(title).toMatchObject({
      subjects: ['Mammals'],
      subjects_searched: ['Mammifères -- Guides'],
    });
    expect(searchedVocabularies).toEqual(['rameau']);
  });

  it('has the title in the script of its language first', () => {
    expect(
      titleOf(`
      101 0# $arus
      200 1# $6a01$7ba0yba0y$aVoĭna i mir$fL. Tolstoĭ
      200 1# $6a01$7ca0yba0y$aВойна и мир$fЛ. Толстой
      700 #1 $6a02$7ba0yba0y$aTolstoĭ$bLev
      700 #1 $6a02$7ca0yba0y$aТолстой$bЛев
      700 #1 $6a03$7ba0yba0y$aOther$bAnn`),
    ).toMatchObject({
      title: 'Война и мир',
      alternate_titles: ['Voĭna i mir'],
      authors: [{ name: 'Tolstoĭ, Lev' }, { name: 'Other, Ann' }],
      alternate_authors: ['Толстой, Лев'],
    });
  });

  it.each([
    ['d1974    ', '1974'],
    ['a1974    ', '1974-'],
    ['b19741980', '1974-1980'],
    ['c1974    ', '1974-'],
    ['e20011851', '2001'],
    ['f19001910', '1900-1910?'],
    ['g19741980', '1974-1980'],
    ['g19749999', '1974-'],
    ['h19741973', '1974'],
    ['d197     ', '1970s'],
    ['d19      ', '19--'],
    ['u        ', undefined],
    ['         ', undefined],
  ])('with the coded date %s is of %s', (date, expected) => {
    const text = `100 ## $a20050101${date}m  y0frey50      ba`;
    expect(titleOf(text).publication_date).toBe(expected);
    expect(titleOf(text).added).toBe('2005-01-01');
  });

  it('with an implausible coded date is of the date as written', () => {
    const text = '100 ## $a20050101d2974    m  y0frey50      ba\n210 ## $d1974';
    expect(titleOf(text).publication_date).toBe('1974');
  });

  const physical = '115 ## $ac090c';
  it.each([
    ['a book', 'am', '', 'BK'],
    ['a manuscript', 'bm', '', 'MANUSCRIPT'],
    ['large print', 'am', '106 ## $ad', 'LPRINT'],
    ['large print in words', 'am', '205 ## $aEd. en gros caractères', 'LPRINT'],
    ['a comic', 'am', '105 ## $aa   t   000yy', 'GRAPHIC_NOVEL'],
    ['a comic by its genre', 'am', '608 ## $aBandes dessinées', 'GRAPHIC_NOVEL'],
    ['a text online', 'am', '135 ## $adr', 'EBOOK'],
    ['a serial online', 'ls', '110 ## $aa\n135 ## $adr', 'MAG_ONLINE'],
    ['a serial online without codes', 'ls', '200 1# $aX$bRessource électronique', 'MAG_ONLINE'],
    ['a gramophone record', 'jm', '215 ## $a1 грп.', 'LP'],
    ['an electronic book', 'lm', '135 ## $adr\n200 1# $aX$bRessource électronique', 'EBOOK'],
    ['a disc', 'lm', '135 ## $abo\n200 1# $aX$bRessource électronique\n215 ## $a1 CD-ROM', 'CDROM'],
    ['a game', 'lm', '135 ## $ago', 'VIDEO_GAME'],
    ['a periodical', 'as', '110 ## $aaa', 'MAG'],
    ['a newspaper', 'as', '110 ## $aca', 'NEWSPAPER'],
    ['a website', 'ai', '110 ## $aga', 'WEBSITE'],
    ['a microform', 'am', '130 ## $aa', 'MICROFORM'],
    ['a score', 'cm', '', 'MN'],
    ['a map', 'em', '', 'MAP'],
    ['a DVD', 'gm', '215 ## $a1 DVD vidéo (90 min)', 'DVD'],
    ['a Blu-ray', 'gm', '215 ## $a1 disque Blu-ray', 'BLURAY'],
    ['a video cassette', 'gm', `${physical}          cb`, 'VHS'],
    ['a video cassette in words', 'gm', '215 ## $a1 vidéocassette', 'VHS'],
    ['a CD', 'jm', '215 ## $a1 disque compact', 'MUSIC_CD'],
    ['a record', 'jm', '126 ## $aab', 'LP'],
    ['a record in words', 'jm', '215 ## $a1 disque (33 t.)', 'LP'],
    ['an audiobook', 'im', '126 ## $aaf', 'BOOK_CD'],
    ['a cassette', 'im', '126 ## $ac', 'BOOK_CASSETTE'],
    ['a picture', 'km', '', 'PICTURE'],
    ['a kit', 'mm', '', 'KIT'],
  ])('is %s', (_, type, text, format) => {
    expect(titleOf(`LDR 00000c${type}0 2200000   450 \n${text}`).format.id).toBe(format);
  });

  it.each([
    ['a', 'Juvenile'],
    ['e', 'Young Adult'],
    ['m', 'Adult'],
  ])('for the audience %s is %s', (code, name) => {
    const text = `100 ## $a20050101d2005    ${code}  y0frey50      ba`;
    expect(titleOf(text).suitabilities).toEqual([{ name }]);
  });

  it('keeps what UNIMARC defines as nonpublic out of the staff view', () => {
    const record = unimarc(`
      318 ## $aRestored$pStaff note
      830 ## $aNote of the cataloger
      856 4# $uhttp://a.example/$xStaff note
      995 ## $bMAIN$xpublic`);
    const { leader, fields } = publicMarcRecord(record);
    expect(JSON.stringify(fields)).not.toMatch(/Staff note|cataloger/);
    expect(leader).toBe(record.leader);
    expect(fields.map(({ tag }) => tag)).toEqual(['200', '318', '856', '995']);
  });
});

const TAGS = [
  ...new Set(
    UNIMARC_FIELD_RULES.flatMap(({ fields }) => fields.split(' ')).filter(
      (tag) => !tag.includes('-'),
    ),
  ),
];
const field: fc.Arbitrary<MarcField> = fc.record({
  tag: fc.constantFrom(...TAGS, '100', '105', '115', '135', '182'),
  indicator1: fc.constantFrom(' ', '0', '1', '2'),
  indicator2: fc.constantFrom(' ', '0', '1', '|'),
  subfields: fc.array(
    fc.record({
      code: fc.constantFrom(...'abcdefghijtvxyz01246'),
      value: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('001X', '2001 ', '700 1', 'a01', `${NSB}L'${NSE}`, '<<', '19750228d1974'),
      ),
    }),
    { maxLength: 5 },
  ),
});

it('Any UNIMARC record becomes a valid title or none', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 24 }),
      fc.array(field, { maxLength: 12 }),
      (leader, fields) => {
        const { title } = mapRecord({ format: 'unimarc', leader, fields });
        if (title === undefined) return;
        const report = new SourceReport();
        const check = recordChecker(titleSchema, { name: 'the records', place: String }, report);
        check({ id: '1', ...title }, 1);
        report.refuseErrors();
        expect(report.warnings()).toEqual([]);
      },
    ),
    { numRuns: runs(5000) },
  );
});
