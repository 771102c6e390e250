import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../monitoring/log.js';
import type { Meter } from '../monitoring/meter.js';
import { methodNotAllowed } from '../request-handler.js';
import { errorReply, type Reply } from '../response/reply.js';
import type { Limits } from './limits.js';

/**
 * After a refusal, received bytes are discarded for this time. Closing the connection at once could
 * reset it before the client has read the response.
 */
const LINGER_MS = 1000;

/** An error of the HTTP parser of Node.js. */
interface ParserError extends Error {
  readonly code?: string;
  /** A fixed text of the parser. It never contains bytes of the request. */
  readonly reason?: string;
}

/**
 * Answers requests that never reach the request handler, with the error body of the API: requests that
 * the parser of Node.js rejects, requests that time out, and CONNECT. Then closes the connection.
 */
export function rejectUnparsedRequests(
  server: Server,
  limits: Limits,
  meter: Meter,
  log: Log,
): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, reply: Reply) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const previous = responses.get(socket);
    if (socket.writable && (previous === undefined || isWritten(previous))) {
      closeWith(socket, reply);
      meter.count('none', reply.status, 0);
      log.info('unparsed request refused', { status: reply.status });
    } else socket.destroy();
  };
  server.on('clientError', (error, socket) => refuse(socket, replyTo(error, limits)));
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    const { status, message, headers } = methodNotAllowed('CONNECT');
    refuse(socket, errorReply(url, status, message, headers));
  });
}

/** Whether a response is complete, so that another response can follow it on the same connection. */
function isWritten(response: ServerResponse): boolean {
  return response.writableFinished || (response.writableEnded && response.socket !== null);
}

function replyTo({ code, reason }: ParserError, { headBytes }: Limits): Reply {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorReply('', 408, 'request: timed out before all of it was received');
    case 'HPE_HEADER_OVERFLOW':
      return errorReply('', 431, `request head: expected at most ${headBytes} bytes, found more`);
    default:
      return errorReply('', 400, `request: expected valid HTTP, found an error (${reason})`);
  }
}

function closeWith(socket: Duplex, { status, headers, body }: Reply): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map((pair) => pair.join(': ')),
  ];
  socket.on('error', () => {});
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
