import { describe, expect, it } from 'vitest';
import {
  type HarvestOptions,
  type HarvestReport,
  harvestChanges,
} from '../../../src/import/oai/harvest.js';
import type { HarvestState } from '../../../src/import/oai/harvest-state.js';
import { providerName } from '../../../src/import/oai/oai-client.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import {
  type Fault,
  kohaItem,
  marcXml,
  oaiResponse,
  recordElement,
  startProvider,
  type TestProvider,
} from './test-provider.js';

interface Harvested extends HarvestReport {
  readonly changes: readonly Change[];
  readonly state: HarvestState;
  /** The pauses before repeated requests, in milliseconds. */
  readonly pauses: readonly number[];
}

/** Harvests a provider without pauses. */
async function harvestOnce(
  { address }: Pick<TestProvider, 'address'>,
  options: Partial<HarvestOptions> = {},
): Promise<Harvested> {
  const changes: Change[] = [];
  const pauses: number[] = [];
  const harvest = harvestChanges(address, {
    library: 'harbour',
    holdings: 'none',
    pause: async (ms) => pauses.push(ms),
    ...options,
  });
  for await (const change of harvest.changes) changes.push(change);
  return { ...harvest.report, changes, pauses, state: harvest.report.state! };
}

/** Returns the operation and the title id of each change. */
function outline(changes: readonly Change[]): string[] {
  return changes.map((change) => {
    if (change.op === 'put' && change.kind === 'titles') return `put ${change.record.id}`;
    if (change.op === 'delete' && change.kind === 'titles') return `delete ${change.id}`;
    throw new Error(`expected a change of a title, found ${JSON.stringify(change)}`);
  });
}

const book = (number: number, datestamp = '2026-11-01T10:00:00Z') => ({
  identifier: `oai:harbour:${number}`,
  datestamp,
  marc: marcXml(String(number), `Book ${number}`),
});
const deleted = (number: number, datestamp = '2026-11-01T11:00:00Z') => ({
  identifier: `oai:harbour:${number}`,
  datestamp,
});

describe('A harvest of UNIMARC', () => {
  const LATER = '2026-11-03T10:00:00Z';
  const unimarc = (number: number, datestamp?: string) => ({
    ...book(number, datestamp),
    marc: `<record format="UNIMARC"><leader>00000nam0 2200000   450 </leader><controlfield tag="001">${number}</controlfield>
      <datafield tag="100" ind1=" " ind2=" "><subfield code="a">20260101d2019    m  y0frey50      ba</subfield></datafield>
      <datafield tag="200" ind1="1" ind2=" "><subfield code="a">Baleines ${number}</subfield></datafield>
      <datafield tag="210" ind1=" " ind2=" "><subfield code="a">Paris</subfield></datafield></record>`,
  });
  const REFUSED = /200: expected a UNIMARC record, found a title in 245/;

  it('recognizes the format by most of the records, and refuses the others', async () => {
    const provider = await startProvider([unimarc(1), book(2), unimarc(3)]);
    const { changes, warnings, state } = await harvestOnce(provider, { prefix: 'marcxchange' });
    expect(outline(changes)).toEqual(['put 1', 'put 3']);
    expect(changes[0]).toMatchObject({ record: { title: 'Baleines 1', publication_date: '2019' } });
    expect(warnings).toEqual([expect.stringMatching(REFUSED)]);
    expect(state.record_format).toBe('unimarc');
    provider.records = [book(4, LATER)];
    const next = await harvestOnce(provider, { prefix: 'marcxchange', state });
    expect(next.changes).toEqual([]);
    expect(next.warnings).toEqual([expect.stringMatching(REFUSED)]);
  });

  it('refuses a record in UNIMARC after a harvest of MARC 21', async () => {
    const provider = await startProvider([book(1)]);
    const { state } = await harvestOnce(provider);
    expect(state).not.toHaveProperty('record_format');
    provider.records = [unimarc(2, LATER)];
    const { changes, warnings } = await harvestOnce(provider, { state });
    expect(changes).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/245: expected a MARC 21 record, found a title in 200/),
    ]);
    const chosen = await harvestOnce(provider, { state, recordFormat: 'unimarc' });
    expect(outline(chosen.changes)).toEqual(['put 2']);
  });
});

describe('A harvest', () => {
  it('turns records of all pages into changes, and deletes deleted records last', async () => {
    const provider = await startProvider([book(1), deleted(2), book(3), book(4), book(5)]);
    const { changes, ...report } = await harvestOnce(provider);
    expect(outline(changes)).toEqual(['put 1', 'put 3', 'put 4', 'put 5', 'delete 2']);
    expect(changes[0]).toEqual({
      op: 'put',
      kind: 'titles',
      record: { id: '1', title: 'Book 1', format: { id: 'BK' } },
      library: 'harbour',
      at: '2026-11-01T10:00:00Z',
    });
    const kept = await harvestOnce(provider, { keepMarc: true });
    expect(kept.changes[0]).toMatchObject({
      record: { id: '1', marc: { fields: [{ tag: '001', value: '1' }, { tag: '245' }] } },
    });
    provider.requests.length = 4;
    expect(changes[4]).toEqual({
      op: 'delete',
      kind: 'titles',
      id: '2',
      library: 'harbour',
      at: '2026-11-01T11:00:00Z',
    });
    expect(report).toMatchObject({ records: 5, titles: 4, deleted: 1, skipped: 0, warnings: [] });
    const queries = provider.requests.map((query) => Object.fromEntries(query));
    expect(queries).toEqual([
      { verb: 'Identify' },
      { verb: 'ListRecords', metadataPrefix: 'marc21' },
      { verb: 'ListRecords', resumptionToken: '2,' },
      { verb: 'ListRecords', resumptionToken: '4,' },
    ]);
  });

  it('continues a minute before the first response of the previous harvest, without repeated changes', async () => {
    const provider = await startProvider([
      book(1),
      book(2, '2026-11-02T11:59:30Z'),
      deleted(9, '2026-11-02T11:59:40Z'),
    ]);
    const first = await harvestOnce(provider);
    expect(outline(first.changes)).toEqual(['put 1', 'put 2', 'delete 9']);
    expect(first.state.from).toBe('2026-11-02T11:59:00Z');
    provider.records.push(book(3, '2026-11-02T11:59:50Z'));
    const second = await harvestOnce(provider, { state: first.state });
    expect(outline(second.changes)).toEqual(['put 3']);
    expect(provider.requests.at(-1)?.get('resumptionToken')).toBe('2,2026-11-02T11:59:00Z');
    provider.now = '2026-11-02T13:00:00Z';
    provider.records = [{ ...book(2, '2026-11-02T12:30:00Z'), marc: marcXml('2', 'Changed') }];
    const third = await harvestOnce(provider, { state: second.state });
    expect(third.changes).toMatchObject([{ record: { title: 'Changed' } }]);
    expect(Object.keys(third.state.recent)).toEqual([]);
    const fourth = await harvestOnce(provider, { state: third.state });
    expect(fourth.changes).toEqual([]);
    expect(fourth.state.from).toBe('2026-11-02T12:59:00Z');
  });

  it('yields no deletion if more than maxDeleted percent of the records so far are deleted', async () => {
    const provider = await startProvider([book(1)]);
    const { state: first } = await harvestOnce(provider);
    const state = { ...first, matching_ids: 1200 };
    const gone = (count: number) =>
      Array.from({ length: count }, (_, number) => deleted(number, '2026-11-03T10:00:00Z'));
    provider.records = [book(20, '2026-11-03T10:00:00Z'), ...gone(13)];
    const changes: Change[] = [];
    const options = { library: 'harbour', holdings: 'none', state, maxDeleted: 1 } as const;
    const refused = harvestChanges(provider.address, options);
    await expect(async () => {
      for await (const change of refused.changes) changes.push(change);
    }).rejects.toThrow(
      `${provider.address}: ListRecords: expected at most 12 deleted titles (1 % of the records received so far, or of 1000), found 13; check the provider, or raise maxDeleted (--max-deleted)`,
    );
    expect(outline(changes)).toEqual(['put 20']);
    expect(refused.report.state).toBeUndefined();
    expect((await harvestOnce(provider, { state })).deleted).toBe(13);
    provider.records = gone(12);
    expect((await harvestOnce(provider, { state, maxDeleted: 1 })).deleted).toBe(12);
    await expect(harvestOnce(provider, { maxDeleted: 1 })).rejects.toThrow(
      'expected at most 10 deleted titles',
    );
    expect(() => harvestChanges(provider.address, { ...options, maxDeleted: 101 })).toThrow(
      new RangeError('maxDeleted: expected a number from 0 to 100, found 101'),
    );
  });

  it('reads days as the end of the day, but not after the response', async () => {
    const provider = await startProvider([book(1, '2026-11-01'), book(2, '2026-11-02')]);
    provider.granularity = 'YYYY-MM-DD';
    const first = await harvestOnce(provider, { from: '2026-10-30T04:00:00Z' });
    expect(provider.requests.at(-1)?.get('from')).toBe('2026-10-30');
    expect(first.changes.map(({ at }) => at)).toEqual([
      '2026-11-01T23:59:59Z',
      '2026-11-02T12:00:00Z',
    ]);
    expect(first.state.from).toBe('2026-11-02');
    provider.now = '2026-11-02T14:00:00Z';
    provider.records.push(book(3, '2026-11-02'));
    const second = await harvestOnce(provider, { state: first.state });
    expect(outline(second.changes)).toEqual(['put 3']);
  });

  it('detects the holdings profile once, and deletes titles that readers must not see', async () => {
    const hidden =
      '<marc:datafield tag="942" ind1=" " ind2=" "><marc:subfield code="n">1</marc:subfield></marc:datafield>';
    const provider = await startProvider([
      { ...book(1), marc: marcXml('1', 'A', kohaItem('MAIN', '2026-12-01')) },
      { ...book(2), marc: marcXml('2', 'B', kohaItem('EAST') + hidden) },
      { ...book(3), marc: marcXml('3', 'C').replace('nam', 'dam') },
    ]);
    const first = await harvestOnce(provider, { holdings: undefined });
    expect(outline(first.changes)).toEqual(['put 1', 'delete 2', 'delete 3']);
    expect(first.changes[0]).toMatchObject({
      record: { holdings: [{ branch: 'MAIN', status: 'UNAVAILABLE' }] },
    });
    expect(first.state.holdings).toBe('koha');
    provider.records = [{ ...book(2, '2026-11-02T12:00:00Z'), marc: marcXml('2', 'B', hidden) }];
    const second = await harvestOnce(provider, { holdings: undefined, state: first.state });
    expect(outline(second.changes)).toEqual(['delete 2']);
    expect(second.state.holdings).toBe('koha');
  });

  it('warns of records without holdings, and of a provider without deleted records', async () => {
    const provider = await startProvider([book(1)]);
    provider.deletedRecord = 'no';
    const { warnings } = await harvestOnce(provider, { holdings: undefined });
    expect(warnings).toEqual([
      expect.stringMatching(
        /expected a provider that reports deleted records, found deletedRecord 'no'/,
      ),
      expect.stringMatching(/^holdings: expected holdings in the records, found none/),
    ]);
  });

  it('needs the holdings profile for more than 20,000 records', async () => {
    const provider = await startProvider([book(1)]);
    const all = Array.from({ length: 20_001 }, (_, i) => recordElement(deleted(i))).join('');
    const list = oaiResponse(`<ListRecords>${all}</ListRecords>`);
    const identify: Fault = () => false;
    provider.faults.push(identify, (_request, response) => Boolean(response.end(list)));
    await expect(harvestOnce(provider, { holdings: undefined })).rejects.toThrow(
      /^holdings: expected the holdings profile for more than 20000 records, found none; give --holdings NAME/,
    );
  });

  it('skips records without a title, an id or metadata, and names them', async () => {
    const provider = await startProvider([
      { ...book(1), marc: marcXml('1', '') },
      { ...book(2), marc: marcXml('', 'Without an id') },
      { ...book(3), marc: '<dc>Other</dc>' },
      { ...book(4), marc: marcXml('4', 'Salt & pepper') },
    ]);
    const { changes, warnings, skipped } = await harvestOnce(provider);
    expect(changes).toMatchObject([{ record: { id: '4', title: 'Salt & pepper' } }]);
    expect(skipped).toBe(3);
    expect(warnings).toEqual([
      'oai:harbour:1: 245: expected a title in subfield a, found no title in any field',
      'oai:harbour:2: 001: expected the id of the title, found none',
      'oai:harbour:3: expected a MARC record in its metadata, found none',
    ]);
  });
});

describe('A record in a response', () => {
  it('can have CDATA, bare ampersands, entities of HTML and elements of other formats', async () => {
    const more = '<other><leader>x</leader><!-- & --></other>';
    const provider = await startProvider([
      { ...book(1), marc: marcXml('1', '<![CDATA[Salt & <pepper>]]>') },
      {
        ...book(2),
        marc: `<collection>${marcXml('2', 'AT&T &eacute; &#233;', more)}</collection>`,
      },
    ]);
    const { changes } = await harvestOnce(provider);
    expect(changes).toMatchObject([
      { record: { title: 'Salt & <pepper>' } },
      { record: { title: 'AT&T é é' } },
    ]);
  });
});

describe('The title id of a deleted record', () => {
  it('is found with a pattern', async () => {
    const provider = await startProvider([{ ...deleted(1), identifier: 'oai:folio:diku/in12/x' }]);
    const { changes } = await harvestOnce(provider, { identifier: /diku\/(\w+)/ });
    expect(outline(changes)).toEqual(['delete in12']);
  });

  it('is known from an earlier harvest if identifiers do not contain title ids', async () => {
    const koha = (number: number, id: string) => ({ ...book(number), marc: marcXml(id, 'Koha') });
    const provider = await startProvider([
      koha(1, 'u1'),
      koha(2, 'u2'),
      koha(3, 'u3'),
      koha(4, 'u3'),
    ]);
    const first = await harvestOnce(provider);
    expect(first.state.title_ids).toMatchObject({ 'oai:harbour:1': 'u1' });
    provider.records = [1, 3, 7].map((number) => deleted(number, '2026-11-02T11:59:59Z'));
    const second = await harvestOnce(provider, { state: first.state });
    expect(outline(second.changes)).toEqual(['delete u1']);
    expect(second.warnings).toEqual([
      expect.stringMatching(/^oai:harbour:7: expected a record whose title id is known/),
    ]);
    provider.records.push(deleted(4, '2026-11-02T11:59:59Z'));
    const third = await harvestOnce(provider, { state: second.state });
    expect(outline(third.changes)).toEqual(['delete u3']);
    expect(third.state.title_ids).toEqual({ 'oai:harbour:2': 'u2' });
  });
});

describe('A harvest of a provider with faults', () => {
  it('repeats a request after a pause that doubles, or that the provider requests', async () => {
    const provider = await startProvider([book(1), book(2), book(3)]);
    const status =
      (code: number, retryAfter?: string) =>
      (_request: unknown, response: import('node:http').ServerResponse) => {
        response.statusCode = code;
        if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
        response.end();
        return true;
      };
    const past = new Date(0).toUTCString();
    provider.faults.push(
      () => false,
      status(500),
      status(503, '7'),
      status(429, past),
      status(408, 'soon'),
    );
    const { changes, pauses } = await harvestOnce(provider);
    expect(outline(changes)).toEqual(['put 1', 'put 2', 'put 3']);
    expect(pauses).toEqual([1000, 7000, 0, 8000]);
  });

  it('repeats a page that is cut, not compressed as declared, or not XML', async () => {
    const provider = await startProvider([book(1), book(2), book(3)]);
    const page = oaiResponse('<ListRecords><record>');
    provider.faults.push(
      () => false,
      (_request, response) => {
        response.setHeader('content-length', page.length + 10);
        response.write(page, () => response.destroy());
        return true;
      },
      (_request, response) => Boolean(response.setHeader('content-encoding', 'gzip').end(page)),
      (_request, response) => Boolean(response.end(page)),
      (_request, response) => Boolean(response.end('<html><body>Please wait</body></html>')),
    );
    const { changes, pauses } = await harvestOnce(provider);
    expect(outline(changes)).toEqual(['put 1', 'put 2', 'put 3']);
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  });

  it('fails after six attempts, with the last problem', async () => {
    const provider = await startProvider();
    for (let count = 0; count < 6; count++) {
      provider.faults.push((_request, response) => Boolean(response.end('<html/>')));
    }
    await expect(harvestOnce(provider)).rejects.toThrow(
      `${provider.address}: Identify: expected the root element <OAI-PMH>, found <html>, 6 times`,
    );
    await expect(harvestOnce({ address: 'http://127.0.0.1:2/oai' })).rejects.toThrow(
      'Identify: expected a response, found a failed connection (ECONNREFUSED), 6 times',
    );
  });

  it.each([
    [
      'Identify',
      oaiResponse(`<ListRecords>${recordElement(book(1))}</ListRecords>`),
      'expected <Identify>, found <record>',
    ],
    [
      'Identify',
      oaiResponse(`<Identify>${recordElement(book(1))}</Identify>`),
      'expected <Identify>, found <record>',
    ],
    ['Identify', oaiResponse(recordElement(book(1))), 'expected <Identify>, found <record>'],
    ['Identify', recordElement(book(1)), 'expected the root element <OAI-PMH>, found <record>'],
    ['Identify', oaiResponse('<ListRecords/>'), 'expected <Identify> or <error>, found neither'],
    [
      'Identify',
      '',
      'expected well-formed XML, found an error (document must contain a root element.)',
    ],
    [
      'Identify',
      'Not Found',
      'expected well-formed XML, found an error (text data outside of root node.)',
    ],
    ['ListRecords', oaiResponse(recordElement(book(1))), 'expected <ListRecords>, found <record>'],
    [
      'ListRecords',
      oaiResponse(`<GetRecord>${recordElement(book(1))}</GetRecord>`),
      'expected <ListRecords>, found <record>',
    ],
    ['ListRecords', oaiResponse('<Identify/>'), 'expected <ListRecords> or <error>, found neither'],
    [
      'ListRecords',
      oaiResponse('<ListIdentifiers><header/></ListIdentifiers>'),
      'expected <ListRecords> or <error>, found neither',
    ],
    ['ListRecords', oaiResponse(''), 'expected <ListRecords> or <error>, found neither'],
    [
      'ListRecords',
      oaiResponse('<ListRecords><record/></ListRecords>'),
      'expected an <identifier> in each <record>, found none',
    ],
    [
      'ListRecords',
      oaiResponse(`<ListRecords><record>${recordElement(book(1))}</record></ListRecords>`),
      'expected the end of a record, found another <record>',
    ],
    [
      'ListRecords',
      oaiResponse('<ListRecords><record><header></record></ListRecords>'),
      'expected well-formed XML, found an error (unexpected close tag.)',
    ],
  ])(
    'fails with the address and what was expected for a malformed reply to %s: %s',
    async (verb, body, problem) => {
      const provider = await startProvider([book(1)]);
      for (let n = 0; n < 6; n++) {
        provider.faults.push(
          ...(verb === 'Identify' || n > 0 ? [] : [() => false]),
          (_request, response) => Boolean(response.end(body)),
        );
      }
      await expect(harvestOnce(provider)).rejects.toThrow(
        new Error(`${provider.address}: ${verb}: ${problem}, 6 times`),
      );
    },
  );

  it('shortens long names of elements in messages', async () => {
    const provider = await startProvider();
    for (let n = 0; n < 6; n++) {
      provider.faults.push((_request, response) =>
        Boolean(response.end(`<${'x'.repeat(100_000)}/>`)),
      );
    }
    const { message } = await harvestOnce(provider).catch((error) => error);
    expect(message).toContain('expected the root element <OAI-PMH>, found <xxx');
    expect(message.length).toBeLessThan(500);
  });

  it('reads the elements of a reply and of a record in any order', async () => {
    const provider = await startProvider();
    const metadata = `<metadata>${marcXml('1', 'Book 1')}</metadata>`;
    const header = (number: number, status = '') =>
      `<header${status}><datestamp>2026-11-01</datestamp><identifier>oai:harbour:${number}</identifier></header>`;
    const page = (date: string, content: string) =>
      `<OAI-PMH>${content}<responseDate>${date}</responseDate></OAI-PMH>`;
    const pages = [
      `<Identify><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>`,
      `<ListRecords><resumptionToken>t</resumptionToken><record>${metadata}<about><x/></about>${header(1)}</record></ListRecords>`,
      `<ListRecords><header status="deleted"/><record>${metadata.replaceAll('1<', '3<')}${header(3)}</record><record>${header(2, ' status="deleted"')}</record></ListRecords>`,
    ];
    for (const [n, content] of pages.entries()) {
      const body = page(`2026-11-02T1${n}:00:00Z`, content);
      provider.faults.push((_request, response) => Boolean(response.end(body)));
    }
    const { changes, state } = await harvestOnce(provider);
    expect(outline(changes)).toEqual(['put 1', 'put 3', 'delete 2']);
    // The next harvest continues a minute before the first response to ListRecords.
    expect(state.from).toBe('2026-11-02T10:59:00Z');
  });

  it('fails at once for other statuses, long pauses and large responses', async () => {
    const provider = await startProvider([book(1)]);
    provider.faults.push((_request, response) => Boolean(response.writeHead(401).end()));
    await expect(harvestOnce(provider)).rejects.toThrow('Identify: expected status 200, found 401');
    provider.faults.push((_request, response) =>
      Boolean(response.writeHead(503, { 'retry-after': '86400' }).end()),
    );
    await expect(harvestOnce(provider)).rejects.toThrow(
      'expected a pause of at most 1 hour in Retry-After, found 86400 s (status 503)',
    );
    await expect(harvestOnce(provider, { maxResponseBytes: 600 })).rejects.toThrow(
      'ListRecords: expected at most 600 bytes, found more',
    );
    await expect(harvestOnce({ address: 'ftp://user:secret@provider/' })).rejects.toThrow(
      /^URL: expected an address that begins with http:\/\/ or https:\/\/, found another$/,
    );
    expect(provider.requests).toHaveLength(4);
    // `fetch` blocks the ports of other protocols, and requests no address but those of HTTP.
    await expect(harvestOnce({ address: 'http://127.0.0.1:1/oai' })).rejects.toThrow(
      /Identify: expected an address that can be requested, found another \(bad port\)$/,
    );
    provider.faults.push((_request, response) =>
      Boolean(response.writeHead(302, { location: 'ftp://127.0.0.1/' }).end()),
    );
    await expect(harvestOnce(provider)).rejects.toThrow(
      /Identify: expected an address that can be requested, found another \(.*scheme.*\)$/i,
    );
  });

  it('repeats a request that receives no response in time', async () => {
    const provider = await startProvider([book(1)]);
    provider.faults.push((_request, response) => response.write(' '));
    const { pauses } = await harvestOnce(provider, { timeoutMs: 1000 });
    expect(pauses).toEqual([1000]);
  });

  it('does not count the time in which a change is handled', async () => {
    const provider = await startProvider([book(1), book(2), book(3)]);
    const { changes, report } = harvestChanges(provider.address, {
      library: 'harbour',
      holdings: 'none',
      recordFormat: 'marc21',
      timeoutMs: 300,
    });
    for await (const _ of changes) await new Promise((resolve) => setTimeout(resolve, 500));
    expect(report).toMatchObject({ titles: 3, warnings: [] });
  });

  it('requests the list again after a refused resumption token, at most three times', async () => {
    const refuse =
      (code: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
        Boolean(response.end(oaiResponse(`<error code="${code}">too\nlate</error>`)));
    const provider = await startProvider([book(1), book(2), book(3)]);
    provider.faults.push(
      () => false,
      () => false,
      refuse('badResumptionToken'),
    );
    const { changes, deleted: count } = await harvestOnce(provider);
    expect(outline(changes)).toEqual(['put 1', 'put 2', 'put 1', 'put 2', 'put 3']);
    expect(count).toBe(0);
    provider.faults.push(() => false);
    for (let n = 0; n < 4; n++) provider.faults.push(() => false, refuse('badResumptionToken'));
    await expect(harvestOnce(provider)).rejects.toThrow(
      'ListRecords: expected a response without errors, found the error badResumptionToken (too late)',
    );
    provider.faults.push(() => false, refuse('cannotDisseminateFormat'));
    await expect(harvestOnce(provider)).rejects.toThrow(
      '; choose another --prefix, such as marcxml',
    );
  });

  it('stops at a resumption token that repeats', async () => {
    const provider = await startProvider();
    const again = oaiResponse('<ListRecords><resumptionToken>t</resumptionToken></ListRecords>');
    const loop = (_request: unknown, response: import('node:http').ServerResponse) =>
      Boolean(response.end(again));
    provider.faults.push(() => false, loop, loop);
    await expect(harvestOnce(provider)).rejects.toThrow('expected a new resumption token');
  });

  it('refuses a record that does not end within 4,000,000 characters', async () => {
    const provider = await startProvider([
      { ...book(1), marc: marcXml('1', 'x'.repeat(4_200_000)) },
    ]);
    await expect(harvestOnce(provider)).rejects.toThrow(
      'within 4,000,000 characters, found none, 6 times',
    );
  });

  it('sends credentials only to the host of the address, and keeps its query', async () => {
    const provider = await startProvider([book(1)]);
    const other = await startProvider([book(2)]);
    const received: (string | undefined)[] = [];
    const address = new URL(`${provider.address}?key=k&verb=none`);
    address.username = 'us:er';
    address.password = 'päss%';
    provider.faults.push(
      ({ message }) => {
        received.push(message.headers.authorization, message.headers['accept-encoding']);
        return false;
      },
      ({ message }, response) => {
        received.push(message.headers.authorization);
        return Boolean(response.writeHead(302, { location: other.address }).end());
      },
    );
    other.faults.push(({ message }) => {
      received.push(message.headers.authorization);
      return false;
    });
    await expect(harvestOnce({ address: address.href })).resolves.toBeDefined();
    const basic = `Basic ${Buffer.from('us:er:p%C3%A4ss%').toString('base64')}`;
    expect(received).toEqual([basic, expect.stringContaining('gzip'), basic, undefined]);
    expect(provider.requests[0].toString()).toBe('key=k&verb=Identify');
    expect(providerName(address.href)).toBe(provider.address);
  });

  it('throws the reason of an aborted signal, between records and in a pause', async () => {
    const provider = await startProvider([book(1), book(2)]);
    const abort = new AbortController();
    const { changes } = harvestChanges(provider.address, {
      library: 'harbour',
      holdings: 'none',
      signal: abort.signal,
    });
    const read = async () => {
      for await (const _ of changes) abort.abort(new Error('stopped'));
    };
    await expect(read()).rejects.toThrow(new Error('stopped'));
    provider.faults.push((_request, response) => Boolean(response.writeHead(503).end()));
    const later = new AbortController();
    const waiting = harvestChanges(provider.address, {
      library: 'harbour',
      signal: later.signal,
      onWarning: () => later.abort(new Error('stopped in a pause')),
    });
    await expect(waiting.changes[Symbol.asyncIterator]().next()).rejects.toThrow(
      new Error('stopped in a pause'),
    );
  });

  it('rejects the state of another harvest', async () => {
    const provider = await startProvider([book(1)]);
    const { state } = await harvestOnce(provider);
    await expect(harvestOnce(provider, { state, set: 'new' })).rejects.toThrow(
      "state: expected the state of a harvest with set 'new', found no set; use a state for each harvest",
    );
  });
});
