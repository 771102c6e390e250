import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const waitingOn = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `then` once, when a response has left or never can. A response that waits behind another on
 * its connection has no `close` of its own when the connection goes: so that is listened for too.
 */
export function whenGone(
  { socket }: IncomingMessage,
  response: ServerResponse,
  then: () => void,
): void {
  if (socket.closed) {
    then();
    return;
  }
  const waiting = waitingOn.get(socket) ?? listenTo(socket);
  const settle = () => {
    if (waiting.delete(settle)) then();
  };
  waiting.add(settle);
  response.once('close', settle);
}

function listenTo(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  waitingOn.set(socket, waiting);
  socket.once('close', () => {
    for (const settle of waiting) settle();
  });
  return waiting;
}
