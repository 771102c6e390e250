/* The paths and responses of SRU. `cql.ts` reads queries, and `records.ts` writes records. */

import type { Catalog } from '../../catalog/catalog.js';
import { NO_WORD, sampleCatalog } from '../../catalog/catalog-sample.js';
import { narrowingsOf } from '../../catalog/narrowings.js';
import { ApiError } from '../../v1/api-error.js';
import { facetValues } from '../../v1/facet-values.js';
import { NO_LINKS } from '../../v1/get-title.js';
import { type QueryFields, queryFieldsOf } from '../../v1/query-language/fields.js';
import { MAX_LIMIT } from '../../v1/response-parts.js';
import { searchTypesOf } from '../../v1/search/field-boosts.js';
import { runSearch, titlesOfPage } from '../../v1/search/run-search.js';
import type { Site } from '../../web/web-request.js';
import { element, type XmlContent, xmlDocument } from '../xml.js';
import { fieldOf, readCql } from './cql.js';
import { Diagnostic } from './diagnostic.js';
import { RECORD_SCHEMAS } from './records.js';

const PATH = /^\/sru(?:\/([^/]*))?$/;
const VERSIONS = ['1.1', '1.2', '2.0'];
const EXPLAIN = 'http://explain.z3950.org/dtd/2.0/';
const DEFAULT_SIZE = 10;

/** The parameters that the response to a search repeats, in the order of its schema. */
const ECHOED = ['query', 'startRecord', 'maximumRecords', 'recordPacking', 'recordSchema'];

/** The parameters whose values the log contains. */
const PARAMETERS = ['version', 'operation', 'scanClause', 'responsePosition', ...ECHOED];

/** A request for an operation. */
interface SruRequest {
  readonly catalog: Catalog;
  readonly fields: QueryFields;
  readonly params: URLSearchParams;
  readonly version: string;
  /** The name of the parameter and the element that choose XML or text as the form of records. */
  readonly packing: 'recordPacking' | 'recordXMLEscaping';
  readonly baseUrl: string;
}

const OPERATIONS = { explain, searchRetrieve, scan };

/**
 * Creates the SRU service at `/sru` and `/sru/LIBRARY`, with which library systems, reference managers and other catalogs
 * search a library in CQL, in the versions 1.1, 1.2 and 2.0. If several libraries are open, the path must name the library.
 * An invalid request is answered with a diagnostic of SRU and the status 200. Needs no API key.
 *
 * @example
 * const site = combineSites(createSru(), createKiosk());
 */
export function createSru(): Site {
  const site: Site = ({ path, query }, catalogs, baseUrl) => {
    const match = PATH.exec(path);
    if (match === null) return undefined;
    const params = new URLSearchParams(query);
    const operation = operationOf(params);
    const isKnown = Object.hasOwn(OPERATIONS, operation);
    const name = isKnown ? (operation as keyof typeof OPERATIONS) : 'explain';
    const requested = params.get('version') ?? (params.has('operation') ? '1.2' : '2.0');
    const version = VERSIONS.includes(requested) ? requested : '2.0';
    const packing = version === '2.0' ? 'recordXMLEscaping' : 'recordPacking';
    let content: XmlContent;
    let isTooCostly = false;
    try {
      if (version !== requested) throw new Diagnostic(5, version);
      if (!isKnown) throw new Diagnostic(4, operation);
      const catalog = catalogOf(catalogs, match[1]);
      const fields = queryFieldsOf(searchTypesOf(catalog.library).keyword);
      content = OPERATIONS[name]({ catalog, fields, params, version, packing, baseUrl });
    } catch (error) {
      const { number, details, message, ...diagnostic } = diagnosticOf(error);
      isTooCostly = diagnostic.isTooCostly;
      const uri = `info:srw/diagnostic/1/${number}`;
      const xmlns = namespaceOf(version, 'diagnostic');
      content = {
        numberOfRecords: name === 'searchRetrieve' ? 0 : undefined,
        diagnostics: element('diagnostic', { xmlns }, { uri, details, message }),
      };
    }
    const xmlns = namespaceOf(version, name === 'scan' ? 'scan' : 'sruResponse');
    const body = xmlDocument(element(`${name}Response`, { xmlns }, [{ version }, content]));
    const headers = { 'Content-Type': 'application/xml; charset=utf-8' };
    return { status: 200, headers, body, operation: 'sru', isTooCostly };
  };
  return Object.assign(site, { parameters: PARAMETERS, warmUpPaths });
}

function warmUpPaths(catalog: Catalog): string[] {
  const { frequentWord = NO_WORD } = sampleCatalog(catalog);
  return [`/sru/${catalog.library.id}?query=${encodeURIComponent(`"${frequentWord}"`)}`];
}

/** Returns the operation of a request. Version 2.0 has no parameter for it. */
function operationOf(params: URLSearchParams): string {
  const implied = params.has('query') ? 'searchRetrieve' : params.has('scanClause') && 'scan';
  return params.get('operation') ?? (implied || 'explain');
}

function namespaceOf(version: string, part: string): string {
  if (version === '2.0') return `http://docs.oasis-open.org/ns/search-ws/${part}`;
  return `http://www.loc.gov/zing/srw/${part === 'diagnostic' ? 'diagnostic/' : ''}`;
}

/** @throws Diagnostic if no library has the id, or if there is no id and several libraries */
function catalogOf(catalogs: readonly Catalog[], id = ''): Catalog {
  const isOnly = id === '' && catalogs.length === 1;
  const found = isOnly ? catalogs[0] : catalogs.find(({ library }) => library.id === id);
  if (found === undefined) throw new Diagnostic(235, id || 'expected the path /sru/LIBRARY');
  return found;
}

/** Returns the diagnostic of an error. Throws an error that is not about the request. */
function diagnosticOf(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  if (!(error instanceof ApiError)) throw error;
  const { code } = error;
  const message = error.message.replace(/^parameter 'q'(?:, character \d+)?: /, '');
  if (code === 'query_too_costly') return new Diagnostic(47, message, true);
  if (code === 'query_too_long') {
    return new Diagnostic(/ characters/.test(message) ? 12 : 38, message);
  }
  return new Diagnostic(/ a number for /.test(message) ? 36 : 10, message);
}

/** Reads a parameter that is a whole number. */
function readNumber(params: URLSearchParams, name: string, byDefault: number, min: number): number {
  const text = params.get(name) ?? String(byDefault);
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new Diagnostic(6, `${name}=${text}`);
}

function readText(params: URLSearchParams, name: string): string {
  const text = params.get(name)?.trim();
  if (!text) throw new Diagnostic(7, name);
  return text;
}

/**
 * Returns the items from a position on, of which a function returns pages.
 *
 * @param pageAt returns a page by its number, from 1. A page past the last page is empty
 */
function itemsFrom<T>(start: number, size: number, pageAt: (page: number) => readonly T[]): T[] {
  if (size === 0) return [];
  const page = Math.floor(start / size) + 1;
  const pages = start % size === 0 ? [page] : [page, page + 1];
  return pages.flatMap(pageAt).slice(start % size, (start % size) + size);
}

function searchRetrieve({ catalog, fields, params, version, packing }: SruRequest): XmlContent {
  const query = readText(params, 'query');
  const type = params.get('queryType') ?? 'cql';
  if (type !== 'cql') throw new Diagnostic(6, `queryType=${type}`);
  const start = readNumber(params, 'startRecord', 1, 1);
  const size = Math.min(readNumber(params, 'maximumRecords', DEFAULT_SIZE, 0), MAX_LIMIT);
  const form = params.get(packing) ?? 'xml';
  if (form !== 'xml' && form !== 'string') throw new Diagnostic(71, form);
  const name = params.get('recordSchema') || 'marcxml';
  const schemas = Object.entries(RECORD_SCHEMAS);
  const [, schema] = schemas.find(([short, { uri }]) => short === name || uri === name) ?? [];
  if (schema === undefined) throw new Diagnostic(66, name);
  if (params.get('sortKeys')) throw new Diagnostic(80, 'sortKeys');
  const { id: library } = catalog.library;
  const asked = { ...readCql(query, fields), search_type: 'custom', library, limit: size || 1 };
  const search = runSearch([catalog], asked, NO_LINKS);
  const { count } = search.page;
  if (start > Math.max(count, 1)) throw new Diagnostic(61, `${start} of ${count}`);
  const found = itemsFrom(start - 1, size, (page) =>
    titlesOfPage({ ...search, page: { ...search.page, page } }),
  );
  const records = found.map(({ document }, i) => {
    const record = schema.write(catalog, document);
    return {
      recordSchema: schema.uri,
      [packing]: form,
      recordData: form === 'xml' ? record : record.markup,
      recordIdentifier: version === '1.1' ? undefined : catalog.titles.id(document),
      recordPosition: start + i,
    };
  });
  const next = start + found.length;
  const echoed = ECHOED.map((name) => [name, params.get(name) ?? undefined] as const);
  const precision = 'info:srw/vocabulary/resultCountPrecision/1/exact';
  return {
    numberOfRecords: count,
    records: records.length === 0 ? undefined : { record: records },
    nextRecordPosition: records.length > 0 && next <= count ? next : undefined,
    echoedSearchRetrieveRequest: { version, ...Object.fromEntries(echoed) },
    resultCountPrecision: version === '2.0' ? precision : undefined,
  };
}

/** Matches the clause of a scan: an index, a relation, and a term, which may be empty. */
const SCAN_CLAUSE = /^([^\s=]+)\s*(?:=|==|(?:exact|any|all|adj)\s)\s*"?(.*?)"?$/s;

/** Returns the facet whose values a scan of a field lists, or undefined if the field has none. */
function facetOf(field: string, { library }: Catalog): string | undefined {
  const others: Readonly<Record<string, string>> = {
    format: 'title_format',
    available: 'available_at',
    region: 'place',
  };
  return narrowingsOf(library).find((narrowing) => narrowing === (others[field] ?? field));
}

function scan({ catalog, fields, params }: SruRequest): XmlContent {
  const clause = readText(params, 'scanClause');
  const [, index, prefix] = SCAN_CLAUSE.exec(clause) ?? [];
  if (index === undefined) throw new Diagnostic(10, clause);
  const facet = facetOf(fieldOf(index, fields), catalog);
  if (facet === undefined) throw new Diagnostic(16, index);
  const limit = Math.min(readNumber(params, 'maximumTerms', DEFAULT_SIZE, 1), MAX_LIMIT);
  const position = readNumber(params, 'responsePosition', 1, 0);
  if (position > limit + 1) throw new Diagnostic(120, String(position));
  const asked = { facet, q: '*', library: catalog.library.id, order: 'name', limit } as const;
  const { precedingCount } = facetValues([catalog], { ...asked, prefix });
  const values = itemsFrom(Math.max(0, precedingCount - position + 1), limit, (page) => {
    const found = facetValues([catalog], { ...asked, page });
    return found.page === page ? found.values : [];
  });
  const terms = values.map(({ value, name: displayTerm, count: numberOfRecords }) => {
    return { value, numberOfRecords, displayTerm };
  });
  return { terms: terms.length === 0 ? undefined : { term: terms } };
}

const DUBLIN_CORE = 'title creator subject description publisher date type identifier language';

function explain({ catalog, fields, version, packing, baseUrl }: SruRequest): XmlContent {
  const { hostname, port, protocol, pathname } = new URL(baseUrl);
  const sets = ['cql', 'dc'].map((name) =>
    element('set', { name, identifier: `info:srw/cql-context-set/1/${name}-v1.1` }),
  );
  const searched = Object.entries(fields.searches).filter(([, { kind }]) => kind !== 'nothing');
  const indexes = searched.map(([field]) => {
    const names = DUBLIN_CORE.split(' ').filter((it) => fieldOf(`dc.${it}`, fields) === field);
    const map = [{ name: field }, ...names.map((name) => element('name', { set: 'dc' }, name))];
    const attributes = { search: 'true', scan: String(facetOf(field, catalog) !== undefined) };
    return element('index', attributes, { title: field, map });
  });
  const schemas = Object.entries(RECORD_SCHEMAS).map(([name, { uri, title }]) =>
    element('schema', { name, identifier: uri }, { title }),
  );
  const recordData = element('explain', { xmlns: EXPLAIN }, [
    element(
      'serverInfo',
      { protocol: 'SRU', version, transport: protocol.slice(0, -1), method: 'GET' },
      {
        host: hostname,
        port: port || (protocol === 'https:' ? 443 : 80),
        database: `${pathname}/sru/${catalog.library.id}`.replace(/^\/+/, ''),
      },
    ),
    { databaseInfo: { title: catalog.library.name } },
    element('indexInfo', {}, [sets, indexes]),
    element('schemaInfo', {}, schemas),
    element('configInfo', {}, [
      element('default', { type: 'numberOfRecords' }, DEFAULT_SIZE),
      element('setting', { type: 'maximumRecords' }, MAX_LIMIT),
    ]),
  ]);
  return { record: { recordSchema: EXPLAIN, [packing]: 'xml', recordData } };
}
