import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { ExpectedAnswers } from './expected-answers.js';

/** A request fails if the connection is inactive for this time. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * A failed request counts as caused by a kill if the request was pending at the time of the kill, or began at
 * most this time after the kill. The time is long because a busy machine is slow.
 */
const AROUND_KILL_MS = 3000;
const MAX_WRONG_MESSAGES = 20;

/** The outcomes of the requests of a load. */
export interface CheckedCounts {
  /** The number of responses that are equal to an expected answer, byte by byte. */
  right: number;
  /** The number of responses with status 503 and a `Retry-After` header. */
  refused: number;
  /** The number of requests without a complete response that a kill of a worker may have caused. */
  cutByKill: number;
  /** A message for each other outcome, up to 20 messages. */
  readonly wrong: string[];
}

/** A running load whose responses are all checked. */
export interface CheckedLoad {
  readonly counts: Readonly<CheckedCounts>;
  /** Records that a worker is being killed. */
  recordKill(): void;
  /** Sends no more requests. Resolves when all pending requests have ended. */
  stop(): Promise<void>;
}

/** The status and body of a complete response, or the reason why there is no complete response. */
type Outcome =
  | { readonly answer: string; readonly retryAfter: string | undefined }
  | { readonly failure: string };

/**
 * Starts a load of requests and compares every response with the expected answers. Half of the requests
 * accept compression.
 *
 * @param connections the number of connections, each with one request at a time
 * @param expected the answers of each catalog; a response must equal the answer of any of them
 */
export function checkedLoad(
  baseUrl: string,
  connections: number,
  expected: readonly ExpectedAnswers[],
): CheckedLoad {
  const requests = [...expected[0].keys()];
  const counts: CheckedCounts = { right: 0, refused: 0, cutByKill: 0, wrong: [] };
  const kills: number[] = [];
  let isStopped = false;

  const wasKilledAround = (begin: number) =>
    kills.some((kill) => kill > begin - AROUND_KILL_MS && kill < performance.now() + 1);

  function countOutcome(request: string, begin: number, outcome: Outcome): void {
    if ('failure' in outcome) {
      if (wasKilledAround(begin)) counts.cutByKill++;
      else addWrong(`${request}: ${outcome.failure}`);
    } else if (expected.some((answers) => answers.get(request) === outcome.answer)) {
      counts.right++;
    } else if (outcome.answer.startsWith('503 ') && outcome.retryAfter !== undefined) {
      counts.refused++;
    } else {
      addWrong(`${request}: ${outcome.answer.slice(0, 200)}`);
    }
  }

  function addWrong(message: string): void {
    if (counts.wrong.length < MAX_WRONG_MESSAGES) counts.wrong.push(message);
  }

  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = number * 7919; !isStopped; i++) {
      const request = requests[i % requests.length];
      const begin = performance.now();
      countOutcome(request, begin, await send(agent, baseUrl + request, i % 2 === 0));
    }
    agent.destroy();
  }

  const clients = Array.from({ length: connections }, (_, number) => client(number));
  return {
    counts,
    recordKill: () => kills.push(performance.now()),
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

function send(agent: Agent, url: string, acceptsGzip: boolean): Promise<Outcome> {
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
