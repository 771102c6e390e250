import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection over which one request after the other is asked. */
export interface PlainConnection {
  /** The bytes of a request for a path, which takes what comes compressed. */
  request(path: string): Buffer;
  /**
   * Sends a request and gives the status of its response when all of that has come. There may be
   * one at a time.
   */
  ask(request: Buffer): Promise<number>;
  end(): void;
}

const HEAD_END = '\r\n\r\n';

/**
 * A connection that knows no more of HTTP than how long a response is: a tenth of the work of
 * `node:http`'s client, which at thousands of requests a second would take a core for itself.
 */
export async function plainConnection(baseUrl: string): Promise<PlainConnection> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  let answered: ((status: number) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  let head = '';
  let status = 0;
  /** How many bytes of the body are still to come; none known until the head is there. */
  let left: number | undefined;
  socket.on('data', (bytes: Buffer) => {
    let length = bytes.length;
    if (left === undefined) {
      const begun = head.length;
      head += bytes.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      status = Number(head.slice(9, 12));
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]);
      length -= end + HEAD_END.length - begun;
    }
    left -= length;
    if (left > 0) return;
    head = '';
    left = undefined;
    answered?.(status);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('The server closed a connection.')));
  return {
    request: (path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`),
    ask(request) {
      return new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      });
    },
    end() {
      failed = undefined;
      socket.destroy();
    },
  };
}
