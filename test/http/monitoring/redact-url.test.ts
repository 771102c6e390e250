import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../../src/http/monitoring/redact-url.js';

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
    ['/v1/titles?q=a=b&token=secret&x&%71=c&=d', '/v1/titles?q=a=b&token&x&%71&'],
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
