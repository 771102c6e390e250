import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogText, html, keepPunctuation } from '../../src/kiosk/html.js';
import {
  formatMessageHtml,
  languageOf,
  localizedLabel,
  localizedName,
  localizedText,
  localizedValue,
} from '../../src/kiosk/language.js';
import { en } from '../../src/texts/en.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, textOf } from './create-page-client.js';

describe('languageOf', () => {
  it('formats counts with the plural forms of the language', () => {
    const formatFound = (locale: 'ru-RU' | 'fr-CA' | 'zh-CN', count: number) => {
      const language = languageOf(locale);
      return language.formatCount(language.texts.no_results.without_filters, count);
    };
    expect([1, 2, 5, 21].map((count) => formatFound('ru-RU', count))).toEqual([
      '1 издание без фильтров',
      '2 издания без фильтров',
      '5 изданий без фильтров',
      '21 издание без фильтров',
    ]);
    expect([0, 1, 2].map((count) => formatFound('fr-CA', count))).toEqual([
      '0 titre sans les filtres',
      '1 titre sans les filtres',
      '2 titres sans les filtres',
    ]);
    expect(formatFound('zh-CN', 1234)).toBe('不加筛选有 1,234 种');
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

const inGerman = languageOf('de-DE');

describe('The labels of texts', () => {
  it('have their English text as a key, by which pages recognize them', () => {
    for (const [key, label] of Object.entries(en.labels)) {
      expect(label.toLowerCase().replaceAll(' ', '_')).toBe(key);
      expect(localizedLabel(label, inGerman)).toBe(
        inGerman.texts.labels[key as keyof typeof en.labels],
      );
    }
  });

  it('are recognized with the level of a work, and in any case', () => {
    expect(localizedLabel('Contained in (work)', inGerman)).toBe('Enthalten in');
    expect(localizedText('reproduction of (manifestation): Typee', inGerman)).toBe(
      'Reproduktion von: Typee',
    );
  });

  it.each([
    'Continues',
    'Bibliography: p. 9',
    'Numbering:none',
    ': In',
    'constructor: x',
    'Vol. 3: In: x',
    '',
  ])('are not recognized in %j', (text) => {
    expect(localizedText(text, inGerman)).toBe(text);
  });

  it('are followed by translated languages, and by any other text as it is', () => {
    expect(localizedText('Subtitles: French, Elvish', inGerman)).toBe(
      'Untertitel: Französisch, Elvish',
    );
    expect(localizedText('Credits: French, Lee\nEnglish: Kim', inGerman)).toBe(
      'Mitwirkende: French, Lee\nEnglish: Kim',
    );
    expect(localizedValue('audience', 'Interest grade level: 3-5', inGerman)).toBe(
      'Klassenstufe nach Interesse: 3-5',
    );
  });
});

describe('The relators of names', () => {
  it('are in the language of the page', () => {
    const name = 'Dale, Jim (narrator, translator)';
    expect(localizedName(name, inGerman)).toBe('Dale, Jim (Sprecher, Übersetzer)');
    expect(localizedName(name, languageOf('en-CA'))).toBe(name);
  });

  it('have their English text as a key, by which pages recognize them', () => {
    for (const [key, term] of Object.entries(en.relators)) {
      expect(term.replaceAll(' ', '_')).toBe(key);
    }
  });

  it.each([
    'Jim Dale',
    'Bureau (U.S.)',
    'Wells, H. G. (Herbert George)',
    'Lee (narrator, mayor)',
    'Lee (constructor)',
    '(narrator)',
    '',
  ])('are not recognized in %j', (name) => {
    expect(localizedName(name, inGerman)).toBe(name);
  });
});

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);

describe('localizedValue', () => {
  it('translates languages of the usual name and known audiences', () => {
    const inRussian = languageOf('ru-RU');
    expect(localizedValue('language', 'French', inRussian)).toBe('Французский');
    expect(localizedValue('language', 'Spanish', languageOf('zh-CN'))).toBe('西班牙语');
    expect(localizedValue('language', 'Greek', languageOf('de-DE'))).toBe('Griechisch');
    expect(localizedValue('audience', 'Young Adult', inRussian)).toBe('Молодёжь');
    expect(localizedValue('audience', 'Pre-adolescent', languageOf('fr-CA'))).toBe(
      'Préadolescents',
    );
  });

  it('returns other values and all values on English pages unchanged', () => {
    for (const value of ['Elvish', 'Castilian', 'de', 'constructor', 'Juvenile', '']) {
      expect(localizedValue('language', value, languageOf('ru-RU'))).toBe(value);
    }
    expect(localizedValue('audience', 'constructor', languageOf('ru-RU'))).toBe('constructor');
    expect(localizedValue('genre', 'French', languageOf('ru-RU'))).toBe('French');
    expect(localizedValue('language', 'French', languageOf('en-US'))).toBe('French');
  });

  it('translates facets, active filters and details, but not the values in addresses', () => {
    const results = get('/search?q=*&language=French&audience=Juvenile&locale=ru-RU').body;
    expect(textOf(results)).toContain('Язык: Французский');
    expect(textOf(results)).toContain('Дети и подростки');
    expect(results).toContain('language=French');
    expect(get('/advanced?locale=ru-RU').body).toContain('>Английский</option>');
    const title = textOf(get('/item/show/0000001101?locale=de-DE').body);
    expect(title).toMatch(/Zielgruppe Erwachsene/);
    expect(title).toMatch(/Sprache Englisch/);
  });
});

describe('keepPunctuation', () => {
  it('binds punctuation between spaces to the word before it', () => {
    expect(keepPunctuation('Cello Concerto ; Sea Pictures / Elgar')).toBe(
      'Cello Concerto\u00a0; Sea Pictures\u00a0/ Elgar',
    );
    expect(keepPunctuation('Whaling -- Fiction')).toBe('Whaling\u00a0-- Fiction');
    expect(keepPunctuation('a :b')).toBe('a :b');
  });
});

const SCRIPT = `<script>alert("1")</script>'&amp;`;

describe('html', () => {
  it('escapes text between tags', () => {
    expect(html`<p>${SCRIPT}</p>`.markup).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;</p>',
    );
  });

  it('escapes text in attributes', () => {
    expect(html`<p title="${SCRIPT}">`.markup).not.toMatch(/<script|"1"/);
  });

  it('escapes any text between tags, in an attribute and in a query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { markup } = html`<a title="${text}" href="/?${text}">${text}</a>`;
        const inside = markup.slice('<a title="'.length, -'</a>'.length);
        expect(inside.replace('" href="/?', '').replace('">', '')).not.toMatch(/[<>"']/);
      }),
    );
  });

  it('inserts markup unchanged, arrays item by item, and nothing for undefined and false', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${undefined}${false}</ul>`.markup).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    );
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'vbscript:x',
  ])('replaces the unsafe URL %s with #', (url) => {
    expect(html`<a href="${url}">`.markup).toBe('<a href="#">');
  });

  it.each(['/search?q=a&b', 'https://example.org/', 'http://example.org/', '#content', '?page=2'])(
    'keeps the safe URL %s',
    (url) => {
      expect(html`<a href="${url}">`.markup).toContain(url.replaceAll('&', '&amp;'));
    },
  );

  it('throws for a value at an unsafe position of the template', () => {
    expect(() => html`<p title=${'a'}>`).toThrow('expected a value in double quotes');
    expect(() => html`<p title='${'a'}'>`).toThrow('expected a value in double quotes');
    expect(() => html`<p ${'a'}>`).toThrow('inside a tag: expected markup, found text');
    expect(() => html`<p onclick="${'a'}">`).toThrow('attribute onclick: expected constant text');
    expect(() => html`<p style="color: ${'a'}">`).toThrow(
      'attribute style: expected constant text',
    );
    expect(() => html`<p title="${html`<b>`}">`).toThrow('attribute: expected text, found markup');
  });
});

describe('catalogText', () => {
  it('escapes a text and its language, and has no attribute for an unknown language', () => {
    expect(catalogText('<', '"').markup).toBe('<bdi lang="&quot;">&lt;</bdi>');
    expect(catalogText('a').markup).toBe('<bdi>a</bdi>');
    expect(catalogText('Culture/Society, km/h').markup).toBe(
      '<bdi>Culture/<wbr>Society, km/h</bdi>',
    );
  });
});
