import { describe, expect, it } from 'vitest';
import { html } from '../../src/kiosk/html.js';
import { formatMessageHtml, languageOf, negotiateLocale } from '../../src/kiosk/language.js';

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

describe('languageOf', () => {
  it('formats counts with the plural forms of the language', () => {
    const formatFound = (locale: 'ru-RU' | 'fr-CA' | 'zh-CN', count: number) => {
      const language = languageOf(locale);
      return language.formatCount(language.texts.results.found, count);
    };
    expect([1, 2, 5, 21].map((count) => formatFound('ru-RU', count))).toEqual([
      'Найдено 1 издание',
      'Найдено 2 издания',
      'Найдено 5 изданий',
      'Найдено 21 издание',
    ]);
    expect([0, 1, 2].map((count) => formatFound('fr-CA', count))).toEqual([
      '0 titre trouvé',
      '1 titre trouvé',
      '2 titres trouvés',
    ]);
    expect(formatFound('zh-CN', 1234)).toBe('共找到 1,234 种');
  });

  it('formats UTC dates in the language', () => {
    expect(languageOf('de-DE').formatDate('2026-11-01T00:00:00Z')).toBe('1. November 2026');
    expect(languageOf('en-CA').formatDate('2026-11-01T23:59:59Z')).toBe('November 1, 2026');
    expect(languageOf('fr-CA').formatDate('2026-11-01T00:00:00Z')).toBe('1er novembre 2026');
    expect(languageOf('fr-CA').formatDate('2026-11-11T00:00:00Z')).toBe('11 novembre 2026');
    expect(languageOf('fr-CA').formatDateTime('2026-11-01T09:30:00Z')).toMatch(/^1er novembre/);
  });
});

describe('formatMessageHtml', () => {
  it('replaces placeholders with markup or escaped text', () => {
    const { markup } = formatMessageHtml('Nothing for {typed}; showing <{found}>.', {
      typed: '<i>',
      found: html`<em>fiction</em>`,
    });
    expect(markup).toBe('Nothing for &lt;i&gt;; showing &lt;<em>fiction</em>&gt;.');
  });
});
