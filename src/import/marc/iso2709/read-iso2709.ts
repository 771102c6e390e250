import type { RecordOutcome } from '../record-outcome.js';
import { type EncodedRecord, FileEncodings } from './file-encodings.js';
import { parseRecord } from './parse-record.js';
import { RecordSplitter } from './record-splitter.js';

/** Reads the records of an ISO 2709 file. */
export async function* readIso2709(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<RecordOutcome> {
  const splitter = new RecordSplitter();
  const encodings = new FileEncodings();
  let number = 0;
  for await (const piece of pieces) {
    for (const split of splitter.push(piece)) {
      for (const record of encodings.push(split)) yield outcomeOf(++number, record);
    }
  }
  for (const split of splitter.end()) {
    for (const record of encodings.push(split)) yield outcomeOf(++number, record);
  }
  for (const record of encodings.end()) yield outcomeOf(++number, record);
}

function outcomeOf(
  number: number,
  { bytes, encoding, problem, isTruncation, repairs }: EncodedRecord,
): RecordOutcome {
  const parsed = parseRecord(bytes, encoding);
  const truncation = isTruncation && { isTruncation };
  if ('problem' in parsed) return { number, ...parsed, ...(problem && { problem }), ...truncation };
  if (problem === undefined) {
    return { number, record: parsed.record, repairs: [...repairs, ...parsed.repairs] };
  }
  const controlField = parsed.record.fields.find(({ tag }) => tag === '001');
  return {
    number,
    ...(controlField !== undefined &&
      'value' in controlField && { controlNumber: controlField.value.trim() }),
    problem,
    ...truncation,
  };
}
