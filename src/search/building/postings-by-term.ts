import { narrowed } from '../unsigned-array.js';
import { NumberList } from './number-list.js';
import type { Segment } from './segment.js';
import { NO_SIGNATURE, SignatureDictionary } from './signature-dictionary.js';

/** What MiniSearch's serialisable form has of a term: by field, by document, how often it stands there. */
type Frequencies = Readonly<Record<string, Readonly<Record<string, number>>>>;

type Postings = Pick<
  Segment,
  | 'postingOffsets'
  | 'postingDocuments'
  | 'postingSignatures'
  | 'signatureOffsets'
  | 'signatureFields'
  | 'signatureFrequencies'
>;

/** Gathers postings, one list a term where MiniSearch keeps a map for each of its fields. */
export class PostingsByTerm {
  private readonly dictionary = new SignatureDictionary();
  private readonly terms = new NumberList();
  private readonly documents = new NumberList();
  private readonly signatures = new NumberList();
  /** By document, the signature of what was read of the term so far. */
  private readonly signatureOf: number[] = [];

  /**
   * Adds documents that have a term. They come after all others that have it.
   *
   * @param first the number that MiniSearch has for the document that is number 0 here
   */
  add(term: number, byField: Frequencies, first: number): void {
    const { dictionary, terms, documents, signatures, signatureOf } = this;
    const fields = Object.keys(byField);
    const met: number[] = [];
    // Integer keys of an object come ascending, so fields and documents both do.
    for (const field of fields) {
      const frequencies = byField[field];
      for (const key in frequencies) {
        const document = Number(key) - first;
        const before = fields.length === 1 ? NO_SIGNATURE : (signatureOf[document] ?? NO_SIGNATURE);
        const signature = dictionary.extend(before, Number(field), frequencies[key]);
        if (fields.length === 1) {
          terms.push(term);
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
      terms.push(term);
      documents.push(document);
      signatures.push(signatureOf[document]);
      signatureOf[document] = NO_SIGNATURE;
    }
  }

  /**
   * The postings of all terms.
   *
   * @param numbers the final number of every term, by the one it was added under
   */
  inOrder(numbers: Uint32Array): Postings {
    const terms = this.terms.toArray();
    const documents = this.documents.toArray();
    const signatures = this.signatures.toArray();
    const postingOffsets = new Uint32Array(numbers.length + 1);
    for (const term of terms) postingOffsets[numbers[term] + 1]++;
    for (let term = 0; term < numbers.length; term++) {
      postingOffsets[term + 1] += postingOffsets[term];
    }
    const postingDocuments = new Uint32Array(terms.length);
    const postingSignatures = new Uint32Array(terms.length);
    const ends = postingOffsets.slice(0, numbers.length);
    for (let i = 0; i < terms.length; i++) {
      const to = ends[numbers[terms[i]]]++;
      postingDocuments[to] = documents[i];
      postingSignatures[to] = signatures[i];
    }
    return {
      postingOffsets,
      postingDocuments: narrowed(postingDocuments),
      postingSignatures: narrowed(postingSignatures),
      ...flattenSignatures(this.dictionary),
    };
  }
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
