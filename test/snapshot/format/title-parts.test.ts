import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import {
  decodeFields,
  decodeSummary,
  decodeTitle,
  encodeTitle,
  type Part,
} from '../../../src/snapshot/format/title-records.js';

const TITLE: Title = {
  id: '1',
  title: 'Sea 🐋',
  format: { id: 'BK' },
  authors: [{ name: 'Quirk, Tom' }],
  series: [{ name: 'Seas' }],
  holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number: '813 Q' }],
  description: 'A whale.\nAnd the sea.',
  extra: { b: 1, a: [{ d: 2, c: 3 }] },
  marc: { leader: '00000', fields: [{ tag: '001', value: '1' }] },
};

const partsOf = (title: Title) => {
  const encoded = encodeTitle(title);
  return (part: Part) => JSON.parse(encoded[part]);
};

describe('encodeTitle', () => {
  it('puts the fields of a result, of a list, of holdings and of a MARC record into parts of their own', () => {
    expect(encodeTitle(TITLE)).toEqual({
      summary:
        '{"title":"Sea 🐋","format":{"id":"BK"},"authors":[{"name":"Quirk, Tom"}],"copies":{"count":1,"statuses":["AVAILABLE"]}}',
      listing: '{"series":[{"name":"Seas"}]}',
      holdings: '{"holdings":[{"branch":"MAIN","status":"AVAILABLE","call_number":"813 Q"}]}',
      details: '{"description":"A whale.\\nAnd the sea.","extra":{"a":[{"c":3,"d":2}],"b":1}}',
      marc: '{"marc":{"leader":"00000","fields":[{"tag":"001","value":"1"}]}}',
    });
  });

  it('puts the number of holdings and each status once into the summary', () => {
    const holdings = ['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE'].map(
      (status) => ({ branch: 'MAIN', status }) as const,
    );
    expect(partsOf({ ...TITLE, holdings })('summary').copies).toEqual({
      count: 3,
      statuses: ['AVAILABLE', 'UNAVAILABLE'],
    });
  });

  it('gives equal titles equal parts, whatever the order of their keys', () => {
    const reversed = Object.fromEntries(
      Object.entries({
        ...TITLE,
        holdings: [{ call_number: '813 Q', status: 'AVAILABLE', branch: 'MAIN' }],
        extra: { a: [{ c: 3, d: 2 }], b: 1 },
        marc: { fields: [{ value: '1', tag: '001' }], leader: '00000' },
      }).reverse(),
    ) as unknown as Title;
    expect(encodeTitle(reversed)).toEqual(encodeTitle(TITLE));
  });

  it('omits fields that are null', () => {
    const title = { ...TITLE, availability: null } as unknown as Title;
    expect(encodeTitle(title)).toEqual(encodeTitle(TITLE));
  });
});

describe('a divided title', () => {
  it('has a summary with the number and the statuses of its holdings', () => {
    const { title, copies, holdings } = decodeSummary(partsOf(TITLE));
    expect({ title, copies, holdings }).toEqual({
      title: 'Sea 🐋',
      copies: 1,
      holdings: [{ status: 'AVAILABLE' }],
    });
    expect(decodeSummary(partsOf({ ...TITLE, holdings: [] })).copies).toBeUndefined();
  });

  it('is joined again, without its MARC record', () => {
    const { marc, ...expected } = TITLE;
    expect(decodeTitle('1', partsOf(TITLE))).toEqual(expected);
  });

  it('has the requested fields, from the parts that contain them', () => {
    const read: Part[] = [];
    const parts = partsOf(TITLE);
    const readPart = (part: Part) => {
      read.push(part);
      return parts(part);
    };
    const fields = ['title', 'holdings', 'series'] as const;
    expect(decodeFields(readPart, fields)).toEqual({
      title: 'Sea 🐋',
      series: TITLE.series,
      holdings: TITLE.holdings,
    });
    expect(read).toEqual(['summary', 'listing', 'holdings']);
    expect(decodeFields(readPart, ['marc', 'description'])).toEqual({
      description: TITLE.description,
      marc: TITLE.marc,
    });
    expect(read).toEqual(['summary', 'listing', 'holdings', 'details', 'marc']);
  });
});
