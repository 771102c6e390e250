import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import inject from 'light-my-request';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../http/test-server.js';

const ROOT = join(import.meta.dirname, '../..');

/** Sends a request to an example. */
type Send = (path: string, method?: 'GET' | 'POST') => Promise<{ status: number; text: string }>;

/** Starts an example, which runs until the test ends. */
async function run(example: string): Promise<Send> {
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
  const port = Number(/^Listening on port (\d+)/.exec(String(text))?.[1]);
  return (path, method) => sendRequest(port, path, method);
}

const SEARCH = 'v1/titles?q=*&library=';

async function expectApiAtRoot(send: Send): Promise<void> {
  const { status, text } = await send(`/${SEARCH}alderwick&metadata=1&api_key=secret`);
  expect(status).toBe(200);
  const { metadata } = JSON.parse(text);
  expect(metadata.sort_bys[0].link).toMatch(/^https:\/\/api\.example\.org\/v1\/titles\?q=/);
  expect((await send(`/${SEARCH}alderwick`)).status).toBe(403);
  expect((await send('/v1/titles', 'POST')).status).toBe(405);
  expect((await send('/')).text).toMatch(/^The (?:service|application) around it\.\n$/);
}

async function expectApiUnderPrefix(send: Send): Promise<void> {
  const path = `/catalog/${SEARCH}alderwick&metadata=1&api_key=secret`;
  const { status, text } = await send(path);
  expect(status).toBe(200);
  expect(JSON.parse(text).metadata.sort_bys[0].link).toMatch(
    /^https:\/\/api\.example\.org\/catalog\/v1\/titles\?q=/,
  );
  const missing = '/catalog/v1/titles/none?api_key=secret';
  expect(JSON.parse((await send(missing)).text).error).toEqual({
    message: "No title 'none' found.",
    request: missing,
  });
}

describe('The example', () => {
  it('node-http.mjs answers API requests, and leaves other requests to the service', async () => {
    await expectApiAtRoot(await run('node-http.mjs'));
  });

  it('express.mjs answers injected API requests at the root and under a prefix, and leaves other requests to Express', async () => {
    const { app } = await import(
      /* @vite-ignore */ join(import.meta.dirname, 'embedding/express.mjs')
    );
    const send: Send = async (url, method = 'GET') => {
      const { statusCode, payload } = await inject(app, { url, method });
      return { status: statusCode, text: payload };
    };
    await expectApiAtRoot(send);
    await expectApiUnderPrefix(send);
    const { status, text } = await send('/catalog/other');
    expect(status).toBe(404);
    expect(text).toContain('Cannot GET /catalog/other');
  });
});
