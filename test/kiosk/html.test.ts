import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, html } from '../../src/kiosk/html.js';

const HOSTILE = `<script>alert("1")</script>'&amp;`;

describe('The template of markup', () => {
  it('shows every character of a text as itself', () => {
    expect(html`<p>${HOSTILE}</p>`.markup).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;</p>',
    );
  });

  it('lets no text out of an attribute', () => {
    expect(html`<p title="${HOSTILE}">`.markup).not.toMatch(/<script|"1"/);
  });

  it('lets nothing through that has a meaning in markup, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { markup } = html`<a title="${text}" href="/?${text}">${text}</a>`;
        const inside = markup.slice('<a title="'.length, -'</a>'.length);
        expect(inside.replace('" href="/?', '').replace('">', '')).not.toMatch(/[<>"']/);
      }),
    );
  });

  it('takes markup as it stands, lists of it one by one, and nothing for nothing', () => {
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
  ])('makes no link of %s', (address) => {
    expect(html`<a href="${address}">`.markup).toBe('<a href="#">');
  });

  it.each(['/search?q=a&b', 'https://example.org/', 'http://example.org/', '#content', '?page=2'])(
    'makes a link of %s',
    (address) => {
      expect(html`<a href="${address}">`.markup).toContain(address.replaceAll('&', '&amp;'));
    },
  );

  it('refuses a template that puts a value where none is safe', () => {
    expect(() => html`<p title=${'a'}>`).toThrow('without double quotes');
    expect(() => html`<p title='${'a'}'>`).toThrow('without double quotes');
    expect(() => html`<p ${'a'}>`).toThrow('Text stands in a tag; wanted markup.');
    expect(() => html`<p onclick="${'a'}">`).toThrow('A value stands in the attribute onclick.');
    expect(() => html`<p style="color: ${'a'}">`).toThrow('A value stands in the attribute style.');
    expect(() => html`<p title="${html`<b>`}">`).toThrow('Markup stands in an attribute');
  });

  it('takes whole attributes where they are markup', () => {
    expect(html`<p${attribute('lang', 'fr')}${false}>`.markup).toBe('<p lang="fr">');
    expect(html`<p${attribute('lang', undefined)}>`.markup).toBe('<p>');
  });
});
