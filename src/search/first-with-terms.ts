import type { IndexReader } from './index-reader.js';
import type { FieldBoosts } from './query.js';
import type { SoughtTerm } from './search-index.js';

/**
 * The first `limit` of `documents`, in the order given, that have all of the terms, each in any of
 * the fields. A document costs by its length; how many documents have a term, or how many terms
 * begin with a prefix, does not matter.
 */
export function firstWithTerms(
  reader: IndexReader,
  documents: Iterable<number>,
  terms: readonly SoughtTerm[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const { mask } = reader.resolveFields(fields);
  const ranges = terms.map((sought) => rangeOf(reader, sought));
  const found: number[] = [];
  if (mask === 0 || ranges.some(({ start, end }) => start === end)) return found;
  const hasAll = createTokenReader(reader, ranges, mask);
  for (const document of documents) {
    if (found.length >= limit) break;
    if (hasAll(document)) found.push(document);
  }
  return found;
}

/** Terms that are neighbours, by their numbers: from `start` up to but not `end`. */
interface TermRange {
  readonly start: number;
  readonly end: number;
}

function rangeOf({ vocabulary }: IndexReader, { term, prefix }: SoughtTerm): TermRange {
  if (prefix) return vocabulary.prefixRange(term);
  const number = vocabulary.find(term);
  return number < 0 ? { start: 0, end: 0 } : { start: number, end: number + 1 };
}

/** Tells whether a document has a term of every range in any of the fields of `mask`. */
function createTokenReader(
  reader: IndexReader,
  ranges: readonly TermRange[],
  mask: number,
): (document: number) => boolean {
  const { tokenOffsets, tokenBytes, fields } = reader.data;
  const tokenTerms = reader.tokenTerms();
  const fieldCount = fields.length;
  const starts = Uint32Array.from(ranges, ({ start }) => start);
  const ends = Uint32Array.from(ranges, ({ end }) => end);
  /** By range, which question was the last that a term of it answered. */
  const seen = new Uint32Array(ranges.length);
  let asked = 0;
  return (document) => {
    asked++;
    const end = tokenOffsets[document + 1];
    let at = tokenOffsets[document];
    let isWanted = false;
    let missing = ranges.length;
    while (at < end && missing > 0) {
      let byte = tokenBytes[at++];
      let code = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = tokenBytes[at++];
        code |= (byte & 0x7f) << shift;
      }
      if (code < fieldCount) {
        isWanted = (mask & (1 << code)) !== 0;
      } else if (isWanted) {
        const term = tokenTerms[code - fieldCount];
        for (let i = 0; i < starts.length; i++) {
          if (term < starts[i] || term >= ends[i] || seen[i] === asked) continue;
          seen[i] = asked;
          missing--;
        }
      }
    }
    return missing === 0;
  };
}
