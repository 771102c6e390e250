import { describe, expect, it } from 'vitest';
import { html } from '../../src/kiosk/html.js';
import { languageOf, localeWanted, markedPhrase } from '../../src/kiosk/language.js';

describe('The language of a page', () => {
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
  ])('for locale=%s and Accept-Language %s is %s', (chosen, accepted, locale) => {
    expect(localeWanted(chosen, accepted)).toBe(locale);
  });

  it('counts as the language does', () => {
    const found = (locale: 'ru-RU' | 'fr-CA' | 'zh-CN', count: number) => {
      const language = languageOf(locale);
      return language.count(language.texts.results.found, count);
    };
    expect([1, 2, 5, 21].map((count) => found('ru-RU', count))).toEqual([
      'Найдено 1 издание',
      'Найдено 2 издания',
      'Найдено 5 изданий',
      'Найдено 21 издание',
    ]);
    expect([0, 1, 2].map((count) => found('fr-CA', count))).toEqual([
      '0 titre trouvé',
      '1 titre trouvé',
      '2 titres trouvés',
    ]);
    expect(found('zh-CN', 1234)).toBe('共找到 1,234 种');
  });

  it('writes days as the language does, in UTC', () => {
    expect(languageOf('de-DE').date('2026-11-01T00:00:00Z')).toBe('1. November 2026');
    expect(languageOf('en-CA').date('2026-11-01T23:59:59Z')).toBe('November 1, 2026');
  });

  it('fills texts with markup, and with text as text', () => {
    const { markup } = markedPhrase('Nothing for {typed}; showing <{found}>.', {
      typed: '<i>',
      found: html`<em>fiction</em>`,
    });
    expect(markup).toBe('Nothing for &lt;i&gt;; showing &lt;<em>fiction</em>&gt;.');
  });
});
