import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentItem } from '../../src/catalog/records/user-records.js';
import { type RunningServer, startServer } from '../../src/server/server.js';
import { type OpenApiDocument, openApiDocument } from '../../src/v1/openapi-document.js';
import { OPERATIONS, type OperationName } from '../../src/v1/operations.js';
import { createFetchHandler } from '../../src/web/fetch-handler.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { titleWithEveryField } from '../catalog/title-with-every-field.js';
import { isOnSite } from '../long-tests.js';
import { openedCatalog } from '../shared-data.js';
import { type Reply, sendRequest } from './test-server.js';

const written = '2018-01-15T16:23:09Z';
const LIST_TYPES = ['TOPIC_GUIDE', 'TOP_10', 'READ_A_LIKE', 'PERSONAL', 'BEST_OF', 'OTHER', 'NEW'];
const CONTENT: readonly (readonly [type: string, data: ContentItem['content_data']])[] = [
  ['comment', 'Read it aloud.'],
  ['rating', 4.5],
  ['tag', 'sea'],
  ['video', { url: 'https://videos.example.org/1' }],
  ['quotation', 'Call me Ishmael.'],
  ['summary', 'A whale is hunted.'],
  ['notice', 'Long.'],
  ['similar_title', { title: 'Typee' }],
  ['age_suitability', 14],
];

/** A catalog with a title whose response has every field, and with every list type and content type. */
const everything = catalogOf({
  titles: [titleWithEveryField('all'), { id: 'bare', title: 'Typee', format: { id: 'REEL' } }],
  users: [{ id: 'ishmael', name: 'ishmael', profile_url: 'https://example.org/ishmael' }],
  userContent: CONTENT.map(([id, content_data]) => ({
    user: 'ishmael',
    title: 'all',
    content: [{ content_type: { id }, content_data, updated: written }],
  })),
  lists: LIST_TYPES.map((id) => ({
    id: `list-${id}`,
    name: id,
    user: 'ishmael',
    created: written,
    updated: written,
    staff_list: true,
    list_type: { id },
    library: { id: 1, code: 'harbour' },
    list_cover: 'https://covers.example.org/list',
    anchor_bib: 'all',
    list_items: [
      { list_item_type: 'title', title: 'all', annotation: 'Begin here.' },
      { list_item_type: 'url', url: { title: 'Whales', url: 'https://example.org' } },
    ],
  })),
  sessions: [{ id: 'signed-in', user: 'ishmael', borrowers: { harbour: '29' } }],
});

/** For each operation, paths under `/v1/` with existing ids, and a path with an unknown id. */
const PATHS: Readonly<
  Record<OperationName, { readonly existing: readonly string[]; readonly missing: string }>
> = {
  searchTitles: {
    existing: [
      'titles?q=*&library=harbour',
      'titles?q=whale&library=alderwick',
      'titles?q=moby+dikc&library=alderwick',
    ],
    missing: 'titles?q=*&library=none',
  },
  getTitle: {
    existing: ['titles/all?', 'titles/bare?', 'titles/0000001101?'],
    missing: 'titles/none?',
  },
  listUserContent: {
    existing: ['user_content?', 'user_content?title=all', 'user_content?library=alderwick'],
    missing: 'user_content?title=none',
  },
  listContentOfUser: {
    existing: ['users/ishmael/user_content?', 'users/1001/user_content?'],
    missing: 'users/none/user_content?',
  },
  getList: {
    existing: [...LIST_TYPES.map((id) => `lists/list-${id}?`), 'lists/500101?'],
    missing: 'lists/none?',
  },
  listListsOfUser: {
    existing: ['users/ishmael/lists?', 'users/1001/lists?'],
    missing: 'users/none/lists?',
  },
  getSession: { existing: ['sessions/signed-in?'], missing: 'sessions/none?' },
};

/** Values for some parameters without a list of allowed values. The others get the value 2. */
const TEXTS: Readonly<Record<string, string>> = {
  title_format: 'BK',
  available_at: '_anywhere_',
  publication_date: '1850-1859',
  language: 'English',
  content_type: 'rating',
  list_type: 'READ_A_LIKE',
};

interface Recorded {
  readonly operation: OperationName;
  readonly reply: Reply;
  /** The response of a fetch handler in Node to the same request; undefined on a server. */
  readonly expected?: Response | undefined;
}

type Schema = Record<string, unknown>;

const document = JSON.parse(JSON.stringify(openApiDocument())) as OpenApiDocument;
/** The operations to test. A site has no sessions. */
const operations = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => !isOnSite || name !== 'getSession',
);

/** The statuses that only a server returns, because a site has no keys and no limits, and does not compress responses. */
const STATUSES_OF_SERVERS = ['403', '406', '414', '429', '503'];

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'carrel', components: document.components }, 'carrel');

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  return schema.$ref
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name] as Schema, document as unknown as Schema);
}

/** Returns the described responses of an operation, by status. */
function responsesOf(operation: OperationName): Readonly<Record<string, Schema>> {
  const { responses } = document.paths[OPERATIONS[operation].path].get;
  return responses as Record<string, Schema>;
}

/** Returns the schema of a response's body; undefined for a response without a body. */
function schemaOf(response: Schema): Schema | undefined {
  const { content } = resolve(response) as { content?: Record<string, { schema: Schema }> };
  return content?.['application/json'].schema;
}

/** Returns how a response differs from its description; undefined if it conforms. */
function violation({ operation, reply }: Recorded): string | undefined {
  const { status, headers, text } = reply;
  const response = responsesOf(operation)[status];
  if (response === undefined) return `${operation} returns ${status}, which is not described`;
  const schema = schemaOf(response);
  if (schema === undefined) return text === '' ? undefined : `${operation} ${status} has a body`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    return `${operation} ${status} is ${headers['content-type']}`;
  }
  const validate = ajv.getSchema(`carrel${schema.$ref}`);
  if (validate === undefined) return `${operation} ${status} has a schema that does not exist`;
  return validate(JSON.parse(text)) ? undefined : `${operation} ${ajv.errorsText(validate.errors)}`;
}

/** Returns paths with every described value of every query parameter, and paths that cause errors. */
function pathsOf(operation: OperationName): string[] {
  const { parameters } = document.paths[OPERATIONS[operation].path].get as unknown as {
    parameters: readonly { name: string; in: string; schema: { enum?: string[] } }[];
  };
  const { existing, missing } = PATHS[operation];
  const varied = existing.flatMap((base) =>
    parameters
      .filter(({ name, in: location }) => location === 'query' && !base.includes(`${name}=`))
      .flatMap(({ name, schema }) => {
        const more = name === 'metadata' ? '' : '&metadata=1';
        const values = schema.enum ?? [TEXTS[name] ?? '2'];
        return values.map((value) => `${base}&${name}=${value}${more}&api_key=demo`);
      }),
  );
  const [first] = existing;
  return [
    ...varied,
    `${missing}&api_key=demo`,
    first,
    `${first}&api_key=another`,
    `${first}&api_key=demo&locale=xx`,
    `${first}&api_key=demo&locale=en-CA&locale=en-CA`,
    `${first}&api_key=demo&${'x'.repeat(9000)}`,
  ];
}

const recorded: Recorded[] = [];

const catalogs = [everything, openedCatalog('alderwick')];

if (isOnSite) {
  const { openScreen, useChromium } = await import('../kiosk/chromium/chromium.js');
  useChromium();
  beforeAll(async () => {
    const { page, baseUrl, show, close } = await openScreen(catalogs);
    await show('/');
    /** Sends a request from a page of the site, so that the service worker answers the request. */
    const send = async (path: string, headers: Record<string, string> = {}): Promise<Reply> => {
      const [status, received, text] = await page.evaluate(
        async ([url, init]) => {
          const response = await fetch(url, init);
          return [response.status, Object.fromEntries(response.headers), await response.text()];
        },
        [`${baseUrl}/v1/${path}`, { headers }] as const,
      );
      return { status, headers: received, text, bytes: Buffer.from(text) };
    };
    const handle = createFetchHandler({ catalogs, baseUrl });
    for (const operation of operations) {
      for (const path of pathsOf(operation)) {
        const expected = handle(new Request(`${baseUrl}/v1/${path}`));
        recorded.push({ operation, reply: await send(path), expected });
      }
      const plain = PATHS[operation].existing[0];
      const { headers } = await send(plain);
      const reply = await send(plain, { 'If-None-Match': String(headers.etag) });
      recorded.push({ operation, reply });
    }
    await close();
  });
} else {
  beforeAll(recordServer);
}

/** Records the responses of servers with different limits. */
async function recordServer(): Promise<void> {
  const options = { catalogs, apiKeys: ['demo'], port: 0, host: '127.0.0.1' };
  const server = await startServer(options);
  const rateLimited = await startServer({ ...options, limits: { requestsPerSecond: 1 } });
  const overloaded = await startServer({ ...options, limits: { requestsInFlight: 0 } });
  for (const operation of operations) {
    const send = async (
      { port }: RunningServer,
      path: string,
      headers?: Record<string, string>,
    ) => {
      const reply = await sendRequest(port, `/v1/${path}`, 'GET', headers);
      recorded.push({ operation, reply });
      return reply;
    };
    for (const path of pathsOf(operation)) await send(server, path);
    const plain = `${PATHS[operation].existing[0]}&api_key=demo`;
    await send(server, plain, { 'Accept-Encoding': 'identity;q=0' });
    const { headers } = await send(server, plain);
    if (headers.etag) await send(server, plain, { 'If-None-Match': headers.etag });
    await Promise.all([send(rateLimited, plain), send(rateLimited, plain)]);
    await send(overloaded, plain);
  }
  await Promise.all([server, rateLimited, overloaded].map((each) => each.close()));
}

/** Returns the paths of the fields of a schema and of its inline schemas. */
function fieldsOf(schema: Schema, path: string): string[] {
  const { properties = {}, items } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  return [
    ...Object.entries(properties).flatMap(([name, shape]) => [
      `${path}.${name}`,
      ...fieldsOf(shape, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : fieldsOf(items, path)),
  ];
}

/** Returns the paths of the fields that a value has and its schema describes. */
function fieldsIn(value: unknown, schema: Schema, path: string): string[] {
  if (typeof schema.$ref === 'string') {
    return fieldsIn(value, resolve(schema), schema.$ref.split('/').at(-1) ?? '');
  }
  if (Array.isArray(value)) {
    return value.flatMap((element) => fieldsIn(element, schema.items as Schema, path));
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.entries(value ?? {})
    .filter(([name]) => Object.hasOwn(properties, name))
    .flatMap(([name, field]) => [
      `${path}.${name}`,
      ...fieldsIn(field, properties[name], `${path}.${name}`),
    ]);
}

describe('The recorded responses', () => {
  it.each(operations)(
    'of %s conform to the OpenAPI description and have every described status',
    (operation) => {
      const replies = recorded.filter((each) => each.operation === operation);
      expect(replies.map(violation).filter(Boolean)).toEqual([]);
      const statuses = new Set(replies.map(({ reply }) => String(reply.status)));
      const { default: _others, ...described } = responsesOf(operation);
      const expected = Object.keys(described).filter(
        (status) => !isOnSite || !STATUSES_OF_SERVERS.includes(status),
      );
      expect([...statuses].sort()).toEqual(expected);
    },
  );

  it('contain every described field', () => {
    const seen = new Set(
      recorded.flatMap(({ operation, reply }) => {
        const schema = schemaOf(responsesOf(operation)[reply.status]);
        return schema === undefined ? [] : fieldsIn(JSON.parse(reply.text), schema, '');
      }),
    );
    const described = Object.entries(document.components.schemas)
      .filter(([name]) => !isOnSite || !name.startsWith('Session'))
      .flatMap(([name, schema]) => fieldsOf(schema, name));
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter((field) => !seen.has(field))).toEqual([]);
  });

  it('have only described values of X-Carrel-Relaxed', () => {
    const headers = recorded.flatMap(({ reply }) => reply.headers['x-carrel-relaxed'] ?? []);
    const { schema } = (responsesOf('searchTitles')[200].headers as Record<string, Schema>)[
      'X-Carrel-Relaxed'
    ] as { schema: { enum: string[] } };
    expect(headers.length).toBeGreaterThan(0);
    for (const relaxed of headers) expect(schema.enum).toContain(relaxed);
  });

  it.runIf(isOnSite)('of a site equal the responses of a fetch handler in Node', async () => {
    const compared = recorded.flatMap(({ reply, expected }) =>
      expected ? [{ reply, expected }] : [],
    );
    expect(compared.length).toBeGreaterThan(250);
    for (const { reply, expected } of compared) {
      expect([reply.status, reply.text]).toEqual([expected.status, await expected.text()]);
    }
  });

  it('do not conform after an undescribed status, field or type is inserted', () => {
    const one = recorded.find(({ reply }) => reply.status === 200) as Recorded;
    const { reply } = one;
    const body = JSON.parse(reply.text);
    const changed = (more: object) => ({ ...one, reply: { ...reply, ...more } });
    expect(violation(one)).toBeUndefined();
    expect(violation(changed({ status: 500 }))).toBe(
      'searchTitles returns 500, which is not described',
    );
    const withField = JSON.stringify({ ...body, took: 3 });
    expect(violation(changed({ text: withField }))).toContain('additional properties');
    const asText = JSON.stringify({ ...body, count: String(body.count) });
    expect(violation(changed({ text: asText }))).toContain('count');
  });
});
