import { describe, expect, it, onTestFinished } from 'vitest';
import { serveUntilSignal } from '../../src/server/serve-until-signal.js';
import type { Service } from '../../src/server/service.js';

/** Returns a service that records the calls of its functions and fails at its first refresh. */
function recordingService() {
  const calls: string[] = [];
  let fail: (reason: Error) => void = () => {};
  const service: Service = {
    baseUrl: 'http://localhost',
    libraries: [],
    isAnswering: () => true,
    watch: () => calls.push('watch'),
    async refresh() {
      calls.push('refresh');
      fail(new Error('service failed'));
    },
    async close() {
      calls.push('close');
    },
    failed: new Promise((_, reject) => {
      fail = reject;
    }),
  };
  return { service, calls };
}

describe('Two SIGHUPs during startup', () => {
  it('cause one reload when the service is listening', async () => {
    const { service, calls } = recordingService();
    const served = serveUntilSignal({
      async start() {
        process.emit('SIGHUP');
        process.emit('SIGHUP');
        return service;
      },
      onServing: () => calls.push('serving'),
      onReload: () => {
        calls.push('reload');
      },
    });
    await expect(served).rejects.toThrow('service failed');
    expect(calls).toEqual(['serving', 'watch', 'reload', 'refresh', 'close']);
  });
});

describe('SIGTERM during startup', () => {
  it.each([true, false])('ends serving without an error, ready in time: %s', async (isReady) => {
    const { service, calls } = recordingService();
    await serveUntilSignal({
      async start(stopSignal) {
        const signal = stopSignal();
        process.emit('SIGTERM');
        if (!isReady) signal.throwIfAborted();
        return service;
      },
      onServing: () => calls.push('serving'),
      onReload: () => {},
    });
    expect(calls).toEqual(isReady ? ['close'] : []);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });
});

describe('SIGHUPs during a reload', () => {
  it('cause one more reload', async () => {
    const { service, calls } = recordingService();
    const served = serveUntilSignal({
      start: async () => ({
        ...service,
        async refresh() {
          if (calls.filter((call) => call === 'reload').length === 2) return service.refresh();
          for (let signal = 0; signal < 5; signal++) process.emit('SIGHUP');
        },
      }),
      onServing: () => process.emit('SIGHUP'),
      onReload: () => {
        calls.push('reload');
      },
    });
    await expect(served).rejects.toThrow('service failed');
    expect(calls).toEqual(['reload', 'watch', 'reload', 'refresh', 'close']);
  });
});

it('An error of onServing closes the service and is the only error', async () => {
  const rejections: unknown[] = [];
  const addRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', addRejection);
  onTestFinished(() => void process.off('unhandledRejection', addRejection));
  const { service, calls } = recordingService();
  const served = serveUntilSignal({
    start: async () => service,
    onServing: () => {
      throw new Error('no such branch');
    },
    onReload: () => {},
  });
  await expect(served).rejects.toThrow('no such branch');
  await new Promise(setImmediate);
  expect(calls).toEqual(['close']);
  expect(rejections).toEqual([]);
});
