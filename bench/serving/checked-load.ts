import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ExpectedAnswers } from './expected-answers.js';

/** A request that waits for so long will not be answered any more. */
const PATIENCE_MS = 20_000;

/** How far from a kill something went wrong because of it: the news takes its time on a busy machine. */
const AROUND_KILL_MS = 3000;

/** What came of the requests. */
export interface CheckedCounts {
  /** Right, to the last byte. */
  right: number;
  /** Refused with 503 and `Retry-After`. */
  refused: number;
  /** Without a whole response, around the time when a worker was killed. */
  cutByKill: number;
  /** A sentence for each of what must not be, the first few. */
  readonly wrong: string[];
}

/** A load whose every answer is checked. */
export interface CheckedLoad {
  readonly counts: Readonly<CheckedCounts>;
  /** To be called when a worker is killed. */
  killed(): void;
  /** Resolves when the requests that are on their way have ended. */
  stop(): Promise<void>;
}

/** What came back: status, headers and body, or why nothing whole did. */
type Outcome =
  | { readonly answer: string; readonly retryAfter: string | undefined }
  | { readonly failure: string };

/**
 * Asks over so many connections, on each after a pause if there is to be one, half of it compressed.
 * An answer is right that is what one of the catalogs answers.
 */
export function checkedLoad(
  baseUrl: string,
  connections: number,
  expected: readonly ExpectedAnswers[],
  pauseMs = 0,
): CheckedLoad {
  const requests = [...expected[0].keys()];
  const counts: CheckedCounts = { right: 0, refused: 0, cutByKill: 0, wrong: [] };
  const kills: number[] = [];
  let isStopped = false;

  const wasKilledAround = (begin: number) =>
    kills.some((kill) => kill > begin - AROUND_KILL_MS && kill < performance.now() + 1);

  function judge(request: string, begin: number, outcome: Outcome): void {
    if ('failure' in outcome) {
      if (wasKilledAround(begin)) counts.cutByKill++;
      else wrong(`${request}: ${outcome.failure}`);
    } else if (expected.some((answers) => answers.get(request) === outcome.answer)) {
      counts.right++;
    } else if (outcome.answer.startsWith('503 ') && outcome.retryAfter !== undefined) {
      counts.refused++;
    } else {
      wrong(`${request}: ${outcome.answer.slice(0, 200)}`);
    }
  }

  function wrong(sentence: string): void {
    if (counts.wrong.length < 20) counts.wrong.push(sentence);
  }

  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = number * 7919; !isStopped; i++) {
      const request = requests[i % requests.length];
      const begin = performance.now();
      judge(request, begin, await ask(agent, baseUrl + request, i % 2 === 0));
      if (pauseMs > 0) await delay(pauseMs);
    }
    agent.destroy();
  }

  const clients = Array.from({ length: connections }, (_, number) => client(number));
  return {
    counts,
    killed: () => kills.push(performance.now()),
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

function ask(agent: Agent, url: string, isCompressed: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = isCompressed ? { 'Accept-Encoding': 'gzip' } : {};
    const fail = (error: Error) => resolve({ failure: error.message });
    const request = get(url, { agent, headers, timeout: PATIENCE_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', fail);
      response.on('aborted', () => resolve({ failure: 'The response was cut short.' }));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
        resolve({
          answer: `${response.statusCode} ${body}`,
          retryAfter: response.headers['retry-after'],
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error('No answer came for 20 seconds.')));
    request.on('error', fail);
  });
}
