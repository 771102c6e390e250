import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRequestListener, type ListenerOptions } from '../../src/http/request-listener.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { startServer } from '../../src/server/server.js';
import {
  createServerListener,
  type ServerListenerOptions,
} from '../../src/server/server-listener.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { sendRequest } from './test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];
const OPTIONS: ListenerOptions = { catalogs, apiKeys: ['demo'], baseUrl: 'http://localhost/sea' };

/** The listeners with and without what operators need. */
const LISTENERS = { createRequestListener, createServerListener };
const NAMES = Object.keys(LISTENERS) as (keyof typeof LISTENERS)[];

/** Serves a listener as middleware of a service that answers `service` to all other requests. */
async function serve(name: keyof typeof LISTENERS, options: Partial<ListenerOptions>) {
  const listener = LISTENERS[name]({ ...OPTIONS, ...options });
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
  it.each(NAMES)(
    'of %s calls next for paths that neither the API nor the site has',
    async (name) => {
      const send = await serve(name, { site: createKiosk() });
      expect(await send('/')).toContain('200 <!doctype html>');
      for (const path of ['/about', '/assets/mine/app.css', '/v1']) {
        expect(await send(path)).toBe('200 service');
      }
      expect(await send('/about', 'POST')).toBe('200 service');
      expect(await send('/item/show/none')).toContain('404 <!doctype html>');
      expect(await send('/v1/none')).toContain('403 {"error"');
    },
  );
});

describe('createServerListener', () => {
  it('sends nothing after other middleware has answered, for example after a timeout', async () => {
    const listener = createServerListener(OPTIONS);
    const server = createServer((request, response) => {
      response.end('timeout');
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    for (let n = 0; n < 2; n++) {
      const { status, text } = await sendRequest(port, '/v1/titles/1?api_key=demo');
      expect([status, text]).toEqual([200, 'timeout']);
    }
  });
});

describe('A listener with a prefix', () => {
  it.each(NAMES)(
    'of %s answers only paths with the prefix, which links and errors contain',
    async (name) => {
      const send = await serve(name, { prefix: '/sea', site: createKiosk() });
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
    },
  );
});

describe('A listener without log and onError', () => {
  const site = () => {
    throw new Error('failed');
  };
  const line = /^carrel: request failed: Error: failed at [^\n?]*\n?$/;

  it.each(NAMES)('of %s writes an unexpected error in one line without the URL', async (name) => {
    const written: unknown[] = [];
    const write = (text: unknown) => written.push(text) > 0;
    const spies = [
      vi.spyOn(process.stderr, 'write').mockImplementation(write),
      vi.spyOn(console, 'error').mockImplementation(write),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    expect(await (await serve(name, { site }))('/search?api_key=demo')).toContain('500 {"error"');
    expect(written).toEqual([expect.stringMatching(line)]);
    await (await serve(name, { site, onError: () => {} }))('/search');
    expect(written).toHaveLength(1);
  });
});

describe('Options of the wrong type', () => {
  it.each<[Partial<Record<keyof ListenerOptions, unknown>>, string]>([
    [
      { catalogs: undefined },
      'catalogs: expected an open catalog or an array of open catalogs, found nothing',
    ],
    [
      { catalogs: Promise.resolve(catalogs) },
      'catalogs: expected an open catalog or an array of open catalogs, found a promise; use await',
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
  ])('%j are refused when a listener or a server is created', async (wrong, message) => {
    const options = { ...OPTIONS, ...wrong } as ListenerOptions;
    for (const name of NAMES) {
      expect(() => LISTENERS[name](options)).toThrow(new TypeError(`${name}: ${message}`));
    }
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

  it.each<[object, RegExp]>([
    [{ maxBytes: 1 }, /expected names from connections, .*, found 'maxBytes'/],
    [{ urlBytes: '1' }, /urlBytes: expected a number from 0, found the string "1"/],
  ])('are refused: the limits %j', (limits, problem) => {
    const options: ServerListenerOptions = { ...OPTIONS, limits };
    expect(() => createServerListener(options)).toThrow(problem);
  });

  it.each(['limits', 'trustedProxies', 'health', 'metrics', 'meter', 'log'])(
    'are refused by createRequestListener, which would ignore them: %s',
    (name) => {
      expect(() => createRequestListener({ ...OPTIONS, [name]: undefined })).toThrow(
        new TypeError(
          `createRequestListener: expected no option ${name}, found it; use createServerListener of carrel/server`,
        ),
      );
    },
  );

  it.each<[object, string]>([
    [{ open: 'false' }, 'open: expected true or false, found the string "false"'],
    [
      { metrics: 'everyone' },
      'metrics: expected one of local, all, none, found the string "everyone"',
    ],
  ])('are refused by createServerListener: %j', (options, problem) => {
    expect(() => createServerListener({ ...OPTIONS, ...options })).toThrow(
      new TypeError(`createServerListener: ${problem}`),
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
