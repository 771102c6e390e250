import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { notAllowed } from './answerer.js';
import type { Limits } from './limits.js';
import type { Log } from './log.js';
import type { Meter } from './meter.js';
import { errorReply, type Reply } from './reply.js';

/** How long what a client still sends is thrown away, so that it gets to read what it was told. */
const LINGERING_MS = 1000;

/** An error of the parser of `node:http`. */
interface ParserError extends Error {
  readonly code?: string;
  /** What the parser says of it, in words of its own, never the client's. */
  readonly reason?: string;
}

/**
 * Answers what never becomes a request, in the shape that every error has: what the parser of
 * `node:http` refuses, what does not come in time, and CONNECT. The connection is closed then.
 */
export function answerUnparsed(server: Server, limits: Limits, meter: Meter, log: Log): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, reply: Reply) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = responses.get(socket);
    if (socket.writable && (last === undefined || isWritten(last))) {
      closeWith(socket, reply);
      meter.count('none', reply.status, 0);
      log.info('request refused unread', { status: reply.status });
    } else socket.destroy();
  };
  server.on('clientError', (error, socket) => refuse(socket, replyTo(error, limits)));
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    refuse(socket, notAllowed(url, 'CONNECT'));
  });
}

/** Whether all of a response is on its way: another can follow it and is not taken for part of it. */
function isWritten(response: ServerResponse): boolean {
  return response.writableFinished || (response.writableEnded && response.socket !== null);
}

function replyTo({ code, reason }: ParserError, { headBytes }: Limits): Reply {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorReply('', 408, 'The request did not come in time.');
    case 'HPE_HEADER_OVERFLOW':
      return errorReply('', 431, `The head of the request is longer than ${headBytes} bytes.`);
    default:
      return errorReply('', 400, `The request is not HTTP as this server reads it: ${reason}.`);
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
  setTimeout(() => socket.destroy(), LINGERING_MS).unref();
}
