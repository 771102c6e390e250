import MiniSearch, { type Options } from 'minisearch';
import { analyze } from '../analysis/tokenizer.js';
import { encodeTerms } from '../dictionary/term-dictionary.js';
import { MAX_FIELDS } from '../frozen-index-data.js';
import { GrowableArray } from '../structures/growable-array.js';
import { toSmallestType } from '../structures/smallest-type.js';
import { PostingCollector } from './posting-collector.js';
import type { Segment } from './segment.js';

/** The texts of a document by field name. A missing field is the same as an empty text. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

/** Options of {@link buildSegment}. */
export interface SegmentOptions {
  /** The names of the fields, up to 32. The number of a field is its position in this list, from 0. */
  readonly fields: readonly string[];
  /**
   * By field name, the function that splits the text of the field into terms. Empty terms are not indexed.
   * Default for every field: {@link analyze}.
   */
  readonly analyzers?: Readonly<Record<string, (text: string) => readonly string[]>>;
}

interface NumberedDocument {
  readonly number: number;
  readonly texts: FieldTexts;
}

/**
 * The field name that MiniSearch uses for the id of a document. No other field may have this name, because
 * MiniSearch extracts ids and texts with the same function.
 */
const ID_FIELD = '\u0000number';

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

  /**
   * Splits the text of a field into terms. Appends the number of the field and the ids of the terms to
   * `forwardIds`. MiniSearch calls this function for the fields of a document in the order of `fields`.
   */
  function tokenize(text: string, field = ''): string[] {
    if (text === '') return [];
    const terms = (analyzers.get(field) ?? analyze)(text);
    let isFirst = true;
    for (const term of terms) {
      if (term === '') continue;
      if (isFirst) forwardIds.push(fieldNumbers.get(field) ?? 0);
      isFirst = false;
      let number = termNumbers.get(term);
      if (number === undefined) {
        number = termNumbers.size;
        termNumbers.set(term, number);
      }
      forwardIds.push(fields.length + number);
    }
    return terms as string[];
  }

  for (let from = 0; from < documents.length; from += BATCH_DOCUMENTS) {
    const to = Math.min(documents.length, from + BATCH_DOCUMENTS);
    const miniSearch = createMiniSearch(fields, tokenize);
    for (let document = from; document < to; document++) {
      miniSearch.add({ number: document, texts: documents[document] });
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

/** Creates an empty MiniSearch index whose next short id is {@link FIRST_ID}. */
function createMiniSearch(
  fields: readonly string[],
  tokenize: (text: string, field?: string) => string[],
): MiniSearch<NumberedDocument> {
  const options: Options<NumberedDocument> = {
    fields: [...fields],
    idField: ID_FIELD,
    extractField: ({ number, texts }, name) => {
      if (name === ID_FIELD) return number;
      // For a missing field, returns an empty text, so that MiniSearch stores the length 0. Uses `hasOwn`,
      // because a field can have the name of an inherited property such as `constructor`.
      return (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? '';
    },
    tokenize,
    processTerm: (term) => term,
  };
  const empty = new MiniSearch(options).toJSON();
  return MiniSearch.loadJS({ ...empty, nextId: FIRST_ID }, options);
}
