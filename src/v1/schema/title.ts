import { arrayOf, integer, object, strings, text } from './described.js';
import { idAndNameSchema, nameSchema } from './name.js';

const summaryFields = {
  id: text('The id of the title'),
  title: text('Main title'),
  sub_title: text('Subtitle'),
  format: { ...idAndNameSchema, description: 'Format, such as BK for a book' },
  details_url: text(
    'Address of the page of the title: that of the record, or else /item/show/ID under the catalog_url of the library or the address of the API',
  ),
  availability: { ...idAndNameSchema, description: 'Status across all copies and locations' },
  authors: arrayOf(nameSchema, 'Authors'),
  isbns: strings('ISBNs'),
  upcs: strings('Universal Product Codes'),
};

/** The JSON schema of a title in search results (section 2.2 of the API specification). */
export const titleSummarySchema = object(
  'A title in search results and inside other resources',
  ['id', 'title', 'format', 'details_url'],
  summaryFields,
);

export const jacketCoverSchema = object('The cover of a title', ['default'], {
  url: text('Address of a cover from a third-party provider'),
  default: text('Address of the cover to show if url is missing or invalid'),
});

export const seriesEntrySchema = object('A series that a title belongs to', ['name'], {
  name: text('Name of the series'),
  number: text('Position within the series'),
});

/** The JSON schema of a title in detail (section 2.3 of the API specification). */
export const titleDetailSchema = object(
  'A title in detail',
  ['id', 'title', 'format', 'details_url', 'availability', 'jacket_cover'],
  {
    ...summaryFields,
    availability: {
      ...idAndNameSchema,
      type: ['object', 'null'],
      description: 'Status across all copies and locations; null if it is not known',
    },
    jacket_cover: { ...jacketCoverSchema, description: 'Cover' },
    call_number: text('Call number; some copies may have a different one'),
    description: text('Summary of the contents'),
    additional_contributors: arrayOf(
      nameSchema,
      'Editors, translators, illustrators and other contributors',
    ),
    publishers: arrayOf(nameSchema, 'Publishers'),
    pages: integer('Number of pages'),
    series: arrayOf(seriesEntrySchema, 'The series that the title belongs to'),
    edition: text('Edition statement'),
    primary_language: { ...nameSchema, description: 'Main language' },
    languages: arrayOf(nameSchema, 'All languages'),
    contents: strings('Table of contents'),
    performers: arrayOf(nameSchema, 'Performers'),
    suitabilities: arrayOf(nameSchema, 'Audiences that the title is suitable for'),
    notes: strings('Notes'),
    statement_of_responsibility: text('Statement of responsibility, as on the title page'),
    physical_description: strings('Physical description, such as pages, size or playing time'),
    publication_date: text('Publication date, often a year'),
  },
);
