/*
 * Indexes texts: from fields to a segment, with MiniSearch. `merge-segments.ts` makes an index of segments.
 */

import MiniSearch from 'minisearch';
import { memoizePerText } from '../../base/lazy.js';
import {
  GrowableArray,
  MAX_VARINT_BYTES,
  toSmallestType,
  type UnsignedArray,
  writeVarint,
} from '../../base/typed-arrays.js';
import { analyze, analyzeRuns } from '../analysis/tokenizer.js';
import { encodeTerms } from '../dictionary/term-dictionary.js';
import { MAX_FIELDS, type Segment } from '../frozen-index-data.js';
import { ranksOfTerms, rankTermsByFrequency } from '../postings/forward-index.js';

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
  readonly analyzers?: Readonly<Record<string, (text: string) => readonly string[]>> | undefined;
}

/**
 * The number of documents per MiniSearch index. An index of 500 documents takes about 5 MB, most of which
 * never leaves V8's young generation. Indexing in batches of 5,000 documents takes one and a half times as
 * long.
 */
const BATCH_DOCUMENTS = 500;

/**
 * Indexes documents with MiniSearch, in batches of 500, and converts the result to typed arrays. Document
 * `i` of the segment is `documents[i]`. Takes about 30 µs per title of a library catalog, when V8 has compiled the code.
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
  const builder = new SegmentBuilder(options);
  for (let from = 0; from < documents.length; from += BATCH_DOCUMENTS) {
    builder.add(documents.slice(from, from + BATCH_DOCUMENTS));
  }
  return builder.build();
}

/** A class, because V8 compiles the functions of closures again for each segment. */
class SegmentBuilder {
  private readonly fields: readonly string[];
  private readonly analyzers: ReadonlyMap<string, (text: string) => readonly string[]>;
  private readonly fieldLengths = new GrowableArray();
  private readonly forwardIds = new GrowableArray();
  private readonly forwardEnds = new GrowableArray();
  private readonly postings = new PostingCollector();
  /** The number of each term, from 0, in the order of the first occurrence of the terms. */
  private readonly termNumbers = new Map<string, number>();
  /** Short values, such as the name of an author, occur in several documents. */
  private readonly runsOf = memoizePerText<readonly (readonly string[])[]>(4096, 40, analyzeRuns);

  constructor({ fields, analyzers = {} }: SegmentOptions) {
    this.fields = fields;
    this.analyzers = new Map(Object.entries(analyzers));
  }

  /** Indexes documents with MiniSearch. */
  add(documents: readonly FieldTexts[]): void {
    const { fields, forwardEnds, forwardIds, postings, termNumbers } = this;
    const first = forwardEnds.length;
    const indexer = new Indexer(fields.length);
    for (const [id, texts] of documents.entries()) {
      indexer.add({ id, terms: fields.map((field, number) => this.termsOf(texts, field, number)) });
      forwardEnds.push(forwardIds.length);
      const lengths = indexer.lengthsOf(id);
      for (let field = 0; field < fields.length; field++) {
        this.fieldLengths.push(lengths[field] ?? 0);
      }
    }
    for (const [term, byField] of indexer.postings()) {
      postings.add(termNumbers.get(term) ?? 0, byField, first);
    }
  }

  /** Returns the terms of a field, and appends them to `forwardIds`. Undefined for a field without values. */
  private termsOf(texts: FieldTexts, field: string, number: number): string[] | undefined {
    const values = valuesOf(texts, field);
    if (values.length === 0) return undefined;
    const analyzer = this.analyzers.get(field);
    const terms: string[] = [];
    for (const value of values) {
      const runs =
        analyzer === undefined
          ? this.runsOf(value)
          : [analyzer(value).filter((term) => term !== '')];
      for (const run of runs) {
        this.addRun(number, run);
        for (const term of run) terms.push(term);
      }
    }
    return terms;
  }

  /** Appends the number of a field and the ids of adjacent terms of the field to `forwardIds`. */
  private addRun(field: number, run: readonly string[]): void {
    const { fields, forwardIds, termNumbers } = this;
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

  build(): Segment {
    const { fields, forwardEnds, termNumbers } = this;
    const documentCount = forwardEnds.length;
    const terms = [...termNumbers.keys()].sort();
    const sortedOrdinalOf = new Uint32Array(terms.length);
    terms.forEach((term, ordinal) => {
      sortedOrdinalOf[termNumbers.get(term) ?? 0] = ordinal;
    });
    const postings = this.postings.toArrays(sortedOrdinalOf);
    const termsByFrequency = rankTermsByFrequency(postings.postingOffsets);
    const ranks = ranksOfTerms(termsByFrequency);
    const encodedIds = Uint32Array.from({ length: fields.length + terms.length }, (_, id) =>
      id < fields.length ? id : fields.length + ranks[sortedOrdinalOf[id - fields.length]],
    );
    return {
      documentCount,
      fields,
      fieldLengths: divideByField(this.fieldLengths.toArray(), fields.length),
      ...encodeTerms(terms),
      termsByFrequency,
      ...postings,
      ...encodeForwardIndex(this.forwardIds.take(), forwardEnds.take(), encodedIds),
    };
  }
}

/**
 * Returns an array of lengths for each field, which is empty if the field is empty in every document.
 *
 * @param lengths the lengths of all fields of document 0, then of document 1, and so on
 */
function divideByField(lengths: Uint32Array, fieldCount: number): UnsignedArray[] {
  return Array.from({ length: fieldCount }, (_, field) => {
    const ofField = new Uint32Array(lengths.length / fieldCount);
    let hasTerms = false;
    for (let document = 0; document < ofField.length; document++) {
      ofField[document] = lengths[document * fieldCount + field];
      hasTerms ||= ofField[document] > 0;
    }
    return toSmallestType(hasTerms ? ofField : new Uint32Array(0));
  });
}

/**
 * Encodes the ids of all documents as varints.
 *
 * @param ends by document: the end of its ids
 * @param encodedIds by id: the id to encode
 */
function encodeForwardIndex(ids: Uint32Array, ends: Uint32Array, encodedIds: Uint32Array) {
  const forwardOffsets = new Uint32Array(ends.length + 1);
  const bytes = new Uint8Array(MAX_VARINT_BYTES * ids.length);
  let length = 0;
  let at = 0;
  for (let document = 0; document < ends.length; document++) {
    for (; at < ends[document]; at++) length = writeVarint(bytes, length, encodedIds[ids[at]]);
    forwardOffsets[document + 1] = length;
  }
  return { forwardOffsets, forwardBytes: bytes.slice(0, length) };
}

function valuesOf(texts: FieldTexts, field: string): readonly string[] {
  // Uses `hasOwn`, because a field can have the name of an inherited property such as `constructor`.
  const text = Object.hasOwn(texts, field) ? texts[field] : undefined;
  if (text === undefined || text === '') return [];
  return typeof text === 'string' ? [text] : text;
}

/** A document with terms in place of texts. */
interface AnalyzedDocument {
  readonly id: number;
  /** The terms of each field by its number. Undefined for a field without terms. */
  readonly terms: readonly (readonly string[] | undefined)[];
}

/** The field of the id. The names of the other fields are their numbers. */
const ID_FIELD = 'id';

/** The options that all indexes share, so that V8 compiles MiniSearch for them once. */
const TERMS_AS_TEXTS = {
  extractField: ({ id, terms }: AnalyzedDocument, field: string) =>
    field === ID_FIELD ? id : terms[Number(field)],
  stringifyField: (terms: unknown) => terms as string,
  tokenize: (terms: string) => terms as unknown as string[],
  processTerm: (term: string) => term,
};

/**
 * The terms of an index with their postings. MiniSearch has a radix tree instead, which its queries need and which takes
 * longer to build.
 */
class TermMap extends Map<string, FrequenciesByField> {
  /** Returns the postings of a term, to which MiniSearch adds documents. Adds a new term. */
  fetch(term: string, create: () => FrequenciesByField): FrequenciesByField {
    let postings = this.get(term);
    if (postings === undefined) {
      postings = create();
      this.set(term, postings);
    }
    return postings;
  }
}

/**
 * A MiniSearch index that is built and never searched. The class uses protected properties of MiniSearch, because
 * `toJSON` copies each posting list to an object: indexing would take two to four times as long, and a build at least a
 * quarter more processor time. So `package.json` allows only patches of MiniSearch.
 */
class Indexer extends MiniSearch<AnalyzedDocument> {
  private readonly terms = new TermMap();

  /** @param fieldCount the number of fields */
  constructor(fieldCount: number) {
    const fields = Array.from({ length: fieldCount }, (_, number) => String(number));
    super({ ...TERMS_AS_TEXTS, idField: ID_FIELD, fields });
    this._index = this.terms as unknown as typeof this._index;
  }

  /** Returns the terms with their postings. MiniSearch numbers the documents from 0 in the order of adding. */
  postings(): Iterable<readonly [string, FrequenciesByField]> {
    return this.terms;
  }

  /** Returns the number of distinct terms in each field of a document. A field without terms may be missing. */
  lengthsOf(document: number): readonly (number | undefined)[] {
    // MiniSearch stores no lengths for a document without terms.
    return this._fieldLength.get(document) ?? [];
  }
}

/**
 * The postings of a term in MiniSearch: for each field number, the term frequencies in the order of the documents. The
 * keys of the term frequencies are the numbers that MiniSearch assigned to the documents, from 0.
 */
type FrequenciesByField = ReadonlyMap<number, ReadonlyMap<number, number>>;

type Postings = Pick<
  Segment,
  | 'postingOffsets'
  | 'postingDocuments'
  | 'postingFrequencySets'
  | 'frequencySetOffsets'
  | 'frequencySetFields'
  | 'frequencySetFrequencies'
>;

/**
 * Collects the postings of a segment. MiniSearch has one posting list for each term and field. The collector
 * combines the lists of a term into one posting list. Each posting has a document and a frequency set: the
 * fields that contain the term, with the term frequency in each field.
 */
class PostingCollector {
  private readonly sets = new FrequencySets();
  private readonly terms = new GrowableArray();
  private readonly documents = new GrowableArray();
  private readonly frequencySets = new GrowableArray();
  /**
   * For each document, the frequency set of the fields that the current call of {@link add} has read.
   * Between calls, every element is {@link EMPTY_FREQUENCY_SET} or undefined.
   */
  private readonly frequencySetOf: number[] = [];

  /**
   * Adds postings of a term. When a term is added in several calls, the documents of a later call must be
   * higher than the documents of an earlier call.
   *
   * @param term the number of the term
   * @param first the segment's number of MiniSearch's document 0
   */
  add(term: number, byField: FrequenciesByField, first: number): void {
    const { sets, terms, documents, frequencySets, frequencySetOf } = this;
    if (byField.size === 1) {
      for (const [field, frequencies] of byField) {
        for (const [id, frequency] of frequencies) {
          terms.push(term);
          documents.push(first + id);
          frequencySets.push(sets.extend(EMPTY_FREQUENCY_SET, field, frequency));
        }
      }
      return;
    }
    const added: number[] = [];
    for (const field of [...byField.keys()].sort((a, b) => a - b)) {
      for (const [id, frequency] of byField.get(field) ?? []) {
        const document = first + id;
        const before = frequencySetOf[document] ?? EMPTY_FREQUENCY_SET;
        if (before === EMPTY_FREQUENCY_SET) added.push(document);
        frequencySetOf[document] = sets.extend(before, field, frequency);
      }
    }
    added.sort((a, b) => a - b);
    for (const document of added) {
      terms.push(term);
      documents.push(document);
      frequencySets.push(frequencySetOf[document]);
      frequencySetOf[document] = EMPTY_FREQUENCY_SET;
    }
  }

  /**
   * Returns the posting lists of all terms in the order of the term dictionary, and the frequency sets.
   *
   * @param sortedOrdinalOf for each `term` that {@link add} received, its ordinal in the term dictionary
   */
  toArrays(sortedOrdinalOf: Uint32Array): Postings {
    const terms = this.terms.toArray();
    const documents = this.documents.toArray();
    const frequencySets = this.frequencySets.toArray();
    const postingOffsets = new Uint32Array(sortedOrdinalOf.length + 1);
    for (const term of terms) postingOffsets[sortedOrdinalOf[term] + 1]++;
    for (let term = 0; term < sortedOrdinalOf.length; term++) {
      postingOffsets[term + 1] += postingOffsets[term];
    }
    const postingDocuments = new Uint32Array(terms.length);
    const postingFrequencySets = new Uint32Array(terms.length);
    const cursors = postingOffsets.slice(0, sortedOrdinalOf.length);
    for (let i = 0; i < terms.length; i++) {
      const to = cursors[sortedOrdinalOf[terms[i]]]++;
      postingDocuments[to] = documents[i];
      postingFrequencySets[to] = frequencySets[i];
    }
    return {
      postingOffsets,
      postingDocuments: toSmallestType(postingDocuments),
      postingFrequencySets: toSmallestType(postingFrequencySets),
      ...flattenFrequencySets(this.sets),
    };
  }
}

function flattenFrequencySets(sets: FrequencySets) {
  const offsets = new Uint32Array(sets.size + 1);
  const fields: number[] = [];
  const frequencies: number[] = [];
  for (let frequencySet = 0; frequencySet < sets.size; frequencySet++) {
    for (const { field, frequency } of sets.entriesOf(frequencySet)) {
      fields.push(field);
      frequencies.push(frequency);
    }
    offsets[frequencySet + 1] = fields.length;
  }
  return {
    frequencySetOffsets: offsets,
    frequencySetFields: Uint8Array.from(fields),
    frequencySetFrequencies: Uint32Array.from(frequencies),
  };
}

/** A field and the frequency of a term in the field. */
export interface FieldFrequency {
  readonly field: number;
  readonly frequency: number;
}

/**
 * The maximum stored term frequency. A higher frequency is stored as the maximum, which hardly changes the
 * score.
 */
const MAX_FREQUENCY = 2 ** 20 - 1;
/** Field numbers are below this number. */
const FIELD_RANGE = 2 ** 8;

/**
 * The distinct frequency sets of a segment, numbered from 0. A frequency set is the fields of a posting, with
 * the term frequency in each field. To look up a set, start with {@link EMPTY_FREQUENCY_SET} and call
 * {@link extend} for each field, in ascending order. Every call numbers and stores the set so far, if the
 * set is new. The lookup of an existing set allocates no memory.
 */
export class FrequencySets {
  /** For each set, the set without its last field; -1 for {@link EMPTY_FREQUENCY_SET}. */
  private readonly parents: number[] = [-1];
  /** For each set, its last field. The entry of {@link EMPTY_FREQUENCY_SET} is not used. */
  private readonly entries: FieldFrequency[] = [{ field: 0, frequency: 0 }];
  private readonly numbers = new Map<number, number>();

  /** The number of frequency sets, including {@link EMPTY_FREQUENCY_SET}. */
  get size(): number {
    return this.entries.length;
  }

  /**
   * Returns the frequency set that has the fields of `frequencySet`, then `field`. Adds the set if the set
   * is new.
   *
   * @param occurrences the term frequency in `field`
   */
  extend(frequencySet: number, field: number, occurrences: number): number {
    const frequency = Math.min(occurrences, MAX_FREQUENCY);
    const key = (frequencySet * FIELD_RANGE + field) * (MAX_FREQUENCY + 1) + frequency;
    const existing = this.numbers.get(key);
    if (existing !== undefined) return existing;
    const number = this.entries.length;
    this.numbers.set(key, number);
    this.parents.push(frequencySet);
    this.entries.push({ field, frequency });
    return number;
  }

  /** Returns the fields and term frequencies of a set, in the order of the calls of {@link extend}. */
  entriesOf(frequencySet: number): FieldFrequency[] {
    const entries: FieldFrequency[] = [];
    for (let at = frequencySet; at !== EMPTY_FREQUENCY_SET; at = this.parents[at]) {
      entries.push(this.entries[at]);
    }
    return entries.reverse();
  }
}

/** The frequency set without fields. */
export const EMPTY_FREQUENCY_SET = 0;
