import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSru } from '../../src/protocols/sru/create-sru.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { facetValues } from '../../src/v1/facet-values.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs, SEED } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { randomTitles } from '../v1/random-searches.js';
import {
  BASE_URL,
  createClient,
  descendants,
  parseXml,
  textsOf,
  type XmlElement,
} from './protocol-client.js';

const alderwick = openedCatalog('alderwick');
const get = createClient(createSru(), [alderwick]);

/** Requests SRU, which always answers with the status 200 and XML. */
function request(params: Record<string, string | number>, path = '/sru', send = get): XmlElement {
  const query = new URLSearchParams(params as Record<string, string>);
  const { status, type, body } = send(`${path}?${query}`);
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  return parseXml(body);
}

/** Returns the number of titles that a query in CQL finds. */
function countOf(query: string, send = get): number {
  const response = request({ query, maximumRecords: 0 }, '/sru', send);
  expect(textsOf(response, 'details')).toEqual([]);
  return Number(textsOf(response, 'numberOfRecords')[0]);
}

/** Returns the numbers of the diagnostics of a response. */
function diagnosticsOf(response: XmlElement): number[] {
  return textsOf(response, 'uri').map((uri) => Number(uri.replace('info:srw/diagnostic/1/', '')));
}

function apiCount(q: string, more: object = {}): number {
  const params = { q, library: 'alderwick', search_type: 'custom', ...more } as const;
  return searchTitles([alderwick], params, { baseUrl: BASE_URL }).count;
}

const SRW = 'http://www.loc.gov/zing/srw/';
const OASIS = 'http://docs.oasis-open.org/ns/search-ws';

describe('SRU', () => {
  it.each([
    ['1.1', SRW, `${SRW}diagnostic/`, SRW],
    ['1.2', SRW, `${SRW}diagnostic/`, SRW],
    ['2.0', `${OASIS}/sruResponse`, `${OASIS}/diagnostic`, `${OASIS}/scan`],
  ])('has the namespaces of version %s', (version, response, diagnostic, scan) => {
    const ask = (operation: string, more = {}) => request({ version, operation, ...more });
    const found = ask('searchRetrieve', { query: 'moby' });
    expect(found.name).toBe(`{${response}}searchRetrieveResponse`);
    expect(textsOf(found, 'version')).toEqual([version, version]);
    const [failed] = descendants(ask('searchRetrieve', { query: 'x.y=1' }), 'diagnostic');
    expect(failed.name).toBe(`{${diagnostic}}diagnostic`);
    const terms = ask('scan', { scanClause: 'dc.creator=""' });
    expect(terms.name).toBe(`{${scan}}scanResponse`);
    expect(ask('explain').name).toBe(`{${response}}explainResponse`);
    expect(textsOf(found, 'resultCountPrecision')).toHaveLength(version === '2.0' ? 1 : 0);
    expect(textsOf(found, 'recordIdentifier')).toHaveLength(version === '1.1' ? 0 : 6);
    const packing = version === '2.0' ? 'recordXMLEscaping' : 'recordPacking';
    expect(textsOf(found, packing)).toEqual(Array(6).fill('xml'));
  });

  it('chooses the version and the operation of a request without them', () => {
    expect(request({}).name).toBe(`{${OASIS}/sruResponse}explainResponse`);
    expect(request({ query: 'moby' }).name).toBe(`{${OASIS}/sruResponse}searchRetrieveResponse`);
    expect(request({ scanClause: 'author=""' }).name).toBe(`{${OASIS}/scan}scanResponse`);
    const older = request({ operation: 'searchRetrieve', query: 'moby' });
    expect(older.name).toBe(`{${SRW}}searchRetrieveResponse`);
  });

  it('finds the titles of the same query of the API', () => {
    for (const [cql, q] of [
      ['dc.title = moby', 'title:moby'],
      ['moby', 'moby'],
      ['cql.allRecords = 1', '*'],
      ['cql.serverChoice = whale', 'whale'],
      ['dc.title = "moby dick"', 'title:"moby dick"'],
      ['dc.title all "dick moby"', 'title:(dick moby)'],
      ['creator any "melville austen"', 'author:(melville OR austen)'],
      ['dc.title adj "moby dick"', 'title:"moby dick"'],
      ['title = wh*', 'title:wh*'],
      ['whal* or "mob?"', 'whal* OR mob?'],
      ['title = "mob* dick"', 'title:(mob* dick)'],
      ['whale or emma not melville', '(whale OR emma) -melville'],
      ['whale AND (melville OR sea)', 'whale (melville OR sea)'],
      ['melville or whale and sea', '(melville OR whale) sea'],
      ['dc.date = 1851', 'pubyear:1851'],
      ['date > 2000 and date <= 2010', 'pubyear:[2001 TO 2010]'],
      ['date within "1900 1950"', 'pubyear:[1900 TO 1950]'],
      ['bath.isbn == 9780142437247', 'isbn:9780142437247'],
      ['dc.language = eng', 'language:eng'],
      ['dc.type exact EBOOK', 'format:EBOOK'],
      ['title =/cql.relevant/word moby', 'title:moby'],
      ['"and"', 'and'],
      ['"a \\"quoted\\" word" or moby', '"a \\"quoted\\" word" OR moby'],
    ] as const) {
      expect([cql, countOf(cql)]).toEqual([cql, apiCount(q)]);
    }
    expect(countOf('dc.title = moby')).toBe(6);
  });

  it('sorts by the key of a query', () => {
    const identifiers = (query: string) => textsOf(request({ query }), 'recordIdentifier');
    for (const [key, sort] of [
      ['dc.title', 'title'],
      ['dc.creator/sort.ascending', 'author'],
      ['dc.date/sort.descending', 'published_date'],
    ] as const) {
      const params = { q: 'whale', library: 'alderwick', search_type: 'custom', sort } as const;
      const { titles } = searchTitles([alderwick], params, { baseUrl: BASE_URL });
      expect(identifiers(`whale sortBy ${key}`)).toEqual(titles.map(({ id }) => id));
    }
  });

  it('returns the records from any position on, and the position of the next record', () => {
    const query = 'cql.allRecords = 1 sortBy dc.title';
    const asked = { q: '*', library: 'alderwick', sort: 'title', limit: 100 } as const;
    const { titles } = searchTitles([alderwick], asked, { baseUrl: BASE_URL });
    const ids = titles.map(({ id }) => id);
    for (const [startRecord, maximumRecords] of [
      [1, 10],
      [10, 1],
      [7, 5],
      [3, 40],
    ]) {
      const response = request({ query, startRecord, maximumRecords });
      const start = startRecord - 1;
      const expected = ids.slice(start, start + maximumRecords);
      expect(textsOf(response, 'recordIdentifier')).toEqual(expected);
      expect(textsOf(response, 'recordPosition')[0]).toBe(String(startRecord));
      const next = String(startRecord + maximumRecords);
      expect(textsOf(response, 'nextRecordPosition')).toEqual([next]);
    }
    const last = request({ query, startRecord: 405, maximumRecords: 10 });
    expect(textsOf(last, 'recordPosition')).toEqual(['405']);
    expect(textsOf(last, 'nextRecordPosition')).toEqual([]);
    const all = request({ query, maximumRecords: 1000 });
    expect(textsOf(all, 'recordPosition')).toHaveLength(100);
    expect(textsOf(all, 'nextRecordPosition')).toEqual(['101']);
    const none = request({ query: 'xyzzy' });
    expect(textsOf(none, 'numberOfRecords')).toEqual(['0']);
    expect(descendants(none, 'records')).toEqual([]);
  });

  it('returns the kept MARC record of a title', () => {
    const marc = {
      leader: '00000cam a2200000 a 4500',
      fields: [
        { tag: '001', value: 'ocm1' },
        { tag: '245', indicator1: '1', subfields: [{ code: 'a', value: 'Typee & <Omoo>\u0001' }] },
      ],
    };
    const catalog = catalogOf({ titles: [book('1', 'Typee', { marc })] });
    const send = createClient(createSru(), [catalog]);
    const query = 'typee';
    const [record] = descendants(request({ query }, '/sru', send), 'recordData')[0].children;
    expect(record.name).toBe('{http://www.loc.gov/MARC21/slim}record');
    expect(textsOf(record, 'leader')).toEqual([marc.leader]);
    expect(textsOf(record, 'controlfield')).toEqual(['ocm1']);
    const [field] = descendants(record, 'datafield');
    expect(field.attributes).toEqual({ tag: '245', ind1: '1', ind2: ' ' });
    expect(textsOf(field, 'subfield')).toEqual(['Typee & <Omoo> ']);
    const packed = request({ query, recordXMLEscaping: 'string' }, '/sru', send);
    expect(parseXml(textsOf(packed, 'recordData')[0])).toEqual(record);
  });

  it('makes a MARC record of a title without one', () => {
    const query = 'rec.id = 0000206101';
    const response = request({ query, recordSchema: 'info:srw/schema/1/marcxml-v1.1' });
    const fields = descendants(response, 'datafield').map((field) => [
      field.attributes.tag + field.attributes.ind1 + field.attributes.ind2,
      descendants(field, 'subfield').map(({ attributes, text }) => `$${attributes.code}${text}`),
    ]);
    const [leader] = textsOf(response, 'leader');
    expect(leader).toHaveLength(24);
    const [id, fixed] = textsOf(response, 'controlfield');
    expect(id).toBe('0000206101');
    expect(fixed).toHaveLength(40);
    expect([fixed.slice(7, 11), fixed.slice(35, 38)]).toEqual(['1984', 'eng']);
    expect(fields).toEqual(
      expect.arrayContaining([
        ['1001 ', ['$aL. M. Montgomery']],
        ['020  ', ['$a9780553213140']],
        ['4900 ', ['$aAnne of Green Gables', '$v2']],
      ]),
    );
    expect(fields.find(([key]) => key === '24510')?.[1][0]).toBe('$aAnne of Avonlea');
    const branches = fields.filter(([key]) => key === '852  ').map(([, [branch]]) => branch);
    expect(branches).toEqual(
      alderwick.titles
        .get(alderwick.titles.numberOf(id))
        .holdings?.map(({ branch }) => `$b${branch}`),
    );
  });

  it('returns a title as Dublin Core', () => {
    const response = request({ query: 'rec.id = 0000172101', recordSchema: 'dc' });
    const [dc] = descendants(response, 'dc');
    expect(dc.name).toBe('{info:srw/schema/1/dc-schema}dc');
    expect(textsOf(dc, 'title')).toEqual(['Flatland: A Romance of Many Dimensions']);
    expect(textsOf(dc, 'creator')).toEqual(['Edwin A. Abbott']);
    expect(textsOf(dc, 'type')).toEqual(['eBook']);
    expect(textsOf(dc, 'language')).toEqual(['eng']);
    expect(textsOf(dc, 'identifier')).toEqual([
      '0000172101',
      'https://www.gutenberg.org/ebooks/97.epub3.images',
      'https://www.gutenberg.org/ebooks/97',
    ]);
  });

  it('lists the terms of an index around a term, with exact numbers', () => {
    const all = facetValues([alderwick], {
      facet: 'author',
      q: '*',
      library: 'alderwick',
      order: 'name',
      limit: 100,
    }).values.map(({ value, count }) => [value, String(count)]);
    const at = all.findIndex(([name]) => name === 'Herman Melville');
    const scan = (more: Record<string, string | number>) =>
      descendants(request({ scanClause: 'dc.creator = "Herman M"', ...more }), 'term').map(
        (term) => [textsOf(term, 'value')[0], textsOf(term, 'numberOfRecords')[0]],
      );
    expect(scan({ maximumTerms: 3 })).toEqual(all.slice(at, at + 3));
    expect(scan({ maximumTerms: 5, responsePosition: 4 })).toEqual(all.slice(at - 3, at + 2));
    expect(scan({ maximumTerms: 2, responsePosition: 0 })).toEqual(all.slice(at + 1, at + 3));
    expect(scan({ scanClause: 'dc.creator = ""', responsePosition: 9 })).toEqual(all.slice(0, 10));
    expect(scan({ scanClause: 'dc.creator = "\u{10ffff}"' })).toEqual([]);
    const terms = request({ scanClause: 'dc.type = "e"', maximumTerms: 1 });
    expect(textsOf(terms, 'value')).toEqual(['EBOOK']);
    expect(textsOf(terms, 'displayTerm')).toEqual(['eBook']);
  });

  it('explains its indexes and schemas', () => {
    const explain = request({ operation: 'explain', version: '1.2' });
    expect(textsOf(explain, 'host')).toEqual(['localhost']);
    expect(textsOf(explain, 'port')).toEqual(['8080']);
    expect(textsOf(explain, 'database')).toEqual(['sru/alderwick']);
    for (const index of descendants(explain, 'index')) {
      const [name] = textsOf(index, 'title');
      const term = ['pubyear', 'new', 'starrating'].includes(name) ? '1' : 'x';
      expect(diagnosticsOf(request({ query: `${name} = ${term}` }))).toEqual([]);
      const scan = diagnosticsOf(request({ scanClause: `${name} = ""` }));
      expect([name, scan]).toEqual([name, index.attributes.scan === 'true' ? [] : [16]]);
      for (const { attributes, text } of descendants(index, 'name').slice(1)) {
        expect(countOf(`${attributes.set}.${text} = 1`)).toBe(countOf(`${name} = 1`));
      }
    }
    for (const { attributes } of descendants(explain, 'schema')) {
      for (const recordSchema of [attributes.name, attributes.identifier]) {
        expect(diagnosticsOf(request({ query: 'moby', recordSchema }))).toEqual([]);
      }
    }
  });

  it('returns its description as text if the client asks for it', () => {
    const explain = request({ operation: 'explain', version: '1.1' });
    const packed = request({ operation: 'explain', version: '1.1', recordPacking: 'string' });
    expect(textsOf(packed, 'recordPacking')).toEqual(['string']);
    expect(parseXml(textsOf(packed, 'recordData')[0])).toEqual(
      descendants(explain, 'recordData')[0].children[0],
    );
  });

  it('reads an empty value like a missing parameter, as forms send it', () => {
    const names =
      'version operation startRecord maximumRecords recordPacking recordXMLEscaping recordSchema';
    const empty = Object.fromEntries(names.split(' ').map((name) => [name, '']));
    const query = 'moby';
    expect(textsOf(request({ ...empty, query }), 'recordIdentifier')).toEqual(
      textsOf(request({ query }), 'recordIdentifier'),
    );
  });

  it('searches the library in the path, which several libraries require', () => {
    const meridian = openedCatalog('meridian');
    const send = createClient(createSru(), [alderwick, meridian]);
    const query = 'cql.allRecords = 1';
    expect(textsOf(request({ query }, '/sru/meridian', send), 'numberOfRecords')).toEqual([
      String(meridian.titles.size),
    ]);
    expect(diagnosticsOf(request({ query }, '/sru', send))).toEqual([235]);
    expect(diagnosticsOf(request({ query }, '/sru/x', send))).toEqual([235]);
    const site = createSru();
    const of = { method: 'GET', query: '', originalUrl: '', headers: {}, baseUrl: BASE_URL };
    expect(site({ ...of, path: '/sru/a/b' }, [alderwick], BASE_URL)).toBeUndefined();
  });

  it.each<[Record<string, string>, number]>([
    [{ operation: 'update' }, 4],
    [{ version: '3.0' }, 5],
    [{ query: 'a', startRecord: '0' }, 6],
    [{ query: 'a', maximumRecords: '-1' }, 6],
    [{ query: 'a', queryType: 'pqf' }, 6],
    [{ operation: 'searchRetrieve', version: '1.2' }, 7],
    [{ operation: 'scan', version: '1.2' }, 7],
    [{ query: ' ' }, 7],
    [{ query: 'moby dick' }, 10],
    [{ query: 'title =' }, 10],
    [{ query: 'a and' }, 10],
    [{ query: 'and' }, 0],
    [{ query: '(a or b' }, 10],
    [{ query: 'a)' }, 10],
    [{ query: '()' }, 10],
    [{ query: 'a'.repeat(901) }, 12],
    [{ query: 'title = "a' }, 14],
    [{ query: 'x.title = a' }, 15],
    [{ query: 'shoesize = 9' }, 16],
    [{ query: 'award = a' }, 16],
    [{ scanClause: 'title = a' }, 16],
    [{ query: 'title encloses a' }, 19],
    [{ query: 'title <> a' }, 19],
    [{ query: 'title =/stem a' }, 20],
    [{ query: 'title == a' }, 22],
    [{ query: 'title < a' }, 22],
    [{ query: 'title = ""' }, 27],
    [{ query: '^a' }, 31],
    [{ query: 'title adj "mob* dick"' }, 33],
    [{ query: 'date = soon' }, 36],
    [{ query: 'date within 1900' }, 36],
    [{ query: Array(65).fill('a').join(' or ') }, 38],
    [{ query: 'a prox b' }, 39],
    [{ query: 'a and/rel b' }, 46],
    [{ query: '*ing' }, 49],
    [{ query: 'cql.resultSetId = 1' }, 50],
    [{ query: 'moby', startRecord: '100' }, 61],
    [{ query: 'a', recordSchema: 'ead' }, 66],
    [{ query: 'a', recordXMLEscaping: 'json' }, 71],
    [{ query: 'a sortby title/sort.descending' }, 80],
    [{ query: 'a', sortKeys: 'title' }, 80],
    [{ query: 'a sortby' }, 10],
    [{ query: 'title adj "a\\*"' }, 0],
    [{ scanClause: 'author = a', responsePosition: '12' }, 120],
  ])('answers %j with diagnostic %i', (params, number) => {
    expect(diagnosticsOf(request(params))).toEqual(number === 0 ? [] : [number]);
  });

  it('makes a field 008 of 40 characters without a date of addition', () => {
    const send = createClient(createSru(), [catalogOf({ titles: [book('1', 'Emma')] })]);
    const fields = descendants(parseXml(send('/sru?query=emma').body), 'controlfield');
    expect(fields.map(({ text }) => text.length)).toEqual([1, 40]);
  });

  it('scans the branches of available titles', () => {
    const titles = [book('1', 'Emma', { holdings: [{ branch: 'EAST', status: 'AVAILABLE' }] })];
    const send = createClient(createSru(), [catalogOf({ titles })]);
    const scanned = parseXml(send('/sru?scanClause=available=E').body);
    expect(textsOf(scanned, 'value')).toEqual(['EAST']);
  });

  it('reports a query that costs too much', () => {
    const titles = Array.from({ length: 1100 }, (_, i) => book(`${i}`, `w${i}`));
    const send = createClient(createSru(), [catalogOf({ titles })]);
    const reply = send('/sru?query=w*');
    expect(diagnosticsOf(parseXml(reply.body))).toEqual([47]);
    expect(reply.isTooCostly).toBe(true);
  });

  it('answers any request with XML and the status 200', () => {
    const name = fc.constantFrom(
      ...['query', 'scanClause', 'version', 'operation', 'startRecord', 'maximumRecords'],
      ...['recordSchema', 'responsePosition', 'maximumTerms', 'sortKeys', 'queryType'],
    );
    const token = fc.constantFrom(
      ...['title', 'dc.creator', '=', '<', 'any', '"a b"', '"', '(', ')', '/', 'and', 'not', 'or'],
      ...[
        'sortby',
        'prox',
        'a*',
        '*',
        '\\',
        '^',
        'date',
        '1900',
        'within',
        ' ',
        '[',
        ':',
        '-',
        '~',
      ],
    );
    const value = fc.oneof(
      fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join(' ')),
      fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join('')),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('1.1', '2.0', 'scan', 'searchRetrieve', '0', '1', '99999999999'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), (pairs) => {
        const { status, body } = get(`/sru?${new URLSearchParams(pairs)}`);
        expect(status).toBe(200);
        parseXml(body);
      }),
      { seed: SEED, numRuns: runs(1000) },
    );
  });
});

it('The numbers of SRU equal those of the API on random searches', () => {
  const library = { id: 'l', name: 'L', snapshot_date: '2026-11-01T00:00:00Z' };
  const field = fc.constantFrom(['title', 'dc.title'], ['author', 'dc.creator'], ['', '']);
  const clause = fc.tuple(field, fc.nat(), fc.constantFrom('=', 'all', 'any'));
  const clauses = fc.array(clause, { minLength: 1, maxLength: 3 });
  const operators = fc.array(fc.constantFrom('and', 'or', 'not'), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(randomTitles, clauses, operators, (titles, clauses, operators) => {
      const catalog = createCatalog({ library, titles });
      const words = titles.flatMap(({ title }) => title.match(/[a-z]+/gi) ?? []);
      fc.pre(words.length > 0);
      let cql = '';
      let q = '';
      for (const [i, [[name, index], at, relation]] of clauses.entries()) {
        const pair = [words[at % words.length], words[(at + 1) % words.length]];
        const isWord = index === '' || relation === '=';
        const operator = operators[i - 1] ?? 'and';
        const next = isWord ? `"${pair[0]}"` : `"${pair.join(' ')}"`;
        const own = isWord
          ? `"${pair[0]}"`
          : `("${pair[0]}" ${relation === 'any' ? 'OR' : 'AND'} "${pair[1]}")`;
        const clause = name === '' ? own : `${name}:${own}`;
        cql += `${i === 0 ? '' : ` ${operator} `}${index === '' ? next : `${index} ${relation} ${next}`}`;
        if (i === 0) q = clause;
        else q = `(${q}) ${operator === 'not' ? 'AND NOT' : operator.toUpperCase()} ${clause}`;
      }
      const send = createClient(createSru(), [catalog]);
      const params = { q, library: 'l', search_type: 'custom' } as const;
      const { count } = searchTitles([catalog], params, { baseUrl: BASE_URL });
      expect([cql, countOf(cql, send)]).toEqual([cql, count]);
    }),
    { seed: SEED, numRuns: runs(50) },
  );
});
