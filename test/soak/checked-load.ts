import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { AcceptedAnswers } from './expected-answers.js';

/** A request fails if the connection is inactive for this time. */
const REQUEST_TIMEOUT_MS = 20_000;

const MAX_WRONG_MESSAGES = 20;

/** The outcomes of the requests of a load. */
export interface CheckedCounts {
  /** The number of responses that are equal to an expected answer, byte by byte. */
  right: number;
  /** The number of responses with status 503 and a `Retry-After` header. */
  refused: number;
  /** The number of responses to unchecked requests with status 200 or 400. */
  unchecked: number;
  /** A message for each other outcome, up to 20 messages. */
  readonly wrong: string[];
}

/** A running load whose responses are all checked. */
export interface CheckedLoad {
  readonly counts: Readonly<CheckedCounts>;
  /** Sends no more requests. Resolves when all pending requests have ended. */
  stop(): Promise<void>;
}

/** The allowed answers to unchecked requests, in addition to 503. */
const UNCHECKED_ANSWER = /^(?:200|400) /;

/** The status and body of a complete response, or the reason why there is no complete response. */
export type Outcome =
  | { readonly answer: string; readonly retryAfter: string | undefined }
  | { readonly failure: string };

/**
 * Starts a load of requests and compares every response with the accepted answers. Half of the requests
 * accept compression.
 *
 * @param connections the number of connections, each with one request at a time
 * @param accepted the answers of each request; a response must equal any of them
 * @param unchecked requests of one more connection, whose responses only need an allowed status
 */
export function checkedLoad(
  baseUrl: string,
  connections: number,
  accepted: AcceptedAnswers,
  unchecked: readonly string[] = [],
): CheckedLoad {
  const counts: CheckedCounts = { right: 0, unchecked: 0, refused: 0, wrong: [] };
  let isStopped = false;

  function countOutcome(request: string, outcome: Outcome): void {
    if ('failure' in outcome) {
      addWrong(`${request}: ${outcome.failure}`);
    } else if (accepted.get(request)?.has(outcome.answer)) {
      counts.right++;
    } else if (!accepted.has(request) && UNCHECKED_ANSWER.test(outcome.answer)) {
      counts.unchecked++;
    } else if (outcome.answer.startsWith('503 ') && outcome.retryAfter !== undefined) {
      counts.refused++;
    } else {
      addWrong(`${request}: ${outcome.answer.slice(0, 200)}`);
    }
  }

  function addWrong(message: string): void {
    if (counts.wrong.length < MAX_WRONG_MESSAGES) counts.wrong.push(message);
  }

  async function client(number: number, requests: readonly string[]): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = number * 7919; !isStopped; i++) {
      const request = requests[i % requests.length];
      countOutcome(request, await send(agent, baseUrl + request, i % 2 === 0));
    }
    agent.destroy();
  }

  const checked = [...accepted.keys()];
  const clients = Array.from({ length: connections }, (_, number) => client(number, checked));
  if (unchecked.length > 0) clients.push(client(0, unchecked));
  return {
    counts,
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

/** Sends a request and reads its response. */
export function send(agent: Agent, url: string, acceptsGzip: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = acceptsGzip ? { 'Accept-Encoding': 'gzip' } : {};
    const fail = (error: Error) => resolve({ failure: error.message });
    const request = get(url, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', fail);
      response.on('aborted', () => resolve({ failure: 'the response was cut short' }));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
        resolve({
          answer: `${response.statusCode} ${body}`,
          retryAfter: response.headers['retry-after'],
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error('no response within 20 seconds')));
    request.on('error', fail);
  });
}
