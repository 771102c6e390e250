import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/http/monitoring/log.js';
import { createMeter } from '../../../src/http/monitoring/meter.js';
import { serveUntilSignal } from '../../../src/http/server/serve-until-signal.js';
import type { Service } from '../../../src/http/server/service.js';

/** Returns a service that records the calls of its functions and fails at its first refresh. */
function recordingService() {
  const calls: string[] = [];
  let fail: (reason: Error) => void = () => {};
  const service: Service = {
    baseUrl: 'http://localhost',
    libraries: [],
    async refresh(paths) {
      calls.push(`refresh ${paths}`);
      fail(new Error('service failed'));
      return { replaced: [], refused: [] };
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
      paths: ['a directory'],
      log: createLog('off', () => {}),
      meter: createMeter(),
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
    expect(calls).toEqual(['serving', 'reload', 'refresh a directory', 'close']);
  });
});

describe('SIGHUPs during a reload', () => {
  it('cause one more reload', async () => {
    const { service, calls } = recordingService();
    const served = serveUntilSignal({
      paths: ['a directory'],
      log: createLog('off', () => {}),
      meter: createMeter(),
      start: async () => ({
        ...service,
        async refresh(paths) {
          if (calls.filter((call) => call === 'reload').length === 2) return service.refresh(paths);
          for (let signal = 0; signal < 5; signal++) process.emit('SIGHUP');
          return { replaced: [], refused: [] };
        },
      }),
      onServing: () => process.emit('SIGHUP'),
      onReload: () => {
        calls.push('reload');
      },
    });
    await expect(served).rejects.toThrow('service failed');
    expect(calls).toEqual(['reload', 'reload', 'refresh a directory', 'close']);
  });
});

describe('A refused catalog', () => {
  it('is counted and logged with its reason', async () => {
    const { service } = recordingService();
    const logged: string[] = [];
    const meter = createMeter();
    const served = serveUntilSignal({
      paths: ['a directory'],
      log: createLog('error', (lines) => logged.push(lines)),
      meter,
      start: async () => ({
        ...service,
        async refresh(paths) {
          await service.refresh(paths);
          return { replaced: [], refused: ['damaged', 'deferred'] };
        },
      }),
      onServing: () => process.emit('SIGHUP'),
      onReload: () => {},
    });
    await expect(served).rejects.toThrow('service failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(meter.measurements().refusedSnapshots).toBe(2);
    expect(logged.join('')).toMatch(/"catalog refused".*"damaged".*"catalog refused".*"deferred"/s);
  });
});
