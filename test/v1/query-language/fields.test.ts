import { describe, expect, it } from 'vitest';
import { FIELDS, findField, nearestFieldName } from '../../../src/v1/query-language/fields.js';
import { idsFor } from './small-library.js';

const EVERYTHING = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9'];

/** Queries by topic, each with the sorted ids of all titles that the query finds. */
const FINDS: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  'Text fields': [
    ['anywhere:leprechaun', ['b8']],
    ['an:lund', ['b3']],
    ['title:samarkand', ['b5', 'b6', 'b7']],
    ['ti:(canadian policy)', ['b1']],
    ['author:cervantes', ['b4']],
    ['contributor:rutherford', ['b4']],
    ['artist:lund', ['b3']],
    ['subject:samarkand', ['b6', 'b7']],
    ['topictheme:travel', ['b6']],
    ['genre:tale', ['b8']],
    ['mood:tales', ['b8']],
    ['series:eye', ['b9']],
    ['tag:bedtime', ['b8']],
    ['publisher:printer', ['b2']],
    ['contents:minotaur', ['b8']],
    ['notes:illustrated', ['b8']],
    ['generalnote:illustrated', ['b8']],
    ['summary:heroes', ['b8']],
    ['edition:second', ['b2']],
    ['title:leprechaun', []],
  ],
  'Call numbers, by their beginning': [
    ['ca:"J 637.4 GRE"', ['b8']],
    ['callnumber:(j  637.4 gre)', ['b8']],
    ['ca:J', ['b5', 'b8']],
    ['ca:"J F*"', []],
    ['ca:(J F*)', ['b5']],
    ['ca:f', ['b4']],
    ['ca:637.4', []],
    ['ca:(F CER OR R)', ['b4', 'b6']],
    ['ca:"lit cervantes"', ['b4']],
  ],
  Identifiers: [
    ['identifier:9780142437230', ['b4']],
    ['identifier:0142437239', ['b4']],
    ['li:0-14-243723-9', ['b4']],
    ['localid:978-0-14-243723-0', ['b4']],
    ['identifier:"978 0142437230"', ['b4']],
    ['identifier:012345678905', ['b4']],
    ['identifier:"0 12345 67890 5"', ['b4']],
    ['identifier:b7', ['b7']],
    ['id:b7', ['b7']],
    ['id:"F CER"', ['b4']],
    ['id:(R 915.8)', ['b6']],
    ['identifier:"F CER"', []],
    ['identifier:0142437238', []],
  ],
  Formats: [
    ['format:(DVD)', ['b3']],
    ['fo:dvd', ['b3']],
    ['formatcode:(DVD OR ebook)', ['b3', 'b9']],
    ['format:(DVD ebook)', []],
    ['format:Paperback', ['b4']],
    ['format:"eBo?k"', []],
    ['format:ebo?k', ['b9']],
    ['format:e*', ['b9']],
    ['format:nothing', []],
  ],
  Languages: [
    ['language:(spa)', ['b4']],
    ['isolanguage:"es"', ['b4']],
    ['la:spanish', ['b4']],
    ['la:(eng SPA)', ['b4']],
    ['la:gre', ['b8']],
    ['la:ell', ['b8']],
    ['la:"Modern Greek"', ['b8']],
    ['la:(fre OR gr*)', ['b8', 'b9']],
    ['la:xyz', []],
  ],
  Audiences: [
    ['audience:juvenile', ['b8']],
    ['agerating:"young adult"', ['b5']],
    ['ad:(Young Adult)', ['b5']],
    ['audience:adult', []],
  ],
  Branches: [
    ['available:true', ['b4', 'b9']],
    ['available:false', ['b1', 'b2', 'b3', 'b5', 'b6', 'b7', 'b8']],
    ['available:"Main Library"', ['b4']],
    ['avlocation:(main library)', ['b4']],
    ['av:MAIN', ['b4']],
    ['av:EAST', []],
    ['branch:EAST', ['b4', 'b5']],
    ['branch:(east side)', ['b4', 'b5']],
    ['br:(MAIN EAST)', ['b4']],
    ['br:(east side main)', []],
    ['branch:north', []],
    ['onorder:true', ['b5']],
    ['oo:(true) ti:don', []],
    ['onorder:false fo:PAPERBACK', ['b4']],
  ],
  'Fiction and nonfiction': [
    ['contenttype:fiction', ['b4', 'b5']],
    ['fictiontype:(nonfiction)', ['b6', 'b7']],
    ['cc:"Non-Fiction"', ['b6', 'b7']],
    ['ft:poetry', []],
  ],
  Numbers: [
    ['nw:[0 TO 7]', ['b5']],
    ['new:[0 TO 8]', ['b5', 'b6']],
    ['nw:8', ['b6']],
    ['nw:[8 TO *]', ['b6']],
    ['py:[1918 TO 1939]', ['b6']],
    ['pubyear:1964', ['b7']],
    ['py:(1925 OR [2000 TO *])', ['b5', 'b6']],
    ['py:[* TO 1925]', ['b6', 'b9']],
    ['py:-44', ['b9']],
    ['py:[1939 TO 1918]', []],
    ['sr:[4 TO 5]', ['b4', 'b9']],
    ['starrating:4.34', ['b4']],
    ['sr:[4.4 TO *]', ['b9']],
  ],
  'Fields without data': [
    ['award:*', []],
    ['award:(newbery OR caldecott)', []],
    ['lexile:[500 TO 700]', []],
    ['period:"19th century" OR ti:don', ['b4']],
    ['-region:ontario ti:don', ['b4']],
    ['localheading:x*', []],
  ],
  'Boolean operators': [
    ['samarkand road', ['b6']],
    ['-samarkand', ['b1', 'b2', 'b3', 'b4', 'b8', 'b9']],
    ['title:(samarkand subject:travel)', ['b6']],
    ['*', EVERYTHING],
    ['title:*', EVERYTHING],
    ['* -samarkand', ['b1', 'b2', 'b3', 'b4', 'b8', 'b9']],
    ['-*', []],
  ],
  'Near words': [
    ['title:"samarkand amulet"~1', []],
    ['title:"samarkand amulet"~2', ['b5']],
    ['title:"amulet samarkand"~2', ['b5']],
    ['title:"samarkand"~1', ['b5', 'b6', 'b7']],
    ['title:"immigration immigration"~3', ['b1']],
    ['title:"immigration immigration"~1', []],
    ['title:"immigration immigration immigration"~100', []],
    ['title:"gates canadian"~1', ['b1']],
    ['author:"cervantes john"~100', []],
    ['author:"cervantes miguel"~2', ['b4']],
    ['"samarkand bartimaeus"~100', []],
    ['title:"the samarkand"~3 -title:amulet', ['b6']],
    ['period:*', []],
    ['award:"newbery medal"~5', []],
    ['title:"!!!"~5', []],
  ],
  'Words and phrases': [
    ['title:(the amulet)', ['b5']],
    ['title:(of amulet the)', ['b5']],
    ['title:"the amulet"', ['b5']],
    ['title:“of the samarkand”', []],
    ['title:"amulet samarkand"', []],
    ['amulet -the', ['b5']],
    ['quixote OR the', ['b4']],
    ['title:the', ['b5', 'b6', 'b8']],
    ['amulet & - !', ['b5']],
    ['!!!', []],
    ['title:roads', ['b6']],
    ['title:"roads"', []],
    ['title:wom?n', ['b9']],
    ['title:wo*', ['b9']],
    ['title:w?', []],
    ['title:immigr*', ['b1', 'b2', 'b3']],
    ['title:imm?gr*', ['b1', 'b2', 'b3']],
    ["publisher:queen's", ['b2']],
    ["publisher:queen'*", ['b2']],
    ['title:our\\ gates', ['b1']],
    ['title:"gates canadian"', ['b1']],
    ['author:"cervantes john"', []],
    ['author:"john rutherford"', ['b4']],
    ['"samarkand the"', []],
  ],
};

for (const [kind, table] of Object.entries(FINDS)) {
  describe(`${kind}:`, () => {
    it.for(table)('%s finds %j', ([query, ids]) => {
      expect(idsFor(query).sort()).toEqual(ids);
    });
  });
}

describe('Custom search', () => {
  it('ranks the title with the most occurrences of the words first', () => {
    expect(idsFor('anywhere:immigration')[0]).toBe('b1');
    expect(idsFor('samarkand OR travel')[0]).toBe('b6');
  });

  it('returns titles in the order of their ids if the query has no words or phrases to score', () => {
    expect(idsFor('format:BK')).toEqual(['b1', 'b2', 'b5', 'b6', 'b7', 'b8']);
  });
});

/** The names and codes of each field. */
const NAMES = [
  'anywhere an',
  'title ti',
  'author contributor artist au co ar',
  'subject subjectheading topic theme topictheme su sh tp th tt',
  'genre genreheading genretag mood ge gh gt mo',
  'series se',
  'tag tg',
  'publisher pu',
  'contents cn',
  'notes generalnote no gn',
  'summary sm',
  'edition ed',
  'callnumber ca',
  'identifier isbn localid li',
  'id',
  'format formatcode fo',
  'language isolanguage la',
  'audience agerating ad ag',
  'available avlocation av',
  'branch br',
  'contenttype fictiontype cc ft',
  'new nw',
  'pubyear py',
  'starrating sr',
  'onorder oo',
  'award',
  'lexile',
  'period',
  'region',
  'localheading',
].map((names) => names.split(' '));

describe('findField', () => {
  it('finds each field by all of its names and codes in any case, and no other field', () => {
    for (const [field, ...aliases] of NAMES) {
      for (const name of [field, ...aliases]) {
        expect(findField(name)).toBe(field);
        expect(findField(name.toUpperCase())).toBe(field);
      }
    }
    expect(NAMES.map(([field]) => field).sort()).toEqual(Object.keys(FIELDS).sort());
    for (const unknown of ['', 'titel', 'i', 'isbn13', 'ti ', 'toString']) {
      expect(findField(unknown)).toBeUndefined();
    }
  });
});

it('findField finds fields by their names in CQL', () => {
  const names = ['dc.title', 'DC.Creator', 'cql.serverChoice', 'bath.isbn', 'dc.date', 'rec.id'];
  expect(names.map((name) => findField(name))).toEqual([
    'title',
    'author',
    'anywhere',
    'identifier',
    'pubyear',
    'id',
  ]);
  expect(['creator', 'serverChoice', 'mr.title', 'dc.'].map((name) => findField(name))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('nearestFieldName', () => {
  it('returns the name or code of a field unchanged', () => {
    for (const [field, { aliases = '' }] of Object.entries(
      FIELDS as Readonly<Record<string, { aliases?: string }>>,
    )) {
      for (const name of [field, ...aliases.split(' ').filter(Boolean)]) {
        expect(nearestFieldName(name)).toBe(name);
      }
    }
  });

  it.for([
    ['autor', 'author'],
    ['titel', 'title'],
    ['callnumbers', 'callnumber'],
    ['langauge', 'language'],
    ['availible', 'available'],
    ['year', 'pubyear'],
    ['rating', 'starrating'],
    ['writer', 'author'],
    ['keyword', 'anywhere'],
    ['shelfmark', 'callnumber'],
    ['lang', 'language'],
    ['isbn13', 'identifier'],
    ['auteur', 'author'],
    ['Jahr', 'pubyear'],
    ['publication_year', 'pubyear'],
    ['dc.date', 'pubyear'],
    ['dc.titel', 'title'],
    ['call', 'callnumber'],
  ])('for the unknown name %s returns %s', ([name, nearest]) => {
    expect(nearestFieldName(name)).toBe(nearest);
  });
});
