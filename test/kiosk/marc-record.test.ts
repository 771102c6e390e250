import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const marc = {
  leader: '00000nam a2200000 i 4500',
  fields: [
    { tag: '008', value: '840507s1984    nyu           000 0 eng d' },
    {
      tag: '245',
      indicator1: '1',
      indicator2: ' ',
      subfields: [
        { code: 'a', value: 'The <b>sea</b> /' },
        { code: 'c', value: 'by A & B.' },
      ],
    },
  ],
};

const get = createPageClient([
  catalogOf({ titles: [book('a/1', 'The sea', { marc }), book('2', 'Typee')] }),
]);

describe('The staff view', () => {
  it('shows the leader, tags, indicators and subfields of the MARC record', () => {
    const { status, body } = get('/item/marc/a%2F1');
    expect(status).toBe(200);
    const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => textOf(row).trim());
    expect(rows).toEqual([
      'Tag Indicators Content',
      'LDR 00000nam a2200000 i 4500',
      '008 840507s1984 nyu 000 0 eng d',
      '245 1# $a The <b>sea</b> / $c by A & B.',
    ]);
    expect(body).toContain('840507s1984    nyu');
    expect(linksOf(body)).toContain('/item/show/a%2F1');
  });

  it('shows 100 fields of a long record at a time', () => {
    const fields = Array.from({ length: 250 }, (_, i) => ({ tag: '999', value: `copy ${i}` }));
    const getLong = createPageClient([
      catalogOf({ titles: [book('1', 'The sea', { marc: { ...marc, fields } })] }),
    ]);
    const { body } = getLong('/item/marc/1');
    expect(textOf(body)).toContain('copy 99 ');
    expect(textOf(body)).not.toContain('copy 100 ');
    expect(linksOf(body)).toContain('/item/marc/1?page=3');
    expect(textOf(getLong('/item/marc/1?page=3').body)).toContain('999 copy 200 ');
  });

  it('is linked from the page of a title with a MARC record', () => {
    expect(linksOf(get('/item/show/a%2F1').body)).toContain('/item/marc/a%2F1');
    expect(linksOf(get('/item/show/2').body).join()).not.toContain('/item/marc/');
  });

  it('does not exist for a title without a MARC record, and for an unknown title', () => {
    expect(get('/item/marc/2').status).toBe(404);
    expect(get('/item/marc/3').status).toBe(404);
  });

  it.each([
    ['es-ES', 'Vista para el personal (MARC)'],
    ['fr-CA', 'Vue professionnelle (MARC)'],
    ['ru-RU', 'Для сотрудников (MARC)'],
    ['zh-CN', '馆员视图（MARC）'],
    ['de-DE', 'Dienstansicht (MARC)'],
  ])('is translated into %s', (locale, heading) => {
    expect(textOf(get(`/item/marc/a%2F1?locale=${locale}`).body)).toContain(heading);
    expect(textOf(get(`/item/show/a%2F1?locale=${locale}`).body)).toContain(heading);
  });
});
