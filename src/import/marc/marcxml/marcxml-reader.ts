import { SaxesParser } from 'saxes';
import type { RecordOutcome } from '../record-outcome.js';
import { BARE_AMPERSAND, withoutMarks } from './bare-ampersands.js';
import { RecordCollector } from './record-collector.js';

/** The most text of one record that is read, in characters. */
const LONGEST_READ = 4_000_000;

/** How many elements around a record are known again after damage; no file has nearly as many. */
const MOST_ANCESTORS = 50;

type Parser = SaxesParser<{ xmlns: false; position: false }>;

const RECORD_START = /<(?:[^\s<>/:]+:)?record(?=[\s>])/;

/** As much as may stand of the start of a record where a piece of the text ends. */
const START_LENGTH = 64;

/** An end tag that closes something else. What it does close was told just before. */
const WRONG_END = 'unexpected close tag.';

/** What the parser says where another document begins behind one. Some exports are several, joined. */
const NEXT_DOCUMENT = 'documents may contain only one root.';

/** What it says before that, of what stands between the two. */
const BETWEEN_DOCUMENTS = [
  'an XML declaration must be at the start of the document.',
  'expected one of standalone',
  'inappropriately located doctype declaration.',
];

/**
 * What it reads past: a name that only a document type explains, which is not read; the number of
 * what is no character; brackets.
 */
const HARMLESS = [
  'undefined entity.',
  'malformed character entity.',
  'the string "]]>" is disallowed in char data.',
];

/** Damage that the parser cannot read past. */
class Damage extends Error {}

/**
 * Reads MARCXML piece by piece. After damage it goes on with the next record that begins behind the
 * beginning of the damaged one, so that an unclosed comment or a lost end tag costs one record.
 *
 * Elements are known by their names without prefix: exports bind MARC 21, MarcXchange or nothing to
 * them.
 */
export class MarcXmlReader {
  #parser = this.#newParser('');
  /** Where in the text the parser began. */
  #parserAt = 0;
  /** The text that may have to be read again, and where it begins. */
  #kept = '';
  #keptAt = 0;
  /** Where to look for the next record after damage. */
  #resumeAt = 0;
  #isLost = false;
  #wasDamaged = false;
  /** How many characters may still be read again, so that damage takes linear time at most. */
  #patience = 0;

  /** The names of the elements that are open, and of those around the record. */
  #openElements: string[] = [];
  #ancestors: readonly string[] = [];
  #record: RecordCollector | undefined;
  /** The record that has just ended. */
  #ended: RecordCollector | undefined;
  #outcomes: RecordOutcome[] = [];
  #number = 0;
  #root: string | undefined;
  #isMarc = false;

  /** The name of the first element, prefix and all. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Whether anything in it was of MARCXML. */
  get isMarc(): boolean {
    return this.#isMarc;
  }

  /** What became of the records that end in this piece of the text. */
  push(text: string): RecordOutcome[] {
    this.#kept += text;
    this.#patience += text.length;
    this.#read(text, false);
    this.#keepFrom(this.#resumeAt);
    if (this.#kept.length > LONGEST_READ) {
      this.#refuse(`There is no end of the record in four million characters.`);
      this.#goOnFrom(this.#keptAt + this.#kept.length);
    }
    return this.#takeOutcomes();
  }

  /** What became of what is left where the text ends. */
  end(): RecordOutcome[] {
    this.#read('', true);
    return this.#takeOutcomes();
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
        this.#giveOut();
        return;
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        if (error.message === NEXT_DOCUMENT) rest = this.#beginDocument();
        else this.#recover(error.message);
      }
    }
  }

  /** The kept text from the end of the last document on, with a new parser to read it. */
  #beginDocument(): string {
    this.#giveOut();
    this.#keepFrom(this.#resumeAt);
    this.#parser = this.#newParser('');
    this.#parserAt = this.#keptAt;
    this.#openElements = [];
    return this.#kept;
  }

  /** Refuses what was being read, and gets ready to look for the next record. */
  #recover(problem: string): void {
    if (problem === WRONG_END && this.#ended !== undefined) {
      this.#record = this.#ended;
      this.#ended = undefined;
    }
    this.#giveOut();
    // Outside a record it is told once: what follows may be no more than end tags left over.
    if (this.#record !== undefined || !this.#wasDamaged) this.#refuse(sentence(problem));
    this.#wasDamaged = true;
    const reached = this.#parserAt + this.#parser.position;
    const again = Math.max(0, reached - this.#resumeAt);
    const isPatient = again <= this.#patience;
    if (isPatient) this.#patience -= again;
    this.#goOnFrom(isPatient ? this.#resumeAt : reached);
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

  #goOnFrom(place: number): void {
    this.#keepFrom(place);
    this.#isLost = true;
  }

  /** The kept text from its next start of a record on, with a new parser to read it. */
  #findRecord(): string | undefined {
    const start = this.#kept.search(RECORD_START);
    if (start === -1) {
      this.#keepFrom(this.#keptAt + Math.max(0, this.#kept.length - START_LENGTH));
      return undefined;
    }
    this.#keepFrom(this.#keptAt + start);
    this.#resumeAt = this.#keptAt + 1;
    this.#isLost = false;
    const startTags = this.#ancestors.map((name) => `<${name}>`).join('');
    this.#parser = this.#newParser(startTags);
    // Between two pieces the parser's own position counts the last one twice.
    this.#parserAt = this.#keptAt - startTags.length;
    this.#openElements = [...this.#ancestors];
    return this.#kept;
  }

  #keepFrom(place: number): void {
    this.#kept = this.#kept.slice(place - this.#keptAt);
    this.#keptAt = place;
    this.#resumeAt = place;
  }

  /** Gives out the record that has ended. */
  #giveOut(): void {
    const ended = this.#ended;
    this.#ended = undefined;
    if (ended === undefined || ended.isEnvelope || !this.#isMarc) return;
    this.#number++;
    this.#outcomes.push(
      ended.isEmpty
        ? { number: this.#number, problem: 'It is empty: it has no leader and no field.' }
        : { number: this.#number, ...ended.end() },
    );
  }

  #takeOutcomes(): RecordOutcome[] {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    return outcomes;
  }

  /** A parser that has read start tags, for their end tags to be in place. */
  #newParser(startTags: string): Parser {
    const parser: Parser = new SaxesParser({ xmlns: false, position: false });
    Object.defineProperty(parser.ENTITIES, BARE_AMPERSAND, { get: () => this.#bareAmpersand() });
    parser.write(startTags);
    parser.on('error', ({ message }) => this.#fail(message));
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('closetag', ({ name }) => this.#close(name));
    parser.on('text', (text) => this.#record?.text(text));
    parser.on('cdata', (text) => this.#record?.text(withoutMarks(text)));
    return parser;
  }

  #bareAmpersand(): string {
    this.#record?.repair("The XML has '&' where '&amp;' is wanted.");
    return '&';
  }

  #fail(message: string): void {
    if (BETWEEN_DOCUMENTS.includes(message)) return;
    if (!HARMLESS.includes(message)) throw new Damage(message);
    this.#record?.repair(`The XML is not well-formed (${message}) and was read as it stands.`);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#giveOut();
    this.#root ??= name;
    const local = withoutPrefix(name);
    if (local === 'record') {
      this.#begin();
    } else if (this.#record !== undefined) {
      this.#isMarc ||= isOfMarc(local);
      this.#record.open(local, attributes);
    } else if (isOfMarc(local)) {
      this.#isMarc = true;
      throw new Damage(`<${name}> stands outside a record.`);
    } else {
      this.#isMarc ||= local === 'collection';
    }
    this.#openElements.push(name);
  }

  #begin(): void {
    if (this.#record !== undefined && !this.#record.isEmpty) {
      throw new Damage('another record begins before its end.');
    }
    this.#record = new RecordCollector();
    this.#ancestors = this.#openElements.slice(-MOST_ANCESTORS);
    this.#resumeAt = this.#parserAt + this.#parser.position;
  }

  #close(name: string): void {
    this.#giveOut();
    this.#openElements.pop();
    const local = withoutPrefix(name);
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

function sentence(problem: string): string {
  return `The XML is damaged: ${problem}`;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isOfMarc(name: string): boolean {
  return (
    name === 'leader' || name === 'controlfield' || name === 'datafield' || name === 'subfield'
  );
}
