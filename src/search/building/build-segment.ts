import MiniSearch, { type Options } from 'minisearch';
import { analyze } from '../analyzer.js';
import { MAXIMUM_FIELDS } from '../frozen-index-data.js';
import { narrowed } from '../unsigned-array.js';
import { encodeTerms } from '../vocabulary/term-codec.js';
import { NumberList } from './number-list.js';
import { PostingsByTerm } from './postings-by-term.js';
import type { Segment } from './segment.js';

/** What is indexed of a document: per field its text. A field that is absent is empty. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

/** How documents are to be indexed. */
export interface SegmentOptions {
  /** The fields, in the order that numbers them, at most {@link MAXIMUM_FIELDS}. */
  readonly fields: readonly string[];
  /** What turns the text of a field into terms, where that is not {@link analyze}. */
  readonly analyzers?: Readonly<Record<string, (text: string) => readonly string[]>>;
}

interface NumberedDocument {
  readonly number: number;
  readonly texts: FieldTexts;
}

/** Fits no field's name by accident: MiniSearch asks for the id as it asks for a field. */
const DOCUMENT_NUMBER = '\u0000number';

/**
 * The number that MiniSearch gives to the first document. Its serialisable form is an object by
 * document for every term and field, and V8 makes an array as long as its greatest key of one whose
 * keys are small: kilobytes for a word of one document. Numbers from here on it hashes, which takes
 * a third off the time.
 */
const FIRST_NUMBER = 2 ** 20;

/**
 * How many documents MiniSearch has at a time: 5 MB while they are indexed, so few that most of it
 * never leaves V8's space for young objects. Ten times as many take half as long again.
 */
const DOCUMENTS_AT_A_TIME = 500;

/**
 * Indexes documents with MiniSearch and turns what it built into plain arrays. MiniSearch is given
 * the terms of the analyzers as they are, and every field as a string, so that a field's average
 * length does not depend on the order of the documents.
 *
 * Takes about 70 µs a title, most of it in MiniSearch, which has a few hundred of them at a time.
 *
 * @throws RangeError when there are too many fields
 * @example buildSegment([{ title: 'Emma' }, {}], { fields: ['title'] })
 */
export function buildSegment(documents: readonly FieldTexts[], options: SegmentOptions): Segment {
  const { fields } = options;
  if (fields.length > MAXIMUM_FIELDS) {
    throw new RangeError(`An index takes ${MAXIMUM_FIELDS} fields, not ${fields.length}.`);
  }
  const fieldNumbers = new Map(fields.map((field, number) => [field, number]));
  const analyzers = new Map(Object.entries(options.analyzers ?? {}));
  const fieldLengths = new Uint32Array(documents.length * fields.length);
  const tokens = new NumberList();
  const tokenOffsets = new Uint32Array(documents.length + 1);
  const postings = new PostingsByTerm();
  /** The terms, numbered as they are met. */
  const met = new Map<string, number>();

  /** MiniSearch tokenizes a document's fields one after the other, in the order they were given. */
  function tokenize(text: string, field = ''): string[] {
    if (text === '') return [];
    const terms = (analyzers.get(field) ?? analyze)(text);
    let isFirst = true;
    for (const term of terms) {
      if (term === '') continue;
      if (isFirst) tokens.push(fieldNumbers.get(field) ?? 0);
      isFirst = false;
      let number = met.get(term);
      if (number === undefined) {
        number = met.size;
        met.set(term, number);
      }
      tokens.push(fields.length + number);
    }
    return terms as string[];
  }

  for (let from = 0; from < documents.length; from += DOCUMENTS_AT_A_TIME) {
    const to = Math.min(documents.length, from + DOCUMENTS_AT_A_TIME);
    const miniSearch = createMiniSearch(fields, tokenize);
    for (let number = from; number < to; number++) {
      miniSearch.add({ number, texts: documents[number] });
      tokenOffsets[number + 1] = tokens.length;
    }
    const { fieldLength, index } = miniSearch.toJSON();
    const first = FIRST_NUMBER - from;
    for (let number = from; number < to; number++) {
      // Without fields, MiniSearch keeps no lengths.
      fieldLengths.set(fieldLength[first + number] ?? [], number * fields.length);
    }
    for (const [term, byField] of index) postings.add(met.get(term) ?? 0, byField, first);
  }

  const terms = [...met.keys()].sort();
  const numbers = new Uint32Array(terms.length);
  terms.forEach((term, number) => {
    numbers[met.get(term) ?? 0] = number;
  });
  const tokenValues = tokens.toArray();
  for (let i = 0; i < tokenValues.length; i++) {
    const value = tokenValues[i];
    if (value >= fields.length) tokenValues[i] = fields.length + numbers[value - fields.length];
  }
  return {
    documentCount: documents.length,
    fields,
    fieldLengths: narrowed(fieldLengths),
    ...encodeTerms(terms),
    ...postings.inOrder(numbers),
    tokenOffsets,
    tokens: narrowed(tokenValues),
  };
}

/** An empty index, as one whose first documents were removed. */
function createMiniSearch(
  fields: readonly string[],
  tokenize: (text: string, field?: string) => string[],
): MiniSearch<NumberedDocument> {
  const options: Options<NumberedDocument> = {
    fields: [...fields],
    idField: DOCUMENT_NUMBER,
    extractField: ({ number, texts }, name) => {
      if (name === DOCUMENT_NUMBER) return number;
      // Every object has a `constructor`, which is no text of its own.
      return (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? '';
    },
    tokenize,
    processTerm: (term) => term,
  };
  const empty = new MiniSearch(options).toJSON();
  return MiniSearch.loadJS({ ...empty, nextId: FIRST_NUMBER }, options);
}
