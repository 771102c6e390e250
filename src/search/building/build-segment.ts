import MiniSearch, { type Options } from 'minisearch';
import { analyze } from '../analyzer.js';
import { MAXIMUM_FIELDS } from '../frozen-index-data.js';
import { narrowed } from '../unsigned-array.js';
import { encodeTerms } from '../vocabulary/term-codec.js';
import { NumberList } from './number-list.js';
import type { Segment } from './segment.js';
import { NO_SIGNATURE, SignatureDictionary } from './signature-dictionary.js';

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

type MiniSearchIndex = ReturnType<MiniSearch['toJSON']>;

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
 * Indexes documents with MiniSearch and turns what it built into plain arrays. MiniSearch is given
 * the terms of the analyzers as they are, and every field as a string, so that a field's average
 * length does not depend on the order of the documents.
 *
 * Takes about 70 µs a title, most of it in MiniSearch, whose index is in memory while this runs:
 * some 10 KB a title.
 *
 * @throws RangeError when there are too many fields
 * @example buildSegment([{ title: 'Emma' }, {}], { fields: ['title'] })
 */
export function buildSegment(documents: readonly FieldTexts[], options: SegmentOptions): Segment {
  const { fields, analyzers = {} } = options;
  if (fields.length > MAXIMUM_FIELDS) {
    throw new RangeError(`An index takes ${MAXIMUM_FIELDS} fields, not ${fields.length}.`);
  }
  const fieldNumbers = new Map(fields.map((field, number) => [field, number]));
  const tokens = new NumberList();
  const tokenOffsets = new Uint32Array(documents.length + 1);
  const termNumbers = new Map<string, number>();

  /** MiniSearch tokenizes a document's fields one after the other, in the order they were given. */
  function tokenize(text: string, field = ''): string[] {
    if (text === '') return [];
    const terms = (analyzers[field] ?? analyze)(text);
    let isFirst = true;
    for (const term of terms) {
      if (term === '') continue;
      if (isFirst) tokens.push(fieldNumbers.get(field) ?? 0);
      isFirst = false;
      let number = termNumbers.get(term);
      if (number === undefined) {
        number = termNumbers.size;
        termNumbers.set(term, number);
      }
      tokens.push(fields.length + number);
    }
    return terms as string[];
  }

  const miniSearch = createMiniSearch({
    fields: [...fields],
    idField: DOCUMENT_NUMBER,
    extractField: (document, name) =>
      name === DOCUMENT_NUMBER ? document.number : (document.texts[name] ?? ''),
    tokenize,
    processTerm: (term) => term,
  });
  documents.forEach((texts, number) => {
    miniSearch.add({ number, texts });
    tokenOffsets[number + 1] = tokens.length;
  });

  const built = miniSearch.toJSON();
  const entries = built.index.sort(([a], [b]) => (a < b ? -1 : 1));
  const tokenValues = tokens.toArray();
  const numberOf = new Uint32Array(entries.length);
  entries.forEach(([term], number) => {
    numberOf[termNumbers.get(term) ?? 0] = number;
  });
  for (let i = 0; i < tokenValues.length; i++) {
    const value = tokenValues[i];
    if (value >= fields.length) {
      tokenValues[i] = fields.length + numberOf[value - fields.length];
    }
  }
  return {
    documentCount: documents.length,
    fields,
    fieldLengths: flattenLengths(built, documents.length, fields.length),
    ...encodeTerms(entries.map(([term]) => term)),
    ...invert(entries, documents.length),
    tokenOffsets,
    tokens: narrowed(tokenValues),
  };
}

/** An empty index, as one whose first documents were removed. */
function createMiniSearch(options: Options<NumberedDocument>): MiniSearch<NumberedDocument> {
  const empty = new MiniSearch(options).toJSON();
  return MiniSearch.loadJS({ ...empty, nextId: FIRST_NUMBER }, options);
}

function flattenLengths(built: MiniSearchIndex, documentCount: number, fieldCount: number) {
  const lengths = new Uint32Array(documentCount * fieldCount);
  if (fieldCount === 0) return lengths;
  for (let document = 0; document < documentCount; document++) {
    lengths.set(built.fieldLength[FIRST_NUMBER + document], document * fieldCount);
  }
  return narrowed(lengths);
}

/** MiniSearch keeps a map per term and field; this makes them one list per term. */
function invert(entries: MiniSearchIndex['index'], documentCount: number) {
  const dictionary = new SignatureDictionary();
  const postingOffsets = new Uint32Array(entries.length + 1);
  const documents = new NumberList();
  const signatures = new NumberList();
  const signatureOf = new Uint32Array(documentCount);

  entries.forEach(([, byField], term) => {
    const fields = Object.keys(byField);
    const met: number[] = [];
    // Integer keys of an object come ascending, so fields and documents both do.
    for (const field of fields) {
      const frequencies = byField[field];
      for (const key in frequencies) {
        const document = Number(key) - FIRST_NUMBER;
        const before = signatureOf[document];
        const signature = dictionary.extend(before, Number(field), frequencies[key]);
        if (fields.length === 1) {
          documents.push(document);
          signatures.push(signature);
        } else {
          if (before === NO_SIGNATURE) met.push(document);
          signatureOf[document] = signature;
        }
      }
    }
    met.sort((a, b) => a - b);
    for (const document of met) {
      documents.push(document);
      signatures.push(signatureOf[document]);
      signatureOf[document] = NO_SIGNATURE;
    }
    postingOffsets[term + 1] = documents.length;
  });
  return {
    postingOffsets,
    postingDocuments: narrowed(documents.toArray()),
    postingSignatures: narrowed(signatures.toArray()),
    ...flattenSignatures(dictionary),
  };
}

function flattenSignatures(dictionary: SignatureDictionary) {
  const offsets = new Uint32Array(dictionary.size + 1);
  const fields: number[] = [];
  const frequencies: number[] = [];
  for (let signature = 0; signature < dictionary.size; signature++) {
    for (const { field, frequency } of dictionary.entriesOf(signature)) {
      fields.push(field);
      frequencies.push(frequency);
    }
    offsets[signature + 1] = fields.length;
  }
  return {
    signatureOffsets: offsets,
    signatureFields: Uint8Array.from(fields),
    signatureFrequencies: Uint32Array.from(frequencies),
  };
}
