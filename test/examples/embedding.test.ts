import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askPort } from '../http/served.js';

const ROOT = join(import.meta.dirname, '../..');

/** Runs an example until the test is over, and gives its port. */
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

async function answersAtTheRoot(port: number): Promise<void> {
  const { status, text } = await askPort(port, `/${SEARCH}alderwick&metadata=1&api_key=secret`);
  expect(status).toBe(200);
  const { metadata } = JSON.parse(text);
  expect(metadata.sort_bys[0].link).toMatch(/^https:\/\/api\.example\.org\/v1\/titles\?q=/);
  expect((await askPort(port, `/${SEARCH}alderwick`)).status).toBe(403);
  expect((await askPort(port, '/v1/titles', 'POST')).status).toBe(405);
  expect((await askPort(port, '/')).text).toMatch(/^The (?:service|application) around it\.\n$/);
}

async function answersUnderAPrefix(port: number): Promise<void> {
  const path = `/meridian/${SEARCH}meridian&metadata=1&api_key=secret`;
  const { status, text } = await askPort(port, path);
  expect(status).toBe(200);
  expect(JSON.parse(text).metadata.sort_bys[0].link).toMatch(
    /^https:\/\/api\.example\.org\/meridian\/v1\/titles\?q=/,
  );
  const missing = '/meridian/v1/titles/none?api_key=secret';
  expect(JSON.parse((await askPort(port, missing)).text).error).toEqual({
    message: "No title 'none' found.",
    request: missing,
  });
}

describe('the example', () => {
  it('node-http.mjs answers the API, and lets the service answer the rest', async () => {
    await answersAtTheRoot(await run('node-http.mjs'));
  });

  it.each(['express.mjs', 'fastify.mjs'])(
    '%s does in an application, and under a prefix, which links and errors have',
    async (example) => {
      const port = await run(example);
      await answersAtTheRoot(port);
      await answersUnderAPrefix(port);
    },
  );
});
