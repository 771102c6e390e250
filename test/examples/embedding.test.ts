import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../http/test-server.js';

const ROOT = join(import.meta.dirname, '../..');

/** Starts an example and returns its port. The example runs until the test ends. */
async function run(example: string): Promise<number> {
  const script = join(import.meta.dirname, 'embedding', example);
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [text] = await once(child.stdout, 'data');
  return Number(/^Listening on port (\d+)/.exec(String(text))?.[1]);
}

const SEARCH = 'v1/titles?q=*&library=';

async function expectApiAtRoot(port: number): Promise<void> {
  const { status, text } = await sendRequest(port, `/${SEARCH}alderwick&metadata=1&api_key=secret`);
  expect(status).toBe(200);
  const { metadata } = JSON.parse(text);
  expect(metadata.sort_bys[0].link).toMatch(/^https:\/\/api\.example\.org\/v1\/titles\?q=/);
  expect((await sendRequest(port, `/${SEARCH}alderwick`)).status).toBe(403);
  expect((await sendRequest(port, '/v1/titles', 'POST')).status).toBe(405);
  expect((await sendRequest(port, '/')).text).toMatch(
    /^The (?:service|application) around it\.\n$/,
  );
}

async function expectApiUnderPrefix(port: number): Promise<void> {
  const path = `/meridian/${SEARCH}meridian&metadata=1&api_key=secret`;
  const { status, text } = await sendRequest(port, path);
  expect(status).toBe(200);
  expect(JSON.parse(text).metadata.sort_bys[0].link).toMatch(
    /^https:\/\/api\.example\.org\/meridian\/v1\/titles\?q=/,
  );
  const missing = '/meridian/v1/titles/none?api_key=secret';
  expect(JSON.parse((await sendRequest(port, missing)).text).error).toEqual({
    message: "No title 'none' found.",
    request: missing,
  });
}

describe('The example', () => {
  it('node-http.mjs answers API requests, and leaves other requests to the service', async () => {
    await expectApiAtRoot(await run('node-http.mjs'));
  });

  it.each(['express.mjs', 'fastify.mjs'])(
    '%s answers API requests at the root and under a prefix, with the prefix in links and errors',
    async (example) => {
      const port = await run(example);
      await expectApiAtRoot(port);
      await expectApiUnderPrefix(port);
    },
  );
});
