import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { search } from '../../../src/v1/search.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';
import { openedCatalog } from '../../shared-data.js';
import { searchesIn } from '../../v1/random-searches.js';
import { listenForMcp, PAGES } from './mcp-listener.js';

type Mode = 'legacy' | 'auto';

/** Starts a server with the endpoint, and connects a client of the SDK, which checks results against their schemas. */
async function connect(
  catalogs: readonly Catalog[],
  { mode = 'legacy' as Mode, hasPages = true } = {},
) {
  const port = await listenForMcp(catalogs, {}, hasPages);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { Authorization: 'Bearer demo' } },
  });
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  await client.listTools();
  return {
    client,
    async call(name: string, args: object) {
      const result = await client.callTool({ name, arguments: { ...args } });
      const [content] = result.content;
      return {
        text: content.type === 'text' ? content.text : '',
        // biome-ignore lint/suspicious/noExplicitAny: the schema of the tool describes the data
        data: result.structuredContent as any,
        isError: result.isError ?? false,
      };
    },
  };
}

const demo = openedCatalog('alderwick');
const TIME = '2018-01-15T16:23:09Z';

const harbour = catalogOf({
  titles: [
    book('1', 'Moby-Dick', {
      sub_title: 'or, The Whale',
      authors: [{ name: 'Herman Melville' }],
      added: '2026-03-01',
      description: 'whale '.repeat(500),
      holdings: [
        { branch: 'EAST', status: 'AVAILABLE', call_number: 'F MEL' },
        ...Array.from({ length: 60 }, () => ({ branch: 'WEST', status: 'LOST' as const })),
      ],
    }),
    book('2', 'Whales', { added: '2026-05-01', details_url: 'https://books.example.org/2' }),
    {
      id: '3',
      title: 'Sea',
      format: { id: 'EBOOK' },
      links: [
        { url: 'https://ebooks.example.org/sea', kind: 'resource' },
        { url: 'https://ebooks.example.org/cover', kind: 'related' },
      ],
    },
  ],
  users: [{ id: 1, name: 'ishmael' }],
  lists: [
    {
      ...{ id: 'l1', name: 'At sea', user: 1, created: TIME, updated: TIME },
      list_items: [
        { list_item_type: 'title', title: '1', annotation: 'Long' },
        { list_item_type: 'url', url: { title: 'Whaling', url: 'https://whaling.example.org/' } },
      ],
    },
    {
      ...{ id: 'l2', name: 'New', user: 1, created: TIME, updated: '2026-01-01T00:00:00Z' },
      list_items: [],
    },
  ],
});
const hill = catalogOf({ library: { id: 'hill' }, titles: [book('h1', 'Emma')] });

describe.each<Mode>(['legacy', 'auto'])('A client of the SDK with the version %s', (mode) => {
  it('finds read-only tools with schemas, and calls them', async () => {
    const { client, call } = await connect([harbour], { mode });
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    expect(client.getServerCapabilities()).toMatchObject({ tools: {} });
    expect(client.getInstructions()).toContain('(harbour)');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_titles',
      'list_new_titles',
      'get_title',
      'read_lists',
    ]);
    for (const { annotations, outputSchema, inputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(outputSchema?.type).toBe('object');
      expect(Object.keys(inputSchema.properties ?? {})).not.toContain('api_key');
    }
    expect((await call('search_titles', { q: 'whale' })).data.count).toBe(2);
  });
});

describe('search_titles', () => {
  it('has the counts, titles and facets of the API on random searches', async () => {
    const { call } = await connect([demo]);
    const titles = Array.from({ length: demo.titles.size }, (_, i) => demo.titles.get(i));
    const facets = ['title_format', 'available_at', 'subject'] as const;
    await fc.assert(
      fc.asyncProperty(searchesIn('alderwick', titles), async (random) => {
        const { facet_limit, metadata, date_format, ...params } = random as Record<string, string>;
        if (Number(params.limit) > 25) params.limit = '25';
        const { data, isError, text } = await call('search_titles', { ...params, facets });
        let body: ReturnType<typeof searchTitles>;
        try {
          body = searchTitles([demo], new URLSearchParams(params), { baseUrl: PAGES });
        } catch (error) {
          expect({ isError, text }).toEqual({ isError: true, text: (error as Error).message });
          return;
        }
        const { facets: counted = [], relaxed, relaxed_count, respelling, ...rest } = data;
        expect(rest).toEqual({
          ...body,
          titles: body.titles.map((title) => {
            const { added } = demo.titles.pick(demo.titles.numberOf(title.id), ['added']);
            return { ...title, ...(added && { added }) };
          }),
        });
        const { page: _, ...first } = params;
        const expected = search([demo], new URLSearchParams(first), {
          facets: { title_format: {}, available_at: {}, subject: {} },
        });
        for (const { facet, name, values } of counted) {
          const all = expected.facets[facet as (typeof facets)[number]];
          expect(name).toBe(all.name);
          expect(values).toEqual(all.values.slice(0, values.length));
          expect(values.length).toBe(Math.min(10, all.values.length));
        }
        expect(relaxed).toBe(expected.relaxed);
        expect(relaxed_count ?? 0).toBe(expected.relaxedCount);
      }),
      { numRuns: runs(60) },
    );
  });

  it('says in the data and in the same data as text that a query was relaxed', async () => {
    const { call } = await connect([harbour]);
    const { data, text } = await call('search_titles', { q: 'whalse' });
    expect(JSON.parse(text)).toEqual(data);
    expect(data).toMatchObject({ count: 2, relaxed: 'typos', relaxed_count: 2 });
    expect(data.respelling).toBe('whale');
  });

  it('takes the library only if several are open, and names the libraries', async () => {
    const { client, call } = await connect([harbour, hill]);
    const { tools } = await client.listTools();
    expect(tools[0].inputSchema.properties?.library).toMatchObject({ enum: ['harbour', 'hill'] });
    expect(await call('search_titles', { q: 'emma' })).toMatchObject({
      isError: true,
      text: "parameter 'library': expected the id of the library to search, found nothing",
    });
    expect((await call('search_titles', { q: 'emma', library: 'hill' })).data.count).toBe(1);
  });

  it.each([
    [{ q: 'whale', fromat: 'BK' }, /^parameter 'fromat': expected one of q, .*, found an unknown/],
    [{ q: 'whale', limit: 26 }, /^parameter 'limit': expected a whole number from 1 to 25, /],
    [
      { q: 'whale', facets: ['colour'] },
      /^parameter 'facets': expected one of title_format, .*, found 'colour'$/,
    ],
    [{}, /^parameter 'q': expected the words to search for, /],
    [{ q: { text: 'whale' } }, /^parameter 'q': expected a text or a number, found an object/],
    [{ q: '(', search_type: 'custom' }, /^parameter 'q', character 2: /],
    [{ q: 'w*', search_type: 'custom', sort: 'size' }, /^parameter 'sort': expected one of /],
  ])('returns an error that a model can read for %j', async (args, message) => {
    const { call } = await connect([harbour]);
    const { isError, text, data } = await call('search_titles', args);
    expect({ isError, data }).toEqual({ isError: true, data: undefined });
    expect(text).toMatch(message);
  });
});

describe('get_title', () => {
  it('says whether a title is in, and where, with the address of its page', async () => {
    const { call } = await connect([harbour]);
    const { data, text } = await call('get_title', { id: '1' });
    expect(data).toMatchObject({
      title: { id: '1', title: 'Moby-Dick', details_url: `${PAGES}/item/show/1` },
      availability: { id: 'AVAILABLE', name: 'Available' },
      added: '2026-03-01',
      holding_count: 61,
    });
    expect(data.holdings[0]).toMatchObject({ statusName: 'Available', call_number: 'F MEL' });
    expect(text).toContain('F MEL');
  });

  it('shortens long texts and many holdings', async () => {
    const { call } = await connect([harbour]);
    const { data, text } = await call('get_title', { id: '1' });
    expect(data.title.description).toHaveLength(1001);
    expect(data.holdings).toHaveLength(50);
    expect(text.length).toBeLessThan(6000);
  });

  it('has the addresses of an online title, and the address of a page in the record', async () => {
    const { call } = await connect([harbour]);
    const { data } = await call('get_title', { id: '3' });
    expect(data.links).toEqual(['https://ebooks.example.org/sea']);
    expect((await call('get_title', { id: '2' })).data.title.details_url).toBe(
      'https://books.example.org/2',
    );
  });

  it('has paths of pages if the server has no pages', async () => {
    const { call, client } = await connect([harbour], { hasPages: false });
    expect((await call('get_title', { id: '1' })).data.title.details_url).toBe('/item/show/1');
    expect(client.getInstructions()).not.toContain('addresses');
  });

  it('returns names in another language, and an error for an unknown id or language', async () => {
    const { call } = await connect([harbour]);
    const { data } = await call('get_title', { id: '1', locale: 'de-DE' });
    expect(data.holdings[0].statusName).toBe('Verfügbar');
    const errors = [{ id: 'x' }, { id: '' }, { id: '1', locale: 'xx' }].map((args) =>
      call('get_title', args),
    );
    expect((await Promise.all(errors)).map(({ text }) => text)).toEqual([
      "No title 'x' found.",
      "parameter 'id': expected an id, found an empty value",
      expect.stringMatching(/^parameter 'locale': expected one of /),
    ]);
  });
});

describe('list_new_titles', () => {
  it('returns the latest additions first, also narrowed', async () => {
    const { call } = await connect([harbour]);
    const ids = async (args: object) => {
      const { data } = await call('list_new_titles', args);
      return data.titles.map(({ id }: { id: string }) => id);
    };
    expect(await ids({})).toEqual(['2', '1', '3']);
    const { titles } = (await call('list_new_titles', {})).data;
    expect(titles.map(({ added }: { added?: string }) => added)).toEqual([
      '2026-05-01',
      '2026-03-01',
      undefined,
    ]);
    expect(await ids({ title_format: ['EBOOK'] })).toEqual(['3']);
    expect(await ids({ limit: 1, page: 2 })).toEqual(['1']);
  });
});

describe('read_lists', () => {
  it('returns the lists of a library, the latest first, and a list with its items', async () => {
    const { call } = await connect([harbour, hill]);
    const { data } = await call('read_lists', { library: 'harbour', limit: 1 });
    expect(data).toMatchObject({ count: 2, pages: 2, page: 1, lists: [{ id: 'l2', name: 'New' }] });
    expect(data.lists[0].details_url).toBe(`${PAGES}/list/show/1/l2`);
    expect((await call('read_lists', { library: 'hill' })).data.lists).toEqual([]);
    const { list } = (await call('read_lists', { id: 'l1' })).data;
    expect(list.list_items).toMatchObject([
      { title: { id: '1' }, annotation: 'Long' },
      { url: { url: 'https://whaling.example.org/' } },
    ]);
    const second = (await call('read_lists', { id: 'l1', limit: 1, page: 2 })).data;
    expect(second).toMatchObject({ count: 2, page: 2 });
    expect(second.list.list_items).toEqual([list.list_items[1]]);
    expect((await call('read_lists', { id: 'l1', limit: 1, page: 9 })).data).toEqual(second);
    expect((await call('read_lists', { id: 'l3' })).text).toBe("No list 'l3' found.");
  });
});

it('An unknown tool is an error of the protocol', async () => {
  const { call } = await connect([harbour]);
  await expect(call('toString', {})).rejects.toThrow(
    "tool: expected one of search_titles, list_new_titles, get_title, read_lists, found 'toString'",
  );
});
