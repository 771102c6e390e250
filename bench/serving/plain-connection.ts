import { once } from 'node:events';
import { connect } from 'node:net';

/** An HTTP connection that sends one request at a time. */
export interface PlainConnection {
  /** Returns the bytes of a GET request that accepts compression. */
  request(path: string): Buffer;
  /** Sends a request. Resolves with the status when the whole response has arrived. */
  send(request: Buffer): Promise<number>;
  end(): void;
}

const HEAD_END = '\r\n\r\n';

/**
 * Opens a connection that reads only the status and the `Content-Length` of each response. Every response
 * must have a `Content-Length`. The connection needs less processor time than the HTTP client of Node.
 */
export async function plainConnection(baseUrl: string): Promise<PlainConnection> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  let answered: ((status: number) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  let head = '';
  let status = 0;
  /** The number of bytes of the body that have not arrived, or undefined until all headers have arrived. */
  let left: number | undefined;
  socket.on('data', (bytes: Buffer) => {
    let length = bytes.length;
    if (left === undefined) {
      const headLength = head.length;
      head += bytes.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      status = Number(head.slice(9, 12));
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]);
      length -= end + HEAD_END.length - headLength;
    }
    left -= length;
    if (left > 0) return;
    head = '';
    left = undefined;
    answered?.(status);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the server closed the connection')));
  return {
    request: (path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`),
    send(request) {
      return new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        if (socket.destroyed) reject(new Error('the server closed the connection'));
        else socket.write(request);
      });
    },
    end() {
      failed = undefined;
      socket.destroy();
    },
  };
}
