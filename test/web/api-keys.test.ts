import { describe, expect, it, vi } from 'vitest';
import { type ApiKeys, createApiKeyChecker } from '../../src/web/api-keys.js';
import { createFetchHandler } from '../../src/web/fetch-handler.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
const EXPECTED = 'apiKeys(): expected an array of keys that are not empty';

/** Functions that fail as keys, with the problem that is reported. */
const FAILURES: [name: string, fail: () => unknown, problem: string][] = [
  ['returns nothing', () => undefined, `${EXPECTED}, found nothing`],
  ['returns a string', () => 'b', `${EXPECTED}, found the string "b"`],
  ['returns an empty key', () => ['b', ''], `${EXPECTED}, found an array`],
  ['returns a promise', () => Promise.resolve(['b']), `${EXPECTED}, found a promise`],
  ['rejects', () => Promise.reject(new Error('offline')), `${EXPECTED}, found a promise`],
  [
    'throws',
    () => {
      throw new Error('keys: offline');
    },
    'keys: offline',
  ],
];

/** Returns a function that returns keys, and calls `fail` while it is set. */
function keysThatCanFail() {
  const state = { keys: ['a'], fail: undefined as (() => unknown) | undefined };
  const apiKeys = (() => (state.fail === undefined ? state.keys : state.fail())) as ApiKeys;
  return { state, apiKeys };
}

describe('A function apiKeys that later', () => {
  it.each(FAILURES)('%s leaves the last valid keys in use', async (_, fail, problem) => {
    const { state, apiKeys } = keysThatCanFail();
    const onError = vi.fn();
    const options = { catalogs, apiKeys, onError };
    const handle = createFetchHandler(options);
    const { send } = await startTestServer(catalogs, { apiKeys, onError });
    const statuses = async (key: string) => {
      const path = `/v1/titles/1?api_key=${key}`;
      return [handle(new Request(`https://a.example${path}`))?.status, (await send(path)).status];
    };
    // The handlers have received no request before the function fails.
    state.fail = fail;
    for (let i = 0; i < 3; i++) {
      expect([await statuses('a'), await statuses('b')]).toEqual([
        [200, 200],
        [403, 403],
      ]);
    }
    const reported = new Error(`${problem}; the last valid keys stay in use`);
    expect(onError.mock.calls).toEqual([[reported], [reported]]);
    state.fail = undefined;
    state.keys = ['b'];
    expect([await statuses('a'), await statuses('b')]).toEqual([
      [403, 403],
      [200, 200],
    ]);
    state.fail = fail;
    expect(await statuses('b')).toEqual([200, 200]);
    expect(onError).toHaveBeenCalledTimes(4);
  });

  it('fails in another way is reported again', () => {
    const { state, apiKeys } = keysThatCanFail();
    const onError = vi.fn();
    const check = createApiKeyChecker(apiKeys, onError);
    for (const [, fail] of FAILURES.slice(0, 3)) {
      state.fail = fail;
      check('a');
      check('a');
    }
    expect(onError).toHaveBeenCalledTimes(3);
  });

  it('fails is logged without onError', async () => {
    const { state, apiKeys } = keysThatCanFail();
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const handle = createFetchHandler({ catalogs, apiKeys });
    state.fail = () => undefined;
    expect(handle(new Request('https://a.example/v1/titles/1?api_key=a'))?.status).toBe(200);
    expect(consoleError.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^carrel: API keys not reloaded: apiKeys\(\): expected [^\n]*, found nothing; the last valid keys stay in use$/,
        ),
      ],
    ]);
    consoleError.mockRestore();

    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    state.fail = undefined;
    const { send } = await startTestServer(catalogs, { apiKeys, onError: undefined });
    state.fail = () => undefined;
    expect((await send('/v1/titles/1?api_key=a')).status).toBe(200);
    expect(written.mock.calls).toEqual([
      [
        `carrel: API keys not reloaded: ${EXPECTED}, found nothing; the last valid keys stay in use\n`,
      ],
    ]);
    written.mockRestore();
  });
});
