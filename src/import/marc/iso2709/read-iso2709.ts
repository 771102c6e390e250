import type { RecordOutcome } from '../record-outcome.js';
import { parseRecord } from './parse-record.js';
import { type RecordBytes, RecordSplitter } from './record-splitter.js';

/** Reads the records of a stream of ISO 2709. */
export async function* readIso2709(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<RecordOutcome> {
  const splitter = new RecordSplitter();
  let number = 0;
  for await (const piece of pieces) {
    for (const bytes of splitter.push(piece)) yield outcomeOf(++number, bytes);
  }
  for (const bytes of splitter.end()) yield outcomeOf(++number, bytes);
}

function outcomeOf(number: number, { bytes, problem, repairs }: RecordBytes): RecordOutcome {
  const parsed = parseRecord(bytes);
  if ('problem' in parsed) return { number, ...parsed, ...(problem && { problem }) };
  if (problem === undefined) {
    return { number, record: parsed.record, repairs: [...repairs, ...parsed.repairs] };
  }
  const controlNumber = parsed.record.fields.find(({ tag }) => tag === '001');
  return {
    number,
    ...(controlNumber !== undefined &&
      'value' in controlNumber && { controlNumber: controlNumber.value.trim() }),
    problem,
  };
}
