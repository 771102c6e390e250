import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A record of a {@link TestProvider}. */
export interface ProvidedRecord {
  readonly identifier: string;
  readonly datestamp: string;
  /** The content of the `metadata` element. Default: the record is deleted. */
  readonly marc?: string;
}

/** Answers one request in an unusual way. Returns false to let the provider answer. */
export type Fault = (
  request: { readonly query: URLSearchParams; readonly message: IncomingMessage },
  response: ServerResponse,
) => boolean | undefined;

/** An OAI-PMH provider for a test. */
export interface TestProvider {
  readonly address: string;
  records: ProvidedRecord[];
  /** The date of the responses. */
  now: string;
  granularity: 'YYYY-MM-DD' | 'YYYY-MM-DDThh:mm:ssZ';
  deletedRecord: string;
  /** The faults of the next requests, in order. Each is used once. */
  readonly faults: Fault[];
  /** The queries of all requests. */
  readonly requests: URLSearchParams[];
}

const PAGE_RECORDS = 2;

/** Starts a provider, which stops after the test. */
export async function startProvider(records: ProvidedRecord[] = []): Promise<TestProvider> {
  const provider = {
    address: '',
    records,
    now: '2026-11-02T12:00:00Z',
    granularity: 'YYYY-MM-DDThh:mm:ssZ' as const,
    deletedRecord: 'persistent',
    faults: [] as Fault[],
    requests: [] as URLSearchParams[],
  } satisfies TestProvider;
  const server = createServer((message, response) => {
    const query = new URL(message.url ?? '/', 'http://provider').searchParams;
    provider.requests.push(query);
    if (provider.faults.shift()?.({ query, message }, response)) return;
    response.setHeader('content-type', 'text/xml').end(answer(provider, query));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  provider.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`;
  return provider;
}

/** Returns an OAI-PMH response with this content. */
export function oaiResponse(content: string, date = '2026-11-02T12:00:00Z'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${date}</responseDate>${content}</OAI-PMH>`;
}

function answer(provider: TestProvider, query: URLSearchParams): string {
  return oaiResponse(content(provider, query), provider.now);
}

function content(provider: TestProvider, query: URLSearchParams): string {
  if (query.get('verb') === 'Identify') {
    return `<Identify><deletedRecord>${provider.deletedRecord}</deletedRecord><granularity>${provider.granularity}</granularity>
      <description><oai-identifier><granularity>none</granularity></oai-identifier></description></Identify>`;
  }
  const [start, from] = (query.get('resumptionToken') ?? `0,${query.get('from') ?? ''}`).split(',');
  const found = provider.records.filter(({ datestamp }) => datestamp >= from);
  if (found.length === 0) return '<error code="noRecordsMatch">no records</error>';
  const next = Number(start) + PAGE_RECORDS;
  const token = next < found.length ? `${next},${from}` : '';
  return `<ListRecords>${found.slice(Number(start), next).map(recordElement).join('')}
    <resumptionToken completeListSize="${found.length}" cursor="${start}">${token}</resumptionToken></ListRecords>`;
}

/** Returns a record of a list. */
export function recordElement({ identifier, datestamp, marc }: ProvidedRecord): string {
  const status = marc === undefined ? ' status="deleted"' : '';
  const metadata = marc === undefined ? '' : `<metadata>${marc}</metadata>`;
  return `<record><header${status}><identifier>${identifier}</identifier><datestamp>${datestamp}</datestamp></header>
    ${metadata}<about><provenance><originDescription><identifier>other</identifier><datestamp>1999-01-01</datestamp></originDescription></provenance></about></record>`;
}

/** Returns a MARCXML record of a book. */
export function marcXml(id: string, title: string, more = ''): string {
  return `<marc:record xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:leader>00000nam a2200000 i 4500</marc:leader>
    ${id === '' ? '' : `<marc:controlfield tag="001">${id}</marc:controlfield>`}
    <marc:datafield tag="245" ind1="1" ind2="0"><marc:subfield code="a">${title}</marc:subfield></marc:datafield>${more}</marc:record>`;
}

/** Returns a holding in the form of Koha. */
export function kohaItem(branch: string, onLoan = ''): string {
  const due = onLoan === '' ? '' : `<marc:subfield code="q">${onLoan}</marc:subfield>`;
  return `<marc:datafield tag="952" ind1=" " ind2=" "><marc:subfield code="a">${branch}</marc:subfield><marc:subfield code="b">${branch}</marc:subfield>${due}<marc:subfield code="y">BK</marc:subfield></marc:datafield>`;
}
