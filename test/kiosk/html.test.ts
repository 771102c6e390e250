import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogText, html } from '../../src/kiosk/html.js';

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
  });
});
