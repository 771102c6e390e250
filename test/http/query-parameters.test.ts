import { describe, expect, it } from 'vitest';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { validated } from '../v1/validated-operations.js';
import { startTestServer, type TestServer } from './test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick'), book('2', '100% Whale \ufffd')] })];

/** Returns the status of a response, and the message of its error if there is one. */
async function outcome({ send }: TestServer, path: string): Promise<[number, string?]> {
  const { status, text } = await send(path);
  if (status === 200) return [status];
  const { error } = validated('error', JSON.parse(text)) as { error: { message: string } };
  return [status, error.message];
}

describe('api_key', () => {
  it('may be spelled in any case, and ends the links of metadata', async () => {
    const server = await startTestServer(catalogs);
    for (const name of ['api_key', 'api_Key', 'API_KEY', '%61pi_key']) {
      const path = `/v1/titles?${name}=demo&q=*&library=harbour&metadata=1`;
      const body = (await server.body('titles', path)) as {
        metadata: { sort_bys: { link: string }[] };
      };
      expect(body.metadata.sort_bys[0].link).toBe(
        `${server.baseUrl}/v1/titles?q=*&library=harbour&metadata=1&sort=relevancy&api_key=demo`,
      );
    }
    expect((await outcome(server, '/v1/titles/1?api_Key=other'))[0]).toBe(403);
  });

  it.each(['api_key=demo&api_key=demo', 'api_key=demo&api_Key=demo', 'api_key=other&api_key='])(
    'gets 400 if repeated, as in %s, also when the response is cached',
    async (keys) => {
      const server = await startTestServer(catalogs);
      expect(await outcome(server, '/v1/titles/1?api_key=demo')).toEqual([200]);
      for (const path of ['/v1/titles/1', '/v1/titles/2', '/v1/nothing']) {
        expect(await outcome(server, `${path}?${keys}`)).toEqual([
          400,
          "parameter 'api_key': expected one value, found more than one",
        ]);
      }
    },
  );
});

describe('A known parameter', () => {
  it.each(['%ff', 'whale%20%C3', '%ED%A0%80', 'x%c3%28'])(
    'with bytes that are not UTF-8, %s, gets 400',
    async (q) => {
      const server = await startTestServer(catalogs);
      expect(await outcome(server, `/v1/titles?library=harbour&q=${q}&api_key=demo`)).toEqual([
        400,
        "parameter 'q': expected percent-encoded UTF-8, found bytes that are not UTF-8",
      ]);
    },
  );

  it.each(['100%', '%EF%BF%BD', '%F0%9F%90%8B', '%zz'])('with the value %s gets 200', async (q) => {
    const server = await startTestServer(catalogs);
    const path = `/v1/titles?library=harbour&q=${q}&unknown=%ff&api_key=demo`;
    expect(await outcome(server, path)).toEqual([200]);
  });
});

describe('A path near /v1/', () => {
  it.each(['/v1', '/V1/titles', '/V1', '/v1?api_key=demo'])(
    '%s gets 404 in JSON from a server with pages',
    async (path) => {
      const server = await startTestServer(catalogs, { site: createKiosk() });
      const [plain] = path.split('?');
      expect(await outcome(server, path)).toEqual([
        404,
        `path '${plain}': expected an operation of the API, found none`,
      ]);
    },
  );
});
