import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStreamLog } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import { prometheusText } from '../../src/server/prometheus-text.js';

/** Returns a stream that stores its text while `isFlowing`, and otherwise keeps the first chunk waiting. */
function stallingStream() {
  const state = { text: '', isFlowing: false, resume: () => {} };
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      state.resume = () => {
        state.isFlowing = true;
        state.text += chunk;
        done();
      };
      if (state.isFlowing) state.resume();
    },
  });
  return { stream, state };
}

function eventsOf(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('A log to a stream', () => {
  it('buffers little more than 1 MiB, counts dropped lines, and reports the number when the stream flows', async () => {
    const meter = createMeter();
    const { stream, state } = stallingStream();
    const log = createStreamLog('info', stream, meter);
    const padding = 'x'.repeat(10_000);
    for (let n = 0; n < 400; n++) {
      log.info('request', { n, padding });
      await turn();
    }
    expect(stream.writableLength).toBeLessThan(1.1 * 1024 * 1024);
    expect(meter.droppedLogLines).toBeGreaterThan(200);
    state.resume();
    await turn();
    log.info('after');
    await turn();
    const events = eventsOf(state.text);
    expect(events.filter(({ event }) => event === 'request')).toHaveLength(
      400 - meter.droppedLogLines,
    );
    expect(events.filter(({ event }) => event === 'log lines dropped')).toMatchObject([
      { level: 'error', lines: meter.droppedLogLines },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'after' });
    expect(meter.measurements().droppedLogLines).toBe(meter.droppedLogLines);
  });

  it('counts events by name, also those that its level does not write', async () => {
    const meter = createMeter();
    const { stream, state } = stallingStream();
    const log = createStreamLog('off', stream, meter);
    log.error('catalog refused');
    log.error('catalog refused');
    log.info('catalog replaced');
    await turn();
    expect([log.level, state.text, stream.writableLength]).toEqual(['off', '', 0]);
    expect(meter.measurements().events).toMatchObject({
      'catalog refused': 2,
      'catalog replaced': 1,
      'request failed': 0,
    });
    expect(prometheusText(meter.measurements(), [])).toContain(
      'carrel_log_events_total{event="catalog refused"} 2\n',
    );
  });

  it('counts the lines that a destroyed stream refuses', async () => {
    const meter = createMeter();
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) });
    const log = createStreamLog('error', stream, meter);
    log.error('first');
    log.error('second');
    await turn();
    log.error('third');
    await turn();
    expect(meter.droppedLogLines).toBe(3);
  });
});
