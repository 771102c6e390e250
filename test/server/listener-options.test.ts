import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ListenerOptions } from '../../src/server/listener-options.js';
import { createRequestListener } from '../../src/server/server-listener.js';
import { startServer } from '../../src/server/server.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];
const OPTIONS: ListenerOptions = { catalogs, apiKeys: ['demo'], baseUrl: 'http://localhost/sea' };

/** Serves a listener as middleware of a service that answers `service` to all other requests. */
async function serve(options: Partial<ListenerOptions>) {
  const listener = createRequestListener({ ...OPTIONS, ...options });
  const server = createServer((request, response) =>
    listener(request, response, () => response.end('service')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string, method = 'GET') => {
    const { status, text } = await sendRequest(port, path, method);
    return `${status} ${text}`;
  };
}

describe('A listener with a site', () => {
  it('calls next for paths that neither the API nor the site has', async () => {
    const send = await serve({ site: createKiosk() });
    expect(await send('/')).toContain('200 <!doctype html>');
    for (const path of ['/about', '/assets/mine/app.css', '/v1']) {
      expect(await send(path)).toBe('200 service');
    }
    expect(await send('/about', 'POST')).toBe('200 service');
    expect(await send('/item/show/none')).toContain('404 <!doctype html>');
    expect(await send('/v1/none')).toContain('403 {"error"');
  });
});

describe('A listener with a prefix', () => {
  it('answers only paths with the prefix, which links and errors contain', async () => {
    const send = await serve({ prefix: '/sea', site: createKiosk() });
    expect(await send('/sea/')).toContain('href="/sea/help');
    expect(await send('/sea/v1/titles/1?api_key=demo')).toContain(
      '"details_url":"http://localhost/sea/item/show/1"',
    );
    expect(await send('/sea/v1/titles/2?api_key=demo')).toContain(
      '"request":"/sea/v1/titles/2?api_key=demo"',
    );
    for (const path of ['/', '/sea', '/seaside/', '/v1/titles/1?api_key=demo']) {
      expect(await send(path)).toBe('200 service');
    }
  });
});

describe('A listener without log and onError', () => {
  it('writes an unexpected error to standard error, in one line without the URL', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const site = () => {
      throw new Error('failed');
    };
    expect(await (await serve({ site }))('/search?api_key=demo')).toContain('500 {"error"');
    expect(written.mock.calls).toEqual([
      [expect.stringMatching(/^carrel: request failed: Error: failed at [^\n?]*\n$/)],
    ]);
    await (await serve({ site, onError: () => {} }))('/search');
    expect(written.mock.calls).toHaveLength(1);
    written.mockRestore();
  });
});

describe('Options of the wrong type', () => {
  it.each<[Partial<Record<keyof ListenerOptions, unknown>>, string]>([
    [{ catalogs: undefined }, 'catalogs: expected an array of open catalogs, found nothing'],
    [
      { catalogs: Promise.resolve(catalogs) },
      'catalogs: expected an array of open catalogs, found a promise; use await',
    ],
    [
      { baseUrl: undefined },
      'baseUrl: expected an address such as https://api.example.org, found nothing',
    ],
    [
      { apiKeys: undefined },
      'apiKeys: expected an array of keys that are not empty, or a function that returns one, found nothing',
    ],
    [
      { apiKeys: [] },
      'apiKeys: expected at least one key, found none; set open to true to answer requests without a key',
    ],
    [
      { allowedOrigins: '*' },
      'allowedOrigins: expected an array of origins such as https://www.example.org, without a path or a slash at the end, found the string "*"',
    ],
    [
      { allowedOrigins: ['https://www.example.org/'] },
      'allowedOrigins: expected an array of origins such as https://www.example.org, without a path or a slash at the end, found an array',
    ],
    [
      { apiKeys: () => null },
      'apiKeys(): expected an array of keys that are not empty, found null',
    ],
    [{ site: {} }, 'site: expected a site such as createKiosk returns, found an object'],
    [
      { cacheSize: '64MB' },
      'cacheSize: expected a number of bytes from 0, found the string "64MB"',
    ],
    [{ onError: true }, 'onError: expected a function, found true'],
    [
      { limits: { urlBytes: '1' } },
      'limits.urlBytes: expected a number from 0, found the string "1"',
    ],
  ])('%j are refused when a listener or a server is created', async (wrong, message) => {
    const options = { ...OPTIONS, ...wrong } as ListenerOptions;
    expect(() => createRequestListener(options)).toThrow(
      new TypeError(`createRequestListener: ${message}`),
    );
    if ('baseUrl' in wrong) return;
    const start = startServer({ ...options, host: '127.0.0.1', port: 0 });
    await expect(start).rejects.toThrow(new TypeError(`startServer: ${message}`));
  });

  it.each(['*', 'null', 'http://localhost:8080', 'https://[::1]', 'moz-extension://0f1e'])(
    'are not refused: the origin %s',
    (origin) => {
      expect(createRequestListener({ ...OPTIONS, allowedOrigins: [origin] })).toBeTypeOf(
        'function',
      );
    },
  );

  it('of a limit are refused by name', () => {
    const limits = { maxBytes: 1 } as ListenerOptions['limits'];
    expect(() => createRequestListener({ ...OPTIONS, limits })).toThrow(
      /^createRequestListener: limits: expected names from connections, .*, found 'maxBytes'$/,
    );
  });

  it('of pages are refused', () => {
    expect(() => createKiosk({ idleMinutes: 0 })).toThrow(
      new TypeError(
        'createKiosk: idleMinutes: expected a number greater than 0, found the number 0',
      ),
    );
    expect(() => createKiosk({ branch: 7 as never })).toThrow(
      new TypeError('createKiosk: branch: expected the id of a branch, found the number 7'),
    );
  });
});
