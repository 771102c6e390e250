/* Titles as records of SRU: in Dublin Core, and in MARCXML, which is the kept MARC record or is made from the title. */

import { element, type Xml } from '../../base/xml.js';
import type { Catalog } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { languagesOf } from '../../catalog/names/languages.js';
import { publicationYear } from '../../catalog/publication-year.js';
import { namesOf } from '../../catalog/records/names.js';
import type { KeptMarcRecord, Title } from '../../catalog/records/title.js';

/** The forms of records by their short names. `write` writes the title with a number. */
export const RECORD_SCHEMAS = {
  marcxml: { title: 'MARCXML', uri: 'info:srw/schema/1/marcxml-v1.1', write: marcXml },
  dc: { title: 'Dublin Core', uri: 'info:srw/schema/1/dc-v1.1', write: dublinCore },
};

const DUBLIN_CORE = {
  'xmlns:srw_dc': 'info:srw/schema/1/dc-schema',
  xmlns: 'http://purl.org/dc/elements/1.1/',
};

function dublinCore({ titles, library }: Catalog, number: number): Xml {
  const title = titles.get(number);
  return element('srw_dc:dc', DUBLIN_CORE, {
    title: title.sub_title ? `${title.title}: ${title.sub_title}` : title.title,
    creator: namesOf(title.authors),
    contributor: namesOf(title.additional_contributors),
    publisher: namesOf(title.publishers),
    date: title.publication_date,
    type: nameOf('format', title.format, library).name,
    language: languagesOf(title).map(({ codes }) => codes[0]),
    subject: title.subjects,
    description: title.description,
    identifier: [
      title.id,
      ...(title.isbns ?? []).map((isbn) => `urn:isbn:${isbn}`),
      ...(title.links ?? []).map(({ url }) => url),
      title.details_url,
    ],
  });
}

function marcXml({ titles }: Catalog, number: number): Xml {
  const { leader, fields } = titles.pick(number, ['marc']).marc ?? toMarc(titles.get(number));
  return element('record', { xmlns: 'http://www.loc.gov/MARC21/slim' }, [
    { leader },
    fields.map(({ tag, value, indicator1 = ' ', indicator2 = ' ', subfields = [] }) => {
      if (value !== undefined) return element('controlfield', { tag }, value);
      const content = subfields.map(({ code, value }) => element('subfield', { code }, value));
      return element('datafield', { tag, ind1: indicator1, ind2: indicator2 }, content);
    }),
  ]);
}

/** The kinds of records of MARC 21 by formats. Other formats are language material (`a`). */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/AUDIOBOOK|BOOK_C/, 'i'],
  [/^(?:MUSIC|LP)/, 'j'],
  [/^(?:DVD|BLURAY|VHS)|VIDEO/, 'g'],
  [/^(?:CDROM|DATASET|WEBSITE)$/, 'm'],
];

/** Makes a MARC 21 record of a title. */
function toMarc(title: Title): KeptMarcRecord {
  const { authors, format, publication_date: date, call_number: number } = title;
  const kind = KINDS.find(([formats]) => formats.test(format.id))?.[1] ?? 'a';
  const level = /^(?:MAG|NEWSPAPER)/.test(format.id) ? 's' : 'm';
  const year = String(publicationYear(date) ?? 'uuuu').padStart(4, '0');
  const [language = 'und'] = languagesOf(title).map(({ codes }) => codes[0]);
  const added = (title.added ?? '').slice(2, 10).replaceAll('-', '').padEnd(6);
  const [author, ...others] = namesOf(authors);
  const numbersOf = (type: string) =>
    title.identifiers?.filter((it) => it.type === type).map(({ value: a }) => ({ a }));
  const each = (values: readonly string[] = []) => values.map((a) => ({ a }));
  /** By tag and indicators: the values of the subfields of each field, by their codes. */
  const rows: readonly (readonly [key: string, fields: readonly object[] | undefined])[] = [
    ['010  ', numbersOf('lccn')],
    ['020  ', each(title.isbns)],
    ['022  ', numbersOf('issn')],
    ['035  ', numbersOf('oclc')?.map(({ a }) => ({ a: `(OCoLC)${a}` }))],
    ['099  ', [{ a: number }]],
    ['1001 ', [{ a: author }]],
    [
      author === undefined ? '24500' : '24510',
      [{ a: title.title, b: title.sub_title, c: title.statement_of_responsibility }],
    ],
    ['250  ', [{ a: title.edition }]],
    ['264 1', [{ a: title.publication_places?.[0], b: title.publishers?.[0]?.name, c: date }]],
    ['300  ', each(title.physical_description ?? (title.pages ? [`${title.pages} pages`] : []))],
    ['4900 ', title.series?.map(({ name, number }) => ({ a: name, v: number }))],
    ['500  ', each(title.notes)],
    ['520  ', [{ a: title.description }]],
    ['650 4', each(title.subjects)],
    ['655 4', each(title.genres)],
    ['7001 ', each([...others, ...namesOf(title.additional_contributors)])],
    [
      '852  ',
      title.holdings?.map((it) => ({ b: it.branch, h: it.call_number ?? number, p: it.barcode })),
    ],
    ['8564 ', title.links?.map((it) => ({ 3: it.part, u: it.url, y: it.text, z: it.note }))],
  ];
  const dataFields = rows.flatMap(([key, fields = []]) =>
    fields.map((values) => ({
      ...{ tag: key.slice(0, 3), indicator1: key[3], indicator2: key[4] },
      subfields: Object.entries(values).flatMap(([code, value]) => (value ? { code, value } : [])),
    })),
  );
  return {
    leader: `00000n${kind}${level} a22000003u 4500`,
    fields: [
      { tag: '001', value: title.id },
      { tag: '008', value: `${added}s${year}    xx ${' '.repeat(17)}${language} d` },
      ...dataFields.filter(({ subfields }) => subfields.length > 0),
    ],
  };
}
