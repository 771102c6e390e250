/*
 * Reads a MARCXML file piece by piece. Damaged XML loses one record. `record-collector.ts` has the XML parser, and builds a
 * record from its elements.
 */

import { createPauses } from '../../snapshot/source/record-batches.js';
import { RecordFileError } from '../record-file.js';
import { xmlText } from '../text-encodings.js';
import type { RecordOutcome, RecordRefused } from './marc-record.js';
import {
  BareAmpersands,
  MAX_RECORD_CHARS,
  marcXmlName,
  RecordCollector,
  type XmlParser,
  xmlParser,
} from './record-collector.js';

/** The maximum size of a piece of XML that is parsed at a time. A record has a few kilobytes. */
const MAX_PIECE_BYTES = 4096;

/** Yields pieces of up to {@link MAX_PIECE_BYTES}, so that the reader can pause within a record. */
async function* smallPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += MAX_PIECE_BYTES) {
      yield piece.subarray(at, at + MAX_PIECE_BYTES);
    }
  }
}

/**
 * Reads the records of a MARCXML file. The root element is `collection`, `record`, or an element of another format with
 * records in it, such as `OAI-PMH`. Every few milliseconds, reading pauses, and the event loop does other work.
 *
 * @param name the name of the file in messages
 * @throws RecordFileError if the file has no element of MARCXML except `record`, which other formats also
 *   have. An empty collection is valid.
 */
export async function* readMarcXml(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<RecordOutcome> {
  const reader = new MarcXmlReader();
  const ampersands = new BareAmpersands();
  const pauses = createPauses();
  for await (const text of xmlText(smallPieces(pieces))) {
    yield* reader.push(ampersands.push(text));
    if (pauses.isDue()) await pauses.pause();
  }
  yield* reader.push(ampersands.end());
  yield* reader.end();
  if (!reader.isMarc) {
    throw new RecordFileError(
      name,
      reader.root === undefined
        ? 'text that is not XML'
        : `XML with the root element <${reader.root}>`,
    );
  }
}

/** The number of characters at the end of the text that are searched for the end tag of the root element. */
const TAIL_CHARS = 1024;

/** The maximum number of enclosing elements that are opened again after damage. */
const MAX_ANCESTORS = 50;

/** Matches the beginning of the start tag of a record. */
const RECORD_START = /<(?:[^\s<>/:]+:)?rec(?:ord)?(?=[\s>])/;

/**
 * The number of characters that are kept at the end of a piece without a start tag of a record, because
 * a start tag may begin in one piece and end in the next piece.
 */
const START_TAG_CHARS = 64;

/** The message of the parser for a wrong end tag. The parser emits `closetag` before this message. */
const WRONG_END = 'unexpected close tag.';

/** The message of the parser for a second root element. Some exports are concatenated XML documents. */
const NEXT_DOCUMENT = 'documents may contain only one root.';

/** Messages of the parser about the XML declaration and document type of a second document. */
const BETWEEN_DOCUMENTS = [
  'an XML declaration must be at the start of the document.',
  'expected one of standalone',
  'inappropriately located doctype declaration.',
];

/** Damage after which the parser cannot continue. */
class Damage extends Error {}

/**
 * Reads MARCXML piece by piece. After damage, reading continues at the first start tag of a record
 * within or after the damaged record, so that an unclosed comment or a missing end tag loses one record.
 *
 * Elements are recognized by their local names, because exports use the namespace of MARC 21, the
 * namespace of MarcXchange, or no namespace.
 */
class MarcXmlReader {
  #parser = this.#newParser('');
  /** The position in the text that corresponds to position 0 of the parser. */
  #parserAt = 0;
  /** The text that may have to be read again. */
  #kept = '';
  /** The position in the text at which the kept text begins. */
  #keptAt = 0;
  /** The position from which text is kept, and from which to search for the next record after damage. */
  #resumeAt = 0;
  /** Whether the start tag of the next record after damage has not been found yet. */
  #isLost = false;
  /** Whether damage has been found. */
  #wasDamaged = false;
  /** The number of characters that may still be read again, to keep the total time linear. */
  #rereadBudget = 0;

  #openElements: string[] = [];
  /** The names of the elements around the record. */
  #ancestors: readonly string[] = [];
  /** The record whose end tag has not been read. */
  #record: RecordCollector | undefined;
  /** The record that has just ended and has no outcome yet. */
  #ended: RecordCollector | undefined;
  #outcomes: RecordOutcome[] = [];
  #number = 0;
  #root: string | undefined;
  #isMarc = false;
  /** The last {@link TAIL_CHARS} characters of the text. */
  #tail = '';

  /** The name of the root element, with its prefix. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Whether the text has an element of MARCXML other than `record`, which other formats also have. */
  get isMarc(): boolean {
    return this.#isMarc;
  }

  /** Adds a piece of text and returns the outcomes of the records that end in it. */
  push(text: string): RecordOutcome[] {
    this.#kept += text;
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    this.#rereadBudget += text.length;
    this.#read(text, false);
    this.#keepFrom(this.#resumeAt);
    if (this.#kept.length > MAX_RECORD_CHARS) {
      this.#refuse('expected the end of the record within 4,000,000 characters, found none');
      this.#resumeFrom(this.#keptAt + this.#kept.length);
    }
    return this.#takeOutcomes();
  }

  /**
   * Returns the outcomes of the remaining records at the end of the text. If the text ends before the end tag
   * of the root element, the last outcome is a truncation.
   */
  end(): RecordOutcome[] {
    this.#read('', true);
    if (this.#isMarc && this.#endsEarly()) this.#markTruncation();
    return this.#takeOutcomes();
  }

  /**
   * Whether the text ends before the end tag of its last root element. After damage, the parser does not read
   * this end tag, so the end of the text is searched for it.
   */
  #endsEarly(): boolean {
    if (!this.#isLost) return false;
    const root = this.#ancestors[0] ?? this.#root;
    return this.#tail.lastIndexOf(`</${root}`) <= this.#tail.lastIndexOf(`<${root}`);
  }

  #markTruncation(): void {
    const last = this.#outcomes.at(-1);
    if (last === undefined || 'record' in last) {
      this.#refuse('expected the end tag of the root element, found the end of the file');
    }
    const refused = this.#outcomes.pop() as RecordRefused;
    this.#outcomes.push({ ...refused, isTruncation: true });
  }

  #read(text: string, isLast: boolean): void {
    let rest = text;
    for (;;) {
      if (this.#isLost) {
        const found = this.#findRecord();
        if (found === undefined) return;
        rest = found;
      }
      try {
        this.#parser.write(rest);
        if (isLast) this.#parser.close();
        this.#emitEnded();
        return;
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        if (error.message === NEXT_DOCUMENT) rest = this.#beginDocument();
        else this.#recover(error.message);
      }
    }
  }

  /** Creates a parser for the next document; returns the text after the end of the previous document. */
  #beginDocument(): string {
    this.#emitEnded();
    this.#keepFrom(this.#resumeAt);
    this.#parser = this.#newParser('');
    this.#parserAt = this.#keptAt;
    this.#openElements = [];
    return this.#kept;
  }

  /** Refuses the damaged record and prepares the search for the next record. */
  #recover(problem: string): void {
    if (problem === WRONG_END && this.#ended !== undefined) {
      this.#record = this.#ended;
      this.#ended = undefined;
    }
    this.#emitEnded();
    // Damage outside a record is reported only if it is the first damage in the file. Later damage there
    // can be an end tag whose start tag was skipped after earlier damage.
    if (this.#record !== undefined || !this.#wasDamaged) {
      this.#refuse(`damaged XML: ${withoutFinalPeriod(problem)}`);
    }
    this.#wasDamaged = true;
    const reached = this.#parserAt + this.#parser.position;
    const again = Math.max(0, reached - this.#resumeAt);
    const canReread = again <= this.#rereadBudget;
    if (canReread) this.#rereadBudget -= again;
    this.#resumeFrom(canReread ? this.#resumeAt : reached);
  }

  #refuse(problem: string): void {
    const controlNumber = this.#record?.controlNumber;
    this.#record = undefined;
    if (!this.#isMarc) return;
    this.#number++;
    this.#outcomes.push({
      number: this.#number,
      ...(controlNumber !== undefined && { controlNumber }),
      problem,
    });
  }

  #resumeFrom(position: number): void {
    this.#keepFrom(position);
    this.#isLost = true;
  }

  /**
   * Creates a parser for the next record. Returns the kept text from the start tag of the record on;
   * undefined if there is no start tag.
   */
  #findRecord(): string | undefined {
    const start = this.#kept.search(RECORD_START);
    if (start === -1) {
      this.#keepFrom(this.#keptAt + Math.max(0, this.#kept.length - START_TAG_CHARS));
      return undefined;
    }
    this.#keepFrom(this.#keptAt + start);
    this.#resumeAt = this.#keptAt + 1;
    this.#isLost = false;
    const startTags = this.#ancestors.map((name) => `<${name}>`).join('');
    this.#parser = this.#newParser(startTags);
    // The `position` of the parser is not used here, because it counts the last piece twice between two
    // pieces.
    this.#parserAt = this.#keptAt - startTags.length;
    this.#openElements = [...this.#ancestors];
    return this.#kept;
  }

  #keepFrom(position: number): void {
    this.#kept = this.#kept.slice(position - this.#keptAt);
    this.#keptAt = position;
    this.#resumeAt = position;
  }

  /** Adds the outcome of the record that has just ended, if any. */
  #emitEnded(): void {
    const ended = this.#ended;
    this.#ended = undefined;
    if (ended === undefined || ended.isEnvelope || !this.#isMarc) return;
    this.#number++;
    this.#outcomes.push(
      ended.isEmpty
        ? { number: this.#number, problem: 'expected a leader and fields, found neither' }
        : { number: this.#number, ...ended.end() },
    );
  }

  #takeOutcomes(): RecordOutcome[] {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    return outcomes;
  }

  #newParser(startTags: string): XmlParser {
    return xmlParser(
      {
        open: (name, attributes) => this.#open(name, attributes),
        close: (name) => this.#close(name),
        text: (text) => this.#record?.text(text),
        fail: (message) => {
          if (!BETWEEN_DOCUMENTS.includes(message)) throw new Damage(message);
        },
        tolerate: (message) =>
          this.#record?.repair(
            `XML: expected valid text, found an error (${withoutFinalPeriod(message)}); kept unchanged`,
          ),
        tolerateAmpersand: () => this.#record?.repair("XML: expected '&amp;', found '&'"),
      },
      startTags,
    );
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#emitEnded();
    this.#root ??= name;
    const local = marcXmlName(name);
    if (local === 'record') {
      this.#begin();
    } else if (this.#record !== undefined) {
      this.#isMarc ||= isOfMarc(local);
      this.#record.open(local, attributes);
    } else if (isOfMarc(local)) {
      this.#isMarc = true;
      throw new Damage(`<${name}> outside a record`);
    } else {
      this.#isMarc ||= local === 'collection';
    }
    this.#openElements.push(name);
  }

  #begin(): void {
    if (this.#record !== undefined && !this.#record.isEmpty) {
      throw new Damage('another record begins before the end of this one');
    }
    this.#record = new RecordCollector();
    this.#ancestors = this.#openElements.slice(-MAX_ANCESTORS);
    this.#resumeAt = this.#parserAt + this.#parser.position;
  }

  #close(name: string): void {
    this.#emitEnded();
    this.#openElements.pop();
    const local = marcXmlName(name);
    if (local === 'record' && this.#record !== undefined) {
      this.#ended = this.#record;
      this.#record = undefined;
      this.#resumeAt = this.#parserAt + this.#parser.position;
    } else {
      this.#record?.close(local);
    }
    if (this.#openElements.length === 0) this.#resumeAt = this.#parserAt + this.#parser.position;
  }
}

function withoutFinalPeriod(message: string): string {
  return message.replace(/\.$/, '');
}

function isOfMarc(name: string): boolean {
  return (
    name === 'leader' || name === 'controlfield' || name === 'datafield' || name === 'subfield'
  );
}
