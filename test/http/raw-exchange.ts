import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { validated } from '../v1/validated-operations.js';

/** A parsed response. */
export interface RawResponse {
  readonly status: number;
  /** Values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. A body with the coding gzip is decompressed. */
  readonly body: string;
}

/**
 * Sends bytes to a local port. Returns the bytes received until the server closes the connection, or
 * until nothing is sent or received for `quietMs`.
 *
 * @param pieces the bytes; several pieces are sent 5 ms apart
 */
export function rawExchange(
  port: number,
  pieces: string | Buffer | readonly (string | Buffer)[],
  quietMs = 5000,
): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect(port, '127.0.0.1', async () => {
      for (const piece of Array.isArray(pieces) ? pieces : [pieces]) {
        socket.write(piece);
        await new Promise((sent) => setTimeout(sent, 5));
      }
    });
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    socket.setTimeout(quietMs, end);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('end', end);
    socket.on('close', end);
  });
}

/**
 * Parses responses. The length of a body is its `Content-Length`. A response has no body, as for HEAD, if
 * the bytes end or another response begins directly after the head.
 */
export function rawResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`response: expected a head, found ${rest.toString('latin1')}`);
    const [line, ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (Number.isNaN(status)) throw new Error(`response: expected a status line, found ${line}`);
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    rest = rest.subarray(end + 4);
    const hasBody = rest.length > 0 && rest.subarray(0, 7).toString('latin1') !== 'HTTP/1.';
    const length = hasBody ? Number(headers['content-length']) : 0;
    const body = rest.subarray(0, length);
    if (body.length !== length) throw new Error(`response: body is cut short: ${body}`);
    const isCompressed = length > 0 && headers['content-encoding'] === 'gzip';
    const text = (isCompressed ? gunzipSync(body) : body).toString();
    responses.push({ status, headers, body: text });
    rest = rest.subarray(length);
  }
  return responses;
}

/** Parses received bytes that must be one error response of the API. */
export function rawError(bytes: Buffer): RawResponse & { readonly message: string } {
  const [response, ...others] = rawResponses(bytes);
  if (response === undefined || others.length > 0) {
    throw new Error(`expected one response, found ${bytes.toString('latin1') || 'none'}`);
  }
  const { error } = validated('error', JSON.parse(response.body)) as { error: { message: string } };
  return { ...response, message: error.message };
}
