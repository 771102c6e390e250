import { type IncomingHttpHeaders, request as send } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ListenerOptions } from '../../src/http/listener-options.js';
import { type ServerOptions, startServer } from '../../src/http/server.js';
import { type ResponseName, validated } from '../v1/validated.js';

/** What came back for a request. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came, compressed or not. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** A served set of catalogs, to be asked with paths that go out exactly as they stand. */
export interface Served {
  readonly baseUrl: string;
  readonly port: number;
  ask(path: string, method?: string, headers?: Record<string, string>): Promise<Reply>;
  /** The body of a 200, which must be a valid response of that name. */
  body(name: ResponseName, path: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Serves catalogs with the key `demo` until the test is over. A failure of the server fails the test
 * unless the options take it.
 */
export async function served(
  catalogs: ListenerOptions['catalogs'],
  more: Partial<ServerOptions> = {},
): Promise<Served> {
  const onError = (error: unknown) => {
    throw error;
  };
  const options = { catalogs, apiKeys: ['demo', 'sésame & öffne'], onError, ...more };
  const server = await startServer({ ...options, port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server;
  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    askPort(port, path, method, headers);
  return {
    baseUrl: server.baseUrl,
    port,
    ask,
    body: async (name, path) => {
      const { status, text } = await ask(path);
      if (status !== 200) throw new Error(`${path} gave ${status}: ${text}`);
      return validated(name, JSON.parse(text));
    },
    close: () => server.close(),
  };
}

/** Asks whatever listens on a port of this machine. */
export function askPort(
  port: number,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = send(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, bytes, text: bytes.toString() });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end();
  });
}
