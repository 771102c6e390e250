/* The paths and responses of SRU. `cql.ts` reads queries, and `records.ts` writes records. */

import { element, type Xml, type XmlContent, xmlDocument } from '../../base/xml.js';
import type { Catalog } from '../../catalog/catalog.js';
import { NO_WORD, sampleCatalog } from '../../catalog/catalog-sample.js';
import { narrowingsOf } from '../../catalog/narrowings.js';
import { ApiError } from '../../v1/api-error.js';
import { facetValueOf, namesOfFacet, rangeWithPrefix } from '../../v1/facet-values.js';
import { NO_LINKS } from '../../v1/get-title.js';
import { type QueryFields, queryFieldsOf } from '../../v1/query-language/fields.js';
import { MAX_LIMIT } from '../../v1/response-parts.js';
import { searchTypesOf } from '../../v1/search/field-boosts.js';
import { runSearch, titlesOfPage } from '../../v1/search/run-search.js';
import type { Site } from '../../web/web-request.js';
import { Diagnostic, fieldOf, readCql } from './cql.js';
import { RECORD_SCHEMAS } from './records.js';

const PATH = /^\/sru(?:\/([^/]*))?$/;
const VERSIONS = ['1.1', '1.2', '2.0'];
const EXPLAIN = 'http://explain.z3950.org/dtd/2.0/';
const DEFAULT_SIZE = 10;

/** The parameters that the response to a search repeats, in the order of its schema. */
const ECHOED = ['query', 'startRecord', 'maximumRecords', 'recordPacking', 'recordSchema'];

/** The parameters whose values the log contains. */
const PARAMETERS = ['version', 'operation', 'scanClause', 'responsePosition', ...ECHOED];

const INDEXES_OF_DUBLIN_CORE =
  'title creator subject description publisher date type identifier language'.split(' ');

/** A request for an operation. */
interface SruRequest {
  readonly catalog: Catalog;
  readonly fields: QueryFields;
  readonly params: URLSearchParams;
  readonly version: string;
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
    const [match, id = ''] = PATH.exec(path) ?? [];
    if (match === undefined) return undefined;
    const params = new URLSearchParams(query);
    const operation = operationOf(params);
    const isKnown = Object.hasOwn(OPERATIONS, operation);
    const name = isKnown ? (operation as keyof typeof OPERATIONS) : 'explain';
    const requested = params.get('version') || (params.get('operation') ? '1.2' : '2.0');
    const version = VERSIONS.includes(requested) ? requested : '2.0';
    let content: XmlContent;
    let isTooCostly = false;
    try {
      if (version !== requested) throw new Diagnostic(5, version);
      if (!isKnown) throw new Diagnostic(4, operation);
      const isOnly = id === '' && catalogs.length === 1;
      const catalog = isOnly ? catalogs[0] : catalogs.find(({ library }) => library.id === id);
      if (catalog === undefined) throw new Diagnostic(235, id || 'expected the path /sru/LIBRARY');
      const fields = queryFieldsOf(searchTypesOf(catalog.library).keyword);
      content = OPERATIONS[name]({ catalog, fields, params, version, baseUrl });
    } catch (error) {
      const { number, details, message } = diagnosticOf(error);
      isTooCostly = error instanceof ApiError && error.code === 'query_too_costly';
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
  return params.get('operation') || implied || 'explain';
}

function namespaceOf(version: string, part: string): string {
  if (version === '2.0') return `http://docs.oasis-open.org/ns/search-ws/${part}`;
  return `http://www.loc.gov/zing/srw/${part === 'diagnostic' ? 'diagnostic/' : ''}`;
}

/** Returns the diagnostic of an error. Throws an error that is not about the request. */
function diagnosticOf(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  if (!(error instanceof ApiError)) throw error;
  const { code } = error;
  const message = error.message.replace(/^parameter 'q'(?:, character \d+)?: /, '');
  if (code === 'query_too_costly') return new Diagnostic(47, message);
  if (code === 'query_too_long') {
    return new Diagnostic(/ characters/.test(message) ? 12 : 38, message);
  }
  return new Diagnostic(/ a number for /.test(message) ? 36 : 10, message);
}

/** Reads a parameter that is a whole number. */
function readNumber(params: URLSearchParams, name: string, byDefault: number, min: number): number {
  const text = params.get(name) || String(byDefault);
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new Diagnostic(6, `${name}=${text}`);
}

function readText(params: URLSearchParams, name: string): string {
  const text = params.get(name)?.trim();
  if (text) return text;
  throw new Diagnostic(7, name);
}

/** Returns a function that creates a record in the requested form: XML, or the text of XML. */
function recordCreator({ params, version }: SruRequest) {
  const packing = version === '2.0' ? 'recordXMLEscaping' : 'recordPacking';
  const form = params.get(packing) || 'xml';
  if (form !== 'xml' && form !== 'string') throw new Diagnostic(71, form);
  return (recordSchema: string, data: Xml) => {
    return { recordSchema, [packing]: form, recordData: form === 'xml' ? data : data.markup };
  };
}

function searchRetrieve(request: SruRequest): XmlContent {
  const { catalog, fields, params, version } = request;
  const query = readText(params, 'query');
  const type = params.get('queryType') || 'cql';
  if (type !== 'cql') throw new Diagnostic(6, `queryType=${type}`);
  const start = readNumber(params, 'startRecord', 1, 1);
  const size = Math.min(readNumber(params, 'maximumRecords', DEFAULT_SIZE, 0), MAX_LIMIT);
  const toRecord = recordCreator(request);
  const name = params.get('recordSchema') || 'marcxml';
  const [, schema] =
    Object.entries(RECORD_SCHEMAS).find(([short, { uri }]) => [short, uri].includes(name)) ?? [];
  if (schema === undefined) throw new Diagnostic(66, name);
  if (params.get('sortKeys')) throw new Diagnostic(80, 'sortKeys');
  const { id: library } = catalog.library;
  const asked = { ...readCql(query, fields), search_type: 'custom', library, limit: size || 1 };
  const search = runSearch([catalog], asked, NO_LINKS);
  const { count } = search.page;
  if (start > Math.max(count, 1)) throw new Diagnostic(61, `${start} of ${count}`);
  // The requested records can be on two pages.
  const [page, before] = [Math.ceil(start / size), (start - 1) % size];
  const pages = size === 0 ? [] : before === 0 ? [page] : [page, page + 1];
  const records = pages
    .flatMap((page) => titlesOfPage({ ...search, page: { ...search.page, page } }))
    .slice(before, before + size)
    .map(({ document }, i) => ({
      ...toRecord(schema.uri, schema.write(catalog, document)),
      recordIdentifier: version === '1.1' ? undefined : catalog.titles.id(document),
      recordPosition: start + i,
    }));
  const next = start + records.length;
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
function facetOf(field: string, { fields, catalog }: SruRequest): string | undefined {
  const search = fields.searches[field];
  const values = search.kind === 'named' ? search.values : field;
  return narrowingsOf(catalog.library).find((narrowing) => narrowing === values);
}

function scan(request: SruRequest): XmlContent {
  const { catalog, fields, params } = request;
  const clause = readText(params, 'scanClause');
  const [, index, prefix] = SCAN_CLAUSE.exec(clause) ?? [];
  if (index === undefined) throw new Diagnostic(10, clause);
  const facet = facetOf(fieldOf(index, fields), request);
  if (facet === undefined) throw new Diagnostic(16, index);
  const limit = Math.min(readNumber(params, 'maximumTerms', DEFAULT_SIZE, 1), MAX_LIMIT);
  const position = readNumber(params, 'responsePosition', 1, 0);
  if (position > limit + 1) throw new Diagnostic(120, String(position));
  const search = runSearch([catalog], { q: '*', library: catalog.library.id }, NO_LINKS);
  const { size, nameAt, byName, counts } = namesOfFacet(search, facet);
  const start = rangeWithPrefix(size, nameAt, prefix).start + 1 - position;
  const toFacetValue = facetValueOf(search, facet);
  const terms = Array.from(byName.subarray(Math.max(0, start)).subarray(0, limit), (ord) => {
    const { value, name: displayTerm, count } = toFacetValue(ord, counts[ord]);
    return { value, numberOfRecords: count, displayTerm };
  });
  return { terms: terms.length === 0 ? undefined : { term: terms } };
}

function explain(request: SruRequest): XmlContent {
  const { catalog, fields, version, baseUrl } = request;
  const { hostname, port, protocol, pathname } = new URL(baseUrl);
  const sets = ['cql', 'dc'].map((name) =>
    element('set', { name, identifier: `info:srw/cql-context-set/1/${name}-v1.1` }),
  );
  const searched = Object.entries(fields.searches).filter(([, { kind }]) => kind !== 'nothing');
  const indexes = searched.map(([field]) => {
    const names = INDEXES_OF_DUBLIN_CORE.filter((it) => fieldOf(`dc.${it}`, fields) === field);
    const map = [{ name: field }, ...names.map((name) => element('name', { set: 'dc' }, name))];
    const attributes = { search: 'true', scan: String(facetOf(field, request) !== undefined) };
    return element('index', attributes, { title: field, map });
  });
  const schemas = Object.entries(RECORD_SCHEMAS).map(([name, { uri, title }]) =>
    element('schema', { name, identifier: uri }, { title }),
  );
  const address = {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    database: `${pathname}/sru/${catalog.library.id}`.replace(/^\/+/, ''),
  };
  const server = { protocol: 'SRU', version, transport: protocol.slice(0, -1), method: 'GET' };
  const recordData = element('explain', { xmlns: EXPLAIN }, [
    element('serverInfo', server, address),
    { databaseInfo: { title: catalog.library.name } },
    element('indexInfo', {}, [sets, indexes]),
    element('schemaInfo', {}, schemas),
    element('configInfo', {}, [
      element('default', { type: 'numberOfRecords' }, DEFAULT_SIZE),
      element('setting', { type: 'maximumRecords' }, MAX_LIMIT),
    ]),
  ]);
  return { record: recordCreator(request)(EXPLAIN, recordData) };
}
