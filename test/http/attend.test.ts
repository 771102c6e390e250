import { describe, expect, it } from 'vitest';
import { attend } from '../../src/http/attend.js';
import { createLog } from '../../src/http/log.js';
import type { Service } from '../../src/http/service.js';

/** A service that notes what it is told to do, until it is broken off. */
function notedService() {
  const told: string[] = [];
  let breakOff: (reason: Error) => void = () => {};
  const service: Service = {
    baseUrl: 'http://localhost',
    libraries: [],
    async refresh(paths) {
      told.push(`refresh ${paths}`);
      breakOff(new Error('broken off'));
      return { replaced: [], refused: [] };
    },
    async close() {
      told.push('close');
    },
    failed: new Promise((_, reject) => {
      breakOff = reject;
    }),
  };
  return { service, told };
}

describe('A service that is told to read its files again before it serves', () => {
  it('does so as soon as it serves, once', async () => {
    const { service, told } = notedService();
    const served = attend({
      paths: ['a directory'],
      log: createLog('off', () => {}),
      async start() {
        process.emit('SIGHUP');
        process.emit('SIGHUP');
        return service;
      },
      onServing: () => told.push('serving'),
      onReload: () => {
        told.push('reload');
      },
    });
    await expect(served).rejects.toThrow('broken off');
    expect(told).toEqual(['serving', 'reload', 'refresh a directory', 'close']);
  });
});
