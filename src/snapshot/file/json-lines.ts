import { closeSync, openSync, readSync } from 'node:fs';
import type { SourceRecord } from '../source.js';

const CHUNK = 1 << 20;
const LINE_FEED = 0x0a;

/**
 * The records of a file with one JSON object a line, positions from 1 as editors count lines; blank
 * lines are passed over. Reads a chunk at a time, so that memory does not grow with the file.
 *
 * @param isSecret whether a problem must not quote the line
 */
export function* readJsonLines(path: string, isSecret: boolean): Generator<SourceRecord> {
  let position = 0;
  for (const line of readLines(path)) {
    position++;
    const record = parse(line, position, 'one JSON object a line', isSecret);
    if (record !== undefined) yield record;
  }
}

/** The one record of a file that holds one JSON object, at line 1. */
export function* readJsonFile(path: string): Generator<SourceRecord> {
  const lines = [...readLines(path)];
  const record = parse(
    Buffer.concat(lines.flatMap((line) => [line, NEW_LINE])),
    1,
    'a JSON object',
  );
  yield record ?? { position: 1, problem: 'found nothing, wanted a JSON object.' };
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const NEW_LINE = Buffer.from('\n');

function parse(
  bytes: Buffer,
  position: number,
  wanted: string,
  isSecret = false,
): SourceRecord | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { position, problem: `found bytes that are not UTF-8, wanted ${wanted} in UTF-8.` };
  }
  if (text.trim() === '') return undefined;
  try {
    return { position, value: JSON.parse(text) };
  } catch (error) {
    // The engine's message quotes the text, line breaks and all.
    const reason = isSecret ? '' : ` (${(error as Error).message.replace(/\s+/g, ' ')})`;
    return { position, problem: `not JSON${reason}, wanted ${wanted}.` };
  }
}

/** The lines of a file, without their line feeds. */
function* readLines(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(file, chunk, 0, CHUNK, null);
      if (length === 0) break;
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end === -1 || end >= length) break;
        const line = chunk.subarray(start, end);
        yield begun.length === 0 ? line : Buffer.concat([...begun, line]);
        begun = [];
        start = end + 1;
      }
      begun.push(chunk.subarray(start, length));
    }
    yield Buffer.concat(begun);
  } finally {
    closeSync(file);
  }
}
