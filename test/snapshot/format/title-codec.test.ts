import { describe, expect, it } from 'vitest';
import { titleSchema } from '../../../src/catalog/records/title-schema.js';
import type { Title } from '../../../src/index.js';
import {
  decodeFields,
  decodeSummary,
  decodeTitle,
  encodeTitle,
} from '../../../src/snapshot/format/title-codec.js';

/** A title with every top-level field. */
const COMPLETE: Title = {
  id: '7',
  title: 'Moby-Dick',
  sub_title: 'or, The Whale',
  format: { id: 'BK', name: 'Book' },
  details_url: 'https://catalog.example.org/7',
  availability: { id: 'AVAILABLE' },
  authors: [{ name: 'Herman Melville' }],
  isbns: ['9780142437247'],
  upcs: ['012345678905'],
  jacket_cover: { default: 'https://covers.example.org/7' },
  call_number: 'F MELV',
  description: 'A voyage.',
  additional_contributors: [{ name: 'Andrew Delbanco' }],
  publishers: [{ name: 'Harper' }],
  pages: 720,
  series: [{ name: 'Classics' }, { name: 'Sea stories', number: '3' }],
  edition: 'First',
  primary_language: { name: 'English' },
  languages: [{ name: 'English' }, { name: 'Latin' }],
  contents: ['Loomings', ''],
  performers: [{ name: 'Frank Muller' }],
  suitabilities: [{ name: 'Adult' }],
  notes: [],
  statement_of_responsibility: 'Herman Melville',
  physical_description: ['720 p.'],
  publication_date: '1851',
  subjects: ['Whaling'],
  topics: ['Whaling'],
  places: ['Nantucket'],
  periods: ['19th century'],
  people: ['Ahab'],
  genres: ['Sea stories'],
  tags: ['whales'],
  holdings: [
    { branch: 'MAIN', status: 'AVAILABLE' },
    { branch: 'WEST', status: 'UNAVAILABLE', collection: 'Classics', volume: '2', barcode: '31' },
  ],
  added: '2020-01-01',
  popularity: 12,
  rating: 4.5,
  fiction: true,
  sort_title: 'moby dick',
  alternate_titles: ['The Whale'],
  alternate_authors: ['Melvill, Herman'],
  publication_places: ['New York', 'London'],
  links: [
    { url: 'https://books.example.org/7', kind: 'version', part: 'v.1', note: 'Readers only' },
    { url: 'https://books.example.org/8', kind: 'related', text: 'Cover' },
  ],
  holdings_statements: [{ text: 'v.1-2' }, { branch: 'MAIN', text: 'v.1', note: 'Damaged' }],
  related: [
    { relation: 'contains', title: 'Loomings' },
    { relation: 'related', title: 'Mardi', id: '6' },
  ],
  identifiers: [{ type: 'issn', value: '1234-567X' }],
  extra: { shelf: ['A', { room: 1.5 }], lent: false, note: null },
  boost: 0.1,
  marc: {
    leader: '00000nam a2200000 i 4500',
    fields: [
      { tag: '001', value: '7' },
      { tag: '245', indicator1: '1', indicator2: '0', subfields: [{ code: 'a', value: 'Moby' }] },
    ],
  },
};

const FIELDS = Object.keys(titleSchema.properties) as (keyof Title)[];

/** Encodes a title. Returns functions that decode the title, and the names of the parts that they have read. */
function encoded(title: Title) {
  const strings: string[] = [];
  const parts = encodeTitle(title, (text) => strings.push(text) - 1);
  const shared = { get: (index: number) => strings[index] };
  const read = new Set<string>();
  const readPart = (part: keyof typeof parts) => {
    read.add(part);
    return parts[part];
  };
  return {
    read,
    title: () => decodeTitle(title.id, readPart, shared),
    fields: (fields: Exclude<keyof Title, 'id'>[]) => decodeFields(readPart, shared, fields),
    summary: () => decodeSummary(parts.summary, shared),
  };
}

describe('encodeTitle', () => {
  it('encodes every top-level field of the schema, and decodeTitle decodes all but the MARC record', () => {
    expect(Object.keys(COMPLETE).sort()).toEqual(FIELDS.toSorted());
    const { marc, ...others } = COMPLETE;
    expect(encoded(COMPLETE).title()).toEqual(others);
  });

  it('encodes a title with only the required fields', () => {
    const title: Title = { id: '1', title: 'Typee', format: { id: 'BK' } };
    expect(encoded(title).title()).toEqual(title);
  });
});

describe('decodeFields', () => {
  it('decodes only the chosen fields, from any part', () => {
    for (const field of FIELDS) {
      if (field === 'id') continue;
      expect(encoded(COMPLETE).fields([field])).toEqual({ [field]: COMPLETE[field] });
    }
    const { title, notes, holdings } = COMPLETE;
    const fields = ['title', 'notes', 'holdings'] as const;
    expect(encoded(COMPLETE).fields([...fields])).toEqual({ title, notes, holdings });
  });

  it('reads only the parts that contain the chosen fields', () => {
    const both = encoded(COMPLETE);
    both.fields(['title', 'upcs']);
    expect([...both.read]).toEqual(['summary']);
    both.fields(['holdings']);
    expect([...both.read]).toEqual(['summary', 'holdings']);
    both.fields(['notes']);
    expect([...both.read]).toEqual(['summary', 'holdings', 'details']);
  });
});

describe('decodeSummary', () => {
  it('decodes the fields of a summary, only the statuses of holdings, and only the kinds of links', () => {
    const { title, sub_title, format, details_url, availability, authors, isbns, upcs } = COMPLETE;
    expect(encoded(COMPLETE).summary()).toEqual({
      ...{ title, sub_title, format, details_url, availability, authors, isbns, upcs },
      copies: 2,
      holdings: [{ status: 'AVAILABLE' }, { status: 'UNAVAILABLE' }],
      links: [{ kind: 'version' }, { kind: 'related' }],
    });
  });

  it('decodes the number and the statuses of holdings, but not each holding', () => {
    const holding = { branch: 'MAIN', status: 'LOST', call_number: 'F MEL' };
    const title: Title = {
      ...{ id: '1', title: 'Typee', format: { id: 'BK' } },
      holdings: Array(10_000).fill(holding),
    };
    const strings = new Map<string, number>();
    const share = (text: string) => strings.get(text) ?? strings.set(text, strings.size).size - 1;
    const { summary } = encodeTitle(title, share);
    expect(summary.length).toBeLessThan(100);
    const shared = { get: (index: number) => [...strings.keys()][index] };
    expect(decodeSummary(summary, shared)).toMatchObject({
      copies: 10_000,
      holdings: [{ status: 'LOST' }],
    });
  });

  it('omits the fields that the title does not have', () => {
    const title: Title = { id: '1', title: 'Typee', format: { id: 'BK' } };
    expect(encoded(title).summary()).toEqual({ title: 'Typee', format: { id: 'BK' } });
  });
});
