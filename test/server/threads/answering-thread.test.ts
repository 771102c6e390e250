import { expect, it } from 'vitest';
import { createLog } from '../../../src/server/log.js';
import { startAnsweringThread } from '../../../src/server/threads/answering-thread.js';

const SCRIPT = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', () => parentPort.postMessage({ kind: 'answer', answer: { page: undefined } }));
parentPort.postMessage({ kind: 'started' });
`;

it('A thread is busy with a request since the request before it was answered', async () => {
  const module = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);
  const events = { onStarted: () => {}, onAnswered: () => {}, onEnded: () => {} };
  const thread = startAnsweringThread(
    module,
    {},
    createLog('error', () => {}),
    events,
  );
  const request = { page: { path: '/', query: '', headers: {} } as never, baseUrl: '' };
  const send = (resolve: () => void) =>
    thread.answer({
      request,
      client: '',
      receivedAt: performance.now(),
      resolve,
      reject: () => {},
    });
  const busySince = new Promise<number>((resolve) => send(() => resolve(thread.busySince())));
  send(() => {});
  const sentAt = performance.now();
  expect(thread.busySince()).toBeLessThanOrEqual(sentAt);
  expect(await busySince).toBeGreaterThan(sentAt);
  thread.end();
});
