import { describe, expect, it } from 'vitest';
import { negotiateLocale, preferredRanges } from '../../src/web/negotiation.js';

describe('negotiateLocale', () => {
  it.each([
    [null, undefined, 'en-CA'],
    [null, '', 'en-CA'],
    [null, 'fr', 'fr-CA'],
    [null, 'fr-FR,fr;q=0.9,en;q=0.8', 'fr-CA'],
    [null, 'en-us', 'en-US'],
    [null, 'pt-BR,pt;q=0.9,es;q=0.8,en;q=0.7', 'es-ES'],
    [null, 'en;q=0.3, ru;q=0.9', 'ru-RU'],
    [null, 'de;q=0, zh-TW', 'zh-CN'],
    [null, 'tlh, *;q=0.5', 'en-CA'],
    [null, ';;;q=x,,', 'en-CA'],
    ['de-DE', 'fr', 'de-DE'],
    ['xx-XX', 'fr', 'fr-CA'],
  ])('with locale %j and Accept-Language %j returns %s', (requested, accepted, locale) => {
    expect(negotiateLocale(requested, accepted)).toBe(locale);
  });
});

describe('preferredRanges', () => {
  it('orders ranges by weight, and leaves out parameters and ranges that the client refuses', () => {
    const header = 'text/html;q=0.5, Application/Atom+XML;profile=opds-catalog, */*;q=0, a/b;q=0.9';
    expect(preferredRanges(header)).toEqual(['application/atom+xml', 'a/b', 'text/html']);
    expect(preferredRanges(undefined)).toEqual(['']);
  });
});
