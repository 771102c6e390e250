import { parseDateOrInstant, parseInstant } from '../instant.js';

/** The formats of texts in schemas of records, and what a message about another text expects. */
export const FORMATS = {
  'web-address': {
    validate: isWebAddress,
    expected: 'an absolute address that begins with http:// or https://',
  },
  'utc-date-time': {
    validate: (text: string) => !Number.isNaN(parseInstant(text)),
    expected: 'an ISO 8601 date and time such as 2011-10-12T17:23:09Z',
  },
  'utc-date': {
    validate: (text: string) => !Number.isNaN(parseDateOrInstant(text)),
    expected: 'an ISO 8601 date, with or without a time, such as 2011-10-12T17:23:09Z',
  },
  'whole-characters': {
    validate: (text: string) => text.isWellFormed() && text !== '.' && text !== '..',
    expected: "text without unpaired surrogates, other than '.' and '..'",
  },
};

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
