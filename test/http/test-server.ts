import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { CatalogsToServe } from '../../src/catalog/catalog-set.js';
import { type ServerOptions, startServer } from '../../src/server/server.js';
import { type ResponseName, validated } from '../v1/validated-operations.js';

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as received, compressed or not. */
  readonly bytes: Buffer;
  /** The bytes of the body, decoded as UTF-8. */
  readonly text: string;
}

/** A running server for a test. */
export interface TestServer {
  readonly baseUrl: string;
  readonly port: number;
  /** Sends a request. The path is sent unchanged. */
  send(path: string, method?: string, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the body of a response, which must have status 200 and be valid. */
  body(name: ResponseName, path: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a server of catalogs with the API keys `demo` and `sésame & öffne`, and closes the server when
 * the test ends. By default, an internal error of the server fails the test.
 */
export async function startTestServer(
  catalogs: CatalogsToServe,
  more: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const onError = (error: unknown) => {
    throw error;
  };
  const options = { catalogs, apiKeys: ['demo', 'sésame & öffne'], onError, ...more };
  const server = await startServer({ port: 0, host: '127.0.0.1', ...options });
  onTestFinished(() => server.close());
  const { port } = server;
  const send = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    sendRequest(port, path, method, headers);
  return {
    baseUrl: server.baseUrl,
    port,
    send,
    body: async (name, path) => {
      const { status, text } = await send(path);
      if (status !== 200) throw new Error(`${path}: expected status 200, found ${status}: ${text}`);
      return validated(name, JSON.parse(text));
    },
    close: () => server.close(),
  };
}

/** Sends a request to a local port. */
export function sendRequest(
  port: number,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
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
