import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a store answers a request differently from a correct server. */
export interface Fault {
  /** Respond with this status and no body. */
  readonly status?: number;
  /** Respond with these headers too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Close the connection after this number of bytes of the body. */
  readonly cutAfter?: number;
  /** Do not close the connection before this returns true. Default: close it 20 ms after the bytes. */
  readonly cutWhen?: () => boolean;
  /** Send nothing after this number of bytes of the body. */
  readonly stallAfter?: number;
  /** Send the body again and again without an end, after pauses of this number of milliseconds. */
  readonly repeatMs?: number;
  /** Ignore `Range`. */
  readonly hasNoRanges?: boolean;
  /** Send at most this number of bytes of a range. */
  readonly maxRange?: number;
  /** Send no `ETag`. */
  readonly hasNoTag?: boolean;
  /** Send no `Content-Length`. */
  readonly hasNoLength?: boolean;
}

/** A request that a store has received. */
export interface StoreRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The status of the response. */
  status?: number;
  /** The number of bytes of the body that were sent. */
  sent?: number;
}

/** A server of files with ranges and conditional requests. */
export interface Store {
  /** The address of the directory, with a slash at the end. */
  readonly address: string;
  /** The files by name. */
  readonly files: Map<string, Uint8Array>;
  readonly requests: StoreRequest[];
  /** Returns the fault of the response to a request. Default: no faults. */
  faultOf: (request: StoreRequest) => Fault;
  /** Stops the server and closes all connections. */
  close(): Promise<void>;
}

/** Starts a store, and stops it when the test ends. */
export async function startStore(port = 0): Promise<Store> {
  const server: Server = createServer((request, response) => {
    const path = new URL(`${request.url}`, 'http://localhost').pathname.slice(1);
    const received: StoreRequest = { path, headers: request.headers };
    store.requests.push(received);
    const fault = store.faultOf(received);
    const bytes = store.files.get(path);
    const send = (status: number, headers = {}, body: Uint8Array = Buffer.alloc(0)) => {
      const end = fault.cutAfter ?? fault.stallAfter ?? body.length;
      Object.assign(received, { status, sent: Math.min(end, body.length) });
      const length =
        fault.hasNoLength || fault.repeatMs !== undefined ? {} : { 'content-length': body.length };
      response.writeHead(status, { ...length, ...headers, ...fault.headers });
      if (fault.repeatMs !== undefined) sendAgain(response, body, fault.repeatMs);
      else if (end >= body.length) response.end(body);
      else {
        response.write(body.subarray(0, end), () => {
          if (fault.cutAfter !== undefined) cut(response, fault.cutWhen);
        });
      }
    };
    if (fault.status !== undefined) return send(fault.status);
    if (bytes === undefined) return send(404);
    const tag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const headers = fault.hasNoTag ? {} : { etag: tag };
    if (!fault.hasNoTag && request.headers['if-none-match'] === tag) return send(304, headers);
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const isSame = (request.headers['if-range'] ?? tag) === tag;
    if (from === undefined || !isSame || fault.hasNoRanges) return send(200, headers, bytes);
    const start = Number(from);
    if (start >= bytes.length) return send(416, { 'content-range': `bytes */${bytes.length}` });
    const part = bytes.subarray(start).subarray(0, fault.maxRange);
    const range = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
    return send(206, { ...headers, 'content-range': range }, part);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const store: Store = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    files: new Map(),
    requests: [],
    faultOf: () => ({}),
    close,
  };
  return store;
}

function sendAgain(response: ServerResponse, body: Uint8Array, pauseMs: number): void {
  response.write(body, () => {
    if (!response.destroyed) setTimeout(() => sendAgain(response, body, pauseMs), pauseMs);
  });
}

/** Closes the connection of a response as soon as a condition holds, which is tested every 20 ms. */
function cut(response: ServerResponse, when: () => boolean = () => true): void {
  setTimeout(() => {
    if (response.destroyed) return;
    if (when()) response.destroy();
    else cut(response, when);
  }, 20);
}
