/*
 * Parses a response of OAI-PMH: its records, its errors, and the resumption token and identity of the provider.
 * `oai-client.ts` requests the responses.
 */

import type { MarcRecord } from '../marc/marc-record.js';
import {
  BareAmpersands,
  MAX_RECORD_CHARS,
  marcXmlName,
  RecordCollector,
  xmlParser,
} from '../marc/record-collector.js';

/** A record of an OAI-PMH response. */
export interface OaiRecord {
  /** The identifier in the header, such as `oai:harbour.example:123`. */
  readonly identifier: string;
  /** The datestamp in the header: a date, or a date and time in UTC. */
  readonly datestamp: string;
  readonly isDeleted: boolean;
  /** The MARC record in the metadata; undefined if there is none. */
  readonly marc: MarcRecord | undefined;
  /** Messages about damage to the MARC record. */
  readonly repairs: readonly string[];
}

/** An error of the protocol, such as `noRecordsMatch`. */
export interface OaiError {
  readonly code: string;
  readonly message: string;
}

/** The elements whose text {@link OaiReader} keeps. */
const TEXT_ELEMENTS = [
  'responseDate',
  'error',
  'granularity',
  'deletedRecord',
  'resumptionToken',
  'identifier',
  'datestamp',
] as const;
type TextElement = (typeof TEXT_ELEMENTS)[number];

/** The elements that contain elements of other formats, of which only `metadata` is read. */
const CONTENT_ELEMENTS: readonly string[] = ['metadata', 'about', 'description', 'setDescription'];

/** Thrown for a response that is not valid OAI-PMH. */
export class OaiResponseError extends Error {
  override name = 'OaiResponseError';
}

/** The requests of a harvest. The element of a response with its content has the name of the request. */
export type OaiVerb = 'Identify' | 'ListRecords';

/**
 * Reads a response of an OAI-PMH provider piece by piece. Elements are recognized by their local names, as in
 * MARCXML files. The elements of the response and of a record can have any order.
 */
export class OaiReader {
  readonly #verb: OaiVerb;
  /** Whether the response has the element of the request. */
  #hasContent = false;
  /** The last text of each element. */
  readonly #texts = new Map<TextElement, string>();
  readonly errors: OaiError[] = [];
  /** The number of records in the complete list; undefined if the response does not contain the number. */
  listSize: number | undefined;

  readonly #parser = xmlParser({
    open: (name, attributes) => this.#open(name, attributes),
    close: (name) => this.#close(marcXmlName(name)),
    text: (text) => this.#text(text),
    fail: (message) => {
      throw new OaiResponseError(`expected well-formed XML, found an error (${message})`);
    },
  });
  readonly #ampersands = new BareAmpersands();
  #records: OaiRecord[] = [];
  #depth = 0;
  #element: TextElement | undefined;
  #errorCode = '';
  #isInRecord = false;
  #isDeleted = false;
  /** The number of elements around the content of an element of {@link CONTENT_ELEMENTS}; undefined outside. */
  #contentDepth: number | undefined;
  #isMetadata = false;
  #collector: RecordCollector | undefined;
  /** The number of characters since the end of the last record. */
  #pendingChars = 0;

  constructor(verb: OaiVerb) {
    this.#verb = verb;
  }

  /** The time at which the provider created the response. */
  get responseDate(): string | undefined {
    return this.#texts.get('responseDate');
  }

  /** The form of datestamps, such as `YYYY-MM-DD`. Only in responses to `Identify`. */
  get granularity(): string | undefined {
    return this.#texts.get('granularity');
  }

  /** Whether the provider reports deleted records: `no`, `transient` or `persistent`. Only in responses to `Identify`. */
  get deletedRecord(): string | undefined {
    return this.#texts.get('deletedRecord');
  }

  /** The token that continues the list; undefined at the end of the list. */
  get resumptionToken(): string | undefined {
    return this.#texts.get('resumptionToken') || undefined;
  }

  /**
   * Adds a piece of text and returns the records that end in it.
   *
   * @throws OaiResponseError if the text is not XML or not OAI-PMH, or if a record is too long
   */
  push(text: string): OaiRecord[] {
    this.#pendingChars += text.length;
    this.#parser.write(this.#ampersands.push(text));
    const records = this.#records;
    this.#records = [];
    if (records.length > 0) this.#pendingChars = 0;
    if (this.#pendingChars <= MAX_RECORD_CHARS) return records;
    throw new OaiResponseError(
      'expected the end of a record within 4,000,000 characters, found none',
    );
  }

  /** @throws OaiResponseError if the text ends early, or is the response to another request */
  end(): void {
    this.#parser.write(this.#ampersands.end());
    this.#parser.close();
    if (this.#hasContent || this.errors.length > 0) return;
    throw new OaiResponseError(`expected <${this.#verb}> or <error>, found neither`);
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    const name = marcXmlName(tag);
    if (this.#depth === 0 && name !== 'OAI-PMH') {
      throw new OaiResponseError(`expected the root element <OAI-PMH>, found <${tag}>`);
    }
    this.#depth++;
    if (this.#contentDepth !== undefined) {
      if (!this.#isMetadata) return;
      if (name === 'record') this.#collector ??= new RecordCollector();
      else this.#collector?.open(name, attributes);
    } else if (CONTENT_ELEMENTS.includes(name)) {
      this.#contentDepth = this.#depth;
      this.#isMetadata = name === 'metadata';
    } else if (name === this.#verb) {
      this.#hasContent = true;
    } else if (name === 'record') {
      this.#beginRecord();
    } else if (name === 'header') {
      this.#isDeleted = attributes.status === 'deleted';
    } else if (isTextElement(name)) {
      this.#element = name;
      this.#texts.set(name, '');
      if (name === 'error') this.#errorCode = attributes.code ?? '';
      const size = Number(attributes.completeListSize);
      if (name === 'resumptionToken' && Number.isSafeInteger(size)) this.listSize = size;
    }
  }

  #text(text: string): void {
    if (this.#isMetadata) this.#collector?.text(text);
    if (this.#element !== undefined) {
      this.#texts.set(this.#element, this.#texts.get(this.#element) + text);
    }
  }

  #close(name: string): void {
    this.#depth--;
    if (this.#contentDepth !== undefined) {
      if (this.#depth >= this.#contentDepth) {
        if (this.#isMetadata && name !== 'record') this.#collector?.close(name);
        return;
      }
      this.#contentDepth = undefined;
      this.#isMetadata = false;
    }
    if (name === 'record') this.#endRecord();
    if (name !== this.#element) return;
    const text = this.#texts.get(name)?.trim() ?? '';
    this.#texts.set(name, text);
    this.#element = undefined;
    if (name === 'error') this.errors.push({ code: this.#errorCode, message: text });
  }

  #beginRecord(): void {
    if (this.#verb !== 'ListRecords' || !this.#hasContent) {
      throw new OaiResponseError(`expected <${this.#verb}>, found <record>`);
    }
    if (this.#isInRecord) {
      throw new OaiResponseError('expected the end of a record, found another <record>');
    }
    this.#isInRecord = true;
    this.#texts.delete('identifier');
    this.#texts.delete('datestamp');
    this.#isDeleted = false;
    this.#collector = undefined;
  }

  #endRecord(): void {
    this.#isInRecord = false;
    const identifier = this.#texts.get('identifier') ?? '';
    if (identifier === '') {
      throw new OaiResponseError('expected an <identifier> in each <record>, found none');
    }
    const marc = this.#collector?.isEmpty === false ? this.#collector.end() : undefined;
    this.#records.push({
      identifier,
      datestamp: this.#texts.get('datestamp') ?? '',
      isDeleted: this.#isDeleted,
      marc: marc?.record,
      repairs: marc?.repairs ?? [],
    });
  }
}

function isTextElement(name: string): name is TextElement {
  return (TEXT_ELEMENTS as readonly string[]).includes(name);
}
