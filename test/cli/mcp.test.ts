import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { carrel, compile, ROOT, start } from './compiled.js';

beforeAll(compile);

const SCRIPT = join(ROOT, 'dist/cli/carrel.js');

async function snapshotOf(...titles: string[]): Promise<string> {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const records = recordsOf({ titles: titles.map((title, i) => book(`${i}`, title)) });
  await buildSnapshot(records, file);
  return file;
}

/** Runs `carrel mcp` with text as standard input, which then ends. */
async function runMcp(file: string, input: string) {
  const child = spawn(process.execPath, [SCRIPT, 'mcp', file]);
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, status };
}

const call = { name: 'search_titles', arguments: { q: 'moby' } };
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describe('carrel mcp', () => {
  it.each(['legacy', 'auto'] as const)(
    'answers a client of the SDK with the version %s',
    async (mode) => {
      const file = await snapshotOf('Moby-Dick');
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      const options = ['--base-url', 'https://catalog.example.org'];
      const args = [SCRIPT, 'mcp', file, ...options];
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
      );
      try {
        expect((await client.listTools()).tools).toHaveLength(4);
        const { structuredContent } = await client.callTool(call);
        expect(structuredContent).toMatchObject({
          count: 1,
          titles: [{ id: '0', details_url: 'https://catalog.example.org/item/show/0' }],
        });
      } finally {
        await client.close();
      }
    },
  );

  it('writes only messages to standard output, and ends at the end of its input', async () => {
    const file = await snapshotOf('Moby-Dick');
    const lines = [INITIALIZE, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { stdout, stderr, status } = await runMcp(file, `${input}no message\n{"a":1}\n`);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([0, 1]);
    expect(answers[1].result.structuredContent.count).toBe(1);
    expect(stderr).toBe(
      'harbour: Harbour Library, 1 title\n' +
        'carrel mcp: standard input: expected a message of JSON-RPC, found other JSON\n',
    );
    expect(status).toBe(0);
    expect(await runMcp(file, '')).toMatchObject({ stdout: '', status: 0 });
  });

  it('answers from a snapshot that replaces the file', async () => {
    const file = await snapshotOf('Emma');
    const child = spawn(process.execPath, [SCRIPT, 'mcp', file], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const next = async (message: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`);
      return JSON.parse(String((await once(child.stdout, 'data'))[0]));
    };
    await next(INITIALIZE);
    const count = async () => {
      const { result } = await next({ method: 'tools/call', params: call });
      return result.structuredContent.count;
    };
    expect(await count()).toBe(0);
    await buildSnapshot(recordsOf({ titles: [book('1', 'Moby-Dick')] }), file);
    await expect.poll(count).toBe(1);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[1]).toBe('SIGTERM');
  });

  it('reports a missing file and an invalid command line', async () => {
    expect(await carrel('mcp')).toMatchObject({ status: 2, stdout: '' });
    const { status, stdout, stderr } = await carrel('mcp', 'missing.snapshot');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^carrel mcp: missing\.snapshot: /);
  });
});

describe('carrel serve', () => {
  it.each(['1', '2'])('answers at /mcp with --mcp, with %s workers', async (workers) => {
    const file = await snapshotOf('Moby-Dick');
    const args = ['serve', file, '--port', '0', '--api-key', 'k', '--workers', workers];
    const served = await start('carrel.js', [...args, '--mcp'], /Serving/);
    const post = async (port: number, headers: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
      const sent = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      };
      const address = `http://127.0.0.1:${port}/mcp`;
      return fetch(address, { method: 'POST', headers: { ...sent, ...headers }, body });
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(served.port, { Authorization: 'Bearer k' })),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const { result } = (await json(answer.body as never)) as {
        result: { structuredContent: object };
      };
      expect(result.structuredContent).toMatchObject({ count: 1 });
    }
    expect((await post(served.port, {})).status).toBe(401);
    const without = await start('carrel.js', args, /Serving/);
    expect((await post(without.port, { Authorization: 'Bearer k' })).status).toBe(405);
    await Promise.all([served.stop('SIGTERM'), without.stop('SIGTERM')]);
  });
});
