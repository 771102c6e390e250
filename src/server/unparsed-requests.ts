import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorReply, type Reply } from '../web/reply.js';
import { methodNotAllowed } from '../web/router.js';
import type { Log } from './log.js';
import type { Meter } from './meter.js';
import { clientAddress } from './client-address.js';
import type { Limits } from './limits.js';

/**
 * The time after an error response during which received bytes are discarded. Closing the connection at
 * once could reset it before the client has read the response.
 */
const LINGER_MS = 1000;

/** The error of a `clientError` event: a parser error, a timeout, or an error of the connection. */
interface ClientError extends Error {
  readonly code?: string;
  /** The description of a parser error. It never contains bytes of the request. */
  readonly reason?: string;
}

/**
 * Responds to invalid HTTP, timed-out requests and CONNECT requests with an error body of the API, and closes the
 * connection. Earlier requests on the connection are answered first.
 */
export function rejectUnparsedRequests(
  server: Server,
  limits: Limits,
  meter: Meter,
  log: Log,
  logsClients: boolean,
): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  const refused = new WeakSet<Duplex>();
  const respond = (socket: Duplex, reply: Reply) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    closeWith(socket, reply);
    meter.count('none', reply.status, 0);
    const client = logsClients ? clientAddress(socket as Socket) : undefined;
    log.info('unparsed request refused', { client, status: reply.status });
  };
  const refuse = (socket: Duplex, reply: Reply) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const previous = responses.get(socket);
    if (previous === undefined || isWritten(previous)) respond(socket, reply);
    else previous.once('close', () => respond(socket, reply));
  };
  server.on('clientError', (error, socket) => refuse(socket, replyTo(error, limits)));
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    const { status, message, headers } = methodNotAllowed('CONNECT');
    refuse(socket, errorReply(url, status, message, headers));
  });
}

/** Whether a response has been written completely, so that another response can follow it. */
function isWritten(response: ServerResponse): boolean {
  return response.writableFinished || (response.writableEnded && response.socket !== null);
}

function replyTo({ code, reason }: ClientError, { headBytes }: Limits): Reply {
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
