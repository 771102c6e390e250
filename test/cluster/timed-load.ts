import { Agent } from 'node:http';
import { send } from '../soak/checked-load.js';
import type { AcceptedAnswers } from '../soak/expected-answers.js';

/** The responses of one phase of a load. */
export interface Phase {
  readonly name: string;
  right: number;
  /** The number of responses with status 503 and a `Retry-After` header. */
  refused: number;
  /** All other outcomes. */
  readonly wrong: string[];
  /** The longest time from a request to the end of its response, in milliseconds. */
  slowestMs: number;
}

/** A load that counts its responses by phases. */
export interface TimedLoad {
  readonly phases: readonly Phase[];
  /** Begins a new phase. Requests count for the phase in which they began. */
  begin(name: string): void;
  stop(): Promise<void>;
}

/**
 * Starts clients that send one request after the other, each to one of several servers, and compare every response with
 * the accepted answers.
 */
export function timedLoad(
  baseUrls: readonly string[],
  clientsPerServer: number,
  accepted: AcceptedAnswers,
): TimedLoad {
  const phases: Phase[] = [];
  let isStopped = false;
  const requests = [...accepted.keys()];

  async function client(baseUrl: string, first: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = first; !isStopped; i++) {
      const phase = phases[phases.length - 1];
      const request = requests[i % requests.length];
      const begin = performance.now();
      const outcome = await send(agent, baseUrl + request, false);
      phase.slowestMs = Math.max(phase.slowestMs, performance.now() - begin);
      if ('failure' in outcome) phase.wrong.push(`${request}: ${outcome.failure}`);
      else if (accepted.get(request)?.has(outcome.answer)) phase.right++;
      else if (outcome.answer.startsWith('503 ') && outcome.retryAfter !== undefined)
        phase.refused++;
      else phase.wrong.push(`${request}: ${outcome.answer.slice(0, 200)}`);
    }
    agent.destroy();
  }

  const begin = (name: string) => {
    phases.push({ name, right: 0, refused: 0, wrong: [], slowestMs: 0 });
  };
  begin('start');
  const clients = baseUrls.flatMap((baseUrl, server) =>
    Array.from({ length: clientsPerServer }, (_, i) => client(baseUrl, (server + 2 * i) * 7919)),
  );
  return {
    phases,
    begin,
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}
