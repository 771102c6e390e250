import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyFinder, createStreamLog, redactUrl } from '../../src/server/log.js';
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

  it('adds one listener to its stream, however many servers of a process write to it', () => {
    const { stream } = stallingStream();
    for (let servers = 0; servers < 11; servers++) createStreamLog('info', stream);
    expect(stream.listenerCount('error')).toBe(1);
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

const KNOWN = new Set(['q', 'library', 'locale']);

describe('redactUrl', () => {
  it.each([
    ['/v1/titles?q=moby+dick&library=alderwick', '/v1/titles?q=moby+dick&library=alderwick'],
    ['/v1/titles/0000001101', '/v1/titles/0000001101'],
    ['/v1/titles?api_key=secret&q=moby', '/v1/titles?[redacted]&q=moby'],
    ['/v1/titles?q=moby&API_KEY=secret', '/v1/titles?q=moby&[redacted]'],
    ['/v1/titles?api%5fkey=secret', '/v1/titles?[redacted]'],
    ['/v1/titles?q=a%26api_key%3Dsecret', '/v1/titles?[redacted]'],
    ['/v1/titles?%2561pi_key=secret', '/v1/titles?[redacted]'],
    ['/v1/titles&api_key=secret', '/v1/[redacted]'],
    ['/v1/sessions/4f2a', '/v1/sessions/[redacted]'],
    ['/v1/sessions/4f2a/more?locale=en-CA', '/v1/sessions/[redacted]?locale=en-CA'],
    ['/v1/sessions', '/v1/[redacted]'],
    ['/v1/%73essions/4f2a', '/v1/[redacted]'],
    ['//v1//SESSIONS//4f2a', '//v1//[redacted]'],
    ['http://host/v1/sessions/4f2a', 'http://host/v1/sessions/[redacted]'],
    ['/v1%2fsessions%2f4f2a', '/[redacted]'],
    ['/v1/titles?q=%zz%', '/v1/titles?q=%zz%'],
    ['/v1/titles?q=a=b&token=secret&%71=c&=d', '/v1/titles?q=a=b&token&%71&'],
    [
      '/v1/titles?q=moby&locale&secret&c2VjcmV0==',
      '/v1/titles?q=moby&locale&[redacted]&[redacted]',
    ],
    ['/v1/titles?secret=', '/v1/titles?[redacted]'],
    ['*', '*'],
  ])('turns %s into %s', (url, safe) => {
    expect(redactUrl(url, KNOWN)).toBe(safe);
  });

  it('redacts an API key, however many times the name of its parameter is percent-encoded', () => {
    const encoded = (times: number) => `%${'25'.repeat(times - 1)}61pi_key=TOPSECRET`;
    for (const times of [1, 7, 8, 9, 100]) {
      expect(redactUrl(`/v1/titles?q=moby&${encoded(times)}`, KNOWN)).toBe(
        '/v1/titles?q=moby&[redacted]',
      );
    }
  });

  it('redacts API keys and session ids in any encoding and context', () => {
    const encoded = (text: string) =>
      fc
        .tuple(
          fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }),
          fc.nat(3),
          fc.boolean(),
        )
        .map(([which, times, isUpper]) => {
          let result = [...text].map((c, i) => (which[i] ? hex(c, isUpper) : c)).join('');
          for (let time = 0; time < times; time++) result = result.replaceAll('%', '%25');
          return result;
        });
    const hex = (character: string, isUpper: boolean) => {
      const digits = character.charCodeAt(0).toString(16);
      return `%${isUpper ? digits.toUpperCase() : digits}`;
    };
    const around = fc.string({
      unit: fc.constantFrom('/', '?', '&', '=', '%', 'a', '+', ';', '#'),
    });
    const secrets = fc.oneof(
      fc.tuple(fc.constantFrom('?', '&', '%26'), encoded('api_key'), fc.constantFrom('=', '%3D')),
      fc.tuple(fc.constantFrom('/', '%2F'), encoded('sessions'), fc.constantFrom('/', '%2f')),
    );
    fc.assert(
      fc.property(around, secrets, (before, [mark, name, then]) => {
        expect(redactUrl(`/v1${before}${mark}${name}${then}TOPSECRET`, KNOWN)).not.toContain(
          'TOPSECRET',
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('redactUrl with the keys of the server', () => {
  const keys = [
    'demo',
    'S3cret-Key/with+signs=',
    'sésame & öffne',
    { name: 'hill', key: 'hill-key-0123' },
  ];
  const hasKey = createKeyFinder(() => keys);
  const redact = (url: string) => redactUrl(url, KNOWN, hasKey);

  it.each([
    ['/v1/titles/hill-key-0123', '/v1/titles/[redacted]'],
    ['/v1/titles/HILL-KEY-0123.json', '/v1/titles/[redacted]'],
    ['/hill-key-0123/more?locale=en-CA', '/[redacted]?locale=en-CA'],
    ['/v1/titles?hill-key-0123', '/v1/titles?[redacted]'],
    ['/v1/titles?hill-key-0123=1', '/v1/titles?[redacted]'],
    ['/v1/titles?q=hill-key-0123', '/v1/titles?[redacted]'],
    ['/v1/titles?q=a+Hill%2Dkey-0123b', '/v1/titles?[redacted]'],
    ['/v1/titles?q=%2568ill-key-0123', '/v1/titles?[redacted]'],
    ['/v1/titles?key=hill-key-0123&q=a', '/v1/titles?[redacted]&q=a'],
    ['/v1/titles/S3cret-Key/with+signs=', '[redacted]'],
    ['/v1/titles/s3cret-key%2fwith%2Bsigns%3d', '/v1/titles/[redacted]'],
    ['/v1/titles?q=S3cret-Key/with+signs=', '/v1/titles?[redacted]'],
    ['/v1/titles?q=s%C3%A9same+%26+%C3%B6ffne', '/v1/titles?[redacted]'],
    ['/v1/titles?q=s\u00c3\u00a9same%20&%20\u00c3\u00b6ffne', '/v1/titles?[redacted]'],
    ['/v1/titles?q=demo', '/v1/titles?[redacted]'],
    ['/v1/titles?q=big+Demo', '/v1/titles?[redacted]'],
    ['/v1/titles?DEMO', '/v1/titles?[redacted]'],
    ['/v1/titles/d%65mo', '/v1/titles/[redacted]'],
    // A short key is found only as a whole word.
    ['/v1/titles?q=democracy&library=hill', '/v1/titles?q=democracy&library=hill'],
    ['/v1/titles/0000001101?locale=en-CA', '/v1/titles/0000001101?locale=en-CA'],
  ])('turns %s into %s', (url, safe) => {
    expect(redact(url)).toBe(safe);
  });

  it('follows the keys when they change, and finds none without keys', () => {
    let current = ['first-key-0123'];
    const finder = createKeyFinder(() => current);
    expect([finder('first-key-0123'), finder('second-key-0123')]).toEqual([true, false]);
    current = ['second-key-0123'];
    expect([finder('first-key-0123'), finder('second-key-0123')]).toEqual([false, true]);
    expect(createKeyFinder(() => [])('first-key-0123')).toBe(false);
  });
});
