import MiniSearch, { type Options } from 'minisearch';
import { analyze, analyzeRuns } from '../analysis/tokenizer.js';
import { encodeTerms } from '../dictionary/term-dictionary.js';
import { MAX_FIELDS } from '../frozen-index-data.js';
import { GrowableArray } from '../structures/growable-array.js';
import { toSmallestType } from '../structures/smallest-type.js';
import { PostingCollector } from './posting-collector.js';
import type { Segment } from './segment.js';

/**
 * The texts of a document by field name. A text is one value or a list of values. Each value is split into
 * terms separately, and a phrase matches within one value. The length of the field and the term frequencies
 * are those of all values together. A missing field is the same as an empty text.
 *
 * @example { title: 'Good Omens', author: ['Terry Pratchett', 'Neil Gaiman'] }
 */
export type FieldTexts = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of {@link buildSegment}. */
export interface SegmentOptions {
  /** The names of the fields, up to 32. The number of a field is its position in this list, from 0. */
  readonly fields: readonly string[];
  /**
   * By field name, the function that splits a value of the field into terms. Empty terms are not indexed.
   * A phrase matches adjacent terms of the result. Default for every field: {@link analyze}, with which a
   * phrase matches adjacent terms of `analyzePhrase`, or adjacent terms of another spelling of one word.
   */
  readonly analyzers?: Readonly<Record<string, (text: string) => readonly string[]>>;
}

/**
 * The short id of the first document of a batch. Short ids are the numbers that MiniSearch assigns to
 * documents. MiniSearch's JSON has, for each term and field, an object with short ids as keys. For small
 * integer keys, V8 allocates an array up to the largest key, which takes kilobytes even for a term of one
 * document. For keys from 2^20 on, V8 uses a hash table, which saves a third of the indexing time.
 */
const FIRST_ID = 2 ** 20;

/**
 * The number of documents per MiniSearch index. An index of 500 documents takes about 5 MB, most of which
 * never leaves V8's young generation. Indexing in batches of 5,000 documents takes one and a half times as
 * long.
 */
const BATCH_DOCUMENTS = 500;

/**
 * Indexes documents with MiniSearch, in batches of 500, and converts the result to typed arrays. Document
 * `i` of the segment is `documents[i]`. Takes about 70 µs per title of a library catalog.
 *
 * @param options the names of the fields, and how to split their texts into terms
 * @throws RangeError when there are more than 32 fields
 * @example buildSegment([{ title: 'Emma' }, {}], { fields: ['title'] })
 */
export function buildSegment(documents: readonly FieldTexts[], options: SegmentOptions): Segment {
  const { fields } = options;
  if (fields.length > MAX_FIELDS) {
    throw new RangeError(`fields: expected at most ${MAX_FIELDS} fields, found ${fields.length}`);
  }
  const fieldNumbers = new Map(fields.map((field, number) => [field, number]));
  const analyzers = new Map(Object.entries(options.analyzers ?? {}));
  const fieldLengths = new Uint32Array(documents.length * fields.length);
  const forwardIds = new GrowableArray();
  const forwardOffsets = new Uint32Array(documents.length + 1);
  const postings = new PostingCollector();
  /** The number of each term, from 0, in the order of the first occurrence of the terms. */
  const termNumbers = new Map<string, number>();

  /** Appends the number of a field and the ids of adjacent terms of the field to `forwardIds`. */
  function addRun(field: number, run: readonly string[]): void {
    if (run.length > 0) forwardIds.push(field);
    for (const term of run) {
      let number = termNumbers.get(term);
      if (number === undefined) {
        number = termNumbers.size;
        termNumbers.set(term, number);
      }
      forwardIds.push(fields.length + number);
    }
  }

  /**
   * Returns the terms of a field of a document, and appends them to `forwardIds`. MiniSearch calls this
   * function for the fields of a document in the order of `fields`.
   */
  function indexField(document: number, field: string): string[] {
    const number = fieldNumbers.get(field) ?? 0;
    const analyzer = analyzers.get(field);
    const terms: string[] = [];
    for (const value of valuesOf(documents[document], field)) {
      const runs =
        analyzer === undefined
          ? analyzeRuns(value)
          : [analyzer(value).filter((term) => term !== '')];
      for (const run of runs) {
        addRun(number, run);
        for (const term of run) terms.push(term);
      }
    }
    return terms;
  }

  for (let from = 0; from < documents.length; from += BATCH_DOCUMENTS) {
    const to = Math.min(documents.length, from + BATCH_DOCUMENTS);
    const miniSearch = createMiniSearch(fields, indexField);
    for (let document = from; document < to; document++) {
      miniSearch.add(document);
      forwardOffsets[document + 1] = forwardIds.length;
    }
    const { fieldLength, index } = miniSearch.toJSON();
    const idOffset = FIRST_ID - from;
    for (let document = from; document < to; document++) {
      // MiniSearch stores no lengths for an index without fields.
      fieldLengths.set(fieldLength[idOffset + document] ?? [], document * fields.length);
    }
    for (const [term, byField] of index) {
      postings.add(termNumbers.get(term) ?? 0, byField, idOffset);
    }
  }

  const terms = [...termNumbers.keys()].sort();
  const sortedOrdinalOf = new Uint32Array(terms.length);
  terms.forEach((term, ordinal) => {
    sortedOrdinalOf[termNumbers.get(term) ?? 0] = ordinal;
  });
  const ids = forwardIds.toArray();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id >= fields.length) ids[i] = fields.length + sortedOrdinalOf[id - fields.length];
  }
  return {
    documentCount: documents.length,
    fields,
    fieldLengths: toSmallestType(fieldLengths),
    ...encodeTerms(terms),
    ...postings.toArrays(sortedOrdinalOf),
    forwardOffsets,
    forwardIds: toSmallestType(ids),
  };
}

/** Returns the values of a field. A field without text has no values. */
function valuesOf(texts: FieldTexts, field: string): readonly string[] {
  // Uses `hasOwn`, because a field can have the name of an inherited property such as `constructor`.
  const text = Object.hasOwn(texts, field) ? texts[field] : undefined;
  if (text === undefined || text === '') return [];
  return typeof text === 'string' ? [text] : text;
}

/**
 * Creates an empty MiniSearch index whose next short id is {@link FIRST_ID}. The documents of the index are
 * numbers.
 *
 * @param termsOf returns the terms of a field of a document
 */
function createMiniSearch(
  fields: readonly string[],
  termsOf: (document: number, field: string) => string[],
): MiniSearch<number> {
  const options: Options<number> = {
    fields: [...fields],
    // The id of a document is also its text in every field, so that `tokenize` receives the id.
    extractField: (document) => document,
    tokenize: (id, field = '') => termsOf(Number(id), field),
    processTerm: (term) => term,
  };
  const empty = new MiniSearch(options).toJSON();
  return MiniSearch.loadJS({ ...empty, nextId: FIRST_ID }, options);
}
