import { describe, expect, it } from 'vitest';
import {
  A_FUNCTION,
  AN_ABORT_SIGNAL,
  AN_ADDRESS,
  checkNames,
  checkOptions,
  TRUE_OR_FALSE,
} from '../../src/base/check-options.js';

const CHECKS = {
  baseUrl: AN_ADDRESS,
  onError: A_FUNCTION,
  isQuiet: TRUE_OR_FALSE,
  signal: AN_ABORT_SIGNAL,
};

function messageOf(options: unknown): string {
  try {
    checkOptions('open', options as object, CHECKS, ['onError']);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
  return 'no error';
}

describe('checkOptions', () => {
  const onError = () => {};

  it.each([
    [{ onError }, 'no error'],
    [
      { onError, baseUrl: 'https://api.example.org', isQuiet: false, signal: AbortSignal.abort() },
      'no error',
    ],
    [{ onError, unknown: 1 }, 'no error'],
    [undefined, 'open: options: expected an object, found nothing'],
    ['onError', 'open: options: expected an object, found the string "onError"'],
    [{}, 'open: onError: expected a function, found nothing'],
    [{ onError: [] }, 'open: onError: expected a function, found an array'],
    [
      { onError, baseUrl: 'ftp://example.org' },
      'open: baseUrl: expected an address such as https://api.example.org, found the string "ftp://example.org"',
    ],
    [{ onError, isQuiet: 1 }, 'open: isQuiet: expected true or false, found the number 1'],
    [{ onError, signal: {} }, 'open: signal: expected an AbortSignal, found an object'],
  ])('reports the first wrong option of %o', (options, message) => {
    expect(messageOf(options)).toBe(message);
  });
});

describe('checkNames', () => {
  it.each([
    [{ limit: 1, order: undefined }, undefined],
    [
      { ordre: 'name' },
      "facet: expected the names limit, order, found 'ordre'; did you mean 'order'?",
    ],
    [{ size: 1 }, "facet: expected the names limit, order, found 'size'"],
    [[], 'facet: expected an object, found an array'],
    [null, 'facet: expected an object, found null'],
  ])('reports the first unknown name of %o', (options, message) => {
    const act = () => checkNames('facet', options, ['limit', 'order']);
    if (message === undefined) expect(act).not.toThrow();
    else expect(act).toThrow(new TypeError(message));
  });
});
